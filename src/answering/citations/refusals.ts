/** Sentences that say what the passages do not tell, for which none can be cited. */
import { isSmallTalk } from "./small_talk.ts";

/** What an answer calls its passages. */
const PASSAGES =
  "(?:(?:passages?|documents?|documentation|docs|context|sources?|texts?|materials?|excerpts?|snippets?|guides?|manuals?|knowledge base|extracts?)\\b)";
/** What it may call them too, but speaks of more often as of what the passages are about. */
const FILES = "(?:(?:pages?|sections?|files?|articles?|results?|information|content)\\b)";
const DOCS = `(?:${PASSAGES}|${FILES})`;
const DET =
  "(?:the|these|those|this|that|any of the|none of the|neither of the|all of the|given|provided|your|our|my|available|retrieved|supplied|both|any|either|such)";
/** What only texts and people do. */
const SAY =
  "(?:(?:mention|say|state|tell|specif|describe|cover|explain|address|discuss|answer|indicate|reveal|talk|touch|go into|spell|clarif|elaborate|quote|compare|speak|suggest|confirm|disclose)\\w*)";
/** What files do as well. */
const HOLD =
  "(?:(?:contain|include|provide|give|list|show|document|name|define|refer|offer|note|detail|identif|report|present|supply|help)\\w*|ha(?:ve|s)\\b(?! been)|makes? (?:\\w+ )?(?:clear|explicit|mention|reference|statement)|allow\\w* .*\\b(?:conclu|answer|determin|infer|say|tell|deduc)\\w*)";
const TELL = `(?:${SAY}|${HOLD})`;
const TOLD =
  "(?:mentioned|stated|specified|covered|described|documented|given|included|addressed|explained|listed|provided|discussed|answered|found|named|said|defined|detailed|indicated|clear|contained|present|available|part of|known|there|in there|shown|recorded|quoted|supported)";
/** What is not, although nothing says where. */
const TOLD_ALONE =
  "(?:mentioned|stated|specified|described|documented|addressed|explained|discussed|answered|said|indicated|clear)";
const NEG = "(?:n['’]t|\\s+not|\\s+never|\\s+only)";
const THING =
  "(?:information|answer|mention|details?|evidence|reference|data|indication|passage|source|document|statement|value|figure|number|explanation|guidance|word|trace|hint|specifics?|date|price|example|instructions?|record|comparison|recommendation|context|documentation|description|text|content|clue|way to tell)s?";
/** What a text gives its reader. */
const INFO =
  "(?:information|answers?|mentions?|details?|evidence|references?|indications?|explanations?|guidance|hints?|traces?|specifics?|clues?|instructions?|documentation|statements?|recommendations?|comparisons?|way to tell)";
