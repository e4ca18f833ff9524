/** Chunks with their scores, as candidates and as results. */
import type { Catalogue, IndexedChunk } from "../ports/catalogue.ts";
import type { RankedHit } from "../ports/request.ts";
import type { Aggregated, Hit, TreePosition } from "./aggregate.ts";

/** A candidate with its stored chunk. */
export interface ChunkHit extends Hit {
  readonly chunk: IndexedChunk;
}

export interface RankedResult {
  readonly score: number;
  /** The chunk to show: the hit itself, or the chunk that replaces several hits. */
  readonly chunk: IndexedChunk;
  readonly ranked: Aggregated<ChunkHit>;
}

/** Reads the chunks of hits. */
export async function chunkHits(
  catalogue: Pick<Catalogue, "chunksAt">,
  hits: readonly RankedHit[],
): Promise<ChunkHit[]> {
  const chunks = await catalogue.chunksAt(hits.map(({ ref }) => ref));
  return hits.map(({ score }, index) => ({ ...positionOf(chunks[index]!), score, chunk: chunks[index]! }));
}

export function positionOf(chunk: IndexedChunk): TreePosition {
  return {
    id: chunk.id,
    depth: chunk.depth,
    ancestors: chunk.ancestors.map(({ id }) => id),
    sibling_count: chunk.siblingCount,
  };
}

/** A chunk as a result that contains only itself. */
export function resultOf(chunk: IndexedChunk, score: number): RankedResult {
  return alone({ ...positionOf(chunk), score, chunk });
}

/** A hit as a result that contains only itself. */
export function alone(hit: ChunkHit): RankedResult {
  return { score: hit.score, chunk: hit.chunk, ranked: { ...positionOf(hit.chunk), score: hit.score, hits: [hit] } };
}
