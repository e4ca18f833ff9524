import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { loadEngine } from "../../../src/store/engine/load.ts";
import type { SegmentSource } from "../../../src/store/engine/engine.ts";
import type { PlanNode, SearchRequest } from "../../../src/search/ports/request.ts";
import { encodeVectors, storedRow, type VectorRow } from "../../../src/store/vectors/vector_file.ts";
import { deleted, indexed, reading } from "../../ranking/corpus.ts";
import type { LaidOut } from "../../ranking/corpus.ts";

const engine = await loadEngine();
const MODEL = "000102030405060708090a0b0c0d0e0f";
const OTHER = "ff0102030405060708090a0b0c0d0e0f";
const DIMENSIONS = 5;
const WORDS = ["alpha", "beta", "gamma", "delta"];

function documentOf(path: string, body: string): LaidOut {
  return {
    ...{
      tree: path < "n" ? "docs" : "notes",
      path,
      tags: [],
      lang: null,
      metadata: {},
      stemmer: "none",
      parents: [-1],
    },
    chunks: [{ id: `${path < "n" ? "docs" : "notes"}:${path}`, title: `t${path}`, ancestors: [], body: [body] }],
  };
}

function unit(values: readonly number[]): readonly number[] {
  const length = Math.hypot(...values) || 1;
  return values.map((value) => value / length);
}

const values = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS });
const row = fc.oneof(
  {
    weight: 6,
    arbitrary: values.map((row): VectorRow =>
      Float32Array.from(unit(row.some((value) => value !== 0) ? row : [1, 0, 0, 0, 0]))
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom<VectorRow>("pending", "blank", "failed") },
);

function fileOf(rows: readonly VectorRow[], model = MODEL): Uint8Array {
  return encodeVectors({ model, dimensions: DIMENSIONS, rows: rows.map(storedRow) });
}

function withVectors(source: SegmentSource, rows: readonly VectorRow[], model = MODEL): SegmentSource {
  return { ...source, vectors: () => fileOf(rows, model) };
}

function requestFor(
  query: PlanNode,
  vectors: readonly (readonly number[])[],
  more: Partial<SearchRequest> = {},
): SearchRequest {
  return {
    ...{ queries: [{ query, all: false }], filters: [], limit: 1000, fuzzy: 0, factors: { notes: 0.5 } },
    boosts: { title: 3, tags: 2.5, path: 2, path_components: 2, body: 1 },
    meaning: { model: MODEL, vectors, candidates: 3 },
    ...more,
  };
}

interface Candidate {
  readonly id: string;
  readonly lex: number | null;
  readonly cosine: number | null;
  readonly isLexical: boolean;
  readonly isNear: boolean;
}

function candidatesOf(sources: readonly SegmentSource[], request: SearchRequest): {
  readonly candidates: readonly Candidate[];
  readonly further: readonly string[];
  readonly pending: number;
  readonly lexical: ReadonlyMap<string, number>;
} {
  return reading(engine, sources, (reader) => {
    const { hits, meaning } = reader.search(request);
    const ids = reader.chunksAt(hits.map(({ ref }) => ref)).map(({ id }) => id);
    const { meaning: _, ...plain } = request;
    const alone = reader.search({ ...plain, factors: {} });
    const found = reader.chunksAt(alone.hits.map(({ ref }) => ref)).map(({ id }) => id);
    return {
      candidates: meaning!.of.map(({ lex, cosine, isLexical, isNear }, at) => ({
        id: ids[at]!,
        lex,
        cosine,
        isLexical,
        isNear,
      })),
      further: ids.slice(meaning!.of.length),
      pending: meaning!.pending,
      lexical: new Map(found.map((id, at) => [id, alone.hits[at]!.base])),
    };
  });
}

const documents = fc.uniqueArray(
  fc.tuple(fc.constantFrom(..."abcdefghnopqrs"), fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })),
  { selector: ([path]) => path, minLength: 2, maxLength: 12 },
);
const vector = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((values) => unit(values.some((value) => value !== 0) ? values : [1, 1, 1, 1, 1]));