const NOT = `(?:\\b(?:do|does|did|has|have|can|could)${NEG}|\\b(?:cannot|can['’]t|never|nowhere|fails? to|neither))`;
const IS_NOT = "(?:\\b(?:is|are|was|were|be)(?:\\s+\\w+ly|\\s+also)?(?:n['’]t|\\s+not|\\s+never|\\s+nowhere))";
const IN = "(?:in|by|from|among|within|across|of)";
const ENGLISH = [
  `\\b${DET}\\s+(?:\\w+\\s+){0,3}?${PASSAGES}(?:\\s+\\w+){0,6}?\\s*${NOT}(?:\\s+\\w+){0,4}?\\s+${TELL}`,
  `\\b${DET}\\s+(?:\\w+\\s+){0,3}?${DOCS}(?:\\s+\\w+){0,6}?\\s*${NOT}(?:\\s+\\w+){0,4}?\\s+(?:${SAY}|${HOLD}\\s+(?:\\w+\\s+){0,3}?${INFO})`,
  `\\b${DET}\\s+(?:\\w+\\s+){0,3}?${PASSAGES}(?:\\s+\\w+){0,6}?\\s+(?:lacks?|omits?)\\b`,
  `\\b${DET}\\s+(?:\\w+\\s+){0,3}?${PASSAGES}(?:\\s+\\w+){0,6}?\\s*${IS_NOT}(?:\\s+\\w+){0,2}?\\s+(?:clear|specific|explicit|enough|sufficient|detailed|helpful|relevant|about)\\b`,
  `\\b${IN}\\s+${DET}\\s+(?:\\w+\\s+){0,3}?${DOCS}.*${IS_NOT}(?:\\s+\\w+){0,2}?\\s+${TOLD}`,
  `\\binformation (?:about|on|for|regarding|concerning)\\b.*${IS_NOT}(?:\\s+\\w+){0,2}?\\s+${TOLD}`,
  `\\binformation\\s+${IS_NOT}(?:\\s+\\w+){0,2}?\\s+${TOLD}[\\s.!]*$`,
  `\\b${PASSAGES}(?:\\s+\\[?\\d+\\]?)?(?:\\s+\\w+){0,5}?\\s+(?:${SAY}|${HOLD}|holds?)\\s+(?:nothing|no\\b|neither|none|little)`,
  `\\b${FILES}(?:\\s+\\[?\\d+\\]?)?(?:\\s+\\w+){0,5}?\\s+(?:${SAY}\\s+(?:nothing|no\\b|neither|none|little)|${HOLD}\\s+(?:nothing (?:about|on)\\b|no (?:\\w+ ){0,3}?${INFO}))`,
  `\\b${DOCS}(?:\\s+\\w+){0,3}?\\s+(?:(?:is|are) (?:silent|unclear|vague|mute)|leaves?\\b.*\\bopen|stops? short|goes? no further)\\b`,
  `\\b(?:nothing|none|neither)\\b.*\\b${IN}\\b.*\\b${DOCS}.*\\b${SAY}`,
  `\\b(?:nothing|none|neither)\\b.*\\b${IN}\\b.*\\b${PASSAGES}.*\\b${TELL}`,
  `\\bnothing\\b.*\\b(?:about|on|regarding|concerning|relevant|related|like|${SAY})\\b.*\\b${IN}\\b.*\\b${DOCS}`,
  `(?:^|\\b(?:is|was|found|find|see|saw) )nothing\\b(?:\\s+\\w+){0,2}?\\s+${IN}\\b.*\\b${PASSAGES}[\\s.!]*$`,
  `\\bno (?:\\w+ ){0,3}?${THING}\\b(?:(?!\\b(?:is|are|was|were|be|gets?)\\b).)*\\b${IN}\\b.*\\b${PASSAGES}`,
  `\\bno (?:\\w+ ){0,3}?${INFO}\\b.*\\b${IN}\\b.*\\b${DOCS}`,
  `^(?:unfortunately,?\\s*)?(?:no|none of the|neither)\\s+(?:\\w+\\s+){0,2}?${PASSAGES}.*\\b${TELL}`,
  `^(?:unfortunately,?\\s*)?(?:no|none of the|neither)\\s+(?:\\w+\\s+){0,2}?${FILES}.*\\b${SAY}`,
  `(?:${IS_NOT}|\\b(?:no|nothing|none|neither|nor|only)\\b.*\\b(?:is|are|was|were|be)\\b)(?:\\s+\\w+){0,3}?\\s+${TOLD}\\b.{0,40}?\\b(?:in|by|from|among|within|anywhere in)\\s+(?:\\w+\\s+){0,4}?${PASSAGES}`,
  `(?:${IS_NOT}|\\b(?:no|nothing|none|neither|nor|only)\\b.*\\b(?:is|are|was|were|be)\\b)(?:\\s+\\w+){0,3}?\\s+${TOLD_ALONE}\\b.{0,40}?\\b(?:in|by|from|among|within|anywhere in)\\s+(?:\\w+\\s+){0,4}?${FILES}`,
  `\\b(?:is|are|was|were)(?:n['’]t|\\s+not)(?:\\s+\\w+)?\\s+${TOLD_ALONE}(?:\\s+(?:there|here|anywhere|at all|explicitly|either))?[\\s.!]*$`,
  "\\bI\\s+(?:can['’]?(?:not|t)|can not|could(?:n['’]t| not)|do(?:n['’]t| not)|did(?:n['’]t| not)|am(?: not|n['’]t)|was(?:n['’]t| not)|['’]m (?:not|unable|afraid)|am unable|was unable|have no|found no|find no|see no|found nothing|know of no|have(?:n['’]t| not))\\b(?:\\s+(?:be|been|able|to|unable|really|actually|reliably|directly))*\\s*(?:find|found|answer|tell|say|see|know|determine|confirm|have|provide|help|locate|give|sure|certain|aware|verify|derive|recall|judge|idea|information|access|mention|answer|anything|unable|I)?",
  "\\b(?:it|this|that|which)\\b.{0,60}\\b(?:is|are|remains?)\\s+(?:unclear|unknown|not clear|not known|left open|uncertain|undocumented|unspecified)\\b",
  `\\bthere(?:['’]s|\\s+is|\\s+are|\\s+was|\\s+were)\\s+(?:(?:also|simply)\\s+)?(?:no|not any|not enough|n['’]t any|insufficient)\\s+(?:\\w+\\s+){0,3}?${INFO}\\b`,
  "\\bthere(?:['’]s|\\s+is|\\s+was)\\s+(?:(?:also|simply)\\s+)?nothing\\b.*\\b(?:about|on|that (?:says?|tells?|mentions?|explains?|answers?))\\b",
  `\\bthere(?:['’]s|\\s+is|\\s+are|\\s+was|\\s+were)\\s+no\\b.*\\b(?:${TOLD_ALONE}|given|listed|provided)[\\s.!]*$`,
  `\\bthere(?:['’]s|\\s+is|\\s+are|\\s+was|\\s+were)\\s+no (?:\\w+ )?${PASSAGES}.*\\b(?:about|on|that|which)\\b`,
  `\\bthere\\s+(?:is|are)n['’]t\\b.*\\b(?:${INFO}|about)\\b`,
  "\\b(?:cannot|can['’]?t|can not|could not) be (?:answered|determined|found|derived|told|confirmed|established|inferred)\\b",
  "\\b(?:not enough|insufficient|too little) (?:information|context|data|detail)\\b",
  "\\b(?:question|topic|subject|this|that|it) (?:is|lies|falls|goes) (?:outside|beyond|out of)\\b",
  `^(?:not|no|nothing) (?:${TOLD}|${THING}|about (?:this|that|it))(?:\\s+(?:here|there|about \\w+|on \\w+|in .*))?[\\s.!]*$`,
  "^(?:unknown|n\\/a|no idea|not sure)[\\s.!]*$",
  `\\b(?:they|it|none of them|neither)\\b\\s*(?:(?:do|does|did)(?:n['’]t| not)|never|only|say nothing|says nothing)\\s+(?:\\w+\\s+)?${SAY}`,
  "\\bwithout (?:saying|mentioning|stating|explaining|giving)\\b.*",
];
const GERMAN_DOCS =
  "(?:passagen?|abschnitte?n?|textstellen?|stellen|dokument(?:e|en|ation)?|texte?n?|textauszüg\\w*|quellen?|auszüge?n?|kontext|unterlagen|material(?:ien)?|ausschnitte?n?|seiten?|angaben|informationen|handbuch|anleitung)";
