// Compares the engine with docs/ranking.md: for any index and request, both find the same chunks with the same scores.
// To see whether the samples reach a rule, change one of the oracle's constants or conditions: a test should fail. The
// oracle reads lower-case ASCII words: word_forms.test.ts has camel case, accents, and unspaced scripts.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { SCORE_PARTS } from "../../src/shapes/score_parts.ts";
import type { SegmentReader } from "../../src/store/engine/engine.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import type { PlanNode } from "../../src/search/ports/request.ts";
import {
  bareWord,
  BOOSTS,
  corpus,
  deleted,
  filter,
  indexed,
  type LaidOut,
  longCorpus,
  merged,
  name,
  node,
  phrase,
  plainWord,
  rare,
  reading,
  request,
  wideCorpus,
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
  configue: "configu",
  configuer: "configu",
  configuree: "configure",
};
const LANGUAGE = {
  stem: (stemmer: string, word: string) => (stemmer === "english" ? (STEMS[word] ?? word) : word),
  stopWords: ["the", "how"],
  taskWords: ["find", "list"],
};
const RUNS = { numRuns: 15 };
/** Opening an index takes longer than a search in it. */
const several = <T>(asked: fc.Arbitrary<T>) => fc.array(asked, { minLength: 4, maxLength: 4 });

/** What the engine answers, in the oracle's form. */
interface Answered {
  readonly hits: readonly OracleHit[];
  readonly total: number;
  readonly fullMatches: number;
}

function answered(reader: SegmentReader, documents: readonly LaidOut[], asked: OracleRequest): Answered {
  const bodies = new Map(documents.flatMap(({ chunks }) => chunks.map(({ id, body }) => [id, body.join("\n")])));
  const search = reader.start({ ...asked, limit: 1000, explain: true });
  const texts = reader.chunksAt(search.wanted).map(({ id }) => new TextEncoder().encode(bodies.get(id)));
  const { hits, explained, missing, total, fullMatches } = search.finish(texts);
  const chunks = reader.chunksAt(hits.map(({ ref }) => ref));
  const parted = hits.map(({ score, base }, at) => {
    const { words, neighbours, document, heading, feedback, coverage, lift } = explained![at]!;
    return {
      ...{ id: chunks[at]!.id, score, base, words, neighbours, document, heading, feedback, coverage, lift },
      missing: missing?.[at] ?? [],
    };
  });
  return { hits: parted, total, fullMatches };
}

const PARTS = [...SCORE_PARTS, "coverage", "lift", "base", "score"] as const;

/**
 * Checks for the same chunks with the same scores and parts of scores to nine digits, best first. Ids decide between
 * scores that are equal for the engine.
 */
function agree(
  { hits: found, total, fullMatches }: Answered,
  documents: readonly LaidOut[],
  asked: OracleRequest,
): void {
  const expected = rank(documents, asked, LANGUAGE);
  const hits = new Map(expected.hits.map((hit) => [hit.id, hit]));
  assert.deepEqual(found.map(({ id }) => id).sort(), [...hits.keys()].sort());
  assert.equal(total, expected.total);
  for (const hit of found) {
    const page = hits.get(hit.id)!;
    for (const part of PARTS) {
      assert.ok(
        Math.abs(hit[part] - page[part]) <= 1e-9 * Math.max(1e-3, Math.abs(page[part])),
        `${part} of ${hit.id}: the engine says ${hit[part]}, the page ${page[part]}`,
      );
    }
    assert.deepEqual(hit.missing, page.missing, `missing words of ${hit.id}`);
  }
  assert.equal(fullMatches, expected.fullMatches);
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
          (reader) => requests.forEach((asked) => agree(answered(reader, documents, asked), documents, asked)),
        );
      }),
      RUNS,
    );
  });
}

const clauses = (of: fc.Arbitrary<PlanNode>, minLength: number, maxLength: number) =>
  fc.array(of, { minLength, maxLength }).map((and) => ({ and }));
const oneOf = (words: readonly string[]) => fc.constantFrom(...words.map((word) => ({ word })));

check("one word", corpus, request(bareWord));
check("several words", corpus, request(clauses(plainWord, 2, 4)));
check("words with + and ^ and synonyms", corpus, request(clauses(bareWord, 2, 6)));
check("stop words and task words alone", corpus, request(clauses(oneOf(["the", "how", "find", "list"]), 1, 3)));
check("two words near each other", corpus, request(clauses(oneOf(["alpha", "beta", "gamma"]), 2, 3)));
check("a query that stands in a text as a whole", corpus, request(clauses(oneOf(["alpha", "beta", "gamma"]), 3, 3)));
check("names of documents", corpus, request(name));
check("documents of many sections", longCorpus, request(clauses(oneOf(["alpha", "beta", "gamma"]), 1, 2)));
check("phrases", corpus, request(clauses(phrase, 1, 2)));
check("words beside phrases, negations and fields", corpus, request(clauses(fc.oneof(bareWord, node), 2, 5)));
check("any query tree", corpus, request(node));
check("conditions alone", corpus, request(filter.map((filter) => ({ and: [{ filter }] }))));

