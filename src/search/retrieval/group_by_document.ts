/** `--group-by doc`: shows one result for each document. */
import { uniteConstituents } from "./merge_answers.ts";
import { byScoreThenId, type Scored } from "./rank_order.ts";
import type { QueryEntry } from "../../shapes/search.ts";

export interface DocumentGroup<R> {
  /** The document's best result. */
  readonly result: R;
  /** The document's other results, by score and then id. */
  readonly more: readonly Scored[];
}

/** Groups results by document. The results come best first, and the groups keep the order of their best results. */
export function groupByDocument<R>(
  results: readonly R[],
  documentOf: (result: R) => string,
  scored: (result: R) => Scored,
): readonly DocumentGroup<R>[] {
  const groups = new Map<string, { result: R; more: Scored[] }>();
  for (const result of results) {
    const group = groups.get(documentOf(result));
    if (group === undefined) groups.set(documentOf(result), { result, more: [] });
    else group.more.push(scored(result));
  }
  return [...groups.values()].map(({ result, more }) => ({ result, more: more.sort(byScoreThenId) }));
}

/**
 * Groups the results of merged queries again. One query may show a result that another one lists in `more`; such a
 * result is not listed in its own `more`.
 */
export function groupEntry(entry: QueryEntry): QueryEntry {
  const scored = ({ id, score = 0 }: QueryEntry["results"][number]): Scored => ({ id, score });
  const groups = groupByDocument(entry.results, ({ doc_id }) => doc_id, scored);
  const results = groups.map(({ result: { more: _, ...result } }) => {
    const others = entry.results.filter(({ doc_id }) => doc_id === result.doc_id).flatMap((
      other,
    ) => [scored(other), ...(other.more ?? [])]);
    const more = uniteConstituents(others).filter(({ id }) => id !== result.id);
    return more.length === 0 ? result : { ...result, more };
  });
  return { ...entry, results };
}
