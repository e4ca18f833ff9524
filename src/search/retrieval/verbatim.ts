/** Finds out whether a query is there word for word: a title, a command, an identifier, an error message. */
import type { PlanFilter, SearchRequest } from "../ports/request.ts";
import type { Retriever } from "../ports/retriever.ts";

/** Whether a chunk that passes the filters holds the words of each text beside each other and in their order. */
export async function standVerbatim(
  texts: readonly string[],
  retriever: Retriever,
  { filters, boosts }: { readonly filters: readonly PlanFilter[]; readonly boosts: SearchRequest["boosts"] },
): Promise<boolean> {
  for (const text of texts) {
    const queries = [{ query: { and: [{ phrase: text }] }, all: true }];
    const { total } = await retriever.search({ queries, filters, limit: 1, boosts, fuzzy: 0, factors: {} });
    if (total === 0) return false;
  }
  return true;
}
