// Answers that are long, or entangled so that a reader of Markdown takes long for them.
import assert from "node:assert/strict";
import { setImmediate } from "node:timers";
import { test } from "node:test";
import fc from "fast-check";
import { answerUnits } from "../../src/answering/citations/answer_units.ts";
import { checkCitations } from "../../src/answering/citations/check_citations.ts";
import { readMarkdown } from "../../src/answering/citations/read_markdown.ts";
import { ordinaryAnswer } from "./ordinary_answers.ts";
import { PASSAGES } from "./scripted_answers.ts";

const noPause = (): undefined => undefined;

test("an answer in pieces has the units and citations that it has as a whole", async () => {
  const units = async (answer: string, largest: number) => {
    const { nodes, plain } = await readMarkdown(answer, noPause, "gfm", largest);
    assert.equal(plain, 0);
    return await answerUnits(nodes, { answer, style: "brackets", passages: [] }, noPause);
  };
  await fc.assert(fc.asyncProperty(ordinaryAnswer(20), async (answer) => {
    fc.pre(answer.length < 2500);
    assert.deepEqual(await units(answer, 500), await units(answer, 1e6));
  }));
});

test("a long answer of the usual kind is read as Markdown wholly", async () => {
  const answer = "- **Unchanged** files keep their `vectors`, see the guide [1].\n- Deleted ones are pruned [1].\n\n" +
    'The page says "unchanged files keep their vectors" [1]. The index is written twice.\n\n';
  const { limited, problems } = await checkCitations(answer.repeat(100), PASSAGES);
  assert.equal(limited, "");
  assert.deepEqual(problems.map(({ text }) => text), Array(100).fill("The index is written twice."));
});

/** What broke the check, or took it too long: with the number of problems, and whether it is read as usual. */
const BROKE: readonly (readonly [name: string, answer: string, problems: number, isUsual: boolean])[] = [
  ["one word of 500 kB", "a".repeat(500_000), 123, false],
  ["100,000 words in a paragraph", "word ".repeat(100_000), 123, false],
  ["a quotation of 200 kB", `"${"word ".repeat(40_000)}"`, 49, false],
  ["2,000 items in each other", `${"- ".repeat(2000)}a`, 1, false],
  ["2,000 quotes in each other", `${"> ".repeat(2000)}a`, 1, false],
  ["2,000 numbers in each other", `${"1. ".repeat(2000)}a`, 1000, false],
  ["600 kB of citations", "[1]".repeat(200_000), 0, false],
  ["60 kB of numbers in a citation", `The rows are kept [${"1, ".repeat(20_000)}1].`, 15, false],
  ["20,000 quotations", '"vectors" '.repeat(20_000), 49, false],
  ["ranges of numbers that no passage has", "[10-99]".repeat(9000), 1000, false],
  ["sentences without a citation", "The rows are kept twice. ".repeat(2500), 1000, false],
  ["closing brackets", "]".repeat(60_000), 0, false],
  ["stars that end nothing", "a* ".repeat(20_000), 15, false],
  ["declarations that end nowhere", "x<?".repeat(20_000), 10, false],
  ["strokes that end nothing", "~a ~~b".repeat(10_000), 15, false],
  ["entities", "&copy;".repeat(10_000), 15, false],
  ["short forms", "e.g. ".repeat(12_000), 15, false],
  ["spaces between words", `The rows${" ".repeat(60_000)}are kept [1]`, 1, false],
  ["a block of code without end", `\`\`\`js\n${"x[1] = [2];\n".repeat(5000)}`, 0, true],
];

for (const [name, answer, count, isUsual] of BROKE) {
  test(`the check of citations does not break on ${name}`, async () => {
    const { problems, limited, sentences, markers } = await checkCitations(answer, PASSAGES);
    assert.equal(problems.length, count, JSON.stringify(problems.slice(0, 3)).slice(0, 300));
    assert.equal(limited === "", isUsual, limited);
    let before = 0;
    for (const { start, end } of problems) {
      assert.ok(before <= start && start < end && end <= answer.length);
      before = start;
    }
    assert.ok(sentences.every(({ citations }) => citations.length <= 101));
    assert.ok(markers.every(({ start, end }) => answer.slice(start, end).startsWith("[") && end <= answer.length));
  });
}

test("what is not checked as usual is counted", async () => {
  const { limited } = await checkCitations("The rows are kept twice. ".repeat(2500), PASSAGES);
  assert.equal(limited, "62,500 characters of it were read as plain text, 1,512 more problems are not listed");
});

test("quotations are looked for up to a bound, and the rest is counted", async () => {
  const passages = PASSAGES.map((passage) => ({ ...passage, text: passage.text.repeat(200) }));
  const { problems, limited } = await checkCitations('"rows are lost" '.repeat(7000), passages);
  const [, unseen] = /([\d,]+) quotations were not looked for/.exec(limited) ?? [];
  assert.ok(Number(unseen?.replace(",", "")) > 3000, limited);
  const misquotes = problems.filter(({ kind }) => kind === "misquote");
  assert.ok(
    misquotes.length > 100 && misquotes.every(({ text }) => text.includes("rows are lost")),
    String(misquotes.length),
  );
});

test("plain text still has sentences, citations and quotations", async () => {
  const answer = `${"]".repeat(3000)}\n- The rows are kept [1].\n- The rows are lost.\n` +
    '- It says "unchanged files keep their vectors" [1] and "rows are lost" [1].\n| The rows are kept | [9] |\n';
  const { problems, cited, limited } = await checkCitations(answer, PASSAGES);
  assert.match(limited, /were read as plain text/);
  assert.deepEqual(problems.map(({ kind, text }) => [kind, text]), [
    ["uncited", "- The rows are lost."],
    ["misquote", "rows are lost"],
    ["unknown_citation", "[9]"],
  ]);
  assert.deepEqual(cited.map(({ number }) => number), [1]);
});

test("a link that the reader makes by itself keeps its place, and so does the text after it", async () => {
  const answer = "See !www.example.com for it. The rows are kept twice.";
  const { problems } = await checkCitations(answer, PASSAGES);
  assert.equal(problems.at(-1)!.text, "The rows are kept twice.");
  for (const { text, start, end } of problems) assert.equal(answer.slice(start, end), text);
});

test("others run while a long answer is checked", async () => {
  const answer = "- **The rows** are kept `twice` [1], and words come first.\n".repeat(1000);
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await checkCitations(answer, PASSAGES);
  isOver = true;
  assert.ok(turns >= 50, `${turns} turns`);
});
