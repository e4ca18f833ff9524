/** `ra likethis`: finds chunks that say the same as a chunk or a file. */
import { countWords } from "../../context/word_counts.ts";
import { distinctiveTerms, frequentWords, rarity, type WeightedTerm } from "../../context/distinctive_terms.ts";
import { termQuery } from "../../context/term_query.ts";
import { type FileReading, readFile } from "../../document/formats/read_file.ts";
import { documentIdsOf } from "../../document/ids.ts";
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import { createDocumentPlaces } from "../../config/document_places.ts";
import { RaError } from "../../errors.ts";
import type { QueryVectors, Unusable } from "../../search/ports/meaning.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import { decodeVisible, joinRanges } from "../../text/visible.ts";
import { joinQueries } from "../../search/query/join.ts";
import { asWritten, type SearchParameters, searchParameters } from "../../search/retrieval/parameters.ts";
import type { ExplainedTerm } from "../../shapes/explanation.ts";
import type { QueryEntry, SearchAnswer } from "../../shapes/search.ts";
import { joinPath } from "../../text/paths.ts";
import type { LikeThisOptions } from "../contract.ts";
import { exampleVector } from "./example_vector.ts";
import { createFitter } from "./fit_answer.ts";
import type { IndexView, LiveIndex } from "../live/live_index.ts";
import { namedChunk } from "./named_chunk.ts";
import { requireRanges } from "./option_ranges.ts";
import type { Environment } from "../environment.ts";
import { requireInPlaces } from "./named_file.ts";
import { requireTrees } from "./known_trees.ts";
import { createAnswerer } from "./search.ts";
import { withUnread } from "./unread_answer.ts";
import { warnOfMissingLists } from "./missing_lists.ts";

/** How many terms the query has. */
const TERMS = 25;
/** How many words of the text have their document frequency looked up. */
const LOOKED_UP = 300;
/** How many bytes of the text ra reads. */
const SAMPLE = 50_000;

interface ExampleText {
  readonly text: string;
  /** Absent for a file that is not in the index. */
  readonly chunk?: IndexedChunk;
}

/**
 * Searches with the most distinctive terms of a chunk or a file. Throws `unknown-id`, `unknown-tree`, `not-text`,
 * `usage`.
 */
export async function likeThis(
  environment: Environment,
  index: LiveIndex,
  what: string,
  options: LikeThisOptions & { readonly update: boolean },
): Promise<SearchAnswer> {
  requireTrees(environment, options.trees ?? []);
  requireRanges(options);
  const configured = searchParameters(options, environment.config);
  const fit = await createFitter(options);
  const answer = await index.answer({ ...options, byMeaning: configured.fusion !== undefined }, async (view) => {
    const example = await exampleOf(environment, view, what);
    const { chosen, explained } = await termsOf(example, view.snapshot, configured.matching.boosts);
    const vectors = configured.fusion && await exampleVector(example.chunk, view.snapshot, environment);
    const isByMeaning = chosen.length === 0 && vectors !== undefined && "vectors" in vectors;
    // Where no word tells texts apart, those that are known make the query, and the vectors alone give the scores.
    const query = termQuery(isByMeaning ? explained.map(({ term: word }) => ({ word, weight: 1 })) : chosen);
    const files = options.explain ? { files: [{ file: what, query, terms: explained }] } : {};
    const said = (entry: QueryEntry): SearchAnswer =>
      withUnread({ queries: [{ ...entry, ...files }] }, view, environment.config, options.trees);
    if (query === "") return await fit(said(nothingFor(vectors)), view.snapshot);
    const parameters = likeParameters(configured, isByMeaning);
    const isHidden = ({ docId, byteStart, byteEnd }: IndexedChunk): boolean =>
      example.chunk !== undefined && docId === example.chunk.docId && byteStart < example.chunk.byteEnd &&
      byteEnd > example.chunk.byteStart;
    const kind = { kind: "like", isHidden, vectors, isByMeaning } as const;
    const entry = await createAnswerer(environment, view, parameters, options, kind)(joinQueries([query]));
    return await fit(said(entry), view.snapshot);
  });
  warnOfMissingLists(answer, environment.options.onWarning);
  return answer;
}