function documentOf(path: string, body: string): LaidOut {
  return {
    tree: "docs",
    path,
    tags: [],
    lang: null,
    metadata: {},
    stemmer: "none",
    parents: [-1],
    chunks: [{ id: `docs:${path}`, title: "t", ancestors: [], body: [body] }],
  };
}

check("what feedback finds", wideCorpus, request(clauses(bareWord, 1, 3)));
const begun = fc.constantFrom("al", "alph", "bet", "betas", "gam", "deltaq", "configu", "configure")
  .map((prefix) => ({ prefix }));
check("beginnings of words, with feedback,", wideCorpus, request(clauses(begun, 1, 2)));
check("rare words, with feedback,", wideCorpus, request(clauses(fc.oneof(bareWord, rare), 1, 3)));
check("queries with other clauses, with feedback,", wideCorpus, request(clauses(fc.oneof(bareWord, node), 1, 3)));

test("search() scores documents of several stemmers as docs/ranking.md says", () => {
  const mixed = fc.tuple(corpus, fc.array(fc.constantFrom("none", "english"), { minLength: 7, maxLength: 7 }));
  fc.assert(
    fc.property(
      mixed,
      several(request(fc.oneof(clauses(bareWord, 1, 4), node, name))),
      ([documents, stemmers], requests) => {
        const stemmed = documents.map((document, at) => ({ ...document, stemmer: stemmers[at]! }));
        reading(
          engine,
          indexed(engine, [stemmed]),
          (reader) => requests.forEach((asked) => agree(answered(reader, stemmed, asked), stemmed, asked)),
        );
      },
    ),
    RUNS,
  );
});

test("search() gives the same scores with several segments, after deletions and after a merge", () => {
  fc.assert(
    fc.property(
      corpus,
      fc.nat(7),
      fc.array(fc.nat(6), { maxLength: 3 }),
      several(request(fc.oneof(clauses(bareWord, 1, 5), node))),
      (documents, cut, gone, requests) => {
        const removed = new Set(gone.map((at) => documents[at % documents.length]!));
        const left = documents.filter((document) => !removed.has(document));
        const segments = indexed(engine, [documents.slice(0, cut), documents.slice(cut)]);
        const compare = (sources: typeof segments, present: readonly LaidOut[]): void =>
          reading(
            engine,
            sources,
            (reader) => requests.forEach((asked) => agree(answered(reader, present, asked), present, asked)),
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

test("search() gives no proximity score for words that are close only in deleted documents", () => {
  const documents = ["alpha", "beta", "configured"].map((body) => documentOf(`${body}-file.md`, body));
  const query = { and: ["alpha", "beta", "configurex"].map((word) => ({ word })) };
  const asked = { queries: [{ query, all: false }], filters: [], boosts: BOOSTS, fuzzy: 2, factors: {} };
  const remaining = deleted(engine, indexed(engine, [documents]), ["docs:configured-file.md"]);
  reading(engine, remaining, (reader) => agree(answered(reader, documents, asked), documents.slice(0, 2), asked));
});

test("search() counts the 50 nearest words, the first in alphabetical order", () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const near = letters.flatMap((letter) => [`gam${letter}a`, `gamm${letter}`, `gamma${letter}`]);
  const documents = [...new Set(near)].filter((word) => word !== "gamma").map((word) => documentOf(`${word}.md`, word));
  const query = { word: "gamma" };
  const asked = { queries: [{ query, all: false }], filters: [], boosts: BOOSTS, fuzzy: 1, factors: {} };
  reading(engine, indexed(engine, [documents]), (reader) => {
    const found = answered(reader, documents, asked);
    assert.equal(found.hits.length, 50);
    agree(found, documents, asked);
  });
});

test("search() explains scores as the sum of their parts", () => {
  fc.assert(
    fc.property(corpus, several(request(clauses(fc.oneof(bareWord, node), 1, 5))), (documents, requests) => {
      reading(engine, indexed(engine, [documents]), (reader) =>
        requests.forEach((asked) => {
          const { hits, explained } = reader.search({ ...asked, limit: 1000, explain: true });
          hits.forEach(({ score, base }, at) => {
            const { factor, weight, lift, ...parts } = explained![at]!;
            const sum = SCORE_PARTS.reduce((total, part) => total + parts[part], 0) * factor * weight;
            assert.ok(Math.abs(sum - base) <= 1e-9 * Math.max(1e-3, base), `${sum} is not ${base}`);
            assert.ok(Math.abs(sum + lift - score) <= 1e-9 * Math.max(1e-3, score), `${sum} + ${lift} is not ${score}`);
          });
        }));
    }),
    RUNS,
  );
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
