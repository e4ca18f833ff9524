/** Answers one query from one snapshot: plans, ranks, groups, sorts, limits and presents. */
import type { JoinedQuery } from "../query/join.ts";
import { filtersOf } from "../query/words.ts";
import type { IndexedFile } from "../ports/catalogue.ts";
import type { Meaning } from "../ports/meaning.ts";
import type { SearchResponse } from "../ports/request.ts";
import type { Snapshot } from "../ports/snapshot.ts";
import { alsoInOf, withoutEqual } from "./also_in.ts";
import { documentsWithin, parseSince } from "./date.ts";
import { createDocumentsOf, isOfFiles } from "./documents_of.ts";
import { explainAnswer } from "./explain_answer.ts";
import { facetsOf } from "./facets.ts";
import { groupByDocument } from "./group_by_document.ts";
import { lostToBoost } from "./lost_to_boost.ts";
import { withCopies } from "./matching_copies.ts";
import type { SearchParameters } from "./parameters.ts";
import { type NamedFilter, planQuery } from "./plan.ts";
import { meaningTexts } from "./meaning_texts.ts";
import { presentShown } from "./present_shown.ts";
import type { RankedResult } from "./ranked_result.ts";
import { rankAsRead } from "./rank_as_read.ts";
import type { RankedAnswer, RankScope } from "./rank_query.ts";
import { type SearchKind, TYPED } from "./search_kind.ts";
import type { Constituent, QueryEntry } from "../../shapes/search.ts";
import type { TookPart } from "../../shapes/took_part.ts";
import type { SortOrder } from "./sort_order.ts";
import { sortResults } from "./sort_results.ts";
import { takePart } from "./took_part.ts";
import { standVerbatim } from "./verbatim.ts";
import { formsOf, NO_FORMS } from "./word_forms.ts";
import { zeroHits } from "./zero_hits.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

/** Which documents take part, beside what the query says. */
export interface AnswerScope {
  readonly trees?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  /** `YYYY-MM-DD` (UTC) or `7d`. */
  readonly since?: string | undefined;
  /** Ids of documents. */
  readonly documents?: readonly string[] | undefined;
  /** For each value of `linked:` in the query, the ids of the documents that it accepts. */
  readonly linked?: ReadonlyMap<string, readonly string[]> | undefined;
  /** The score factor of each tree; 1 when a tree is not listed. */
  readonly factors: Readonly<Record<string, number>>;
  /** The moment from which `7d` counts back, in milliseconds since 1970. */
  readonly now: number;
}

/** How the results are shown. */
export interface ShownOptions {
  /** Leave out the text of results. */
  readonly list?: boolean | undefined;
  /** Say which sections in the text of results match. */
  readonly sections?: boolean | undefined;
  readonly groupBy?: "query" | "doc" | undefined;
  readonly sort?: SortOrder | undefined;
  /** Show equal texts, translations and versions of a page as results of their own. */
  readonly allCopies?: boolean | undefined;
}

/** What the answer says beside its results. */
export interface BesideOptions {
  readonly facets?: boolean | "labels" | undefined;
  readonly explain?: boolean | "scores" | undefined;
  readonly whyNot?: string | undefined;
}

export interface AnswerInput {
  readonly snapshot: Snapshot;
  readonly parameters: SearchParameters;
  readonly scope: AnswerScope;
  readonly shown: ShownOptions;
  readonly beside: BesideOptions;
  /** Undefined while semantic search is off. */
  readonly meaning?: Meaning | undefined;
  /** Of all copies, whether those with the same text are left out again, because the checksums of others were wrong. */
  readonly folds?: "equal" | undefined;
  /** The default is a query that somebody typed. */
  readonly kind?: SearchKind | undefined;
}

/** A ranked result, and the other results of its document that it replaces. */
type Shown = RankedResult & { readonly more: readonly Constituent[] };

