/** Sorts results by something else than their scores. */
import { composed } from "../../text/composed.ts";
import type { Catalogue, IndexedChunk, IndexedDocument } from "../ports/catalogue.ts";
import type { Snapshot } from "../ports/snapshot.ts";
import { inPlaceOf, type MatchingCopies, matchingCopies, type MatchingCopy } from "./matching_copies.ts";
import { byScoreThenId, type Scored } from "./rank_order.ts";
import type { RankedResult } from "./ranked_result.ts";
import type { RankedAnswer } from "./rank_query.ts";
import { type MetaOrder, metaOrder, type SortOrder } from "./sort_order.ts";
import { compareSortValues, type SortValue, sortValue } from "./sort_value.ts";

export interface SortedResults<R> {
  readonly results: readonly R[];
  /** What was found of copies that stand in place of results. */
  readonly copies: MatchingCopies | undefined;
}

/** A chunk that may stand for a result in an order: its own, or that of a copy. */
interface Standing<R> {
  readonly result: R;
  readonly chunk: IndexedChunk;
  readonly copy: MatchingCopy | undefined;
}

/**
 * Sorts results, which come best first. By date, the newest come first. By path, they have the order of trees, paths
 * and positions. By a value of the frontmatter, the lowest come first unless the order says otherwise, and those
 * without the value last. By date and by value, a result stands where the first of its copies would, and the first of
 * equal texts is shown.
 */
export async function sortResults<R extends RankedResult>(
  results: readonly R[],
  by: SortOrder,
  snapshot: Pick<Snapshot, "catalogue" | "retriever">,
  ranked: Pick<RankedAnswer, "request" | "fused">,
): Promise<SortedResults<R>> {
  if (by === "score") return { results, copies: undefined };
  const order = metaOrder(by);
  if (by !== "date" && order === undefined) return { results: sortedByPath(results), copies: undefined };
  const copies = await matchingCopies(results, ranked.request, snapshot);
  const standing = results.flatMap((result, at): Standing<R>[] => [
    { result, chunk: result.chunk, copy: undefined },
    ...copies.of[at]!.map((copy) => ({ result, chunk: copy.chunk, copy })),
  ]);
  const chunks = standing.map(({ chunk }) => chunk);
  const sorted = order === undefined
    ? sortedBy(standing, await datesOf(chunks, snapshot.catalogue), (a, b) => b - a)
    : sortedBy(standing, await valuesOf(chunks, order, snapshot.catalogue), byValue(order));
  // The first of each result counts.
  const first = new Map<R, Standing<R>>();
  for (const one of sorted) if (!first.has(one.result)) first.set(one.result, one);
  return { results: [...first.values()].map((one) => shownOf(one, ranked)), copies };
}

/** What is shown of a result. Another edition has another text, and does not take its place. */
function shownOf<R extends RankedResult>({ result, copy }: Standing<R>, ranked: Pick<RankedAnswer, "fused">): R {
  const { chunk, ranked: { hits } } = result;
  const isItself = hits.length === 1 && hits[0]!.chunk.ref === chunk.ref;
  return copy?.reason === "copy" && isItself ? inPlaceOf(result, copy, ranked) : result;
}

function sortedByPath<R extends RankedResult>(results: readonly R[]): readonly R[] {
  const key = ({ chunk }: RankedResult): string => `${chunk.tree}\0${chunk.path}`;
  return results.toSorted((a, b) => {
    if (key(a) !== key(b)) return key(a) < key(b) ? -1 : 1;
    return a.chunk.position - b.chunk.position;
  });
}

function datesOf(chunks: readonly IndexedChunk[], catalogue: Catalogue): Promise<readonly number[]> {
  return Promise.all(chunks.map(({ tree, path }) => catalogue.dateMs(tree, path)));
}

async function valuesOf(
  chunks: readonly IndexedChunk[],
  { key }: MetaOrder,
  catalogue: Catalogue,
): Promise<readonly (SortValue | undefined)[]> {
  const documents = await catalogue.documentsAt(chunks.map(({ ref }) => ref));
  return documents.map((document) => valueOf(document, composed(key)));
}

function byValue({ descending }: MetaOrder): (a: SortValue | undefined, b: SortValue | undefined) => number {
  return (a, b) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return descending ? compareSortValues(b, a) : compareSortValues(a, b);
  };
}

/** Of a list of values, the first. The index keeps three of the frontmatter's values by themselves. */
function valueOf({ title, tags, lang, metadata }: IndexedDocument, key: string): SortValue | undefined {
  const own = Object.entries({ ...metadata, title: [title], tags, lang: lang === null ? [] : [lang] });
  const [written] = own.find(([name]) => composed(name) === key)?.[1] ?? [];
  return written === undefined ? undefined : sortValue(written);
}

/** Sorts by what stands at the same place of `keys`, then best first, and results before their copies. */
function sortedBy<R extends RankedResult, K>(
  standing: readonly Standing<R>[],
  keys: readonly K[],
  compare: (a: K, b: K) => number,
): readonly Standing<R>[] {
  return standing.map((one, at) => ({ one, key: keys[at]! }))
    .sort((a, b) => compare(a.key, b.key) || byScoreThenId(scored(a.one), scored(b.one)))
    .map(({ one }) => one);
}

function scored({ result: { chunk: { id }, score } }: Standing<RankedResult>): Scored {
  return { id, score };
}
