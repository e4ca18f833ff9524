/**
 * Questions with their answers, each about a subject of its own: what belongs to two subjects is not related. They are
 * what a model is calibrated with (`calibrate.ts`). Another text here gives other floors, so they stay as they are.
 */

type Question = readonly [question: string, answer: string];

export const CALIBRATION_TEXTS: Readonly<Record<string, readonly Question[]>> = {
  en: [
    [
      "how do I restore a backup of the database",
      "Stop the server, then load the dump with the restore command. Tables that exist already are replaced.",
    ],
    [
      "what does the warranty of the washing machine cover",
      "For two years we repair faults of the motor and the drum free of charge. Damage by limescale is excluded.",
    ],
    [
      "treatment of high blood pressure in pregnancy",
      "Pregnant patients with hypertension received labetalol; their arterial pressure fell within an hour.",
    ],
    [
      "when do swallows fly south",
      "Most migratory birds leave northern Europe in September and cross the Mediterranean to winter in Africa.",
    ],
    [
      "resize images before the upload",
      "Pictures larger than 2000 pixels are scaled down in the browser, so that less data is sent.",
    ],
    [
      "how long must bread dough rise",
      "Cover the bowl and let the yeast work in a warm place until the loaf has doubled, about ninety minutes.",
    ],
    [
      "notice period of a rental contract",
      "The tenant may terminate the lease at the end of any quarter, three months in advance and in writing.",
    ],
    ["why is the sky blue", "Molecules of the air scatter short wavelengths of sunlight more strongly than long ones."],
    [
      "tune a guitar by ear",
      "Press the fifth fret of the lowest string and compare its pitch with that of the open string below.",
    ],
    [
      "renew an expired TLS certificate",
      "Request a new certificate from the authority, install it beside the private key and reload the web server.",
    ],
    [
      "who won the football championship",
      "The team from Leipzig beat its rival by three goals to one in the final and took the cup home.",
    ],
    [
      "heat transfer of a turbulent boundary layer",
      "At supersonic speeds the skin friction of the plate determines how fast its surface warms up.",
    ],
    [
      "calculate the tax on dividends",
      "Shareholders pay a quarter of the distributed profit to the revenue office; losses can be set off.",
    ],
    [
      "teach a puppy to walk on a leash",
      "Reward the young dog with a treat whenever it stays beside you, and stop as soon as it pulls.",
    ],
    [
      "sort a list by two keys",
      "Pass a comparison function that looks at the second field only where the first fields are equal.",
    ],
    [
      "causes of the French revolution",
      "Famine, debts of the crown and the privileges of the nobility drove the third estate to revolt in 1789.",
    ],
    [
      "change a flat bicycle tyre",
      "Lever the rubber off the rim, take out the inner tube and look for the hole under water.",
    ],
    [
      "book a table for six people",
      "Reservations for larger parties are taken by telephone from noon on; the terrace seats up to forty guests.",
    ],
    [
      "which paint suits a damp bathroom",
      "Walls that get wet need a coating that breathes and resists mould, such as one of silicate.",
    ],
    [
      "learn the irregular verbs of a language",
      "Write each form on a card, and repeat the cards that you got wrong on the next day.",
    ],
    [
      "how do volcanoes erupt",
      "Magma rises through cracks of the crust, and dissolved gases expand until lava is thrown out.",
    ],
    [
      "cancel a running job in the queue",
      "Workers look for the stop signal between two tasks and put what is unfinished back.",
    ],
    [
      "plant tomatoes on a balcony",
      "Seedlings need a deep pot, six hours of sun and water every evening; side shoots are pinched out.",
    ],
    [
      "ticket for the night train to Vienna",
      "Sleeping cars leave at nine in the evening; a berth is reserved together with the fare.",
    ],
  ],
  de: [
    [
      "Wie stelle ich eine Sicherung der Datenbank wieder her?",
      "Halten Sie den Server an und laden Sie den Abzug mit dem passenden Befehl. Vorhandene Tabellen werden ersetzt.",
    ],
    [
      "Was deckt die Garantie der Waschmaschine ab?",
      "Zwei Jahre lang beheben wir Fehler des Motors und der Trommel kostenlos, Schäden durch Kalk jedoch nicht.",
    ],
    [
      "Behandlung von Bluthochdruck in der Schwangerschaft",
      "Werdende Mütter mit Hypertonie bekamen Labetalol, und ihr arterieller Druck sank binnen einer Stunde.",
    ],
    [
      "Wann fliegen Schwalben nach Süden?",
      "Die meisten Zugvögel verlassen Nordeuropa im September und überqueren das Mittelmeer, um in Afrika zu überwintern.",
    ],
    [
      "Wie lange muss Brotteig gehen?",
      "Die Schüssel abdecken und die Hefe an einem warmen Ort arbeiten lassen, bis sich der Laib verdoppelt hat.",
    ],
    [
      "Kündigungsfrist eines Mietvertrags",
      "Wer eine Wohnung bewohnt, kann schriftlich und drei Monate im Voraus zum Ende eines Quartals ausziehen.",
    ],
    [
      "Warum ist der Himmel blau?",
      "Die Moleküle der Luft streuen die kurzen Wellenlängen des Sonnenlichts stärker als die langen.",
    ],
    [
      "Wer hat die Fußballmeisterschaft gewonnen?",
      "Die Mannschaft aus Leipzig schlug im Endspiel ihren Gegner mit drei zu eins und nahm den Pokal mit.",
    ],
    [
      "Einem Welpen beibringen, an der Leine zu gehen",
      "Belohnen Sie den jungen Hund, wenn er neben Ihnen bleibt, und halten Sie an, sobald er zieht.",
    ],
    [
      "Einen platten Fahrradreifen wechseln",
      "Heben Sie den Mantel von der Felge, nehmen Sie den Schlauch heraus und suchen Sie das Loch unter Wasser.",
    ],
  ],
  fr: [
    [
      "Comment restaurer une sauvegarde de la base de données ?",
      "Arrêtez le serveur, puis chargez la copie avec la commande prévue. Les tables existantes sont remplacées.",
    ],
    [
      "Que couvre la garantie du lave-linge ?",
      "Pendant deux ans, nous réparons gratuitement le moteur et le tambour, mais pas les dégâts du calcaire.",
    ],
    [
      "Traitement de l'hypertension pendant la grossesse",
      "Les femmes enceintes ont reçu du labétalol et leur pression artérielle a baissé en une heure.",
    ],
    [
      "Quand les hirondelles partent-elles vers le sud ?",
      "La plupart des oiseaux migrateurs quittent l'Europe du Nord en septembre pour passer l'hiver en Afrique.",
    ],
    [
      "Combien de temps la pâte à pain doit-elle lever ?",
      "Couvrez le saladier et laissez agir la levure dans un endroit chaud jusqu'à ce que la boule ait doublé.",
    ],
    [
      "Délai de préavis d'un contrat de location",
      "Le locataire peut résilier son bail par écrit, trois mois avant la fin d'un trimestre.",
    ],
    [
      "Pourquoi le ciel est-il bleu ?",
      "Les molécules de l'air diffusent davantage les courtes longueurs d'onde de la lumière du soleil.",
    ],
    [
      "Qui a gagné le championnat de football ?",
      "L'équipe de Leipzig a battu sa rivale par trois buts à un en finale et a remporté la coupe.",
    ],
    [
      "Apprendre à un chiot à marcher en laisse",
      "Récompensez le jeune chien quand il reste près de vous, et arrêtez-vous dès qu'il tire.",
    ],
    [
      "Changer un pneu de vélo crevé",
      "Dégagez l'enveloppe de la jante, sortez la chambre à air et cherchez le trou sous l'eau.",
    ],
  ],
  es: [
    [
      "¿Cómo restauro una copia de seguridad de la base de datos?",
      "Detenga el servidor y cargue el volcado con la orden adecuada. Las tablas que ya existen se reemplazan.",
    ],
    [
      "¿Qué cubre la garantía de la lavadora?",
      "Durante dos años reparamos gratis los fallos del motor y del tambor, pero no los daños por la cal.",
    ],
    [
      "Tratamiento de la hipertensión en el embarazo",
      "Las pacientes encintas recibieron labetalol y su presión arterial bajó en una hora.",
    ],
    [
      "¿Cuándo vuelan las golondrinas al sur?",
      "La mayoría de las aves migratorias deja el norte de Europa en septiembre para pasar el invierno en África.",
    ],
    [
      "¿Cuánto tiempo debe reposar la masa de pan?",
      "Cubra el cuenco y deje actuar la levadura en un lugar cálido hasta que la hogaza doble su tamaño.",
    ],
    [
      "Plazo de aviso de un contrato de alquiler",
      "El inquilino puede dejar la vivienda al final de un trimestre si lo comunica por escrito tres meses antes.",
    ],
    [
      "¿Por qué el cielo es azul?",
      "Las moléculas del aire dispersan más las longitudes de onda cortas de la luz del sol que las largas.",
    ],
    [
      "¿Quién ganó el campeonato de fútbol?",
      "El equipo de Leipzig venció a su rival por tres goles a uno en la final y se llevó la copa.",
    ],
    [
      "Enseñar a un cachorro a caminar con correa",
      "Premie al perro joven cuando se quede a su lado y deténgase en cuanto tire.",
    ],
    [
      "Cambiar una rueda pinchada de bicicleta",
      "Saque la cubierta de la llanta, extraiga la cámara y busque el agujero bajo el agua.",
    ],
  ],
  ru: [
    [
      "Как восстановить резервную копию базы данных?",
      "Остановите сервер и загрузите дамп нужной командой. Уже существующие таблицы будут заменены.",
    ],
    [
      "Что покрывает гарантия на стиральную машину?",
      "Два года мы бесплатно устраняем неисправности двигателя и барабана, кроме повреждений от накипи.",
    ],
    [
      "Лечение повышенного давления при беременности",
      "Беременные пациентки с гипертонией получали лабеталол, и артериальное давление снижалось за час.",
    ],
    [
      "Когда ласточки улетают на юг?",
      "Большинство перелётных птиц покидает север Европы в сентябре и зимует в Африке.",
    ],
    [
      "Сколько должно подниматься тесто для хлеба?",
      "Накройте миску и оставьте дрожжи работать в тёплом месте, пока каравай не увеличится вдвое.",
    ],
    [
      "Срок расторжения договора аренды",
      "Жилец может съехать в конце квартала, если письменно предупредит за три месяца.",
    ],
    ["Почему небо голубое?", "Молекулы воздуха сильнее рассеивают короткие волны солнечного света, чем длинные."],
    [
      "Кто выиграл чемпионат по футболу?",
      "Команда из Лейпцига победила соперника в финале со счётом три к одному и увезла кубок.",
    ],
    [
      "Научить щенка ходить на поводке",
      "Давайте молодой собаке лакомство, когда она идёт рядом, и останавливайтесь, как только она тянет.",
    ],
    ["Заменить пробитую шину велосипеда", "Снимите покрышку с обода, выньте камеру и найдите дырку под водой."],
  ],
  zh: [
    ["如何恢复数据库的备份?", "先停止服务器,然后用恢复命令载入转储文件。已有的表会被替换。"],
    ["洗衣机的保修包括什么?", "两年内我们免费修理电机和滚筒的故障,水垢造成的损坏除外。"],
    ["妊娠期高血压的治疗", "患高血压的孕妇服用拉贝洛尔后,动脉压在一小时内下降。"],
    ["燕子什么时候飞往南方?", "大多数候鸟在九月离开北欧,飞越地中海到非洲过冬。"],
    ["面包的面团要发酵多久?", "把碗盖好,放在温暖的地方让酵母作用,直到体积增大一倍。"],
    ["租房合同的解约通知期", "租客可以提前三个月书面通知,在季度末退租。"],
    ["天空为什么是蓝色的?", "空气分子对阳光中短波长的散射比长波长更强。"],
    ["谁赢得了足球锦标赛?", "莱比锡队在决赛中以三比一击败对手,捧回了奖杯。"],
    ["教小狗用牵引绳走路", "幼犬走在你身边时给它零食,它一拉绳就停下来。"],
    ["更换漏气的自行车轮胎", "把外胎从轮圈上撬下,取出内胎,在水里找到破洞。"],
  ],
  ja: [
    [
      "データベースのバックアップを復元するには?",
      "サーバーを止めてから、復元コマンドでダンプを読み込みます。既存のテーブルは置き換えられます。",
    ],
    [
      "洗濯機の保証は何を対象としますか?",
      "二年間、モーターとドラムの故障を無料で修理します。水あかによる損傷は除きます。",
    ],
    ["妊娠中の高血圧の治療", "高血圧の妊婦にラベタロールを投与したところ、動脈圧は一時間以内に下がった。"],
    ["ツバメはいつ南へ飛びますか?", "渡り鳥の多くは九月に北ヨーロッパを離れ、地中海を越えてアフリカで冬を過ごす。"],
    ["パン生地はどのくらい発酵させますか?", "ボウルに覆いをして暖かい場所に置き、二倍に膨らむまで酵母を働かせます。"],
    ["賃貸契約の解約予告期間", "借主は三か月前に書面で知らせれば、四半期の終わりに退去できます。"],
    ["空はなぜ青いのですか?", "空気の分子は太陽光の短い波長を長い波長より強く散乱する。"],
    ["サッカーの選手権で優勝したのは?", "ライプツィヒのチームは決勝で相手を三対一で破り、優勝杯を持ち帰った。"],
    ["子犬にリードで歩くことを教える", "若い犬が横にいるときにおやつを与え、引っ張ったらすぐに止まります。"],
    ["パンクした自転車のタイヤを交換する", "リムからゴムを外し、チューブを取り出して水の中で穴を探します。"],
  ],
  ko: [
    [
      "데이터베이스 백업을 어떻게 복원하나요?",
      "서버를 멈춘 뒤 복원 명령으로 덤프를 불러옵니다. 이미 있는 테이블은 바뀝니다.",
    ],
    [
      "세탁기 보증은 무엇을 포함하나요?",
      "이 년 동안 모터와 드럼의 고장을 무료로 고칩니다. 물때로 인한 손상은 제외됩니다.",
    ],
    ["임신 중 고혈압의 치료", "고혈압이 있는 임산부에게 라베탈롤을 투여하자 동맥압이 한 시간 안에 내려갔다."],
    ["제비는 언제 남쪽으로 날아가나요?", "철새 대부분은 구월에 북유럽을 떠나 지중해를 건너 아프리카에서 겨울을 난다."],
    ["빵 반죽은 얼마나 부풀려야 하나요?", "그릇을 덮고 따뜻한 곳에 두어 두 배가 될 때까지 효모가 일하게 합니다."],
    ["임대 계약의 해지 통지 기간", "세입자는 석 달 전에 서면으로 알리면 분기 말에 나갈 수 있습니다."],
    ["하늘은 왜 파란가요?", "공기 분자는 햇빛의 짧은 파장을 긴 파장보다 더 강하게 산란시킨다."],
    ["축구 선수권 대회에서 누가 우승했나요?", "라이프치히 팀이 결승에서 상대를 삼 대 일로 이기고 우승컵을 가져갔다."],
    ["강아지에게 목줄을 매고 걷는 법 가르치기", "어린 개가 옆에 있으면 간식을 주고, 당기면 바로 멈춥니다."],
    ["펑크 난 자전거 타이어 갈기", "림에서 고무를 벗기고 튜브를 꺼내 물속에서 구멍을 찾습니다."],
  ],
};
