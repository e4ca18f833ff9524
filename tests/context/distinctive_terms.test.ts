import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { distinctiveTerms, frequentWords } from "../../src/context/distinctive_terms.ts";
import { termQuery } from "../../src/context/term_query.ts";
import { countWords } from "../../src/context/word_counts.ts";
import { parseQuery } from "../../src/search/query/parser.ts";

test("countWords() folds case, keeps identifiers whole, and leaves out numbers and short words", () => {
  assert.deepEqual([...countWords("Retry the RETRY of user_id in 1.0.21 (v2x), É e\u0301t\u00e9 — ab")], [
    ["retry", 2],
    ["the", 1],
    ["user_id", 1],
    ["v2x", 1],
    ["été", 1],
  ]);
  assert.deepEqual([...countWords("x".repeat(41))], []);
});

test("countWords() counts pairs of characters in unspaced scripts", () => {
  assert.deepEqual([...countWords("全文検索 全文")], [["全文", 2], ["文検", 1], ["検索", 1]]);
});

test("distinctiveTerms() prefers words that are rare in the index and frequent in the text", () => {
  const counts = new Map([["the", 9], ["backoff", 2], ["client", 2], ["jitter", 1], ["only", 5], ["unknown", 3]]);
  const df = new Map([["the", 80], ["backoff", 3], ["client", 30], ["jitter", 3], ["only", 1]]);
  const terms = distinctiveTerms(counts, df, { chunks: 100, limit: 10, leastChunks: 2 });
  assert.deepEqual(terms.map(({ word }) => word), ["backoff", "jitter", "client"]);
  assert.equal(terms[0]!.weight, 1);
  assert.deepEqual(distinctiveTerms(counts, df, { chunks: 100, limit: 2, leastChunks: 1 }).map(({ word }) => word), [
    "only",
    "backoff",
  ]);
});

test("frequentWords() keeps the earlier of equally frequent words", () => {
  assert.deepEqual(frequentWords(new Map([["b", 1], ["a", 1], ["c", 2]]), 2), ["c", "b"]);
});

test("termQuery() gives each word its weight", () => {
  assert.equal(termQuery([]), "");
  assert.equal(termQuery([{ word: "one", weight: 1 }]), "one");
  assert.equal(
    termQuery([{ word: "one", weight: 1 }, { word: "user_id", weight: 0.333 }, { word: "last", weight: 0.0001 }]),
    "one OR user_id^0.33 OR last^0.01",
  );
});

test("termQuery() gives a query with one alternative for each word, whatever the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
      const words = [...countWords(`${text} and or not`).keys()];
      const node = parseQuery(termQuery(words.map((word, at) => ({ word, weight: 1 / (at + 1) }))));
      const found = (node.kind === "or" ? node.children : [node]).map((
        child,
      ) => (child.kind === "boost" ? child.child : child));
      assert.deepEqual(found.map((child) => child.kind === "word" && child.text), words);
    }),
    { numRuns: 100 },
  );
});
