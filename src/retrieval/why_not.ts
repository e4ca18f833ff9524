/** `--why-not`: the phase that lost a chunk, and by how much. */
import type { PlanFilter, SearchRequest } from "../ports/request.ts";
import type { IndexedChunk } from "../ports/catalogue.ts";
import type { Retriever } from "../ports/retriever.ts";
import type { Snapshot } from "../ports/snapshot.ts";
import type { NamedFilter } from "./plan.ts";
import type { RankedAnswer } from "./rank_query.ts";
import type { Scored } from "./rank_order.ts";
import type { WhyNot } from "../answers/search.ts";

export interface WhyNotInput {
  readonly snapshot: Pick<Snapshot, "retriever" | "catalogue">;
  readonly ranked: RankedAnswer;
  readonly cutoffRatio: number;
  /** Results in the order shown, before `limit`, with those they stand for. */
  readonly ordered: readonly { readonly id: string; readonly score: number; readonly more: readonly Scored[] }[];
  readonly limit: number;
}

/** Asks the retriever again, with the same query, for what the chunk itself scores. */
export async function whyNot(
  id: string,
  { snapshot: { retriever, catalogue }, ranked, cutoffRatio, ordered, limit }: WhyNotInput,
): Promise<WhyNot> {
  const lost = (
    phase: WhyNot["phase"],
    score: number | null = null,
    needed: number | null = null,
    more: Partial<WhyNot> = {},
  ): WhyNot => ({ id, phase, score, needed, ...more });
  const rank = ordered.findIndex((result) => result.id === id);
  if (rank !== -1) {
    const { score } = ordered[rank]!;
    return rank < limit ? lost("returned", score) : lost("limit", score, ordered[limit - 1]?.score ?? null);
  }
  for (const { id: into, more } of ordered) {
    const other = more.find((result) => result.id === id);
    if (other !== undefined) return lost("grouped", other.score, null, { into });
  }
  for (const { ranked: { id: into, constituents = [] } } of ranked.results) {
    const part = constituents.find((constituent) => constituent.id === id);
    if (part !== undefined) return lost("aggregated", part.score, null, { into });
  }
  const chunk = await catalogue.find(id);
  if (chunk === undefined) return lost("unknown");
  const filters = await excluding(
    retriever,
    chunk,
    ranked.filters,
    ranked.request.filters.slice(ranked.filters.length),
  );
  if (filters.length > 0) return lost("filtered", null, null, { filters });

  const { hits, total } = ranked.response;
  const all = hits.length < total ? (await retriever.search({ ...ranked.request, limit: total })).hits : hits;
  const place = all.findIndex(({ ref }) => ref === chunk.ref);
  if (place === -1) return lost("not matched", null, null, { missing: await missingWords(retriever, chunk, ranked) });
  const { score, base } = all[place]!;
  if (place >= hits.length) return lost("candidates", score, hits.at(-1)?.score ?? null);
  return lost("cutoff", base, neededBy(hits.map((hit) => hit.base), ranked.cutAt, cutoffRatio));
}

/** The score below which phase 2 cut: a share of the last one kept, or that one itself where `max_results` cut. */
function neededBy(scores: readonly number[], cutAt: number, cutoffRatio: number): number | null {
  const sorted = scores.toSorted((a, b) => b - a);
  const last = sorted[cutAt - 1];
  const next = sorted[cutAt];
  if (last === undefined || next === undefined) return null;
  return next > 0 && next / last >= cutoffRatio ? last : last * cutoffRatio;
}

async function excluding(
  retriever: Retriever,
  chunk: IndexedChunk,
  named: readonly NamedFilter[],
  scope: readonly PlanFilter[],
): Promise<readonly string[]> {
  const passes = async (filter: PlanFilter): Promise<boolean> =>
    (await retriever.search(probe({ and: [] }, [filter, { documents: [chunk.docId] }]))).total > 0;
  const excluded: string[] = [];
  for (const { text, filter } of named) if (!(await passes(filter))) excluded.push(text);
  for (const filter of scope) if (!(await passes(filter))) return [...excluded, `tree ${chunk.tree} is not served`];
  return excluded;
}

async function missingWords(
  retriever: Retriever,
  chunk: IndexedChunk,
  { request, response }: RankedAnswer,
): Promise<readonly string[]> {
  const has = async (word: string): Promise<boolean> => {
    const { boosts, fuzzy } = request;
    const filters = [{ documents: [chunk.docId] }];
    const found = await retriever.search({ ...probe({ word }, filters), boosts, fuzzy, limit: 100_000 });
    return found.hits.some(({ ref }) => ref === chunk.ref);
  };
  const missing: string[] = [];
  for (const word of new Set(response.words.map(({ word }) => word))) if (!(await has(word))) missing.push(word);
  return missing;
}

function probe(query: SearchRequest["queries"][number]["query"], filters: readonly PlanFilter[]): SearchRequest {
  return { queries: [{ query, relax: false }], filters, limit: 1, boosts: {}, fuzzy: 0, factors: {} };
}