const OTHERS = [
  // German
  `\\b(?:de[nrms]|die|das|diesen?[rsm]?|vorliegenden|gegebenen|bereitgestellten|keine[rms]?)\\s+(?:\\p{L}+\\s+){0,2}${GERMAN_DOCS}.*(?:\\bnicht\\b|\\bkeine?[nrms]?\\b|\\bnichts\\b|\\bweder\\b|\\bnirgends\\b|\\bnie\\b).*`,
  `(?:\\bnicht\\b|\\bkeine?[nrms]?\\b|\\bnichts\\b|\\bnirgends\\b|\\bweder\\b).*\\b(?:in|aus|von|der|den|dem|die|laut)\\b.*\\b${GERMAN_DOCS}`,
  "\\bich\\b.*\\b(?:kann|weiß|habe|finde|konnte)\\b.*\\b(?:nicht|nichts|keine?[nrms]?)\\b",
  "\\b(?:weiß|kann|finde|habe) ich\\b.*\\b(?:nicht|nichts|keine?[nrms]?)\\b",
  "\\b(?:lässt|geht|wird|ist|steht|bleibt)\\b.*\\b(?:nicht|nichts|unklar|offen|nirgends)\\b.*\\b(?:beantworten|hervor|erwähnt|genannt|angegeben|beschrieben|bekannt|unklar|offen|erklärt|dokumentiert|sagen|entnehmen)\\b",
  "\\bdar(?:über|auf|auf|zu|in)\\b.*\\b(?:nichts|keine?[nrms]?)\\b",
  "\\bdazu\\b.*\\b(?:nichts|keine?[nrms]?)\\b",
  "\\bkeine?[nr]? (?:angaben?|information(?:en)?|antwort|hinweise?|auskunft)\\b",
  "^nicht (?:angegeben|erwähnt|bekannt|genannt)",
  // French
  "\\b(?:passages?|documents?|documentation|textes?|sources?|extraits?|contexte|pages?)\\b.*(?:\\bn['’e]\\s?.*\\b(?:pas|rien|aucune?|jamais|ni|guère|que)\\b|\\baucune?\\b|\\brien\\b)",
  "\\b(?:aucune?|rien|ni)\\b.*\\b(?:passages?|documents?|documentation|textes?|sources?|extraits?|contexte)\\b",
  "\\bje (?:ne|n['’]).*\\b(?:pas|rien|aucune?)\\b",
  "\\bn['’](?:est|y a|a)\\b.*\\b(?:pas|aucune?|rien|nulle part)\\b.*(?:mentionn|précis|indiqu|décri|expliqu|trouv|donn|information|réponse|dit|document|abord|spécifi)",
  "\\b(?:aucune?|pas d['’e]\\s?)\\s*(?:information|réponse|mention|détail|indication)",
  // Spanish
  "\\b(?:pasajes?|documentos?|documentación|textos?|fuentes?|fragmentos?|contexto|extractos?|páginas?)\\b.*\\b(?:no|ni|nada|ningun[oa]?s?|ningún|tampoco|nunca)\\b",
  "\\b(?:no|nada|ningun[oa]|ningún|tampoco)\\b.*\\b(?:en|de|por|los|las) .*\\b(?:pasajes?|documentos?|documentación|textos?|fuentes?|fragmentos?|contexto|extractos?)\\b",
  "^(?:lo siento, )?(?:yo )?no (?:puedo|sé|tengo|encuentro|encontré|dispongo|he encontrado|lo sé)\\b",
  "\\bno (?:se )?(?:menciona|indica|especifica|dice|explica|describe|encuentra|aparece|aclara|detalla|mencionan|indican|hay)\\b.*",
  "\\b(?:ninguna|sin) (?:información|respuesta|mención|indicación)\\b",
  // Italian, Portuguese, Dutch
  "\\b(?:passagg\\w+|passagens|passagem|brani|document\\w+|testi?|textos?|fonti|fontes|estratti|trechos?|contest\\w+|contexto)\\b.*\\b(?:non|não|nao|nessun\\w*|nenhum\\w*|nulla|nada|niente)\\b",
  "\\b(?:non|não|nao|nessun\\w*|nenhum\\w*|nulla|nada|niente)\\b.*\\b(?:passagg\\w+|passagens|brani|document\\w+|testi|textos|fonti|fontes|trechos|contesto|contexto)\\b",
  "^(?:non (?:posso|so|trovo|ho)|não (?:posso|sei|encontrei|tenho))\\b",
  "\\b(?:passages|documenten|bronnen|tekst(?:en)?|documentatie|context|fragmenten)\\b.*\\b(?:niet|geen|niets|nergens)\\b",
  "\\b(?:niet|geen|niets|nergens)\\b.*\\bin (?:de|het)\\b.*\\b(?:passages|documenten|bronnen|teksten|documentatie|context)\\b",
  // Russian
  "(?:отрыв|фрагмент|документ|источник|текст|контекст|пассаж|материал|предоставленн|приведённ|приведенн).*(?:(?:^|\\s)не\\s|(?:^|\\s)нет(?:\\s|\\.|$)|ничего|ни один|ни одно|никак|отсутству|нигде|умалчива)",
  "(?:(?:^|\\s)не\\s|(?:^|\\s)нет\\s|ничего|ни в одном|ни один|никак|отсутству|нигде).*(?:отрыв|фрагмент|документ|источник|текст|контекст|пассаж|материал)",
  "(?:^|\\s)(?:я )?не (?:знаю|могу|нашёл|нашел|нашла|удалось|имею|располагаю|уверен)",
  "нет (?:информации|данных|ответа|сведений|упоминани)",
  "ничего не (?:сказано|говорится|указано|известно)",
  "не (?:указан|сказан|упомина|упомянут|описан|говорится|сообщается|уточня|объясня)[\\p{L}]*[\\s.]*$",
  // Chinese and Japanese
  "(?:段落|文档|文檔|文件|资料|資料|来源|上下文|文本|内容|材料|摘录|片段|原文|文中|信息).*(?:没有|沒有|未|并未|無|无|不包含|不涉及|不能|无法|找不到)",
  "(?:没有|沒有|未|找不到|无法|不能).*(?:段落|文档|文檔|文件|资料|資料|来源|上下文|文本|材料|摘录|片段|原文).*",
  "(?:没有|未|并未)(?:任何)?(?:提到|提及|说明|相关|关于|找到|包含|给出|涉及|信息|描述|记载|讨论|回答)",
  "(?:无法|不能|没法)(?:从|回答|确定|得知|判断|找到|确认|告诉|根据)",
  "我(?:不知道|不清楚|不确定|找不到|没有找到|无法)",
  "(?:文書|資料|ドキュメント|パッセージ|段落|文章|出典|テキスト|情報|抜粋|コンテキスト|引用|記述|記載|文脈|箇所|言及|説明|答え|回答).*(?:ません|ない|なかった|ありません|不明|見当たら|見つから|できかね)",
  "(?:わかりません|分かりません|不明です|お答えできません|回答できません|答えられません|見つかりません|書かれていません|述べられていません|触れられていません|含まれていません|記載されていません|言及されていません|説明されていません|存じません|記載がありません|載っていません)",
];
const oneOf = (patterns: readonly string[]): RegExp =>
  new RegExp(patterns.map((pattern) => `(?:${pattern})`).join("|"), "iu");
