import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { nearest } from "../../src/text/nearest.ts";

const KEYS = ["stemmer", "fuzzy_distance", "candidate_limit", "cutoff_ratio", "max_results", "match"];

test("nearest() finds the word when letters are wrong, missing or doubled", () => {
  assert.deepEqual(nearest("stemer", KEYS), ["stemmer"]);
  assert.deepEqual(nearest("fuzy_distanse", KEYS), ["fuzzy_distance"]);
  assert.deepEqual(nearest("mattch", KEYS), ["match"]);
});

test("nearest() ignores letter case", () => {
  assert.deepEqual(nearest("STEMMER", KEYS), ["stemmer"]);
});

test("nearest() accepts a prefix or part of a word", () => {
  assert.deepEqual(nearest("max", KEYS), ["max_results"]);
  assert.deepEqual(nearest("limit", KEYS), ["candidate_limit"]);
  assert.deepEqual(nearest("guide.md", ["docs:api.md", "docs:long/way/down/guide.md"]), [
    "docs:long/way/down/guide.md",
  ]);
});

test("nearest() ranks fewer mistakes before more, and a mistake before an abbreviation", () => {
  assert.deepEqual(nearest("docs", ["docs-archive", "dogs", "bogs", "doc"]), ["doc", "dogs", "docs-archive"]);
});

test("nearest() breaks ties by name, whatever the order of the candidates", () => {
  assert.deepEqual(nearest("cat", ["rat", "bat", "hat"]), ["bat", "hat", "rat"]);
  assert.deepEqual(nearest("cat", ["hat", "rat", "bat"]), ["bat", "hat", "rat"]);
});

test("nearest() gives nothing when nothing is close", () => {
  assert.deepEqual(nearest("zebra", KEYS), []);
  assert.deepEqual(nearest("", KEYS), []);
  assert.deepEqual(nearest("a", ["b"]), []);
});

test("nearest() keeps to the limit and names no candidate twice", () => {
  assert.deepEqual(nearest("cat", ["rat", "bat", "hat", "bat"], 2), ["bat", "hat"]);
});

test("nearest() always finds an exact candidate of two letters or more", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 2, maxLength: 8 }), { minLength: 1, maxLength: 8 }), (words) => {
      const [first] = words;
      assert.equal(nearest(first as string, words)[0]?.toLowerCase(), (first as string).toLowerCase());
    }),
    { numRuns: 200 },
  );
});

test("nearest() finds a short word with two letters swapped", () => {
  assert.deepEqual(nearest("dosc", ["docs", "notes"]), ["docs"]);
  assert.deepEqual(nearest("limti", ["list", "limit", "trees"]), ["limit"]);
  assert.deepEqual(nearest("abdc", ["cdab"]), []);
});
