import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { MeaningOfHit, SearchResponse } from "../../../src/search/ports/request.ts";
import { fuse, type Fusion } from "../../../src/search/retrieval/fuse.ts";

function responseOf(of: readonly MeaningOfHit[], further: readonly number[] = []): SearchResponse {
  const lexical = of.filter(({ lex }) => lex !== null).length + further.length;
  return {
    total: lexical,
    fullMatches: 0,
    highlight: { terms: [], phrases: [] },
    words: [],
    removed: [],
    hits: [
      ...of.map(({ lex, scale }, at) => ({ ref: at, score: (lex ?? 0) * scale, base: (lex ?? 0) * scale })),
      ...further.map((base, at) => ({ ref: of.length + at, score: base, base })),
    ],
    missing: [...of, ...further].map((_, at) => [at]),
    meaning: { of, pending: 0 },
  };
}

const WEIGHTED: Fusion = { weight: 0.4, method: "weighted", floor: 0.3 };
const candidate = (more: Partial<MeaningOfHit>): MeaningOfHit => ({
  ...{ lex: null, cosine: null, isLexical: false, isNear: false, scale: 1, level: 0 },
  ...more,
});
const words = (lex: number, more: Partial<MeaningOfHit> = {}) => candidate({ lex, isLexical: true, ...more });
const near = (cosine: number, more: Partial<MeaningOfHit> = {}) => candidate({ cosine, isNear: true, ...more });

function order(of: readonly MeaningOfHit[], fusion: Fusion = WEIGHTED, further: readonly number[] = []) {
  const { response } = fuse(responseOf(of, further), fusion, 100)!;
  return response.hits.map(({ ref, base }) => [ref, Math.round(base * 1000) / 1000]);
}

test("fuse() adds the share of the best score by words and the scaled cosine", () => {
  const both = words(5, { cosine: 0.5, isNear: true });
  assert.deepEqual(order([words(10), both, near(0.7), near(0.3)]), [[0, 0.6], [1, 0.5], [2, 0.4], [3, 0]]);
  assert.deepEqual(
    order([words(10), near(0.5), near(0.5)]),
    [[0, 0.6], [1, 0.4], [2, 0.4]],
    "equal cosines count as 1",
  );
});

test("fuse() gives nothing for the list that lacks a candidate", () => {
  // The first is near too, but not among the nearest; the second matches by words, but is not among the best.
  const far = words(10, { cosine: 0.9 });
  const weak = candidate({ lex: 9, cosine: 0.8, isNear: true });
  assert.deepEqual(order([far, weak, near(0.4)]), [[0, 0.6], [1, 0.4], [2, 0]]);
});

test("fuse() multiplies by factors, and lifts what the query names above everything", () => {
  assert.deepEqual(order([words(10, { scale: 0.5 }), words(8), near(0.6)]), [[1, 0.48], [2, 0.4], [0, 0.3]]);
  const { response } = fuse(responseOf([words(10), words(1, { level: 4 }), near(0.6)]), WEIGHTED, 100)!;
  assert.deepEqual(response.hits.map(({ ref }) => ref), [1, 0, 2]);
  assert.ok(Math.abs(response.hits[0]!.base - 0.06) < 1e-9, "the elbow compares the score without the lift");
  assert.ok(Math.abs(response.hits[0]!.score - (0.06 + 2 * 0.6)) < 1e-9);
});

test("fuse() finds nothing by meaning alone below the floor, and keeps every match by words", () => {
  assert.deepEqual(order([near(0.29), near(0.31)]), [[1, 0.4]]);
  assert.deepEqual(order([near(0.2), near(0.1)]), []);
  assert.deepEqual(order([words(10, { cosine: 0.1, isNear: true })]), [[0, 1]]);
});

test("fuse() with weight 1 ranks by cosines alone", () => {
  const fusion = { ...WEIGHTED, weight: 1 };
  assert.deepEqual(order([words(10), words(1, { cosine: 0.8, isNear: true }), near(0.4)], fusion), [[1, 1], [0, 0], [
    2,
    0,
  ]]);
});

test("fuse() puts further matches after the candidates, and cuts at the limit", () => {
  assert.deepEqual(order([words(10), words(9), near(0.5)], WEIGHTED, [8, 4]), [
    [0, 0.6],
    [1, 0.54],
    [2, 0.4],
    [3, 0.4],
    [4, 0.2],
  ]);
  const { response } = fuse(responseOf([words(10), near(0.1), near(0.5)], [8]), WEIGHTED, 3)!;
  assert.deepEqual(response.hits.map(({ ref }) => ref), [0, 2, 3]);
  assert.deepEqual(response.missing, [[0], [2], [3]], "what belongs to a hit moves with it");
});

test("fuse() by rank counts the places in both lists", () => {
  const fusion: Fusion = { weight: 0.5, method: "rrf", floor: 0 };
  const both = words(1, { cosine: 0.4, isNear: true });
  const found = fuse(responseOf([words(9), both, near(0.9)]), fusion, 100)!.response.hits;
  assert.deepEqual(found.map(({ ref }) => ref), [1, 0, 2]);
  assert.ok(Math.abs(found[0]!.base - (61 / 62)) < 1e-9);
});

test("fuse() orders as its formula says", () => {
  const any = fc.record({
    lex: fc.option(fc.integer({ min: 1, max: 20 })),
    cosine: fc.option(fc.integer({ min: -5, max: 10 })),
    isLexical: fc.boolean(),
    isNear: fc.boolean(),
    scale: fc.constantFrom(0.5, 1, 1.5),
    level: fc.constantFrom(0, 0, 0, 2, 6),
  }).map((value): MeaningOfHit => ({
    ...value,
    cosine: value.cosine === null ? null : value.cosine / 10,
    isLexical: value.isLexical && value.lex !== null,
    isNear: value.isNear && value.cosine !== null,
  }));
  fc.assert(fc.property(fc.array(any, { maxLength: 12 }), fc.constantFrom(0.1, 0.4, 1), (of, weight) => {
    const highest = Math.max(...of.filter(({ isLexical }) => isLexical).map(({ lex }) => lex!));
    const cosines = of.filter(({ isNear }) => isNear).map(({ cosine }) => cosine!);
    const [least, most] = [Math.min(...cosines), Math.max(...cosines)];
    const bases = of.map(({ lex, cosine, isLexical, isNear, scale }) =>
      ((isLexical ? (1 - weight) * lex! / highest : 0) +
        (isNear ? weight * (most === least ? 1 : (cosine! - least) / (most - least)) : 0)) * scale
    );
    const found = [...of.keys()].filter((at) => of[at]!.lex !== null || (of[at]!.cosine ?? -1) >= 0.3);
    const best = Math.max(0, ...found.map((at) => bases[at]!));
    const scores = new Map(found.map((at) => [at, bases[at]! + best * of[at]!.level / 2]));
    const { hits } = fuse(responseOf(of), { ...WEIGHTED, weight }, 100)!.response;
    assert.deepEqual(hits.map(({ ref }) => ref as number).sort((a, b) => a - b), found);
    hits.forEach(({ ref, score, base }, at) => {
      assert.ok(Math.abs(score - scores.get(ref as number)!) < 1e-9);
      assert.ok(Math.abs(base - bases[ref as number]!) < 1e-9);
      if (at > 0) assert.ok(hits[at - 1]!.score >= score);
    });
  }));
});