/** Answers a query. Throws `query-syntax`, and `usage` for an invalid date. */
export async function answerQuery(query: JoinedQuery, input: AnswerInput): Promise<QueryEntry> {
  const { snapshot, parameters: { counts: { limit } }, shown: { groupBy, sort } } = input;
  const { scope, ranked, isVerbatim, took } = await rankedAnswer(query, input);
  const sorted = await sortResults(grouped(ranked.results, groupBy === "doc"), sort ?? "score", snapshot, ranked);
  const all = input.folds === "equal" ? await withoutEqual(sorted.results, snapshot) : sorted.results;
  const leading = all.slice(0, limit);
  const copies = await alsoInOf(leading, snapshot);
  if (copies.isWrong && input.shown.allCopies !== true) {
    return await answerQuery(query, { ...input, shown: { ...input.shown, allCopies: true }, folds: "equal" });
  }
  const presenting = { list: input.shown.list === true, sections: input.shown.sections };
  const known = withCopies(ranked, sorted.copies);
  const presented = await presentShown(leading, copies, { ranked: known, snapshot, presenting });
  const results = presented.map(({ shown: { more }, result }) => more.length === 0 ? result : { ...result, more });
  const shown = presented.map((one) => one.shown);
  const ordered = [...shown, ...all.slice(limit)];
  const asked = { query, scope, ranked, isVerbatim, took, ordered, shown, response: known.response };
  const { total, fullMatches } = ranked.response;
  const counts = { query: query.text, total_matches: total, full_matches: fullMatches, ...took };
  const literally = query.taken.length === 0 ? {} : { taken_literally: query.taken };
  return { ...counts, ...literally, results, ...await besideResults(asked, input) };
}

/** Where copies are left out of the results, so many times as many are ranked. */
const COPIES_OF_RESULT = 4;

interface RankedScope {
  readonly scope: RankScope;
  readonly ranked: RankedAnswer;
  readonly isVerbatim: boolean;
  readonly took: TookPart;
}

async function rankedAnswer(query: JoinedQuery, input: AnswerInput): Promise<RankedScope> {
  const { snapshot, scope: { factors, now, since, linked = new Map() }, shown, beside, kind = TYPED } = input;
  const { counts, matching } = input.parameters;
  const limit = input.folds === undefined ? counts.limit : COPIES_OF_RESULT * counts.limit;
  const parameters = { ...input.parameters, counts: { ...counts, limit } };
  const needsFiles = since !== undefined || filtersOf(query.node).some(({ filter }) => isOfFiles(filter));
  const files = needsFiles ? await snapshot.catalogue.files() : [];
  const scope: RankScope = {
    filters: optionFilters(input.scope, files),
    factors,
    sources: {
      documentsOf: createDocumentsOf({ files, linked, now }),
      forms: kind.kind === "query"
        ? await formsOf(query.parts, (asked) => snapshot.retriever.knownForms(asked, matching.boosts))
        : NO_FORMS,
    },
  };
  const wishes = {
    facets: Boolean(beside.facets),
    byDocument: shown.groupBy === "doc",
    topics: kind.kind === "query" && topicsOf(query).length > 1,
    explain: beside.explain === true,
    allCopies: shown.allCopies,
  };
  const isVerbatim = kind.kind === "query" && await standsVerbatim(query, input, scope);
  const { meaning, rerank, tookPart } = await takePart({ ...input, query, kind, isVerbatim });
  const answered = await rankAsRead({ snapshot, query, kind, parameters, scope, wishes, meaning, rerank });
  return { ...answered, isVerbatim, took: tookPart(answered.ranked) };
}

interface AskedQuery extends RankedScope {
  readonly query: JoinedQuery;
  /** All results, in the order shown. */
  readonly ordered: readonly Shown[];
  readonly shown: readonly Shown[];
  /** With what is known of copies that are shown in place of results. */
  readonly response: SearchResponse;
}

type BesideResults = Omit<QueryEntry, "query" | "total_matches" | "full_matches" | "lists" | "results">;