const [IN_ENGLISH, IN_OTHERS] = [oneOf(ENGLISH), oneOf(OTHERS)];
/** What passages do, or the speaker: files and pages of which other things are said are no passages. */
const TELLS =
  /erwähn|sag|nenn|genannt|enth[aä]lt|beschr[ie]|steh|hervor|\bg[ie]b|\bfinde[nt]?\b|gefunden|fand|behandel|beantwort|erklär|verrat|äußer|liefer|information|angabe|hinweis|antwort|schweig|erläuter|dokumentiert|entnehm|auskunft|weiß|\bich kann\b|kann ich\b|unklar|offen|bekannt|mention|précis|indiqu|décri|expliqu|trouv|donn|répon|répond|\bdi[ts]\b|disent|contien|parl|abord|sais|peux|dispose|dice|menciona|especific|expli[cq]|contien|\bdan?\b|incluy|describ|respond|respuesta|habla|aparec|señal|aclar|ofrec|proporcion|hay\b|sé\b|puedo|tengo|encuentr|encontr|men[zc]ion|dicono|conten|conté|descri|spieg|rispo|respo|trova|posso|\bso\b|sei\b|ho\b|vermeld|noem|bevat|beschrijf|zegg|staat|antwoord|упом|говор|указ|содерж|опис|сказ|сообщ|отвеч|ответ|найд|наш|рассматр|привед|объясн|уточн|раскр|(?:^|\s)зна(?:ю|ем)|(?:^|\s)могу(?:\s|$)|нет|располага|уверен|提到|提及|说|指|包含|给出|涉及|信息|描述|记载|讨论|回答|知道|清楚|确定|找|答|解释|介绍|列出|述べ|書かれ|記|触れ|含ま|言及|説明|見|答|載|情報|わか|分か|不明|存じ|回答|ありません/iu;

