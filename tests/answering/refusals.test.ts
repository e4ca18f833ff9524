// Sentences that say what the passages do not tell, and their neighbours, which state something.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkCitations } from "../../src/answering/citations/check_citations.ts";
import { PASSAGES } from "./scripted_answers.ts";

const uncitedIn = async (answer: string) =>
  (await checkCitations(answer, PASSAGES)).problems.map(({ kind, text }) => [kind, text.replace(/\s+/g, " ")]);

const STATED = [
  "The files are not deleted.",
  "The page cannot be edited offline.",
  "The results are not sorted.",
  "The content is not cached.",
  "The documents are not encrypted.",
  "The files do not have an extension.",
  "The files never contain secrets.",
  "The pages are not listed.",
  "The information is not available offline.",
  "The documents are not included in the index.",
  "The sources are not compiled.",
  "The page has no title.",
  "Files have no owner.",
  "The results contain no duplicates.",
  "Nothing is deleted from the files.",
  "None of the files are deleted.",
  "No data is lost from the documents.",
  "The option is described in the documents.",
  "There is no limit on the size.",
  "There is no default value.",
  "There is no file that ends in x.",
  "It does not allow spaces.",
  "It only shows hidden files.",
  "They do not include the header.",
  "It never lists directories.",
  "If you run it twice, ra will ask for a password.",
  "If you pass --help, ra prints the usage to help beginners.",
  "If you do not need it, feel free to delete the file.",
  "The passages do not say, but it works.",
  "The passages do not say, but yes.",
  "The passages do not mention it; it fails.",
  "The passages do not say, but I recommend 8080.",
  "The passages do not say, but it only works on Linux.",
  "Of course it works.",
  "Absolutely not supported.",
  "Perfect, it works.",
  "Die Seite kann nicht offline bearbeitet werden.",
  "Die Dokumente werden nicht gelöscht.",
  "Die Seiten befinden sich nicht im Index.",
  "Документы не могут быть изменены.",
  "文件不能删除。",
  "La page ne peut pas être modifiée hors ligne.",
  "La página no se puede editar sin conexión.",
  "Just ask the server for it.",
  "The guide is not a manual.",
  "The files cannot be read by others.",
  "These pages never expire.",
  "The manual does not open.",
  "The text is not wrapped.",
  "The context is not saved.",
  "The sections are not numbered.",
  "The articles can't be shown twice.",
];

const TALK = [
  "The passages do not mention the price.",
  "The documents don't contain any information about it.",
  "The provided files do not mention a price.",
  "The pages do not give any details about it.",
  "The documentation does not cover Windows.",
  "The context does not include the date.",
  "None of the passages say so.",
  "No passage mentions it.",
  "Nothing in the passages tells the price.",
  "There is nothing in the documents about it.",
  "There is no information about the price.",
  "There is no mention of it in the passages.",
  "There is no passage that says so.",
  "The price is not mentioned in the passages.",
  "The price is not mentioned.",
  "The price is not listed in the documents.",
  "In the passages, the price is not given.",
  "It is not specified in the file.",
  "This information is not provided.",
  "Information about the price is not available.",
  "The passages are not clear on this.",
  "The passages say nothing about it.",
  "The documents have no information on it.",
  "The passages lack the price.",
  "They do not say how.",
  "It doesn't mention it.",
  "It only says that much.",
  "Unfortunately, the passages do not say, though.",
  "Sorry, but the passages do not say so.",
  "The passages do not say, so I cannot answer.",
  "The passages do not mention it, but they only describe the guide.",
  "I could not find it, sorry.",
  "If you have more questions, just ask.",
  "If you need help, let me know.",
  "If you want, I can explain more.",
  "If you share the file, I'd be happy to look.",
  "Feel free to ask.",
  "Sure thing!",
  "No problem at all!",
  "Sorry about the confusion.",
  "Of course!",
  "Die Passagen sagen dazu nichts.",
  "Die Dokumente enthalten keine Angaben dazu.",
  "Ich kann das nicht sagen.",
  "The passages do not specify this, and they do not list it.",
];

test("a negated sentence about files, pages or documents states something", async () => {
  for (const answer of STATED) assert.deepEqual(await uncitedIn(answer), [["uncited", answer]], answer);
});

test("what the passages do not tell, and talk with the user, state nothing", async () => {
  for (const answer of TALK) assert.deepEqual(await uncitedIn(answer), [], answer);
});

test("“they” are the passages only behind a sentence that names them", async () => {
  assert.deepEqual(await uncitedIn("The passages describe the pump [1]. They do not give a price."), []);
  assert.deepEqual(await uncitedIn("The rows are kept [1]. They do not give a price."), [[
    "uncited",
    "They do not give a price.",
  ]]);
});

test("only a lead makes a list one of what the passages do not tell", async () => {
  const facts = "- the pump is blue\n- the lever is red";
  const both = [["uncited", "the pump is blue"], ["uncited", "the lever is red"]];
  assert.deepEqual(await uncitedIn(`The passages do not mention Linux.\n\n${facts}`), both);
  assert.deepEqual(await uncitedIn(`I cannot say. The passages are silent on it!\n\n${facts}`), both);
  assert.deepEqual(await uncitedIn(`Die Passagen sagen dazu nichts.\n\n${facts}`), both);
  for (
    const lead of [
      "The passages do not mention:",
      "The passages do not mention the following.",
      "Rows are kept [1]. The passages do not mention **the following**:",
      "Die Passagen nennen Folgendes nicht:",
    ]
  ) {
    assert.deepEqual(await uncitedIn(`${lead}\n\n${facts}`), [], lead);
  }
});

test("a list of sources ends where a paragraph follows it, or the item that holds it", async () => {
  const fact = [["uncited", "The pump is blue."]];
  const kept = "Rows are kept [1].";
  for (const title of ["## Sources", "**Sources**", "Sources:", "Quellen:"]) {
    assert.deepEqual(await uncitedIn(`${kept}\n\n${title}\n\n- a.md\n- b.md\n\nThe pump is blue.`), fact, title);
    assert.deepEqual(await uncitedIn(`${kept}\n\n${title}\n\n- a.md\n\n---\n\nThe pump is blue.`), fact, title);
    assert.deepEqual(await uncitedIn(`${kept}\n\n${title}\n\n- a.md\n\n* b.md`), [], title);
  }
  assert.deepEqual(await uncitedIn(`- ${kept}\n- **Sources**\n  - a.md\n- The pump is blue.`), fact);
});

test("a citation alone covers what stands above it, as far as the one before", async () => {
  assert.deepEqual(await uncitedIn("One is so. Two is so. Three is so. Four is so. Source: [1]"), []);
  const { sentences } = await checkCitations("One is so. Source: [1]. Two is so. Source: [2]. Source: [3].", PASSAGES);
  assert.deepEqual(sentences.map(({ text, citations }) => [text, citations]), [
    ["One is so.", [1]],
    ["Source: [1].", [1]],
    ["Two is so.", [2, 3]],
    ["Source: [2].", [2]],
    ["Source: [3].", [3]],
  ]);
  const listed = await checkCitations("- One is so\n- Two is so\n\n[1]\n\n[2]", PASSAGES);
  assert.deepEqual(listed.sentences.slice(0, 2).map(({ citations }) => citations), [[1, 2], [1, 2]]);
});