test("search() finds what is nearest in meaning, and says by which list", () => {
  const shape = fc.record({
    documents,
    rows: fc.array(row, { minLength: 12, maxLength: 12 }),
    gone: fc.array(fc.nat(11), { maxLength: 2 }),
    cut: fc.nat(12),
    asked: fc.constantFrom<PlanNode>(
      { and: [{ word: "alpha" }] },
      { and: [{ word: "nowhere" }] },
      { and: [{ word: "alpha" }, { phrase: "beta" }] },
      { and: [{ word: "alpha" }, { not: { word: "gamma" } }] },
      { and: [{ word: "alpha" }, { must: { word: "beta" } }] },
    ),
    filtered: fc.boolean(),
    all: fc.boolean(),
    vectors: fc.array(vector, { minLength: 1, maxLength: 2 }),
  });
  fc.assert(
    fc.property(shape, ({ documents, rows, gone, cut, asked, filtered, all, vectors }) => {
      const laid = documents.map(([path, words]) => documentOf(path, words.join(" ")));
      const parts = [laid.slice(0, cut), laid.slice(cut)].filter((part) => part.length > 0);
      const rowOf = new Map(laid.map(({ chunks }, at) => [chunks[0]!.id, rows[at]!]));
      const whole = indexed(engine, parts).map((source, at) =>
        withVectors(source, parts[at]!.map(({ chunks }) => rowOf.get(chunks[0]!.id)!))
      );
      const removed = new Set(gone.map((at) => laid[at % laid.length]!));
      const sources = deleted(engine, whole, [...removed].map(({ tree, path }) => `${tree}:${path}`));
      const request = requestFor(asked, vectors, {
        queries: [{ query: asked, all }],
        filters: filtered ? [{ tree: "docs" }] : [],
      });
      const { candidates, further, pending, lexical } = candidatesOf(sources, request);

      const live = laid.filter((document) => !removed.has(document));
      const cosineOf = (id: string): number | null => {
        const row = rowOf.get(id)!;
        if (typeof row === "string") return null;
        return Math.max(...vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * row[at]!, 0)));
      };
      const holds = (words: readonly string[]) => {
        if (
          "and" in asked && asked.and.some((child) => "phrase" in child || "must" in child) && !words.includes("beta")
        ) return false;
        if ("and" in asked && asked.and.some((child) => "not" in child) && words.includes("gamma")) return false;
        const typed = "and" in asked && "word" in asked.and[0]! ? asked.and[0].word : "";
        // A word that the index does not know is none of the required ones only where others are.
        return !all || words.includes(typed);
      };
      const allowed = live.filter(({ tree, chunks }) =>
        (!filtered || tree === "docs") && holds(chunks[0]!.body[0]!.split(" "))
      ).map(({ chunks }) => chunks[0]!.id);
      assert.equal(pending, live.filter(({ chunks }) => rowOf.get(chunks[0]!.id) === "pending").length);

      const near = candidates.filter(({ isNear }) => isNear);
      const expected = allowed.filter((id) => cosineOf(id) !== null).sort((a, b) => cosineOf(b)! - cosineOf(a)!);
      assert.equal(near.length, Math.min(3, expected.length));
      const least = near.length === 0 ? -2 : Math.min(...near.map(({ cosine }) => cosine!));
      for (const { id } of near) assert.ok(allowed.includes(id), `${id} is allowed`);
      for (const id of expected) {
        if (!near.some((candidate) => candidate.id === id)) assert.ok(cosineOf(id)! <= least + 0.02, `${id} is nearer`);
      }
      for (const { id, cosine, lex, isLexical } of candidates) {
        if (cosine === null) assert.equal(cosineOf(id), null);
        else assert.ok(Math.abs(cosine - cosineOf(id)!) < 0.02, `cosine of ${id}`);
        assert.equal(lex === null, !lexical.has(id));
        if (lex !== null) assert.ok(Math.abs(lex - lexical.get(id)!) < 1e-9);
        if (isLexical) assert.ok(lexical.has(id));
      }
      const listed = candidates.filter(({ isLexical }) => isLexical).map(({ lex }) => lex!);
      for (const id of further) assert.ok(lexical.get(id)! <= Math.min(...listed) + 1e-9, `${id} is no better`);
      assert.deepEqual(
        [...candidates.filter(({ lex }) => lex !== null).map(({ id }) => id), ...further].sort(),
        [...lexical.keys()].sort(),
      );
    }),
    { numRuns: 150 },
  );
});