function refuses(said: string): boolean {
  return IN_ENGLISH.test(said) || (IN_OTHERS.test(said) && TELLS.test(said));
}
/** After these, a sentence may claim something although it began as a refusal. */
const TURN =
  /(?:[,;，；、。—–]\s*|\s)(?:but|however|though|although|yet|still|nevertheless|nonetheless|while|whereas|so|and so|therefore|thus|only that|jedoch|aber|allerdings|sondern|trotzdem|doch|also|daher|mais|cependant|toutefois|néanmoins|donc|pero|sin embargo|aunque|sino|así que|por lo que|ma|però|tuttavia|quindi|mas|porém|contudo|maar|но|однако|хотя|поэтому|зато)\s|[;；—–]\s|(?:但是?|不过|然而|可是|所以|因此|しかし|ただし|が、|けれど|ものの、|ので、)/iu;
/** A half that speaks of the passages, or of what the user may do with them, and claims nothing else. */
const OF_THE_PASSAGES = new RegExp(
  `^(?:(?:only|just|merely)\\s+)?(?:the |these |those |they |it ).*\\b(?:only|just|merely)\\b.*\\b(?:${SAY}|${PASSAGES})|` +
    "^(?:das |die |sie |les |ils |los |las |они |этот |这些|文書|資料).*\\b(?:nur|lediglich|seulement|ne\\b.*\\bque|solo|sólo|únicamente|soltanto|apenas)\\b|" +
    "^(?:I |ich |je |yo )(?!.*(?:\\d|\\b(?:recommend|suggest|think|believe|know|guess|assume|use|empfehle|glaube|denke|recommande|pense|crois|recomiendo|creo)\\b))",
  "iu",
);
const REGRET =
  /^(?:(?:I['’]m |I am )?(?:very )?(?:sorry|afraid)|unfortunately|sadly|regrettably|alas|then|there|here|es tut mir leid|leider|bedauerlicherweise|malheureusement|hélas|désolée?|lamentablemente|desafortunadamente|desgraciadamente|lo siento|purtroppo|infelizmente|helaas|к сожалению|увы|извините|很遗憾|抱歉|不好意思|残念ながら|申し訳(?:ありません|ございません))[\s.!,，。]*$/iu;
const THEY_HOLD = new RegExp(
  `\\b(?:they|it|none of them|neither)\\b\\s*(?:(?:do|does|did)(?:n['’]t| not)|never|only)\\s+(?:\\w+\\s+)?${TELL}`,
  "iu",
);
const NAMES_PASSAGES = new RegExp(`\\b${PASSAGES}`, "iu");

/** `before` is the sentence before it: after one that names the passages, “they” are the passages. */
export function isRefusal(sentence: string, before = ""): boolean {
  const said = sentence.trim();
  const speaksOfThem = (half: string): boolean =>
    refuses(half) || (THEY_HOLD.test(half) && NAMES_PASSAGES.test(before));
  if (!speaksOfThem(said)) return false;
  const halves = said.split(TURN).map((half) => half.trim()).filter((half) => /\p{L}/u.test(half));
  return halves.every((half) =>
    speaksOfThem(half) || OF_THE_PASSAGES.test(half) || REGRET.test(half) || isSmallTalk(half)
  );
}