/** The answer for a text without a word that is known. */
function nothingFor(vectors: QueryVectors | Unusable | undefined): QueryEntry {
  const nothing = { query: "", total_matches: 0, full_matches: 0, lists: [], results: [] };
  if (vectors === undefined || "vectors" in vectors) return nothing;
  return { ...nothing, lists_missing: [{ list: "meaning", reason: vectors.missing }] };
}

/** The path of a file says nothing about its text. */
function likeParameters(configured: SearchParameters, isByMeaning: boolean): SearchParameters {
  const { fusion, matching } = configured;
  return {
    ...configured,
    fusion: isByMeaning && fusion !== undefined ? { ...fusion, weight: 1 } : fusion,
    matching: { ...asWritten(matching), boosts: { ...matching.boosts, path: 0, path_components: 0 } },
  };
}

interface ExampleTerms {
  readonly chosen: readonly WeightedTerm[];
  /** The chosen terms. If no term helps: the most frequent words, with weight 0. */
  readonly explained: readonly ExplainedTerm[];
}

async function termsOf(
  { text, chunk }: ExampleText,
  { retriever, catalogue }: Snapshot,
  boosts: Readonly<Record<string, number>>,
): Promise<ExampleTerms> {
  const counts = countWords(text);
  const words = frequentWords(counts, LOOKED_UP);
  if (words.length === 0) return { chosen: [], explained: [] };
  const statistics = [...(await retriever.termStatistics(words, boosts))];
  // Stop words say nothing about a text, so they count only if it has nothing else.
  const content = statistics.filter(([, { stop }]) => !stop);
  const frequencies = new Map((content.length === 0 ? statistics : content).map(([word, { df }]) => [word, df]));
  const chunks = await catalogue.countChunks();
  const leastChunks = chunk === undefined ? 1 : 2;
  const chosen = distinctiveTerms(counts, frequencies, { chunks, limit: TERMS, leastChunks });
  const known = words.filter((word) => (frequencies.get(word) ?? 0) > 0).slice(0, TERMS);
  const shown = chosen.length > 0 ? chosen : known.map((word) => ({ word, weight: 0 }));
  const explained = shown.map(({ word, weight }): ExplainedTerm => {
    const df = frequencies.get(word) ?? 0;
    return { term: word, sources: ["text"], tf: counts.get(word) ?? 0, df, idf: rarity(chunks, df), weight };
  });
  return { chosen, explained };
}

async function exampleOf(environment: Environment, view: IndexView, what: string): Promise<ExampleText> {
  const { snapshot, snapshot: { catalogue } } = view;
  const { config, directory, fs } = environment;
  const file = joinPath(directory, what);
  for (const id of [what, ...documentIdsOf(file, config.trees)]) {
    const chunk = await catalogue.find(id);
    if (chunk !== undefined) return { text: await textOf(snapshot, chunk), chunk };
  }
  if (fs.stat(file)?.kind !== "file") {
    const { chunk } = await namedChunk(environment, view, what, "chunk and no file");
    return { text: await textOf(snapshot, chunk), chunk };
  }
  requireInPlaces(environment, createDocumentPlaces(fs, config), what);
  const { text, textStart, outline } = await readText(fs.readFile(file) ?? new Uint8Array(), file);
  const visible = outline.by === "format"
    ? joinRanges(text, outline.hidden)
    : (await (await environment.engine()).whole()).visibleText(text, textStart, outline.dialect);
  return { text: sampleOf(visible.subarray(textStart)) };
}

/** Throws `not-text`. */
async function readText(bytes: Uint8Array, path: string): Promise<FileReading> {
  try {
    return await readFile(bytes, path);
  } catch (error) {
    if (!(error instanceof RaError) || error.code !== "not-text") throw error;
    const message = error.message === "binary" ? "this is a binary file" : `this file is ${error.message}`;
    throw new RaError("not-text", message, { path, hint: "only text can be compared" });
  }
}

/** Reads title and text. A file that has changed since it was indexed gives only its breadcrumb. */
async function textOf({ passages }: Snapshot, chunk: IndexedChunk): Promise<string> {
  const passage = await passages.read(chunk, { start: chunk.textStart, end: chunk.byteEnd });
  return typeof passage === "string" ? chunk.breadcrumb : `${chunk.title}\n${sampleOf(passage.visible)}`;
}

function sampleOf(visible: Uint8Array): string {
  return decodeVisible(visible.subarray(0, SAMPLE));
}
