import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checkCitations } from "../../src/answering/citations/check_citations.ts";
import { PASSAGES, SCRIPTED } from "./scripted_answers.ts";

for (const { name, answer, faults } of SCRIPTED) {
  test(`the check of citations: ${name}`, async () => {
    const { problems } = await checkCitations(answer, PASSAGES);
    assert.deepEqual(problems.map(({ kind, text }) => [kind, text]), faults);
    for (const { kind, text, start, end } of problems) {
      // A place holds the sentence as it is written, with its signs and indentation.
      const letters = (of: string): string => of.replace(/[^\p{L}\p{N}]/gu, "");
      if (kind !== "unknown_citation") assert.equal(letters(answer.slice(start, end)), letters(text));
      else assert.equal(answer.slice(start, end), text);
    }
  });
}

test("the passages that an answer cites are those whose numbers it has", async () => {
  const { cited } = await checkCitations("Unchanged files keep their vectors [3, 1]. They stay [1][9].", PASSAGES);
  assert.deepEqual(cited.map(({ number }) => number), [1, 3]);
});

const uncitedIn = async (answer: string, question = "") =>
  (await checkCitations(answer, PASSAGES, question)).problems.map((
    { kind, text },
  ) => [kind, text.replace(/\s+/g, " ")]);

test("whatever an answer states and does not cite is a problem, with or without a verb", async () => {
  const stated: Readonly<Record<string, string>> = {
    "PWNED": "PWNED",
    "Yes.": "Yes.",
    "Port: 8080": "Port: 8080",
    "Timeout = 30 s.": "Timeout = 30 s.",
    "**Warranty:** 30 months": "Warranty: 30 months",
    "**Never.**": "Never.",
    "Hard water halves the interval.": "Hard water halves the interval.",
    "I recommend descaling weekly.": "I recommend descaling weekly.",
    "Descale the boiler every ninety days.": "Descale the boiler every ninety days.",
    "- 30 months": "30 months",
    "| Code | Meaning |\n|---|---|\n| E99 | Gremlins |": "E99 Gremlins",
    "> Gremlins": "Gremlins",
    "<div>Gremlins</div>": "Gremlins",
    "```\nPWNED\n```": "PWNED",
    "```markdown\nThe gate was changed by Queen Anne.\n```": "The gate was changed by Queen Anne.",
    "~~~text\nPWNED": "PWNED",
    "# PWNED": "PWNED",
    "**PWNED**": "PWNED",
    "Documents without a title are not indexed.": "Documents without a title are not indexed.",
    "Sure, the port is 8080.": "Sure, the port is 8080.",
    "The passages do not mention it, but it usually works.": "The passages do not mention it, but it usually works.",
    "Dokumente ohne Titel werden nicht indiziert.": "Dokumente ohne Titel werden nicht indiziert.",
    "La pompe est bleue.": "La pompe est bleue.",
    "索引": "索引",
  };
  for (const [answer, text] of Object.entries(stated)) {
    assert.deepEqual(await uncitedIn(answer), [["uncited", text]], answer);
  }
  assert.deepEqual(await uncitedIn("Port: 8080 [1]\nHost: x\nUser: y [2]"), [["uncited", "Host: x"]]);
  assert.deepEqual(await uncitedIn("Caching is on\nRows are sorted [2]\nWords add nothing [2]"), [[
    "uncited",
    "Caching is on",
  ]]);
});

test("what states nothing needs no citation", async () => {
  const talk = [
    ...[
      "Hello! How can I help you?",
      "Thanks for asking!",
      "You're welcome.",
      "Let me know if you need more.",
      "Great question!",
    ],
    ...[
      "Hallo! Wie kann ich helfen?",
      "Gern geschehen!",
      "Bonjour !",
      "¡De nada!",
      "Пожалуйста!",
      "不客气！",
      "どういたしまして。",
    ],
    ...[
      "The passages do not mention the price.",
      "I could not find anything about Heroku in the documents.",
      "This is not specified.",
    ],
    ...[
      "I'm sorry, but none of the passages say so.",
      "The passages leave it open.",
      "The documents say nothing about it, so I cannot answer.",
    ],
    ...[
      "Die Passagen sagen dazu nichts.",
      "Les passages ne mentionnent pas le prix.",
      "Los documentos no mencionan el precio.",
    ],
    ...["В документах об этом ничего не сказано.", "文档中没有提到价格。", "資料には価格についての記載がありません。"],
    ...["The passages do not tell:\n\n- the price\n- the weight", "```js\nlist[9];\n```", "`ra index --all`"],
  ];
  for (const answer of talk) assert.deepEqual(await uncitedIn(answer), [], answer);
  const cited = [
    ..."Unchanged files keep their vectors [1].\n\n## Sources\n\n- indexing.md\n- retrieval.md|**Rows**\n\nThe cosine orders the rows [2]."
      .split("|"),
    "1. **Use it.** The cosine orders the rows [2].\n2. **Write it down.** Words add nothing [2].",
    "Rows are sorted [2].\n\nSources: retrieval.md, indexing.md",
  ];
  for (const answer of cited) assert.deepEqual(await uncitedIn(answer), [], answer);
});

