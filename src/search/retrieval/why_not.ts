/** `--why-not`: names the phase that lost a chunk, and by how much. */
import type { PlanFilter, PlanNode, SearchRequest } from "../ports/request.ts";
import type { IndexedChunk } from "../ports/catalogue.ts";
import type { Retriever } from "../ports/retriever.ts";
import type { Snapshot } from "../ports/snapshot.ts";
import type { JoinedQuery, ParsedQuery } from "../query/join.ts";
import type { QueryNode } from "../query/syntax.ts";
import { bareWord, conjunctsOf, hasScoringTerms, plainWord } from "../query/words.ts";
import { type ModifiedDocuments, type NamedFilter, planQuery } from "./plan.ts";
import type { Synonyms } from "./synonyms.ts";
import type { RankedAnswer } from "./rank_query.ts";
import type { Scored } from "./rank_order.ts";
import type { WhyNot } from "../../shapes/search.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

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

/** Enough for any document, and for the copies of any text. */
const MAX_MATCHES = 100_000;

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
  const filters = await excluding(retriever, chunk, ranked.filters);
  if (filters.length > 0) return lost("filtered", null, null, { filters });
  if (ranked.request.roots === true && id !== chunk.docId) {
    const document = await whyNot(chunk.docId, input);
    return document.phase === "returned"
      ? lost("aggregated", document.score, null, { into: chunk.docId })
      : { ...document, id };
  }

  const leader = ranked.request.copies === true ? undefined : await leaderOf(chunk, input);
  // What a document is asked about may stand in any of its sections.
  if (leader !== undefined && leader.isPage && id === chunk.docId) return lost("copy", null, null, leader.lost);
  const { hits, total } = ranked.response;
  const byMeaning = listsOf(chunk, ranked);
  const wanted = leader === undefined ? { limit: total } : { limit: MAX_MATCHES, copies: true };
  const all = leader !== undefined || hits.length < total
    ? (await retriever.search({ ...ranked.request, ...wanted })).hits
    : hits;
  const place = all.findIndex(({ ref }) => ref === chunk.ref);
  const kept = hits.find(({ ref }) => ref === chunk.ref);
  const isTooFar = kept === undefined && ranked.fused?.get(chunk.ref)?.lex === null;
  if (place === -1 || isTooFar) {
    return lost("not matched", null, null, { ...await closestMismatch(chunk, input), ...byMeaning });
  }
  if (leader !== undefined) return lost("copy", null, null, leader.lost);
  if (kept === undefined) {
    return lost(
      "candidates",
      ranked.fused === undefined ? all[place]!.score : null,
      hits.at(-1)?.score ?? null,
      byMeaning,
    );
  }
  return lost("cutoff", kept.base, neededBy(hits.map((hit) => hit.base), ranked.cutAt, cutoffRatio), byMeaning);
}

/** The candidate that stands for a chunk, and whether it is another edition of the chunk's page. */
interface Leader {
  readonly lost: Required<Pick<WhyNot, "into" | "reason">>;
  readonly isPage: boolean;
}

/** The candidate with the same text, or of another edition of the page. */
async function leaderOf(
  chunk: IndexedChunk,
  { snapshot: { catalogue }, ranked: { response: { hits } } }: WhyNotInput,
): Promise<Leader | undefined> {
  if (hits.some(({ ref }) => ref === chunk.ref)) return undefined;
  const [copies = []] = await catalogue.alsoIn([chunk.ref]);
  if (copies.length === 0) return undefined;
  const others = await catalogue.chunksAt(copies.map(({ ref }) => ref));
  for (const hit of await catalogue.chunksAt(hits.map(({ ref }) => ref))) {
    // Of an edition of the page, any part may be found.
    const at = copies.findIndex(({ reason }, at) =>
      reason === "copy" ? others[at]!.id === hit.id : others[at]!.docId === hit.docId
    );
    const reason = copies[at]?.reason;
    if (reason !== undefined) return { lost: { into: hit.id, reason }, isPage: reason !== "copy" };
  }
  return undefined;
}

