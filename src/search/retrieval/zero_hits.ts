/** Explains why nothing was found: how often the index holds each term, and how many matches each condition removed. */
import type { PlanNode, SearchRequest } from "../ports/request.ts";
import type { Snapshot } from "../ports/snapshot.ts";
import type { JoinedQuery, ParsedQuery } from "../query/join.ts";
import { printQuery } from "../query/printer.ts";
import type { QueryNode } from "../query/syntax.ts";
import { bareWord, conjunctsOf, hasScoringTerms, plainWord, searchedTerms } from "../query/words.ts";
import { nearestWords } from "./nearest_words.ts";
import type { WordMatching } from "./parameters.ts";
import { type NamedFilter, planQuery, type PlanSources } from "./plan.ts";
import type { RankedAnswer } from "./rank_query.ts";
import type { TermReport, ZeroHits } from "../../shapes/search.ts";

export interface ZeroHitsInput {
  readonly snapshot: Snapshot;
  readonly ranked: RankedAnswer;
  readonly matching: Pick<WordMatching, "boosts" | "synonyms">;
  /** Conditions beside the query. */
  readonly options: readonly NamedFilter[];
  readonly sources: PlanSources;
}

/** The most terms to look up. Each one needs at least one search. */
const MAX_TERMS = 50;

/** Searches for each term by itself, and for the query without its conditions. */
export async function zeroHits(query: JoinedQuery, input: ZeroHitsInput): Promise<ZeroHits> {
  const terms = new Map<string, QueryNode>();
  for (const [at, part] of query.parts.entries()) {
    const all = input.ranked.request.queries[at]?.all === true;
    for (const term of requiredTerms(part, all, input)) if (!terms.has(labelOf(term))) terms.set(labelOf(term), term);
  }
  const reports: TermReport[] = [];
  for (const [label, term] of [...terms].slice(0, MAX_TERMS)) {
    const report = await reportOf(label, term, input);
    if (report !== undefined) reports.push(report);
  }
  if (reports.length === 0) reports.push(...signsOf(query));
  return { terms: reports, filters: await removals(query, input) };
}

/**
 * The terms that a chunk has to match. Words beside phrases, groups and words with `+` are left out, because no chunk
 * needs them, and so are words that are never required.
 */
function requiredTerms({ node }: ParsedQuery, all: boolean, { ranked }: ZeroHitsInput): readonly QueryNode[] {
  const strict = conjunctsOf(node).filter((part) => hasScoringTerms(part) && bareWord(part) === undefined);
  if (!all && strict.length > 0) return strict.flatMap(searchedTerms);
  const optional = new Set(ranked.response.words.flatMap(({ word, required }) => (required ? [] : [word])));
  return searchedTerms(node).filter((term) => term.kind !== "word" || !optional.has(plainWord(term.text)));
}

/** A word by itself, and everything else in the query language. */
function labelOf(term: QueryNode): string {
  return term.kind === "word" && term.prefix === undefined ? plainWord(term.text) : printQuery(term);
}

/** Undefined for a term that asks for nothing, such as a dash by itself. */
async function reportOf(
  label: string,
  term: QueryNode,
  { snapshot, matching: { boosts, synonyms }, sources }: ZeroHitsInput,
): Promise<TermReport | undefined> {
  const ask = (node: QueryNode) =>
    snapshot.retriever.search({
      queries: [{ query: planQuery(node, sources, synonyms).query, all: true }],
      filters: [],
      limit: 0,
      boosts,
      fuzzy: 0,
      factors: {},
      copies: true,
    });
  const { total, words: [own] } = await ask(term);
  if (term.kind === "phrase") return { term: label, df: total, nearest: [] };
  const inner = term.kind === "field" ? term.child : term;
  const word = inner.kind === "word" ? own ?? (await ask(inner)).words[0] : undefined;
  if (term.kind === "word" && word === undefined) return undefined;
  const df = term.kind === "word" ? word!.df : total;
  const near = df > 0 || word === undefined ? [] : await nearestWords(word, { snapshot, boosts });
  return { term: label, df, nearest: near };
}

/** What a query of signs alone looks for. Nothing is indexed of it. */
function signsOf({ node }: JoinedQuery): readonly TermReport[] {
  const labels = [...new Set(searchedTerms(node).map(labelOf))];
  if (labels.some((label) => /[\p{Alphabetic}\p{N}]/u.test(label))) return [];
  return labels.slice(0, MAX_TERMS).map((term) => ({ term, df: 0, nearest: [] }));
}

/** A query without its conditions, and the conditions. */
interface DividedQuery {
  readonly wanted: readonly PlanNode[];
  readonly all: boolean;
  readonly conditions: readonly { readonly text: string; readonly plan: readonly PlanNode[] }[];
}

/**
 * For each option, and for each part of the query that only includes or excludes, how many matches of the rest it
 * removes.
 */
async function removals(query: JoinedQuery, input: ZeroHitsInput): Promise<ZeroHits["filters"]> {
  const { snapshot: { retriever }, ranked } = input;
  const parts = query.parts.map((part, at) => divide(part, ranked.request.queries[at]?.all === true, input));
  const count = async (divided: readonly DividedQuery[], condition: readonly PlanNode[]): Promise<number> => {
    const request: SearchRequest = {
      ...ranked.request,
      queries: divided.map(({ wanted, all }) => ({ query: { and: [...wanted, ...condition] }, all })),
      filters: [],
      limit: 0,
    };
    return (await retriever.search(request)).total;
  };
  const removed: { filter: string; removed: number }[] = [];
  const examine = async (
    divided: readonly DividedQuery[],
    text: string,
    condition: readonly PlanNode[],
  ): Promise<void> => {
    removed.push({ filter: text, removed: (await count(divided, [])) - (await count(divided, condition)) });
  };
  for (const { text, filter } of input.options) await examine(parts, text, [{ filter }]);
  for (const part of parts) {
    for (const { text, plan } of part.conditions) await examine([part], text, plan);
  }
  return removed;
}

function divide({ text, node }: ParsedQuery, all: boolean, { matching, sources }: ZeroHitsInput): DividedQuery {
  const planned = (part: QueryNode): readonly PlanNode[] => {
    const { query, filters } = planQuery({ ...part, kind: "and", children: [part] }, sources, matching.synonyms);
    return [...query.and, ...filters.map(({ filter }) => ({ filter }))];
  };
  const parts = conjunctsOf(node);
  return {
    wanted: parts.filter(hasScoringTerms).flatMap(planned),
    all,
    conditions: parts.filter((part) => !hasScoringTerms(part)).map((part) => ({
      text: text.slice(part.start, part.end),
      plan: planned(part),
    })),
  };
}
