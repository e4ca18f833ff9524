/** Tries any text as the answer of a language model. */
import assert from "node:assert/strict";
import { checkCitations } from "../../src/answering/citations/check_citations.ts";
import { markProblems } from "../../src/answering/citations/mark_problems.ts";
import type { NumberedPassage } from "../../src/answering/passage.ts";
import { createAnswerPieces } from "../../src/output/text/answer_pieces.ts";
import { formatBelowAnswer } from "../../src/output/text/answer_text.ts";
import { createPalette } from "../../src/output/terminal/color.ts";
import { sanitize } from "../../src/text/sanitize.ts";
import { soup } from "./inputs.ts";
import type { Target } from "./target.ts";

const PIECES = [
  "[1]",
  "[2]",
  "[9]",
  "[1, 2]",
  "[1–3]",
  "[1-99]",
  "[^1]",
  "[1](guide.md)",
  "[the guide][1]",
  "\n\n[1]: guide.md\n",
  "\n\n[^1]: It is so.\n",
  "The index is kept",
  "The cosine alone orders the rows",
  "Nothing in the documents says it",
  "Wörter sind da",
  "索引は二度書かれます",
  "is",
  ". ",
  ": ",
  "? ",
  "…",
  "e.g. ",
  '"',
  "“",
  "”",
  "„",
  "«",
  "»",
  "‘",
  "’",
  "「",
  "」",
  "\n",
  "\n\n",
  "\r\n",
  "\r",
  "- ",
  "* ",
  "1. ",
  "  - ",
  "    ",
  "\t",
  "> ",
  "# ",
  "===\n",
  "---\n",
  "| a | b |\n|---|---|\n",
  "|",
  "`",
  "```\n",
  "~~~\n",
  "*",
  "**",
  "_",
  "~~",
  "\\",
  "&amp;",
  "&copy;",
  "&#x41;",
  "&#0;",
  "<div>\n",
  "<!--",
  "-->",
  "<?",
  "![",
  "](",
  ")",
  "]",
  "[",
  "www.a.b ",
  "http://a.b/c ",
  "a@b.c ",
  "\0",
  "\u001b[31m",
  "\u009b",
  "\u202e",
  "\u200b",
  "\ufe0f",
  "\u{e0041}",
  "\ud800",
  "👩‍👩‍👧",
  "a".repeat(300),
  " ".repeat(100),
];

const passage = (number: number, text: string): NumberedPassage => ({
  ...{ number, id: `docs:${number}.md`, source_id: "docs", path: `${number}.md`, start_line: 1, end_line: 9 },
  ...{ page: null, url: null, title: `${number}`, text },
});
const PASSAGES = [
  passage(1, "The index is kept. The cosine alone orders the rows."),
  passage(2, `Wörter sind da. 索引は二度書かれます。${"> - ".repeat(200)}a${"]".repeat(500)}`),
  passage(3, `| a | b |\n|---|---|\n| \u001b[31m | **x** |\n\n\`\`\`\n${"[".repeat(500)}`),
];
/** Long enough that it is read in pieces. */
const LONG = 10_000;
const NO_COLOUR = createPalette(false);

export const answerTarget: Target = {
  name: "answer",
  inputs: soup(PIECES, 60),
  async check(input) {
    const answer = new TextDecoder().decode(input);
    await checkAnswer(answer);
    if (answer.length > 20) await checkAnswer(answer.repeat(LONG / answer.length));
  },
};

async function checkAnswer(answer: string): Promise<void> {
  const { problems, sentences, markers, cited } = await checkCitations(answer, PASSAGES);
  let before = 0;
  for (const { start, end } of problems) {
    assert.ok(before <= start && start < end && end <= answer.length, `${start}-${end} of ${answer.length}`);
    before = start;
  }
  for (const { numbers, start, end } of markers) {
    assert.ok(0 <= start && start < end && end <= answer.length && numbers.length > 0, `${start}-${end}`);
  }
  const numbers = new Set(markers.flatMap((marker) => marker.numbers));
  assert.deepEqual(cited.map(({ number }) => number), [1, 2, 3].filter((number) => numbers.has(number)));
  assert.ok(sentences.every(({ citations }) => citations.every((number) => numbers.has(number))));
  const marked = markProblems(answer, problems);
  assert.equal(marked.replace(/ \[(?:no citation|no such passage|not in the passages)\]/g, ""), answer);
  assert.ok(JSON.parse(JSON.stringify({ problems, sentences })));
  checkShown(answer);
  const below = formatBelowAnswer({
    ...{
      question: "",
      searched: [],
      lists: [],
      answer,
      left_out: { passages: [], turns: 0 },
      model: null,
      provider: null,
    },
    ...{ tokens: { input: null, output: null }, finish: "cut", citations: [...cited], problems: [...problems] },
  }, NO_COLOUR);
  assert.doesNotMatch(below, /[^\n\P{Cc}]/u);
}

/** In pieces as at once, and without anything that a terminal obeys. */
function checkShown(answer: string): void {
  const pieces = createAnswerPieces();
  let shown = "";
  for (let at = 0; at < answer.length; at += 7) shown += pieces.push(answer.slice(at, at + 7));
  shown += pieces.end();
  assert.equal(shown, sanitize(answer));
  assert.doesNotMatch(shown, /[^\n\t\P{Cc}]/u);
}
