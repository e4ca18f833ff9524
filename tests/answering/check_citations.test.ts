import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checkCitations } from "../../src/answering/citations/check_citations.ts";
import { citedNumbers, MARKER } from "../../src/answering/citations/markers.ts";
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

test("a marker gives its numbers, and a range all between its ends", () => {
  const read = (text: string) => [...text.matchAll(MARKER)].map(([marker]) => citedNumbers(marker));
  assert.deepEqual(read("[1][2] [1, 2] [1–3] [3-1;7] [ 4 ] [a] [1.5] [] [1–900000] x[2]"), [
    [1],
    [2],
    [1, 2],
    [1, 2, 3],
    [1, 2, 3, 7],
    [4],
    [1, 900000],
    [2],
  ]);
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
