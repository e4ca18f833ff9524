/** `--why-not`: the phase that lost a chunk, and by how much. */
import type { SegmentReader } from "../engine/engine.ts";
import type { PlanFilter, SearchRequest } from "../engine/request.ts";
import type { ChunkPlace, StoredChunk } from "../engine/stored.ts";
import type { NamedFilter } from "./plan.ts";
import type { RankedAnswer } from "./rank_query.ts";
import type { Scored } from "./rank_order.ts";
import type { WhyNot } from "./result.ts";

export interface WhyNotInput {
  readonly reader: SegmentReader;
  readonly ranked: RankedAnswer;
  readonly cutoffRatio: number;
  /** Results in the order shown, before `limit`, with those they stand for. */
  readonly ordered: readonly { readonly id: string; readonly score: number; readonly more: readonly Scored[] }[];
  readonly limit: number;
}

/** Asks the core again, with the same query, for what the chunk itself scores. */
export function whyNot(id: string, { reader, ranked, cutoffRatio, ordered, limit }: WhyNotInput): WhyNot {
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
  const chunk = reader.find(id);
  if (chunk === undefined) return lost("unknown");
  const filters = excluding(reader, chunk, ranked.filters, ranked.request.filters.slice(ranked.filters.length));
  if (filters.length > 0) return lost("filtered", null, null, { filters });

  const { hits, total } = ranked.response;
  const all = hits.length < total ? reader.search({ ...ranked.request, limit: total }).hits : hits;
  const place = all.findIndex(({ at }) => samePlace(at, chunk.at));
  if (place === -1) return lost("not matched", null, null, { missing: missingWords(reader, chunk, ranked) });
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

function excluding(
  reader: SegmentReader,
  chunk: StoredChunk,
  named: readonly NamedFilter[],
  scope: readonly PlanFilter[],
): readonly string[] {
  const passes = (filter: PlanFilter): boolean =>
    reader.search(probe({ and: [] }, [filter, { documents: [chunk.docId] }])).total > 0;
  const excluded = named.filter(({ filter }) => !passes(filter)).map(({ text }) => text);
  return scope.every(passes) ? excluded : [...excluded, `tree ${chunk.tree} is not served`];
}

function missingWords(
  reader: SegmentReader,
  chunk: StoredChunk,
  { request, response }: RankedAnswer,
): readonly string[] {
  const has = (word: string): boolean => {
    const { boosts, fuzzy } = request;
    const found = reader.search({ ...probe({ word }, [{ documents: [chunk.docId] }]), boosts, fuzzy, limit: 100_000 });
    return found.hits.some(({ at }) => samePlace(at, chunk.at));
  };
  return [...new Set(response.words.map(({ word }) => word))].filter((word) => !has(word));
}

function probe(query: SearchRequest["queries"][number]["query"], filters: readonly PlanFilter[]): SearchRequest {
  return { queries: [{ query, relax: false }], filters, limit: 1, boosts: {}, fuzzy: 0, factors: {} };
}

function samePlace([segment, number]: ChunkPlace, [otherSegment, otherNumber]: ChunkPlace): boolean {
  return segment === otherSegment && number === otherNumber;
}
