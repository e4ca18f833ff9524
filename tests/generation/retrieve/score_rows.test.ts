import assert from "node:assert/strict";
import { test } from "node:test";
import { identifierShare, readQuestion } from "../../../src/generation/retrieve/question.ts";
import { type Candidate, scoreRows, type ScoreSettings } from "../../../src/generation/retrieve/score_rows.ts";

const SETTINGS: ScoreSettings = {
  weights: { semantic: 0.4, bm25: 0.6, identifier: 0.1 },
  initialK: 3,
  bm25: true,
  semantic: true,
  floor: 0.3,
};
const row = (id: string, lex: number | null, cosine: number | null, identifiers = 0): Candidate => ({
  ...{ id, lex, cosine, identifiers },
});
const scores = (candidates: readonly Candidate[], settings: Partial<ScoreSettings> = {}) =>
  scoreRows(candidates, { ...SETTINGS, ...settings }).map(({ candidate, score }) => [
    candidate.id,
    Math.round(score * 1e4) / 1e4,
  ]);

test("a score is the weighted sum of the scaled cosine, the words' share of their maximum, and the identifiers", () => {
  // Cosines of the list: 0.9, 0.6, 0.5. The row d has no place in either list.
  const rows = [row("a", 4, 0.5, 1), row("b", 8, 0.6), row("c", null, 0.9, 0.5), row("d", 1, 0.4)];
  assert.deepEqual(scores(rows), [
    ["b", 0.6 + 0.4 * 0.25],
    ["c", 0.4 + 0.05],
    ["a", 0.3 + 0.1],
    ["d", 0.6 / 8],
  ]);
  assert.deepEqual(scores(rows, { initialK: 2 }), [["b", 0.6], ["c", 0.45], ["a", 0.4]]);
});

test("without BM25 the cosine alone counts, and without vectors the words and identifiers", () => {
  const rows = [row("a", 9, 0.5, 1), row("b", 8, 0.6), row("c", null, 0.9)];
  assert.deepEqual(scores(rows, { bm25: false }), [["c", 0.4], ["b", 0.1], ["a", 0]]);
  assert.deepEqual(scores(rows, { semantic: false }), [["a", 0.7], ["b", 0.5333]]);
  const [best] = scoreRows(rows, { ...SETTINGS, bm25: false });
  assert.deepEqual(best!.parts, { semantic: 1, bm25: null, identifier: null });
});

test("a list alone orders the rows, also where its weight is 0", () => {
  const rows = [row("a", 1, 0.9), row("b", 9, 0.1), row("c", 5, null, 1)];
  const weights = { semantic: 0, bm25: 0, identifier: 0.1 };
  assert.deepEqual(scores(rows, { weights, bm25: false, floor: -Infinity }).map(([id]) => id), ["a", "b"]);
  assert.deepEqual(scores(rows, { weights, semantic: false }).map(([id]) => id), ["b", "c", "a"]);
});

test("without BM25, words do not bring in a row below the floor", () => {
  const rows = [row("worded", 9, 0.1), row("near", null, 0.5)];
  assert.deepEqual(scores(rows, { bm25: false }).map(([id]) => id), ["near"]);
  assert.deepEqual(scores(rows, { bm25: false, floor: -Infinity }).map(([id]) => id), ["near", "worded"]);
});

test("a row that no word finds counts from the floor on", () => {
  const rows = [row("far", null, 0.29), row("near", null, 0.31), row("worded", 1, 0.1)];
  assert.deepEqual(scores(rows).map(([id]) => id), ["worded", "near"]);
  assert.deepEqual(scores([row("far", null, 0.29)]), []);
});

test("ids decide between equal scores", () => {
  assert.deepEqual(scores([row("b", 1, null), row("a", 1, null), row("c", 1, null)]), [["a", 0.6], ["b", 0.6], [
    "c",
    0.6,
  ]]);
});

test("a question has no operators, and names what looks like code", () => {
  const asked = 'What does `--use-reranker` -do in max_tokens(), fooBar or "a:b"?';
  const { parsed, meanings } = readQuestion(asked);
  const { query, identifiers } = parsed!;
  assert.deepEqual(meanings, [asked]);
  assert.deepEqual(query, {
    and: ["What", "does", "`--use-reranker`", "-do", "in", "max_tokens(),", "fooBar", "or", '"a:b"?'].map((word) => ({
      word,
    })),
  });
  assert.deepEqual(identifiers, ["--use-reranker", "-do", "max_tokens", "fooBar"]);
  assert.throws(() => readQuestion(" ?! "), { code: "query-empty" });
});

test("of a long question, the beginning and the end are compared by meaning", () => {
  const lines = Array.from({ length: 3000 }, (_, at) => `line ${at}`).join("\n");
  const { parsed, meanings } = readQuestion(`How does the kestrel hover?\n${lines}\nWhy did it fall?`);
  assert.equal(parsed, undefined);
  assert.match(meanings[0]!, /^How does the kestrel hover\?\nline 0\n/);
  assert.match(meanings[1]!, /^line \d+\n[\s\S]*\nline 2999\nWhy did it fall\?$/);
  for (const { length } of meanings) assert.ok(length > 500 && length <= 600, String(length));
  assert.equal(readQuestion("word ".repeat(257)).parsed, undefined);
  assert.equal(readQuestion("word ".repeat(256)).parsed?.words.length, 1);
  assert.throws(() => readQuestion("é".repeat(128 * 1024 + 1)), {
    code: "query-syntax",
    message: "the question has more than 256 kB",
  });
  assert.equal(readQuestion("é".repeat(128 * 1024)).parsed, undefined);
});

test("an identifier counts where it stands whole", () => {
  assert.equal(identifierShare(["max_tokens", "fooBar"], "call max_tokens(7)"), 0.5);
  assert.equal(identifierShare(["max_tokens"], "max_tokens_per_chunk and my_max_tokens"), 0);
  assert.equal(identifierShare(["--mode"], "use ---mode"), 0);
  assert.equal(identifierShare(["--mode"], "use --mode=1"), 1);
  assert.equal(identifierShare([], "anything"), 0);
});
