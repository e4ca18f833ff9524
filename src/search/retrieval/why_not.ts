/** `--why-not`: names the phase that lost a chunk, and by how much. */
import type { PlanFilter, PlanNode, RankedHit, SearchRequest } from "../ports/request.ts";
import type { IndexedChunk, OtherPlace } from "../ports/catalogue.ts";
import type { Retriever } from "../ports/retriever.ts";
import type { Snapshot } from "../ports/snapshot.ts";
import type { JoinedQuery, ParsedQuery } from "../query/join.ts";
import type { QueryNode } from "../query/syntax.ts";
import { bareWord, conjunctsOf, hasScoringTerms, plainWord } from "../query/words.ts";
import { type NamedFilter, planQuery, type PlanSources } from "./plan.ts";
import type { Synonyms } from "./synonyms.ts";
import type { RankedAnswer } from "./rank_query.ts";
import type { Scored } from "./rank_order.ts";
import type { WhyNot } from "../../shapes/why_not.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

export interface WhyNotInput {
  readonly query: JoinedQuery;
  readonly synonyms: Synonyms;
  readonly sources: PlanSources;
  readonly snapshot: Pick<Snapshot, "retriever" | "catalogue">;
  readonly ranked: RankedAnswer;
  readonly cutoffRatio: number;
  /** The results in the order shown, before `limit`, each with the results that it replaces. */
  readonly ordered: readonly OrderedResult[];
  readonly limit: number;
}

interface OrderedResult extends Scored, Pick<IndexedChunk, "docId"> {
  readonly more: readonly Scored[];
}

/** Enough for any document, and for the copies of any text. */
const MAX_MATCHES = 100_000;

/** Asks the retriever again, with the same query, for the score of the chunk itself. */
export async function whyNot(id: string, input: WhyNotInput): Promise<WhyNot> {
  const { snapshot: { retriever, catalogue }, ranked, ordered, limit } = input;
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

  const { hits, total } = ranked.response;
  const byMeaning = listsOf(chunk, ranked);
  const kept = hits.find(({ ref }) => ref === chunk.ref);
  if (kept !== undefined) return { id, ...await lossBelow(chunk, kept, input), ...byMeaning };
  const all = hits.length < total ? (await retriever.search({ ...ranked.request, limit: total })).hits : hits;
  const leader = await leaderOf(chunk, [hits, all], input);
  // What a document is asked about may stand in any of its sections.
  if (leader !== undefined && leader.isPage && id === chunk.docId) return await lossWith(leader, id, input);
  const whole = leader === undefined ? all : await withCopies(input);
  const found = whole.find(({ ref }) => ref === chunk.ref);
  if (found === undefined || ranked.fused?.get(chunk.ref)?.lex === null) {
    return lost("not matched", null, null, { ...await closestMismatch(chunk, input), ...byMeaning });
  }
  if (leader !== undefined) return await lossWith(leader, id, input);
  const score = ranked.fused === undefined ? found.score : null;
  return lost("candidates", score, hits.at(-1)?.score ?? null, byMeaning);
}

async function withCopies({ snapshot: { retriever }, ranked }: WhyNotInput): Promise<readonly RankedHit[]> {
  return (await retriever.search({ ...ranked.request, limit: MAX_MATCHES, copies: true })).hits;
}

/** What became of a candidate that no result shows: the cut, the result in its place or around it, or the limit. */
async function lossBelow(
  chunk: IndexedChunk,
  { base, score }: RankedHit,
  { snapshot: { catalogue }, ranked: { left, cutAt }, cutoffRatio, ordered, limit }: WhyNotInput,
): Promise<Omit<WhyNot, "id">> {
  const place = left.findIndex(({ ref }) => ref === chunk.ref);
  if (place < 0) {
    const least = left.reduce((least, hit) => Math.min(least, hit.base), Infinity);
    return { phase: "cutoff", score: base, needed: left.length === 0 ? null : least * cutoffRatio };
  }
  const around = ordered.find(({ id }) => chunk.ancestors.some((ancestor) => ancestor.id === id));
  if (around !== undefined) return { phase: "aggregated", score, needed: null, into: around.id };
  // A newer copy may stand in its place, or one whose file is still there.
  const leader = leaderAmong(await copiesOf(chunk, catalogue), ordered);
  if (leader !== undefined) return { phase: "copy", score: null, needed: null, ...leader.lost };
  // With one result for each document, further blocks leave out what belongs to one above.
  const same = place < cutAt ? ordered.find(({ docId }) => docId === chunk.docId) : undefined;
  if (same !== undefined) return { phase: "grouped", score, needed: null, into: same.id };
  return { phase: "limit", score, needed: ordered[limit - 1]?.score ?? null };
}

/** What became of a chunk that another one stands for. */
async function lossWith({ lost }: Leader, id: string, input: WhyNotInput): Promise<WhyNot> {
  const own = await whyNot(lost.into, input);
  const isShown = own.phase === "returned" || own.phase === "aggregated" || own.phase === "grouped";
  return isShown ? { id, phase: "copy", score: null, needed: null, ...lost } : { ...own, id, ...lost };
}

/** The chunk that stands for another one, and whether it is another edition of its page. */
interface Leader {
  readonly lost: Required<Pick<WhyNot, "into" | "reason">>;
  readonly isPage: boolean;
}

/** The first of some lists of candidates that has one with the same text, or of another edition of the page. */
async function leaderOf(
  chunk: IndexedChunk,
  lists: readonly (readonly RankedHit[])[],
  { snapshot: { catalogue }, ranked: { request } }: WhyNotInput,
): Promise<Leader | undefined> {
  if (request.copies === true || request.roots === true) return undefined;
  const copies = await copiesOf(chunk, catalogue);
  if (copies.length === 0) return undefined;
  for (const hits of lists) {
    const leader = leaderAmong(copies, await catalogue.chunksAt(hits.map(({ ref }) => ref)));
    if (leader !== undefined) return leader;
  }
  return undefined;
}

/** A place with the text of a chunk, or with its page. */
interface Copy extends Pick<IndexedChunk, "id" | "docId"> {
  readonly reason: OtherPlace["reason"];
}

async function copiesOf({ ref }: IndexedChunk, catalogue: Snapshot["catalogue"]): Promise<readonly Copy[]> {
  const [copies = []] = await catalogue.alsoIn([ref]);
  const chunks = copies.length === 0 ? [] : await catalogue.chunksAt(copies.map((copy) => copy.ref));
  return copies.map(({ reason }, at) => ({ id: chunks[at]!.id, docId: chunks[at]!.docId, reason }));
}

/** Of an edition of the page, any part may be found. */
function leaderAmong(
  copies: readonly Copy[],
  candidates: readonly Pick<IndexedChunk, "id" | "docId">[],
): Leader | undefined {
  for (const { id, docId } of candidates) {
    const copy = copies.find((one) => one.reason === "copy" ? one.id === id : one.docId === docId);
    if (copy !== undefined) return { lost: { into: id, reason: copy.reason }, isPage: copy.reason !== "copy" };
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
  const { snapshot: { retriever }, ranked: { request, response }, synonyms, sources } = input;
  const document: PlanFilter = { documents: [chunk.docId] };
  const matches = async (part: QueryNode): Promise<boolean> => {
    const { query, filters } = planQuery({ ...part, kind: "and", children: [part] }, sources, synonyms);
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