test("search() counts all as pending where the vectors are of another model", () => {
  const laid = ["a", "b"].map((path) => documentOf(path, "alpha"));
  const [source] = indexed(engine, [laid]);
  const other = withVectors(source!, [Float32Array.of(1, 0, 0, 0, 0), "blank"], OTHER);
  const { candidates, pending } = candidatesOf([other], requestFor({ and: [{ word: "nowhere" }] }, [[1, 0, 0, 0, 0]]));
  assert.deepEqual({ candidates, pending }, { candidates: [], pending: 2 });
  assert.deepEqual(candidatesOf([source!], requestFor({ and: [{ word: "nowhere" }] }, [[1, 0, 0, 0, 0]])).pending, 2);
});

test("unembedded() lists the live chunks without a vector", () => {
  const laid = ["a", "b", "c", "d"].map((path) => documentOf(path, "alpha"));
  const sources = indexed(engine, [laid.slice(0, 3), laid.slice(3)]);
  const [first, second] = sources;
  const embedded = withVectors(first!, ["failed", "pending", Float32Array.of(1, 0, 0, 0, 0)]);
  const listed = (sources: readonly SegmentSource[], failedToo: boolean, model = MODEL) =>
    reading(engine, sources, (reader) => {
      const found = reader.unembedded(model, failedToo);
      assert.deepEqual(reader.chunksAt(found.map(({ ref }) => ref)).map(({ id }) => id).length, found.length);
      return found.map(({ segment, chunk }) => [segment, chunk]);
    });
  assert.deepEqual(listed([embedded, second!], false), [[0, 1], [1, 0]]);
  assert.deepEqual(listed([embedded, second!], true), [[0, 0], [0, 1], [1, 0]]);
  assert.deepEqual(listed([embedded, second!], false, OTHER), [[0, 0], [0, 1], [0, 2], [1, 0]]);
  assert.deepEqual(listed(deleted(engine, [embedded, second!], ["docs:b"]), false), [[1, 0]]);
});

test("liveChunks() numbers the chunks that a merge keeps", () => {
  const laid = ["a", "b", "c"].map((path) => documentOf(path, "alpha"));
  const sources = deleted(engine, indexed(engine, [laid]), ["docs:b"]);
  const editor = engine.openEditor(sources);
  assert.deepEqual([...editor.liveChunks(0)], [0, 2]);
  editor.free();
});

test("search() refuses damaged vectors with one error, and answers without them", () => {
  const [source] = indexed(engine, [[documentOf("a", "alpha")]]);
  const whole = fileOf([Float32Array.of(1, 0, 0, 0, 0)]);
  const request = requestFor({ and: [{ word: "alpha" }] }, [[1, 0, 0, 0, 0]]);
  for (
    const bytes of [
      whole.slice(0, 40),
      new Uint8Array(),
      new Uint8Array([...whole, 0]),
      whole.map((byte, at) => at === 8 ? 2 : byte),
    ]
  ) {
    const hurt = { ...source!, vectors: () => bytes };
    assert.throws(() => reading(engine, [hurt], (reader) => reader.search(request)), { code: "index-damaged" });
    const { meaning: _, ...plain } = request;
    assert.equal(reading(engine, [hurt], (reader) => reader.search(plain)).total, 1);
  }
  for (const vectors of [[], [[]], [[1, 0]], [[0, 0, 0, 0, 0]]]) {
    const asked = requestFor({ and: [{ word: "alpha" }] }, vectors);
    assert.throws(() => reading(engine, [withVectors(source!, ["pending"])], (reader) => reader.search(asked)), {
      code: "engine",
    });
  }
});
