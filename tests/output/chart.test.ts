import assert from "node:assert/strict";
import { test } from "node:test";
import { scoreChart } from "../../src/output/terminal/chart.ts";
import { createPalette } from "../../src/output/terminal/color.ts";

const plain = createPalette(false);

test("scoreChart() draws bars in proportion and a line at the cut", () => {
  assert.equal(
    scoreChart([8, 4, 1], 2, 17, plain),
    [
      "1  8.00  ████████",
      "2  4.00  ████",
      "── cut after 2, ratio 0.25 ──",
      "3  1.00  █",
      "",
    ].join("\n"),
  );
});

test("scoreChart() draws no line when the cutoff drops nothing", () => {
  assert.doesNotMatch(scoreChart([2, 2], 2, 40, plain), /cut/);
});

test("scoreChart() shortens long lists and counts the hidden entries", () => {
  const text = scoreChart(Array.from({ length: 60 }, (_, i) => 60 - i), 30, 60, plain);
  assert.match(text, /… 10 more\n── cut after 30/);
  assert.match(text, /… 25 more\n$/);
});

test("scoreChart() accepts zero scores and an empty list", () => {
  assert.equal(scoreChart([], 0, 40, plain), "");
  assert.equal(scoreChart([0], 1, 40, plain), "1  0.00\n");
});
