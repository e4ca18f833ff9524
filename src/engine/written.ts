/**
 * What the core answers many of: as lists of values, because their names would be most of the answer. The order of the
 * values is stated here and in wasm/src; tests/engine compares the two.
 */
import { chunkId } from "../document/ids.ts";
import type { Ancestor, IndexedChunk } from "../ports/catalogue.ts";

type WrittenPlace = readonly [segment: number, chunk: number];

interface ChunkValues extends Omit<IndexedChunk, "ref" | "id" | "ancestors"> {
  readonly at: WrittenPlace;
  readonly slug: string | null;
  readonly ancestors: readonly (readonly [number: number, slug: string | null])[];
}

/** `StoredChunk` in wasm/src/reader/stored.rs. */
export const CHUNK_VALUES = [
  "at",
  "slug",
  "ancestors",
  "docId",
  "tree",
  "path",
  "title",
  "breadcrumb",
  "depth",
  "position",
  "siblingCount",
  "byteStart",
  "byteEnd",
  "textStart",
  "startLine",
  "endLine",
  "stemmer",
  "body",
] as const satisfies readonly (keyof ChunkValues)[];

type Values<N extends readonly (keyof ChunkValues)[]> = { readonly [I in keyof N]: ChunkValues[N[I]] };
export type WrittenChunk = Values<typeof CHUNK_VALUES>;

/** `Hit` in wasm/src/plan.rs. */
export type WrittenHit = readonly [score: number, base: number, at: WrittenPlace];

/** Segment and chunk as one number: both are 32 bits wide in the core, and a segment's number is small. */
export const CHUNKS_OF_SEGMENT = 2 ** 32;

export function refOf([segment, chunk]: WrittenPlace): number {
  return segment * CHUNKS_OF_SEGMENT + chunk;
}

export function readChunk(written: WrittenChunk): IndexedChunk {
  const [at, slug, above, docId, tree, path, title, breadcrumb, depth, position, siblingCount, ...place] = written;
  const [byteStart, byteEnd, textStart, startLine, endLine, stemmer, body] = place;
  const ancestors = above.map(([number, ownSlug]): Ancestor => ({
    id: chunkId(docId, ownSlug),
    ref: refOf([at[0], number]),
  }));
  return {
    ref: refOf(at),
    id: chunkId(docId, slug),
    docId,
    ancestors,
    tree,
    path,
    title,
    breadcrumb,
    depth,
    position,
    siblingCount,
    byteStart,
    byteEnd,
    textStart,
    startLine,
    endLine,
    stemmer,
    body,
  };
}
