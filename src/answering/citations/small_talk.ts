/** Sentences that speak with the user and tell nothing: greetings, thanks, offers of help, words about the answer. */

const NAME = "(?:[ ,]+(?:there|all|everyone|again|back|friend|zusammen|nochmal|à tous|a todos|\\p{Lu}\\p{L}+)){0,3}";
const END = "[\\s!.,。！~～…]*(?:\\p{Extended_Pictographic}[\\ufe0f\\s]*)*$";
/** Alone, or with a name. */
const GREETING = new RegExp(
  `^(?:hi|hello|hey|greetings|welcome|good (?:morning|afternoon|evening|day|night)|(?:good)?bye|see you|cheers|take care|` +
    `hallo|servus|moin|guten (?:morgen|tag|abend)|grüß (?:dich|gott)|tschüs+|auf wiedersehen|` +
    `bonjour|bonsoir|salut|au revoir|hola|buenos días|buenas(?: tardes| noches)?|adiós|hasta luego|ciao|buongiorno|buonasera|` +
    `olá|oi|bom dia|boa tarde|hoi|goedendag|привет|здравствуйте|добрый (?:день|вечер)|доброе утро|до свидания|` +
    `你好|您好|嗨|大家好|早上好|再见|こんにちは|こんばんは|おはよう(?:ございます)?|はじめまして|さようなら)${NAME}${END}`,
  "iu",
);
/** What begins a sentence that says something. */
const TOLD =
  "[ ,]+(?:not|it|they|this|this|these|those|the|an?|all|every\\w*|each|no|nothing|never|always|any)\\b(?! (?:problem|worries|pleasure|time|confusion|trouble|mistake))";
