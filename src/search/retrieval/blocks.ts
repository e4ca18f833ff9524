/**
 * Phase 3, block by block: aggregates the best candidates first, and then those below them, until there are enough
 * results. A block does not change what stands above it, so a higher limit only adds results at the end
 * (docs/ranking.md).
 */
import type { Catalogue, ChunkRef, IndexedChunk } from "../ports/catalogue.ts";
import type { RankedHit } from "../ports/request.ts";
import { aggregate, type Aggregated, type FindPositions } from "./aggregate.ts";
import { mergeSiblings } from "./merge_siblings.ts";
import type { Aggregation, SearchParameters } from "./parameters.ts";
import { byScoreThenId } from "./rank_order.ts";
import { alone, type ChunkHit, chunkHits, positionOf, type RankedResult } from "./ranked_result.ts";

export interface BlocksInput {
  readonly catalogue: Pick<Catalogue, "chunksAt">;
  readonly parameters: Pick<SearchParameters, "counts" | "aggregation">;
  /** Whether `limit` counts documents rather than results. */
  readonly byDocument: boolean;
  /** Chunks that no results are merged into. */
  readonly isHidden: (chunk: IndexedChunk) => boolean;
}

/**
 * The results of the candidates that the cut left, which come best first without their lifts. Candidates with a lift
 * belong to the first block. Returns at least `limit` results if there are so many, and how many candidates it took.
 */
export async function rankBlocks(
  cut: readonly RankedHit[],
  lifted: ReadonlySet<RankedHit>,
  { catalogue, parameters: { counts, aggregation }, byDocument, isHidden }: BlocksInput,
): Promise<{ readonly results: readonly RankedResult[]; readonly cutAt: number }> {
  const { limit, maxResults, blocksAt } = counts;
  const combine = createCombiner(catalogue, aggregation, isHidden);
  const results: RankedResult[] = [];
  const documents = new Set<string>();
  for (let start = 0;;) {
    const whole = start + maxResults;
    const end = start < blocksAt && whole > blocksAt ? blocksAt : whole;
    const plain = cut.slice(start, end).filter((hit) => !lifted.has(hit));
    // Only chunks of a block that is needed are read.
    const hits = await chunkHits(catalogue, start === 0 ? [...lifted, ...plain] : plain);
    const added = start === 0 ? await combine(hits) : await rankBelow(hits, results, combine);
    for (const result of added) {
      if (byDocument && start > 0 && documents.has(result.chunk.docId)) continue;
      results.push(result);
    }
    for (const { chunk } of results) documents.add(chunk.docId);
    if (end >= cut.length || (byDocument ? documents.size : results.length) >= limit) {
      return { results, cutAt: Math.min(end, cut.length) };
    }
    start = end;
  }
}

/** Aggregates hits. `accepts` says which chunks may replace several hits. */
type Combine = (
  hits: readonly ChunkHit[],
  accepts?: (chunk: IndexedChunk) => boolean,
) => Promise<readonly RankedResult[]>;

/**
 * The results of a further block. A hit inside a result above is shown there already. No chunk that contains a result
 * above replaces hits, and no score exceeds the lowest one above.
 */
async function rankBelow(
  hits: readonly ChunkHit[],
  above: readonly RankedResult[],
  combine: Combine,
): Promise<readonly RankedResult[]> {
  const shown = new Set(above.map(({ chunk }) => chunk.id));
  const around = new Set(above.flatMap(({ ranked }) => ranked.ancestors));
  const fresh = hits.filter(({ id, ancestors }) => !shown.has(id) && !ancestors.some((one) => shown.has(one)));
  const lowest = above.reduce((least, { score }) => Math.min(least, score), Infinity);
  return (await combine(fresh, ({ id }) => !around.has(id))).map((result) =>
    result.score <= lowest ? result : { ...result, score: lowest, ranked: { ...result.ranked, score: lowest } }
  );
}

function createCombiner(
  catalogue: BlocksInput["catalogue"],
  { enabled, threshold, merge }: Aggregation,
  isHidden: BlocksInput["isHidden"],
): Combine {
  const chunks = new Map<string, IndexedChunk>();
  return async (hits, accepts = () => true) => {
    if (!enabled) return [...hits].sort(byScoreThenId).map(alone);
    for (const { chunk } of hits) chunks.set(chunk.id, chunk);
    const refs = new Map<string, ChunkRef>(
      hits.flatMap(({ chunk }) => chunk.ancestors.map(({ id, ref }) => [id, ref])),
    );
    const find: FindPositions = async (ids) => {
      const unread = ids.flatMap((id) => (chunks.has(id) ? [] : refs.get(id) ?? []));
      for (const chunk of unread.length === 0 ? [] : await catalogue.chunksAt(unread)) chunks.set(chunk.id, chunk);
      return ids.map((id) => {
        const chunk = chunks.get(id);
        return chunk === undefined || isHidden(chunk) || !accepts(chunk) ? undefined : positionOf(chunk);
      });
    };
    const merged: readonly Aggregated<ChunkHit>[] = merge === undefined
      ? await aggregate(hits, find, threshold)
      : await mergeSiblings(hits, find, merge);
    return merged.map((ranked) => ({ score: ranked.score, chunk: chunks.get(ranked.id)!, ranked }));
  };
}
