/** `--why-not`: names the phase that lost a chunk, and by how much. */
import type { PlanFilter, PlanNode, SearchRequest, SearchResponse } from "../ports/request.ts";
import type { IndexedChunk } from "../ports/catalogue.ts";
import type { Retriever } from "../ports/retriever.ts";
import type { Snapshot } from "../ports/snapshot.ts";
import type { JoinedQuery, ParsedQuery } from "../query/join.ts";
import type { QueryNode } from "../query/syntax.ts";
import { conjunctsOf, hasScoringTerms } from "../query/words.ts";
import { type ModifiedDocuments, type NamedFilter, planQuery } from "./plan.ts";
import type { Synonyms } from "./synonyms.ts";
import type { RankedAnswer } from "./rank_query.ts";
import type { Scored } from "./rank_order.ts";
import type { WhyNot } from "../answers/search.ts";

export interface WhyNotInput {
  readonly query: JoinedQuery;
  readonly synonyms: Synonyms;
  readonly modified: ModifiedDocuments;
  readonly snapshot: Pick<Snapshot, "retriever" | "catalogue">;
  readonly ranked: RankedAnswer;
  readonly cutoffRatio: number;
  /** The results in the order shown, before `limit`, each with the results that it replaces. */
  readonly ordered: readonly { readonly id: string; readonly score: number; readonly more: readonly Scored[] }[];
  readonly limit: number;
}

/** Asks the retriever again, with the same query, for the score of the chunk itself. */
export async function whyNot(id: string, input: WhyNotInput): Promise<WhyNot> {
  const { snapshot: { retriever, catalogue }, ranked, cutoffRatio, ordered, limit } = input;
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
  if (place === -1) return lost("not matched", null, null, await closestMismatch(chunk, input));
  const { score, base } = all[place]!;
  if (place >= hits.length) return lost("candidates", score, hits.at(-1)?.score ?? null);
  return lost("cutoff", base, neededBy(hits.map((hit) => hit.base), ranked.cutAt, cutoffRatio));
}

/**
 * The score below which phase 2 cut. It is a share of the last score kept, or that score itself where `max_results`
 * made the cut.
 */
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

/** The reasons why a chunk does not match. */
type Mismatch = Required<Pick<WhyNot, "missing">> & Pick<WhyNot, "filters">;

/** Of several queries, the mismatch of the one that comes closest to the chunk. */
async function closestMismatch(chunk: IndexedChunk, input: WhyNotInput): Promise<Mismatch> {
  const found: Mismatch[] = [];
  const { queries } = input.ranked.request;
  for (const [at, part] of input.query.parts.entries()) {
    found.push(await mismatch(chunk, part, queries[at]?.all !== true, input));
  }
  return found.toSorted((a, b) => a.missing.length - b.missing.length)[0] ?? { missing: [] };
}

/**
 * The required parts of a query that are nowhere in the chunk's document (`missing`), and the conditions and negations
 * that the chunk does not meet (`filters`). With `relax`, stop words are required only when there are no other words.
 */
async function mismatch(
  chunk: IndexedChunk,
  { text, node }: ParsedQuery,
  relax: boolean,
  input: WhyNotInput,
): Promise<Mismatch> {
  const { snapshot: { retriever }, ranked: { request, response }, synonyms, modified } = input;
  const document: PlanFilter = { documents: [chunk.docId] };
  const matching = async (part: QueryNode): Promise<SearchResponse["hits"]> => {
    const { query, filters } = planQuery(part, modified, synonyms);
    // A word in a title above the chunk counts only if the chunk itself holds another part of the query. The filter is
    // such a part for every chunk of the document.
    const whole: PlanNode = { and: [..."and" in query ? query.and : [query], { or: [{ filter: document }] }] };
    const asked = probe(whole, [document, ...filters.map(({ filter }) => filter)]);
    const { boosts, fuzzy } = request;
    return (await retriever.search({ ...asked, boosts, fuzzy, limit: 100_000 })).hits;
  };
  const words = new Map(response.words.map((word) => [word.word, word]));
  const required = relax && response.words.some(({ stop }) => !stop)
    ? (word: string) => words.get(word)?.stop === false
    : () => true;
  const missing = new Set<string>();
  const excluding = new Set<string>();
  for (const part of conjunctsOf(node)) {
    if (part.kind === "word" && !(words.has(part.text) && required(part.text))) continue;
    const hits = await matching(part);
    const written = text.slice(part.start, part.end);
    if (hasScoringTerms(part)) {
      if (hits.length === 0) missing.add(written);
    } else if (!hits.some(({ ref }) => ref === chunk.ref)) excluding.add(written);
  }
  return { missing: [...missing], ...(excluding.size === 0 ? {} : { filters: [...excluding] }) };
}

function probe(query: SearchRequest["queries"][number]["query"], filters: readonly PlanFilter[]): SearchRequest {
  return { queries: [{ query, all: true }], filters, limit: 1, boosts: {}, fuzzy: 0, factors: {} };
}
