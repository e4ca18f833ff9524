/** Why nothing was found. */
import type { PlanFilter, SearchRequest } from "../ports/request.ts";
import type { Retriever } from "../ports/retriever.ts";
import type { RankedAnswer } from "./rank_query.ts";
import type { ZeroHits } from "./result.ts";

/** What the index holds of each word, and what each filter removed: of the documents that may be results. */
export async function zeroHits(
  { request, response, filters }: RankedAnswer,
  retriever: Pick<Retriever, "search">,
): Promise<ZeroHits> {
  const scope = request.filters.slice(filters.length);
  const all = {
    terms: response.words.map(({ word, df, nearest: near }) => ({ term: word, df, nearest: near })),
    filters: filters.map(({ text }, at) => ({ filter: text, removed: response.removed[at] ?? 0 })),
  };
  if (scope.length === 0) return all;
  // The counts so far take in trees whose folder is missing.
  const count = async (queries: SearchRequest["queries"], within: readonly PlanFilter[], fuzzy = 0) => {
    const { boosts, factors } = request;
    return (await retriever.search({ queries, filters: [...scope, ...within], limit: 1, boosts, fuzzy, factors }))
      .total;
  };
  const countWord = (word: string): Promise<number> => count([{ query: { word }, relax: false }], []);
  const terms: ZeroHits["terms"][number][] = [];
  for (const { term, df, nearest } of all.terms) {
    const near: string[] = [];
    for (const word of nearest) if (await countWord(word) > 0) near.push(word);
    terms.push({ term, df: df === 0 ? 0 : await countWord(term), nearest: near });
  }
  const unfiltered = await count(request.queries, [], request.fuzzy);
  const removed: ZeroHits["filters"][number][] = [];
  for (const { text, filter } of filters) {
    removed.push({ filter: text, removed: unfiltered - await count(request.queries, [filter], request.fuzzy) });
  }
  return { terms, filters: removed };
}
