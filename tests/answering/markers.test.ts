import assert from "node:assert/strict";
import { test } from "node:test";
import { checkCitations } from "../../src/answering/citations/check_citations.ts";
import { citedIn, markersIn } from "../../src/answering/citations/markers.ts";
import { PASSAGES } from "./scripted_answers.ts";

/** `signs=numbers` of each citation. */
const read = (text: string) =>
  markersIn(text, "brackets").map(({ start, end, numbers }) => `${text.slice(start, end)}=${numbers}`);

test("a marker gives its numbers, and a range all between its ends", () => {
  assert.deepEqual(
    read("[1][2] [1, 2] [1–3] [3-1;7] [ 4 ] [1–900000] [1]–[3] [1 and 2] [1, 2, and 3] [1 & 2] [2 to 4]"),
    [
      ...["[1]=1", "[2]=2", "[1, 2]=1,2", "[1–3]=1,2,3", "[3-1;7]=3,1,2,7", "[ 4 ]=4", "[1–900000]=1,900000"],
      ...["[1]–[3]=1,2,3", "[1 and 2]=1,2", "[1, 2, and 3]=1,2,3", "[1 & 2]=1,2", "[2 to 4]=2,3,4"],
    ],
  );
  assert.deepEqual(citedIn("7, 7, 5"), { numbers: [7, 5], isNamed: false });
});

const CITES: Readonly<Record<string, readonly string[]>> = {
  "signs of other models": [
    "[^1]",
    "[#1]",
    "[[1]]",
    "【1】",
    "【1†L1-L3】",
    "【1:0†source】",
    "［1］",
    "〔1〕",
    "[1†L3]",
  ],
  "a word before the number": [
    ...[
      "[Source: 1]",
      "[source 1]",
      "[passage 1]",
      "[Doc 1]",
      "[doc_1]",
      "[ref. 1]",
      "[see 1]",
      "[cite: 1]",
      "[citation:1]",
    ],
    ...["[Quelle 1]", "[Fuente: 1]", "[réf. 1]", "[Источник 1]", "[来源1]", "[出典: 1]", "(Source 1)", "(passage 1)"],
  ],
  "a place behind the number": [
    "[1: docs/a.md]",
    "[1, docs/a.md]",
    "[1 docs/a.md]",
    "[1, lines 3-5]",
    "[1, L3-L5]",
    "[1, p. 3]",
  ],
};

for (const [name, markers] of Object.entries(CITES)) {
  test(`an answer cites with ${name}`, async () => {
    for (const marker of markers) {
      for (
        const answer of [
          `Unchanged files keep their vectors ${marker}.`,
          `Files keep their vectors.${marker} More ${marker}`,
        ]
      ) {
        const { cited, problems } = await checkCitations(answer, PASSAGES);
        assert.deepEqual([cited.map(({ number }) => number), problems], [[1], []], answer);
      }
    }
  });
}

test("brackets that cite nothing are text", async () => {
  const none = [
    ...[
      "[1](http://a.b/c)",
      "[1](https://a.b)",
      "![1](a.png)",
      "`[1]`",
      "`a[1]`",
      "argv[1]",
      "my_list[1]",
      "sys.path[1]",
      "rows()[1]",
    ],
    ...[
      "[12:30]",
      "[2.1]",
      "[-1]",
      "[2023, 2024]",
      "[a]",
      "[Solem 2013]",
      "[citation needed]",
      "[x]",
      "in the range [0, 1]",
    ],
  ];
  for (const text of none) {
    const answer = `The value is ${text} in all rows.`;
    const { cited, problems } = await checkCitations(answer, PASSAGES);
    assert.deepEqual([cited, problems.map(({ kind }) => kind)], [[], ["uncited"]], text);
  }
});

test("numbers in parentheses cite where the whole answer has no others, and stand at ends of sentences", async () => {
  const kinds = async (answer: string) => (await checkCitations(answer, PASSAGES)).problems.map(({ kind }) => kind);
  assert.deepEqual(await kinds("Files keep their vectors (1). Others are pruned (1)."), []);
  assert.deepEqual(await kinds("Files keep their vectors (9)."), ["unknown_citation"]);
  assert.deepEqual(await kinds("First (1) install it, then (2) run it."), ["uncited"]);
  assert.deepEqual(await kinds("Files keep their vectors [1]. Others are pruned (1)."), ["uncited"]);
});

test("a marker with numbers that no passage has is one problem", async () => {
  const answer = "Vectors are kept [1-99]. Rows are sorted [2, 8, 9].";
  const { problems } = await checkCitations(answer, PASSAGES);
  assert.deepEqual(problems.map(({ kind, text, number }) => [kind, text, number]), [
    ["unknown_citation", "[1-99]", 4],
    ["unknown_citation", "[2, 8, 9]", 8],
  ]);
});
