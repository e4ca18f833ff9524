/**
 * The core writes answers with many entries as lists of values, because names would make up most of the answer.
 * `core_types.ts` has the order of the values.
 */
import { chunkId, documentId } from "../../document/ids.ts";
import { RaError } from "../../errors.ts";
import type { Ancestor, ChunkRef, IndexedChunk } from "../../search/ports/catalogue.ts";
import { leadsBelow } from "../../text/paths.ts";
import type { STORED_CHUNK_VALUES, StoredChunk } from "./core_types.ts";

type Values<N extends readonly (keyof StoredChunk)[]> = { readonly [I in keyof N]: StoredChunk[N[I]] };
export type WrittenChunk = Values<typeof STORED_CHUNK_VALUES>;

/**
 * A segment and a chunk are written as one number. Both are 32 bits wide in the core, and the number of segments is
 * small.
 */
export const CHUNKS_OF_SEGMENT = 2 ** 32;

export function refOf([segment, chunk]: StoredChunk["at"]): number {
  return segment * CHUNKS_OF_SEGMENT + chunk;
}

/** The chunks of a document follow each other, its root first. */
export function chunkAfter(root: ChunkRef, distance: number): ChunkRef {
  return Number(root) + distance;
}

/** The core reads any segment whose checksums are right, whoever wrote it. So ids and paths are checked here. */
export function requireDocument(docId: string, tree: string, path: string): void {
  if (docId === documentId(tree, path) && leadsBelow(path)) return;
  throw new RaError("index-damaged", `${JSON.stringify(docId)} is not a document of a tree`);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Throws `index-damaged` for a record that ra does not write. */
export function readChunk(written: WrittenChunk): IndexedChunk {
  const [at, slug, above, docId, tree, path, title, breadcrumb, depth, position, siblingCount, ...place] = written;
  const [byteStart, byteEnd, textStart, startLine, endLine, stemmer, body] = place;
  requireDocument(docId, tree, path);
  const isOrdered = byteStart <= textStart && textStart <= byteEnd;
  if (!(isOrdered && isCount(byteEnd) && startLine <= endLine)) {
    throw new RaError("index-damaged", `a section of ${docId} has an odd place`);
  }
  if (!body.every(([start, end]) => start <= end && isCount(end))) {
    throw new RaError("index-damaged", `a section of ${docId} has an odd text`);
  }
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
