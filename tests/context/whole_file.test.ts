import assert from "node:assert/strict";
import { test } from "node:test";
import type { Signal } from "../../src/context/signals.ts";
import { pathEnd } from "../../src/context/path_words.ts";
import { smallWords } from "../../src/context/small_words.ts";
import { wholeFileWords } from "../../src/context/whole_file.ts";

const signal = (word: string, more: Partial<Signal> = {}): Signal => ({
  word,
  count: 1,
  weight: 1,
  given: 0,
  required: false,
  sources: ["code"],
  ...more,
});

test("wholeFileWords() weighs words by their count, less where neighbours hold them, and more where the path gives them; small words weigh half", () => {
  const signals = [
    signal("common", { count: 9 }),
    signal("often", { count: 9 }),
    signal("once"),
    signal("shared", { count: 9, neighbourShare: 1 }),
    signal("half", { count: 9, neighbourShare: 0.5 }),
    signal("named", { given: 1 }),
    signal("absent"),
    signal("the"),
    signal("a phrase", { given: 1 }),
  ];
  const small = [signal("if", { count: 9 }), signal("404", { count: 9, neighbourShare: 0.5 })];
  const statistics = new Map(
    [...signals, ...small].map(({ word }) => {
      const df = word === "common" ? 60 : word === "absent" ? 0 : 3;
      return [word, { df, stop: word === "the" }];
    }),
  );
  assert.deepEqual(
    wholeFileWords({ signals, small }, statistics, 100),
    [
      [8 + Math.LN2, "named"],
      [Math.log1p(9), "often"],
      [Math.log1p(9), "common"],
      [Math.log1p(9) / 2, "half"],
      [Math.log1p(9) / 2, "if"],
      [Math.log1p(9) / 4, "404"],
      [Math.LN2, "once"],
    ].sort((a, b) => order(b) - order(a)),
  );

  function order([weight, word]: readonly (number | string)[]): number {
    const df = statistics.get(String(word))!.df;
    return Number(weight) * Math.log(1 + (100 - df + 0.5) / (df + 0.5));
  }
});

test("wholeFileWords() keeps the hundred best words", () => {
  const signals = Array.from({ length: 150 }, (_, at) => signal(`word${at}`, { count: at + 1 }));
  const statistics = new Map(signals.map(({ word }) => [word, { df: 3, stop: false }]));
  const words = wholeFileWords({ signals, small: [] }, statistics, 100);
  assert.equal(words.length, 100);
  assert.deepEqual([words[0]![1], words[99]![1]], ["word149", "word50"]);
});

test("smallWords() counts keywords, numbers and short words, and no other names", () => {
  const found = smallWords([
    { kind: "syntax", text: "if return " },
    { kind: "code", text: "id user_id " },
    { kind: "syntax", text: "404 if" },
    { kind: "comment", text: "An answer" },
  ], 3);
  assert.deepEqual(found.map(({ word, count, weight }) => [word, count, weight]), [
    ["if", 2, 0],
    ["return", 1, 0],
    ["id", 2, 0],
    ["404", 1, 0],
    ["an", 1, 0],
  ]);
});

test("pathEnd() reaches up to the first folder that says something", () => {
  assert.equal(pathEnd("examples/table/src/main.rs"), "table src main rs");
  assert.equal(pathEnd("docs/block.rs"), "docs block rs");
  assert.equal(pathEnd("src/main.rs"), undefined);
  assert.equal(pathEnd("main.rs"), undefined);
});
