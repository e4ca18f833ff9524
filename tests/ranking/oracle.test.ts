// Compares the engine with docs/ranking.md: for any index and request, both find the same chunks with the same scores.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { SegmentReader } from "../../src/engine/engine.ts";
import { loadEngine } from "../../src/engine/load.ts";
import {
  BOOSTS,
  corpus,
  deleted,
  denseCorpus,
  filter,
  indexed,
  type LaidOut,
  merged,
  node,
  phrase,
  plainWord,
  reading,
  request,
  synonyms,
} from "./corpus.ts";
import { rank } from "./oracle/rank.ts";
import type { OracleHit, OracleRequest } from "./oracle/request.ts";
import { storedLength } from "./oracle/text.ts";

const engine = await loadEngine();

const STEMS: Readonly<Record<string, string>> = {
  betas: "beta",
  deltas: "delta",
  configure: "configur",
  configured: "configur",
  configuer: "configu",
  configuree: "configure",
};
const LANGUAGE = {
  stem: (stemmer: string, word: string) => (stemmer === "english" ? (STEMS[word] ?? word) : word),
  stopWords: ["the", "how"],
};
const RUNS = { numRuns: 15 };
/** Opening an index takes longer than a search in it. */
const several = <T>(asked: fc.Arbitrary<T>) => fc.array(asked, { minLength: 4, maxLength: 4 });

function answered(reader: SegmentReader, asked: OracleRequest): readonly OracleHit[] {
  const { hits } = reader.search({ ...asked, limit: 1000 });
  const chunks = reader.chunksAt(hits.map(({ ref }) => ref));
  return hits.map(({ score }, at) => ({ id: chunks[at]!.id, score }));
}

/**
 * Checks for the same chunks with the same scores to nine digits, best first. Ids decide between scores that are equal
 * for the engine.
 */
function agree(found: readonly OracleHit[], documents: readonly LaidOut[], asked: OracleRequest): void {
  const expected = rank(documents, asked, LANGUAGE);
  const scores = new Map(expected.map(({ id, score }) => [id, score]));
  assert.deepEqual(found.map(({ id }) => id).sort(), [...scores.keys()].sort());
  for (const { id, score } of found) {
    assert.ok(
      Math.abs(score - scores.get(id)!) <= 1e-9 * Math.abs(score),
      `${id}: the engine says ${score}, the page ${scores.get(id)}`,
    );
  }
  found.slice(1).forEach((hit, at) => {
    const before = found[at]!;
    assert.ok(
      before.score > hit.score || (before.score === hit.score && before.id < hit.id),
      `${before.id} before ${hit.id}`,
    );
  });
}

function check(name: string, documents: fc.Arbitrary<readonly LaidOut[]>, asked: fc.Arbitrary<OracleRequest>): void {
  test(`search() scores ${name} as docs/ranking.md says`, () => {
    fc.assert(
      fc.property(documents, several(asked), (documents, requests) => {
        reading(
          engine,
          indexed(engine, [documents]),
          (reader) => requests.forEach((asked) => agree(answered(reader, asked), documents, asked)),
        );
      }),
      RUNS,
    );
  });
}

const strict = (asked: fc.Arbitrary<OracleRequest>) =>
  asked.map((asked) => ({ ...asked, queries: asked.queries.map(({ query }) => ({ query, all: true })) }));
const relaxed = (asked: fc.Arbitrary<OracleRequest>) =>
  asked.map((asked) => ({ ...asked, queries: asked.queries.map(({ query }) => ({ query, all: false })) }));
const words = (minLength: number, maxLength: number) =>
  fc.array(plainWord, { minLength, maxLength }).map((and) => ({ and }));

check("one word", corpus, request(plainWord));
check("several words, all required,", corpus, strict(request(words(2, 4))));
check("several words, relaxed where none holds all,", corpus, relaxed(request(words(2, 6))));
check("phrases", corpus, request(fc.array(phrase, { minLength: 1, maxLength: 2 }).map((and) => ({ and }))));
check(
  "synonyms",
  corpus,
  request(fc.array(fc.oneof(synonyms, plainWord), { minLength: 1, maxLength: 4 }).map((and) => ({ and }))),
);
check(
  "words beside phrases, negations and fields",
  corpus,
  request(fc.array(node, { minLength: 2, maxLength: 5 }).map((and) => ({ and }))),
);
check("any query tree", corpus, request(node));
check("conditions alone", corpus, request(filter.map((filter) => ({ and: [{ filter }] }))));
check(
  "five words around the ten chunks that are enough",
  denseCorpus,
  relaxed(
    request(
      fc.shuffledSubarray(["alpha", "beta", "gamma", "delta", "x1ab"], { minLength: 4 }).map((words) => ({
        and: words.map((word) => ({ word })),
      })),
    ),
  ),
);