/** What an answer says beside its results. */
async function besideResults(
  { query, scope: { filters, sources, factors }, ranked, isVerbatim, ordered, shown, response }: AskedQuery,
  { snapshot, parameters, beside: { facets, explain, whyNot } }: AnswerInput,
): Promise<BesideResults> {
  const { counts, matching } = parameters;
  const { total, documents = [], topics } = ranked.response;
  const emptyTopics = total === 0 ? [] : topicsOf(query).filter((_, at) => topics?.[at] === 0);
  const isEmpty = total === 0 && shown.length === 0;
  const lost = explain ? await lostToBoost(ranked, factors, counts.cutoffRatio, snapshot.catalogue) : 0;
  return withoutUndefined<BesideResults>({
    empty_topics: emptyTopics.length === 0 ? undefined : emptyTopics,
    zero_hits: isEmpty ? await zeroHits(query, { snapshot, ranked, matching, options: filters, sources }) : undefined,
    facets: facets ? facetsOf(documents, await snapshot.catalogue.documents(), facets) : undefined,
    explain: explain ? explainAnswer(query, ranked, parameters, { shown, response, lost }, isVerbatim) : undefined,
    why_not: whyNot === undefined
      ? undefined
      : await (await import("./why_not.ts")).whyNot(await storedId(whyNot, snapshot), {
        query,
        synonyms: matching.synonyms,
        sources,
        snapshot,
        ranked,
        cutoffRatio: counts.cutoffRatio,
        ordered: ordered.map(({ chunk: { id, docId }, score, more }) => ({ id, docId, score, more })),
        limit: counts.limit,
      }),
  });
}

/** The id of the chunk that an id names. */
async function storedId(id: string, { catalogue }: Snapshot): Promise<string> {
  return (await catalogue.find(id))?.id ?? id;
}

/**
 * Whether a typed query stands in a document word for word. Words alone then answer: they find what is named exactly,
 * and vectors blur it. A caller who chooses the share of the meaning gets it.
 */
async function standsVerbatim(
  query: JoinedQuery,
  { meaning, parameters: { fusion, matching: { boosts, synonyms } }, snapshot: { retriever } }: AnswerInput,
  { filters, sources }: RankScope,
): Promise<boolean> {
  if (meaning === undefined || fusion === undefined || fusion.isChosen) return false;
  const texts = meaningTexts(query);
  if (texts.length === 0) return false;
  const [part, ...others] = query.parts;
  const own = part === undefined || others.length > 0 ? [] : planQuery(part.node, sources, synonyms).filters;
  return await standVerbatim(texts, retriever, {
    filters: [...filters, ...own].map(({ filter }) => filter),
    boosts,
  });
}

/** The topics of a query: its arguments, or the parts of a single argument that is one `OR`. */
function topicsOf({ text, node, parts }: JoinedQuery): readonly string[] {
  if (parts.length > 1) return parts.map((part) => part.text);
  return node.kind === "or" ? node.children.map(({ start, end }) => text.slice(start, end)) : [text];
}

/** The results unchanged, or one for each document. */
function grouped(results: readonly RankedResult[], byDocument: boolean): readonly Shown[] {
  if (!byDocument) return results.map((result) => ({ ...result, more: [] }));
  return groupByDocument(results, ({ chunk }) => chunk.docId, ({ chunk: { id }, score }) => ({ id, score }))
    .map(({ result, more }) => ({ ...result, more }));
}

function optionFilters(
  { trees = [], tags = [], since, documents, now }: AnswerScope,
  files: readonly IndexedFile[],
): readonly NamedFilter[] {
  return [
    ...(trees.length === 0 ? [] : [{ text: `--tree ${trees.join(",")}`, filter: { trees } }]),
    ...tags.map((tag) => ({ text: `--tag ${tag}`, filter: { tag } })),
    ...(documents === undefined ? [] : [{ text: "linked documents", filter: { documents } }]),
    ...(since === undefined ? [] : [{
      text: `--since ${since}`,
      filter: { documents: documentsWithin(files, { from: parseSince(since, now) }) },
    }]),
  ];
}