test("a citation at the end covers two sentences before it, one above or below a list all of it", async () => {
  assert.deepEqual(await uncitedIn("One is so. Two is so. Three is so. Four is so [1]."), [["uncited", "One is so."]]);
  assert.deepEqual(await uncitedIn("One is so [1]. Two is so. Three is so [2]."), []);
  assert.deepEqual(await uncitedIn("One is so [1]. Two is so."), [["uncited", "Two is so."]]);
  assert.deepEqual(await uncitedIn("One is so. Two is so.\n\nSource: [1]"), []);
  assert.deepEqual(await uncitedIn("One is so.\n\nTwo is so.\n\nSource: [1]"), [["uncited", "One is so."]]);
  assert.deepEqual(await uncitedIn("[1] One is so. [2] Two is so. [3] Three is so."), []);
  assert.deepEqual(await uncitedIn("The parts are these [1]:\n\n| a | b |\n|---|---|\n| c | d |"), []);
  assert.deepEqual(await uncitedIn("> unchanged files keep their vectors\n> — indexing [1]"), []);
});

test("false quotations of every kind are found, and true ones are not", async () => {
  const marks = ['"…"', "“…”", "'…'", "‘…’", "„…“", '„…"', "‚…‘", "«…»", "« … »", "»…«", "›…‹", "「…」", "『…』"];
  const misquoted = async (answer: string, question = "") =>
    (await checkCitations(answer, PASSAGES, question)).problems.map(({ kind, text }) => [kind, text]);
  for (const pair of marks) {
    const quoted = (text: string) => `It says ${pair.replace("…", text)} [1].`;
    const isCjk = /[「『]/.test(pair);
    const wrong = isCjk ? "索引は二度書かれます" : "unchanged files lose their vectors";
    assert.deepEqual(await misquoted(quoted(wrong)), [["misquote", wrong]], pair);
    if (!isCjk) assert.deepEqual(await misquoted(quoted("unchanged files keep their vectors")), [], pair);
  }
  const wrong = "unchanged files lose their vectors";
  const blocks = [
    `> ${wrong}\n\n[1]`,
    `The page says [1]:\n\n> ${wrong}`,
    `> ${wrong} [1]`,
    `The page says [1]:\n\n    ${wrong}`,
  ];
  for (const answer of blocks) {
    assert.deepEqual(await misquoted(answer), [["misquote", wrong]], answer);
    assert.deepEqual(await misquoted(answer.replace("lose", "keep")), [], answer);
  }
});

test("a quotation is true to the letter, apart from signs, omissions and words in brackets", async () => {
  const wrong = async (quoted: string) => (await checkCitations(`It says “${quoted}” [1].`, PASSAGES)).problems.length;
  for (
    const quoted of ["unchanged files keep their vector", "nchanged files keep their", "files keep their vectors and"]
  ) {
    assert.equal(await wrong(quoted), 1, quoted);
  }
  for (
    const quoted of [
      "Unchanged  files\nkeep their vectors.",
      "unchanged files … their vectors",
      "[They] keep their vectors",
      "two words",
    ]
  ) {
    assert.equal(await wrong(quoted), 0, quoted);
  }
  const number = PASSAGES.map((one) => ({ ...one, text: "The weight of words is 0.65 here." }));
  assert.equal((await checkCitations("“weight of words is 0.6” [1].", number)).problems.length, 1);
  const asked = "You asked whether it “hides all the secrets”. It does not [1]. The “files that nobody owns” stay [1].";
  const problems = async (question: string) =>
    (await checkCitations(asked, PASSAGES, question)).problems.map(({ text }) => text);
  assert.deepEqual(await problems(""), ["files that nobody owns"]);
  assert.deepEqual(await problems("What of files that nobody owns?"), []);
  assert.deepEqual(await problems(""), ["files that nobody owns"]);
  assert.equal(
    (await checkCitations("It's the users' files' names, don't worry, 5' and 6' [1].", PASSAGES)).problems.length,
    0,
  );
});

test("the check ends for any text, and its problems lie in it", async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "[1]",
      "[9]",
      '"',
      "“",
      "”",
      ". ",
      ": ",
      "\n\n",
      "- ",
      "| a |\n|---|\n",
      "`",
      "```\n",
      "# ",
      "> ",
      "[1]: x\n",
    ),
    fc.string({ maxLength: 12 }),
    fc.constantFrom("The index is kept", "Wörter sind da", "索引は", "is"),
  );
  await fc.assert(fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (pieces) => {
    const answer = pieces.join("");
    for (const { start, end } of (await checkCitations(answer, PASSAGES)).problems) {
      assert.ok(0 <= start && start < end && end <= answer.length, JSON.stringify({ start, end, answer }));
    }
  }));
});