test("search() scores documents of several stemmers as docs/ranking.md says", () => {
  const mixed = fc.tuple(corpus, fc.array(fc.constantFrom("none", "english"), { minLength: 7, maxLength: 7 }));
  fc.assert(
    fc.property(mixed, several(request(fc.oneof(words(1, 4), node))), ([documents, stemmers], requests) => {
      const stemmed = documents.map((document, at) => ({ ...document, stemmer: stemmers[at]! }));
      reading(
        engine,
        indexed(engine, [stemmed]),
        (reader) => requests.forEach((asked) => agree(answered(reader, asked), stemmed, asked)),
      );
    }),
    RUNS,
  );
});

test("search() gives the same scores with several segments, after deletions and after a merge", () => {
  fc.assert(
    fc.property(
      corpus,
      fc.nat(7),
      fc.array(fc.nat(6), { maxLength: 3 }),
      several(request(fc.oneof(words(1, 5), node))),
      (documents, cut, gone, requests) => {
        const removed = new Set(gone.map((at) => documents[at % documents.length]!));
        const left = documents.filter((document) => !removed.has(document));
        const segments = indexed(engine, [documents.slice(0, cut), documents.slice(cut)]);
        const compare = (sources: typeof segments, present: readonly LaidOut[]): void =>
          reading(
            engine,
            sources,
            (reader) => requests.forEach((asked) => agree(answered(reader, asked), present, asked)),
          );
        compare(segments, documents);
        const remaining = deleted(engine, segments, [...removed].map(({ tree, path }) => `${tree}:${path}`));
        compare(remaining, left);
        compare(merged(engine, remaining), left);
      },
    ),
    RUNS,
  );
});

test("search() relaxes five words when fewer than ten chunks contain them all, and not when ten do", () => {
  const all = ["alpha", "beta", "gamma", "delta", "x1ab"];
  const [sample] = fc.sample(corpus, 1);
  const of = (complete: number): readonly LaidOut[] =>
    Array.from({ length: complete + 1 }, (_, at) => ({
      ...sample![0]!,
      tree: "docs",
      path: `f${at}.md`,
      tags: [],
      parents: [-1],
      chunks: [{
        id: `docs:f${at}.md`,
        title: "t",
        ancestors: [],
        body: [(at < complete ? all : all.slice(1)).join(" ")],
      }],
    }));
  const asked = {
    queries: [{ query: { and: all.map((word) => ({ word })) }, all: false }],
    filters: [],
    boosts: BOOSTS,
    fuzzy: 0,
    factors: {},
  };
  const counts = [9, 10].map((complete) =>
    reading(engine, indexed(engine, [of(complete)]), (reader) => {
      const found = answered(reader, asked);
      agree(found, of(complete), asked);
      return found.length;
    })
  );
  assert.deepEqual(counts, [10, 10]);
});

test("search() gives no proximity score for words that are close only in deleted documents", () => {
  const [sample] = fc.sample(corpus, 1);
  const documents = ["alpha", "beta", "configured"].map((body): LaidOut => ({
    ...sample![0]!,
    tree: "docs",
    path: `${body}-file.md`,
    tags: [],
    parents: [-1],
    chunks: [{ id: `docs:${body}-file.md`, title: "t", ancestors: [], body: [body] }],
  }));
  const query = { and: ["alpha", "beta", "configurex"].map((word) => ({ word })) };
  const asked = { queries: [{ query, all: false }], filters: [], boosts: BOOSTS, fuzzy: 2, factors: {} };
  const remaining = deleted(engine, indexed(engine, [documents]), ["docs:configured-file.md"]);
  reading(engine, remaining, (reader) => agree(answered(reader, asked), documents.slice(0, 2), asked));
});

test("storedLength() rounds down to a number that fits in one byte", () => {
  assert.deepEqual([0, 24, 39, 40, 41, 55, 57, 59, 60, 100, 1000].map(storedLength), [
    0,
    24,
    39,
    40,
    40,
    54,
    56,
    56,
    60,
    96,
    984,
  ]);
});
