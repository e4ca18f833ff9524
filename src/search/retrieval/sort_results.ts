/** Sorts results by something else than their scores. */
import { composed } from "../../text/composed.ts";
import type { Catalogue, IndexedDocument } from "../ports/catalogue.ts";
import { byScoreThenId } from "./rank_order.ts";
import type { RankedResult } from "./ranked_result.ts";
import { type MetaOrder, metaOrder, type SortOrder } from "./sort_order.ts";
import { compareSortValues, type SortValue, sortValue } from "./sort_value.ts";

/**
 * Sorts results, which come best first. By date, the newest come first. By path, they have the order of trees, paths
 * and positions. By a value of the frontmatter, the lowest come first unless the order says otherwise, and those
 * without the value last.
 */
export async function sortResults<R extends RankedResult>(
  results: readonly R[],
  by: SortOrder,
  catalogue: Pick<Catalogue, "dateMs" | "documentsAt">,
): Promise<readonly R[]> {
  if (by === "score") return results;
  if (by === "date") {
    const dates = await Promise.all(results.map(({ chunk }) => catalogue.dateMs(chunk.tree, chunk.path)));
    return sortedBy(results, dates, (a, b) => b - a);
  }
  const order = metaOrder(by);
  if (order !== undefined) return await sortByMeta(results, order, catalogue);
  const key = ({ chunk }: RankedResult): string => `${chunk.tree}\0${chunk.path}`;
  return results.toSorted((a, b) => {
    if (key(a) !== key(b)) return key(a) < key(b) ? -1 : 1;
    return a.chunk.position - b.chunk.position;
  });
}

async function sortByMeta<R extends RankedResult>(
  results: readonly R[],
  { key, descending }: MetaOrder,
  catalogue: Pick<Catalogue, "documentsAt">,
): Promise<readonly R[]> {
  const documents = await catalogue.documentsAt(results.map(({ chunk }) => chunk.ref));
  const values = documents.map((document) => valueOf(document, composed(key)));
  return sortedBy(results, values, (a, b) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return descending ? compareSortValues(b, a) : compareSortValues(a, b);
  });
}

/** Of a list of values, the first. The index keeps three of the frontmatter's values by themselves. */
function valueOf({ title, tags, lang, metadata }: IndexedDocument, key: string): SortValue | undefined {
  const own = Object.entries({ ...metadata, title: [title], tags, lang: lang === null ? [] : [lang] });
  const [written] = own.find(([name]) => composed(name) === key)?.[1] ?? [];
  return written === undefined ? undefined : sortValue(written);
}

/** Sorts by what stands at the same place of `keys`, and then best first. */
function sortedBy<R extends RankedResult, K>(
  results: readonly R[],
  keys: readonly K[],
  compare: (a: K, b: K) => number,
): readonly R[] {
  return results.map((result, at) => ({ result, key: keys[at]! }))
    .sort((a, b) => compare(a.key, b.key) || byScoreThenId(scored(a.result), scored(b.result)))
    .map(({ result }) => result);
}

function scored({ chunk: { id }, score }: RankedResult): { readonly id: string; readonly score: number } {
  return { id, score };
}
