/** Finds what the results of a search link to, where it shares words with the query. */
import { type GraphSources, linksFrom } from "../../links/graph.ts";
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import type { SearchParameters } from "../../search/retrieval/parameters.ts";
import type { QueryEntry, SearchResult } from "../../shapes/search.ts";
import type { Environment } from "../environment.ts";
import type { IndexView } from "../live/live_index.ts";
import { graphSources } from "./link_graph.ts";

/** The links of so many of the best results are followed. */
const MAX_FOLLOWED = 10;
/** Of the sections that are linked, several may be left out again, so more of them are ranked. */
const RANKED_FOR_EACH = 5;

/** Ranks chunks of some documents only, for the same query. */
export type AnswerWithin = (documents: readonly string[], parameters: SearchParameters) => Promise<QueryEntry>;

/** The entry with up to `most` linked passages behind its results, the best first. */
export async function withLinked(
  environment: Environment,
  view: IndexView,
  entry: QueryEntry,
  { most, parameters, answer }: {
    readonly most: number;
    readonly parameters: SearchParameters;
    readonly answer: AnswerWithin;
  },
): Promise<QueryEntry> {
  const sources = await graphSources(environment, view.snapshot);
  const targets = await targetsOf(sources, entry.results.slice(0, MAX_FOLLOWED));
  if (targets.length === 0) return entry;
  const documents = [...new Set(targets.map(({ chunk }) => chunk.docId))];
  const sections = {
    ...parameters,
    counts: { ...parameters.counts, limit: RANKED_FOR_EACH * most + entry.results.length, cutoffRatio: 0 },
    aggregation: { ...parameters.aggregation, enabled: false },
  };
  const ranked = await answer(documents, sections);
  const added: SearchResult[] = [];
  for (const result of ranked.results) {
    if (added.length >= most) break;
    const target = targets.find(({ chunk }) => isWithin(result, chunk));
    const isShown = [...entry.results, ...added].some((other) => isNested(result, other));
    if (target === undefined || isShown) continue;
    added.push({ ...result, linked_from: target.from });
  }
  return { ...entry, results: [...entry.results, ...added] };
}

interface LinkedChunk {
  readonly chunk: IndexedChunk;
  /** The id of the result with the link. */
  readonly from: string;
}

/** Each section or document once, with the best result that links to it. */
async function targetsOf(sources: GraphSources, results: readonly SearchResult[]): Promise<readonly LinkedChunk[]> {
  const targets = new Map<string, LinkedChunk>();
  for (const result of results) {
    const page = sources.map.withId(result.doc_id);
    for (const { link, place } of page === undefined ? [] : (await linksFrom(sources, page)).links) {
      const isOfResult = result.id === result.doc_id ||
        (link.start >= result.byte_start && link.start < result.byte_end);
      if (!isOfResult || place === undefined || place.page.file === page!.file) continue;
      if (!targets.has(place.chunk.id)) targets.set(place.chunk.id, { chunk: place.chunk, from: result.id });
    }
  }
  return [...targets.values()];
}

type Span = Pick<SearchResult, "doc_id" | "byte_start" | "byte_end">;

function isWithin({ doc_id, byte_start, byte_end }: Span, chunk: IndexedChunk): boolean {
  return doc_id === chunk.docId && (chunk.id === chunk.docId ||
    (byte_start >= chunk.byteStart && byte_end <= chunk.byteEnd));
}

/** Whether one of two passages holds the other. */
function isNested(one: Span, other: Span): boolean {
  return one.doc_id === other.doc_id &&
    ((one.byte_start >= other.byte_start && one.byte_end <= other.byte_end) ||
      (other.byte_start >= one.byte_start && other.byte_end <= one.byte_end));
}
