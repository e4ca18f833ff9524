import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseTerms, weighPath, type WordStatistics } from "../../src/context/choose_terms.ts";
import type { Signal } from "../../src/context/signals.ts";

const signal = (word: string, more: Partial<Signal> = {}): Signal => ({
  word,
  count: 2,
  weight: 2,
  given: 0,
  required: false,
  sources: ["code"],
  ...more,
});
const known = (entries: Readonly<Record<string, number | WordStatistics>>) =>
  new Map(Object.entries(entries).map(([word, df]) => [word, typeof df === "number" ? { df, stop: false } : df]));
const OPTIONS = { chunks: 100, limit: 3, minCount: 2 };
const names = (...input: Parameters<typeof chooseTerms>) => chooseTerms(...input).map(({ term }) => term);

test("rare words come before common ones, frequent words before single ones, and the best weighs 1", () => {
  const terms = chooseTerms(
    [signal("common"), signal("rare"), signal("often", { weight: 30 })],
    known({ common: 40, rare: 1, often: 1 }),
    OPTIONS,
  );
  assert.deepEqual(terms.map(({ term }) => term), ["often", "rare", "common"]);
  assert.equal(terms[0]!.weight, 1);
  assert.equal(terms[1]!.idf, Math.log(1 + 99.5 / 1.5));
});

test("chooseTerms() leaves out unindexed words, words too rare in the file, stop words and words of most sections", () => {
  const signals = [
    signal("absent"),
    signal("once", { count: 1 }),
    signal("because"),
    signal("everywhere"),
    signal("fine"),
  ];
  assert.deepEqual(
    names(signals, known({ once: 1, because: { df: 3, stop: true }, everywhere: 51, fine: 50 }), OPTIONS),
    ["fine"],
  );
});

test("words of the file's name count even when rare in the text, and weigh more than words of the text", () => {
  assert.deepEqual(
    names(
      [signal("text", { weight: 50 }), signal("name", { count: 1, weight: 0, given: 1, sources: ["path"] })],
      known({ text: 5, name: 5 }),
      OPTIONS,
    ),
    ["name", "text"],
  );
});

test("terms of a rule come before all others, even stop words and common words", () => {
  const required = { required: true, given: 1, sources: ["rule"] } as const;
  const signals = [signal("alpha"), signal("gamma"), signal("the", required), signal("most", required)];
  assert.deepEqual(
    names(signals, known({ alpha: 1, gamma: 1, the: { df: 9, stop: true }, most: 90 }), { ...OPTIONS, limit: 2 })
      .toSorted(),
    ["most", "the"],
  );
});

test("words that neighbouring files also contain count less", () => {
  assert.deepEqual(
    names(
      [signal("shared", { weight: 20, neighbourShare: 0.9 }), signal("own", { neighbourShare: 0 })],
      known({ shared: 2, own: 2 }),
      OPTIONS,
    ),
    ["own", "shared"],
  );
});

test("chooseTerms() keeps one form of each word and sorts equal weights by name", () => {
  assert.deepEqual(
    names(
      [signal("routes"), signal("route", { weight: 9 }), signal("beta"), signal("alpha")],
      known({ routes: 4, route: 4, beta: 4, alpha: 4 }),
      OPTIONS,
    ),
    ["route", "alpha", "beta"],
  );
});

test("a word of the path counts less if no title and no path holds it; words of a rule keep what they have", () => {
  const signals = [
    signal("routing", { given: 1, sources: ["path"] }),
    signal("sample", { given: 0.5, sources: ["path", "text"] }),
    signal("forced", { given: 1, required: true, sources: ["rule", "path"] }),
    signal("text"),
  ];
  const weighed = weighPath(signals, (word) => word === "routing");
  assert.deepEqual(weighed.map(({ given }) => given), [1, 0.5 / 3, 1, 0]);
});
