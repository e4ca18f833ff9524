// The core counts its work, stops at the limit, and asks whether to go on. It never shows a part of an answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadEngine } from "../../../src/store/engine/load.ts";
import { RaError } from "../../../src/errors.ts";
import type { PlanNode, SearchRequest } from "../../../src/search/ports/request.ts";
import type { Work } from "../../../src/search/ports/work.ts";
import { indexed, type LaidOut } from "../../ranking/corpus.ts";

const engine = await loadEngine();

const BOOSTS = { title: 3, tags: 2.5, path: 2, path_components: 2, body: 1 };

const request = (query: PlanNode, more: Partial<SearchRequest> = {}): SearchRequest => ({
  queries: [{ query, all: false }],
  filters: [],
  limit: 20,
  boosts: BOOSTS,
  fuzzy: 1,
  factors: {},
  ...more,
});

/** An account with `left` units. It records how many were left when the core asked. */
function account(left: number, check: (times: number) => void = () => {}): Work & { readonly asked: number[] } {
  const asked: number[] = [];
  return {
    left,
    asked,
    check() {
      asked.push(this.left);
      check(asked.length);
      if (this.left < 0) throw new RaError("too-expensive", "no work is left");
    },
    async goOn() {},
  };
}

/** Words of four to seven letters that are one letter apart, so that each is near to hundreds of others. */
const NEAR = Array.from(
  { length: 2000 },
  (_, at) => `b${"aeiou"[at % 5]}${"lmnr"[at % 4]}${at.toString(26).replace(/\d/g, (digit) => "pqrstuvwxy"[+digit]!)}`,
);

const text = (at: number): string =>
  `alpha beta gamma ${NEAR[at % NEAR.length]} ${"again ".repeat(at % 7)}${at % 2 === 0 ? "even" : "odd"} number${at}`;

const SEGMENTS = indexed(
  engine,
  [0, 1].map((segment) =>
    Array.from({ length: 20 }, (_, file): LaidOut => ({
      tree: "docs",
      path: `f${segment}-${file}.md`,
      tags: [],
      lang: null,
      metadata: {},
      stemmer: "none",
      parents: Array.from({ length: 100 }, (_, at) => (at === 0 ? -1 : 0)),
      chunks: Array.from({ length: 100 }, (_, at) => ({
        id: at === 0 ? `docs:f${segment}-${file}.md` : `docs:f${segment}-${file}.md#s${at}`,
        title: at === 0 ? "File" : "Part",
        ancestors: at === 0 ? [] : ["File"],
        body: [text((segment * 20 + file) * 100 + at)],
      })),
    }))
  ),
);
const reader = engine.openReader(SEGMENTS);

const words = (list: readonly string[]): readonly PlanNode[] => list.map((word) => ({ word }));
const nested = (depth: number): PlanNode =>
  depth === 0 ? { word: "alpha" } : { or: [nested(depth - 1), { word: "beta" }] };

const HEAVY: Readonly<Record<string, SearchRequest>> = {
  "a thousand OR'ed words": request({ or: words(NEAR.slice(0, 1000)) }),
  "a word repeated a thousand times": request({ and: words(Array.from({ length: 1000 }, () => "alpha")) }),
  "words near to hundreds of others": request({ and: words(NEAR.slice(0, 60)) }, { fuzzy: 2 }),
  "a phrase of one word, over and over": request({ phrase: "again ".repeat(500) }),
  "groups in groups": request({ and: Array.from({ length: 5 }, () => nested(60)) }),
  "negations": request({ and: [{ word: "alpha" }, ...words(NEAR.slice(0, 100)).map((not) => ({ not }))] }),
  "hundreds of weighted synonyms": request({ any: NEAR.slice(0, 600).map((word) => [0.5, word] as const) }),
  "an explanation of every chunk": request({ and: words(["alpha", "beta", "gamma"]) }, { limit: 4000, explain: true }),
};

for (const [what, heavy] of Object.entries(HEAVY)) {
  test(`the core asks every 100,000 units of work whether to go on: ${what}`, () => {
    const first = account(1e12);
    const found = reader.search(heavy, first);
    const cost = 1e12 - first.left;
    assert.ok(cost > 100_000, `${cost} units`);
    assert.ok(first.asked.length > 0 && first.asked.length <= cost / 100_000);
    // What it costs does not change the answer, and the same work costs the same.
    assert.deepEqual(found, reader.search(heavy));
    const second = account(1e12);
    reader.search(heavy, second);
    assert.ok(Math.abs(second.left - first.left) <= cost / 2, "only what a reader remembers costs less");
  });

  test(`the core stops at the limit, and when the host says so: ${what}`, () => {
    const needed = account(1e12);
    reader.search(heavy, needed);
    const cost = 1e12 - needed.left;
    for (const share of [0, 0.3, 0.99]) {
      const limited = account(Math.floor(cost * share));
      assert.throws(() => reader.search(heavy, limited), { code: "too-expensive" }, `${share} of ${cost}`);
      assert.ok(limited.left < 0);
    }
    const stop = new RaError("interrupted", "the client went");
    const stopped = account(1e12, (times) => {
      if (times === Math.max(1, Math.floor(needed.asked.length / 2))) throw stop;
    });
    assert.throws(() => reader.search(heavy, stopped), (error) => error === stop);
    // Neither leaves anything behind.
    const enough = account(cost);
    assert.equal(reader.search(heavy, enough).total, reader.search(heavy).total);
  });
}

test("marking and reading chunks cost work too", () => {
  const { hits, highlight } = reader.search(request({ and: words(["alpha", "again"]) }));
  const refs = hits.map(({ ref }) => ref);
  assert.equal(reader.chunksAt(refs, account(10_000)).length, 20);
  assert.throws(() => reader.chunksAt(refs, account(100)), { code: "too-expensive" });
  const long = new TextEncoder().encode(text(6).repeat(3000));
  assert.ok(engine.highlight(long, "none", highlight, account(1_000_000)).length > 6000);
  assert.throws(() => engine.highlight(long, "none", highlight, account(10_000)), { code: "too-expensive" });
});

test("the first 100,000 matches of a text are marked", () => {
  const { highlight } = reader.search(request({ word: "again" }));
  const marked = (times: number) =>
    engine.highlight(new TextEncoder().encode("again ".repeat(times)), "none", highlight);
  assert.equal(marked(99_999).length, 99_999);
  const most = marked(150_000);
  assert.deepEqual([most.length, most[0], most.at(-1)], [
    100_000,
    { start: 0, end: 5 },
    { start: 599_994, end: 599_999 },
  ]);
});

test("a phrase of equal words marks each word of a text of equal words once", () => {
  const { highlight } = reader.search(request({ phrase: "again ".repeat(1000) }));
  assert.equal(highlight.phrases[0]!.length, 1000);
  const long = new TextEncoder().encode("again ".repeat(20_000));
  assert.equal(engine.highlight(long, "none", highlight, account(100_000_000)).length, 20_000);
});
