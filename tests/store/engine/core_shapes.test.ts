// Rust and TypeScript both describe what the core answers. When one side alone has a field, these tests fail, or the
// type check of the lists below does.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ScoredClause, ScoredField, ScoredTerm, ScoreParts } from "../../../src/shapes/schemas/explanation.ts";
import type { Outline, OutlineHeading, OutlineLink } from "../../../src/document/outline.ts";
import type { SegmentStats } from "../../../src/store/engine/engine.ts";
import { CHUNK_VALUES, readChunk, type WrittenChunk } from "../../../src/store/engine/written.ts";
import type { IndexedDocument } from "../../../src/search/ports/catalogue.ts";
import type { Highlight, RankedHit, SearchResponse } from "../../../src/search/ports/request.ts";

/** Every key of a type. The type check refuses a missing or additional key. */
type Keys<T> = Readonly<Record<keyof T, true>>;

const RESPONSE: Keys<SearchResponse> = {
  total: true,
  hits: true,
  fullMatches: true,
  missing: true,
  topics: true,
  highlight: true,
  words: true,
  removed: true,
  documents: true,
  explained: true,
  meaning: true,
};
const WORD: Keys<SearchResponse["words"][number]> = {
  query: true,
  word: true,
  df: true,
  stop: true,
  required: true,
  nearest: true,
};
const HIGHLIGHT: Keys<Highlight> = { terms: true, phrases: true, near: true };
const DOCUMENT: Keys<IndexedDocument> = {
  id: true,
  tree: true,
  path: true,
  title: true,
  tags: true,
  lang: true,
  metadata: true,
  chunks: true,
  bytes: true,
};
const STATS: Keys<SegmentStats> = { documents: true, chunks: true, lengths: true, stemmers: true };
const OUTLINE: Keys<Outline> = { headings: true, links: true };
// Only formats that make their own outline state an end.
const HEADING: Keys<Omit<OutlineHeading, "end">> = {
  level: true,
  text: true,
  id: true,
  lineStart: true,
  bodyStart: true,
};
const LINK: Keys<OutlineLink> = { kind: true, destination: true, start: true, end: true };

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function fieldsOf(file: string, struct: string): readonly string[] {
  const source = readFileSync(`wasm/src/${file}`, "utf8");
  const body = new RegExp(`struct ${struct} \\{\n([^]*?)\n\\}`).exec(source)?.[1];
  assert.ok(body !== undefined, `wasm/src/${file} has no struct ${struct}`);
  const fields = body.matchAll(/^(?: {4}#\[serde\(rename = "(\w+)"\)\]\n)? {4}(?:pub(?:\(crate\))? )?(\w+):/gm);
  return [...fields].map(([, renamed, name]) => renamed ?? camel(name!));
}

for (
  const [file, struct, keys] of [
    ["plan.rs", "Response", Object.keys(RESPONSE)],
    ["plan.rs", "WordReport", Object.keys(WORD)],
    ["plan.rs", "Highlight", Object.keys(HIGHLIGHT)],
    ["plan.rs", "Explained", Object.keys(ScoreParts.shape)],
    ["plan.rs", "ExplainedClause", Object.keys(ScoredClause.shape)],
    ["plan.rs", "ExplainedTerm", Object.keys(ScoredTerm.shape)],
    ["plan.rs", "ExplainedField", Object.keys(ScoredField.shape)],
    ["reader/stored.rs", "StoredDocument", Object.keys(DOCUMENT)],
    ["segment.rs", "Stats", Object.keys(STATS)],
    ["outline.rs", "Outline", Object.keys(OUTLINE)],
    ["outline.rs", "Heading", Object.keys(HEADING)],
    ["outline.rs", "Link", Object.keys(LINK)],
  ] as const
) {
  test(`${struct} of the core has exactly the fields that TypeScript reads`, () => {
    assert.deepEqual([...fieldsOf(file, struct)].sort(), [...keys].sort());
  });
}

test("TypeScript reads every value of a chunk, in the core's order", () => {
  const source = readFileSync("wasm/src/reader/stored.rs", "utf8");
  const written = [...source.matchAll(/serialize_element\(&?self\.(\w+)\)/g)].map(([, name]) => camel(name!));
  assert.deepEqual(written, CHUNK_VALUES);
  assert.deepEqual([...fieldsOf("reader/stored.rs", "StoredChunk")].sort(), [...CHUNK_VALUES].sort());
  assert.match(source, new RegExp(`serialize_tuple\\(${CHUNK_VALUES.length}\\)`));
});

test("readChunk() gives each value its own name", () => {
  const named = {
    docId: "docs:a.md",
    tree: "docs",
    path: "a.md",
    title: "title",
    breadcrumb: "crumbs",
    depth: 1,
    position: 2,
    siblingCount: 3,
    byteStart: 4,
    byteEnd: 6,
    textStart: 5,
    startLine: 7,
    endLine: 8,
    stemmer: "english",
    body: [[5, 6]],
  };
  const values: Readonly<Record<string, unknown>> = { at: [0, 9], slug: "s", ancestors: [[8, null]], ...named };
  const { ref, id, ancestors, ...read } = readChunk(
    CHUNK_VALUES.map((name) => values[name]) as unknown as WrittenChunk,
  );
  assert.deepEqual(read, named);
  assert.deepEqual([ref, id, ancestors], [9, "docs:a.md#s", [{ id: "docs:a.md", ref: 8 }]]);
});

test("the core returns a hit as score, base and place", () => {
  const keys: Keys<RankedHit> = { score: true, base: true, ref: true };
  assert.deepEqual(Object.keys(keys), ["score", "base", "ref"]);
  const source = readFileSync("wasm/src/plan.rs", "utf8");
  assert.match(source, /\(hit\.score, hit\.base, hit\.at\)/);
  assert.deepEqual(fieldsOf("plan.rs", "Hit"), ["score", "base", "at"]);
});