/** Alone, or with few words behind it. */
const COURTESY = new RegExp(
  `^(?:you(?:['’]re| are) (?:very |most )?welcome|I(?:['’]m| am) (?:very |so |really )?(?:sorry|afraid)|my pleasure|no problem|no worries|any ?time|sure(?: thing)?|of course|certainly|absolutely|gladly|with pleasure|` +
    `okay|ok|alright|understood|got it|great|perfect|good luck|enjoy|sorry|apologies|my apologies|` +
    `bitte(?: schön| sehr)?|gern(?:e)?(?: geschehen)?|kein problem|natürlich|klar|selbstverständlich|verstanden|viel (?:erfolg|spaß|glück)|entschuldigung|` +
    `de rien|avec plaisir|bien sûr|je vous en prie|pas de problème|d['’]accord|bonne (?:chance|journée|continuation)|désolée?|` +
    `de nada|con (?:mucho )?gusto|claro(?: que sí)?|por supuesto|no hay problema|un placer|(?:buena )?suerte|lo siento|perdón|disculpa|` +
    `prego|certo|certamente|figurati|por nada|sem problemas?|com prazer|boa sorte|graag gedaan|natuurlijk|` +
    `пожалуйста|не за что|конечно|без проблем|понятно|хорошо|удачи|извините|рад[аы]? помочь|` +
    `不客气|不用谢|当然(?:可以)?|好的|没问题|祝(?:您|你)?[^。，,]{0,12}|抱歉|对不起|` +
    `どういたしまして|もちろん(?:です)?|承知(?:しました|いたしました)|わかりました|かしこまりました|すみません|申し訳(?:ありません|ございません))` +
    `(?!${TOLD})(?:[ ,，、]+[^.!?。！？:：,，\\d]{0,18})?${END}`,
  "iu",
);
/** Whatever follows, up to the end of the sentence. */
const TALK = [
  "(?:many |so much |a lot of )?(?:thanks|thank you)\\b",
  "(?:that(?:['’]s| is) (?:a |an )?)?(?:great|good|excellent|nice|interesting|fair) question\\b",
  "(?:I |we )?(?:hope|trust)\\b.*\\b(?:help|helps|helped|useful|clear|clarif\\w+|answers?|day|well|enjoy|luck|fun)\\b",
  "(?:please |just )?(?:let me know|(?:feel free|do(?:n['’]t| not) hesitate)(?: to (?:ask|reach|contact|let|share|say|tell|paste|send|write|come)\\b.*|[\\s.!]*$)|reach out|tell me|ask me|ask away)",
  "(?:just|simply) (?:ask|say|tell me)\\b(?! (?:the|a|an|your|its|all|for|to)\\b)",
  "you can (?:also |always )?ask (?:me|about)\\b",
  "(?:so |very )?(?:glad|happy|pleased) (?:it|that|this|I|to)\\b",
  "(?:ça va|je vais|comment (?:vas|allez))\\b",
  "(?:mir )?(?:geht es|geht['’]s)\\b",
  "(?:estoy|todo) (?:muy )?bien\\b",
  "(?:у меня )?всё (?:хорошо|отлично)",
  "我很好",
  "元気です",
  "(?:freut mich|schön, dass)\\b",
  "(?:ravie?|heureux|contente?) (?:que|d['’])",
  "me alegr[ao]\\b",
  "(?:рад|рада), что",
  "よかったです",
  "(?:du kannst|sie können) mich\\b.*\\bfragen\\b",
  "vous pouvez (?:aussi )?me demander\\b",
  "puedes? preguntarme\\b",
  "(?:вы )?можете спросить",
  "(?:您|你)可以问",
  "(?:if|in case|should|whenever) you\\b.*(?:\\b(?:let me know|feel free to (?:ask|reach|contact|let|share|say|tell|paste|send|write)|(?:ask|tell) (?:me|us|away|again)|(?:just|please|simply) ask|(?:happy|glad) to|I can|I['’]ll|I['’]d|(?:I|we|me|us)\\b.*\\bhelp|reach out|do(?:n['’]t| not) hesitate)\\b|\\bask[\\s.!]*$|\\bfeel free[\\s.!]*$)",
  "(?:I(?:['’]m| am|['’]d be| would be|['’]ll be| will be)|we(?:['’]re| are)|always|happy|glad|pleased)\\b[^.]{0,20}\\b(?:happy|glad|here|available|ready|pleased|delighted|to help|to assist|to explain)\\b",
  "I(?:['’]m| am) (?:an?|the|your|just an?|only an?) (?:\\w+ ){0,4}(?:assistant|bot|model|helper|program|tool|AI)\\b",
  "I(?:['’]m| am) (?:doing |feeling )?(?:well|fine|good|great)\\b",
  "I can (?:also )?(?:help|explain|show|give|provide|answer|walk|go into|look|summari[sz]e|assist|list|describe|try)\\b",
  "(?:have|enjoy|wish(?:ing)?) (?:a |you |your |the )+(?:\\w+ )?(?:day|one|evening|weekend|time|rest|luck|success)\\b",
  "happy \\w+ing\\b[^.:]{0,20}",
  "(?:I(?:['’]m| am) )?(?:so |very )?sorry (?:for|about|to hear|if)\\b",
  "(?:I apologi[sz]e|my apologies|apologies) (?:for|if)\\b",
  "(?:let me|let['’]s|allow me to) (?:explain|summari[sz]e|walk|look|see|show|break|start|take|go|answer|help|list|recap)\\b[^:]*",
  "(?:sure|of course|certainly|okay|ok|absolutely)?[,!.]?\\s*(?:here(?:['’]s| is| are)|below (?:is|are|you)) (?:the |a |an |what |how |your |some |my |all |two |three |four |five )?(?:\\w+ ){0,4}(?:answer|summary|overview|list|steps?|details?|explanation|table|breakdown|comparison|passages say|documents say|I found|you need|quotations?|quotes?|information)\\b[^:]*",
  // German
  "(?:vielen |herzlichen |besten )?dank\\b",
  "danke\\b",
  "(?:das ist )?(?:eine )?(?:gute|sehr gute|tolle|spannende) frage\\b",
  "(?:ich |wir )?hoffe?n?\\b.*\\b(?:hilft|geholfen|weiter|helfen|klar)\\b",
  "(?:sag|sage|sagen sie|lass|lassen sie|melde|melden sie|frag|fragen sie|schreib|schreiben sie|gib|geben sie)\\b.*\\b(?:bescheid|wissen|gern|gerne|jederzeit|einfach|mich|dich|sich|mir)\\b",
  "(?:falls|wenn|sollten?|bei|für)\\b.*(?:\\b(?:fragen?|brauchs?t|benötigen|möchtes?t?|wünschen|willst|wollen|rückfragen|hilfe)\\b).*\\b(?:gern|gerne|bescheid|jederzeit|melde\\w*|frag\\w*|helfe|verfügung|einfach)\\b",
  "(?:ich )?(?:helfe|erkläre|zeige)\\b.*\\b(?:gern|gerne|weiter)\\b",
  "(?:gern|gerne) (?:helfe|erkläre|zeige|beantworte)\\b",
  "ich (?:bin|stehe)\\b.*\\b(?:assistent\\w*|verfügung|da|programm|helfen)\\b",
  "ich kann (?:dir|ihnen|euch|auch|gern|gerne)\\b.*\\b(?:helfen|erklären|zeigen|beantworten|geben)\\b",
  "(?:einen )?schönen (?:tag|abend)\\b",
  "(?:hier|nachfolgend|im folgenden) (?:ist|sind|findest|finden|folgt|folgen|kommt|kommen)\\b.*(?:antwort|zusammenfassung|übersicht|schritte|liste|überblick)\\b",
  // French
  "merci\\b",
  "(?:c['’]est une )?(?:bonne|excellente|très bonne) question\\b",
  "(?:j['’])?espère\\b.*\\b(?:aide|aidera|aidé|clair|utile|réponds?)",
  "en espérant\\b",
  "(?:surtout,? )?n['’]hésite[zs]?\\b",
  "(?:si|pour)\\b.*\\b(?:question|besoin|souhaite[zs]?|voulez|veux|aide)\\b.*\\b(?:hésite|dites|dis|demande[zr]?|disposition|volontiers|faites|aider|peux|suis)",
  "je (?:suis|reste|me tiens)\\b.*\\b(?:assistant\\w*|disposition|là|heureux|heureuse|ravie?)",
  "je (?:peux|pourrais) (?:aussi |également )?(?:vous |t['’])?(?:aider|expliquer|montrer|donner|répondre)",
  "dites[- ]moi\\b",
  "(?:voici)\\b[^:]*(?:réponse|résumé|étapes|liste|aperçu)\\b",
  // Spanish
  "(?:muchas |mil )?gracias\\b",
  "(?:es una )?(?:buena|excelente|muy buena) pregunta\\b",
  "espero\\b.*(?:ayude|ayuda|útil|sirva|claro|ayudado)",
  "no dud(?:es|e|en)\\b",
  "(?:si|cualquier|para)\\b.*\\b(?:pregunta|preguntas|duda|dudas|necesitas?|quieres|quiere|deseas?|ayuda)\\b.*(?:\\b(?:avís|dím|dím|dig|pregunt|encant|aquí|dud|ayud|puedo|estoy|hazm|házm|hág)\\p{L}*)",
  "(?:avísame|avíseme|dime|dígame)\\b",
  "(?:yo )?(?:estoy|estaré|soy)\\b.*(?:aquí|para ayudar|asistente|disposición|encantado)",
  "(?:también )?(?:puedo|podría) (?:ayudar|explicar|mostrar|dar|responder)",
  "que tengas?\\b.*(?:día|tarde|noche)",
  "(?:aquí (?:está|están|tienes|tiene))\\b[^:]*(?:respuesta|resumen|pasos|lista)\\b",
  // Italian, Portuguese, Dutch
  "(?:grazie|mille grazie)\\b",
  "(?:ottima|buona|bella) domanda\\b",
  "spero\\b.*(?:aiut|util|chiar)",
  "non esitare?\\b",
  "fammi sapere\\b",
  "se (?:hai|ha|avete)\\b.*(?:domand|bisogno).*(?:chied|sono|esit|sapere|aiut)",
  "(?:sono|posso)\\b.*(?:aiutar|disposizione|assistente)",
  "(?:muito )?obrigad[oa]\\b",
  "(?:ótima|boa|excelente) pergunta\\b",
  "espero\\b.*(?:ajud|útil|clar)",
  "não hesite\\b",
  "(?:avise|diga)[- ]me\\b",
  "se (?:você )?(?:tiver|precisar|quiser)\\b.*(?:avis|pergunt|ajud|diga|posso)",
  "(?:estou|posso|sou)\\b.*(?:ajudar|disposição|assistente)",
  "(?:dank|bedankt)\\b",
  "goede vraag\\b",
  "hopelijk\\b.*help",
  "laat (?:het )?(?:me|mij)\\b.*weten",
  "als je\\b.*(?:vragen|hulp).*(?:laat|vraag|help|gerust)",
  // Russian
  "(?:большое )?спасибо",
  "(?:это )?(?:хороший|отличный|интересный) вопрос",
  "надеюсь,?.*(?:помо|полез|понятн|ответ)",
  "(?:не стесняйтесь|обращайтесь|дайте (?:мне )?знать|спрашивайте|пишите)",
  "(?:если|когда).*(?:вопрос|помощь|нужн|хотите|понадоб).*(?:спрашив|обраща|знать|пишите|помог|рад|спросите|задавайте|скажите|могу)",
  "я (?:ваш |всего лишь |просто )?(?:\\p{L}+ )?(?:ассистент|помощник|бот|программа|модель)",
  "(?:я )?(?:могу|готов[аы]?|рад[аы]?|буду рад[аы]?)(?: также)?(?: вам)? (?:помочь|объяснить|показать|ответить|подсказать)",
  "(?:хорошего|приятного|доброго) (?:дня|вечера)",
  // Chinese and Japanese
  "(?:非常|十分)?(?:感谢|谢谢)",
  "(?:这是)?(?:一个)?(?:好|很好的)问题",
  "希望(?:这|以上|能|对|我的).*(?:帮助|有用|清楚)",
  "(?:如果|若|如)(?:您|你)?.*(?:问题|疑问|需要|想).*(?:告诉|随时|请|问|联系|帮)",
  "(?:请|欢迎)(?:随时|告诉我)",
  "(?:很|非常)?(?:高兴|乐意)",
  "我是.*(?:助手|助理|模型|程序)",
  "我(?:还)?可以(?:为您|帮|为你|帮您|帮你)",
  "祝(?:您|你)",
  "有什么.*(?:帮|问)",
  "(?:どうも)?(?:ありがとう|感謝)",
  "(?:良い|いい|よい)(?:ご)?質問",
  "お役に立て",
  "(?:ご不明な?点|(?:他|ほか)に|何か|さらに|もし|ご質問|不明な?点|質問).*(?:ください|お知らせ|お尋ね|聞い|どうぞ|お手伝い)",
  "お気軽に",
  "よろしく",
  "喜んで",
  "私は.*(?:アシスタント|モデル|ボット|プログラム)です",
  "お手伝い",
];
/** What repeats the question. */
const ASKED = [
  "(?:you|we) (?:asked|ask|want(?:ed)? to know|(?:would|['’]d) like to know|wonder(?:ed)?|are asking|were asking)\\b",
  "your question (?:is|was|asks|concerns)\\b",
  "(?:du|sie) (?:fragst|fragen|hast gefragt|haben gefragt|möchtest wissen|möchten wissen)\\b",
  "vous (?:demandez|avez demandé|voulez savoir)\\b",
  "(?:preguntas|has preguntado|pregunta usted|quieres saber)\\b",
  "(?:вы|ты) (?:спраш|спросил)",
  "(?:您|你)(?:问|想知道)",
  "ご質問は",
];
const SMALL_TALK = new RegExp(`^(?:${[...TALK, ...ASKED].join("|")})`, "iu");
const REPEATS = new RegExp(`^\\s*(?:${ASKED.join("|")})`, "iu");
/** A short opening before it: “Well, …”, “And …”. */
const OPENING =
  /^(?:(?:yes|no),\s+|(?:and|but|so|well|also|oh|anyway|otherwise|finally|und|also|ach|et|alors|bueno|pues|y|и|ну|а|또)[,\s]+)/iu;
/** What small talk does not have: values, and a second half that says something. */
const CLAIM =
  /\d|[:：]\s*\S|\b(?:because|since|which means|but|however|although|aber|sondern|mais|pero|ma|но)\b|但|しかし|ですが/iu;
const MAX_LENGTH = 240;

export function isSmallTalk(sentence: string): boolean {
  const said = sentence.trim().replace(/^[^\p{L}]+/u, "").replace(OPENING, "");
  if (said === "" || said.length > MAX_LENGTH) return false;
  if (GREETING.test(said) || COURTESY.test(said)) return true;
  const bare = said.replace(
    /^(?:(?:hi|hello|hey|hallo|bonjour|hola|привет|你好|您好|sure|of course|certainly|okay|ok|great|klar|gerne?|natürlich|claro|bien sûr|конечно|当然|もちろん|こんにちは)[!.,，！。、\s]+)/iu,
    "",
  );
  return (SMALL_TALK.test(said) || SMALL_TALK.test(bare)) && !CLAIM.test(said);
}

/** Whether a sentence says what the user has said. */
export function repeatsQuestion(sentence: string): boolean {
  return REPEATS.test(sentence);
}