/** With semantic search, which lists of candidates held the chunk. */
function listsOf(chunk: IndexedChunk, { fused }: RankedAnswer): Pick<WhyNot, "lists" | "cosine"> {
  if (fused === undefined) return {};
  const parts = fused.get(chunk.ref);
  return {
    lists: [
      ...(parts?.isLexical === true ? ["words" as const] : []),
      ...(parts?.isNear === true ? ["meaning" as const] : []),
    ],
    cosine: parts?.cosine ?? null,
  };
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
): Promise<readonly string[]> {
  const passes = async (filter: PlanFilter): Promise<boolean> =>
    (await retriever.search(probe({ and: [] }, [filter, { documents: [chunk.docId] }]))).total > 0;
  const excluded: string[] = [];
  for (const { text, filter } of named) if (!(await passes(filter))) excluded.push(text);
  return excluded;
}

/** The reasons why a chunk does not match. */
type Mismatch = Required<Pick<WhyNot, "missing">> & Pick<WhyNot, "filters">;

/** Of several queries, the mismatch of the one that comes closest to the chunk. */
async function closestMismatch(chunk: IndexedChunk, input: WhyNotInput): Promise<Mismatch> {
  const found: Mismatch[] = [];
  const { queries } = input.ranked.request;
  for (const [at, part] of input.query.parts.entries()) {
    found.push(await mismatch(chunk, part, queries[at]?.all === true, input));
  }
  return found.toSorted((a, b) => a.missing.length - b.missing.length)[0] ?? { missing: [] };
}

/**
 * What the chunk would need and does not have (`missing`), and the conditions and negations that it does not meet
 * (`filters`). It needs every part but bare words. It needs every required word with `all`, and any of them where the
 * query has nothing else that finds chunks. Both are empty for a chunk that only the titles above it would let in.
 */
async function mismatch(
  chunk: IndexedChunk,
  { text, node }: ParsedQuery,
  all: boolean,
  input: WhyNotInput,
): Promise<Mismatch> {
  const { snapshot: { retriever }, ranked: { request, response }, synonyms, modified } = input;
  const document: PlanFilter = { documents: [chunk.docId] };
  const matches = async (part: QueryNode): Promise<boolean> => {
    const { query, filters } = planQuery({ ...part, kind: "and", children: [part] }, modified, synonyms);
    // A word in a title above the chunk counts only if the chunk itself holds another part of the query. The filter is
    // such a part for every chunk of the document.
    const whole: PlanNode = { and: [...query.and, { or: [{ filter: document }] }] };
    const { queries, ...asked } = probe(whole, [document, ...filters.map(({ filter }) => filter)]);
    const { boosts, fuzzy } = request;
    const isBare = bareWord(part) !== undefined;
    const { hits } = await retriever.search({
      ...asked,
      queries: queries.map(({ query }) => ({ query, all: all || isBare })),
      boosts,
      fuzzy,
      limit: MAX_MATCHES,
    });
    return hits.some(({ ref }) => ref === chunk.ref);
  };
  const required = new Set(response.words.flatMap((word) => (word.required ? [word.word] : [])));
  const isLoose = (part: QueryNode): boolean => bareWord(part) !== undefined;
  const conjuncts = conjunctsOf(node);
  const hasStrict = conjuncts.some((part) => hasScoringTerms(part) && !isLoose(part));
  const missing = new Set<string>();
  const excluding = new Set<string>();
  for (const part of conjuncts) {
    const word = bareWord(part);
    if (word !== undefined && (!required.has(word) || (hasStrict && !all))) continue;
    if (await matches(part)) continue;
    const written = text.slice(part.start, part.end);
    if (!hasScoringTerms(part)) excluding.add(written);
    else missing.add(word === undefined ? written : plainWord(written));
  }
  return withoutUndefined<Mismatch>({
    missing: [...missing],
    filters: excluding.size === 0 ? undefined : [...excluding],
  });
}

function probe(query: SearchRequest["queries"][number]["query"], filters: readonly PlanFilter[]): SearchRequest {
  return { queries: [{ query, all: true }], filters, limit: 1, boosts: {}, fuzzy: 0, factors: {}, copies: true };
}
