/** `ra context`: documentation for source files (docs/context.md). */
import { termQuery } from "../../context/term_query.ts";
import type { WeightedWords } from "../../search/ports/request.ts";
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import { RaError } from "../../errors.ts";
import { joinQueries } from "../../search/query/join.ts";
import { asWritten, searchParameters, type WordMatching } from "../../search/retrieval/parameters.ts";
import { presentResult } from "../../search/retrieval/present.ts";
import { resultOf } from "../../search/retrieval/ranked_result.ts";
import type { ExplainedFile } from "../../shapes/explanation.ts";
import type { QueryEntry, SearchAnswer, SearchResult } from "../../shapes/search.ts";
import { spreadDocuments } from "../../search/retrieval/spread_documents.ts";
import { searchedTrees, termsOf } from "./context_terms.ts";
import type { ContextOptions } from "../contract.ts";
import { createFitter } from "./fit_answer.ts";
import type { IndexView, LiveIndex } from "../live/live_index.ts";
import { requireRanges } from "./option_ranges.ts";
import type { Environment } from "../environment.ts";
import { requireTrees } from "./known_trees.ts";
import { createAnswerer } from "./search.ts";
import { treeOf } from "./unknown_id.ts";
import { withUnread } from "./unread_answer.ts";
import { type AskedFile, type ReadFile, readSourceFiles } from "./source_files.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

/** How many candidates to ask for. Several from one document make room for other documents. */
const CANDIDATES = 300;
/** The upper bound of `context.terms`. */
const MAX_TERMS = 200;

type SettledContextOptions = ContextOptions & { readonly update: boolean };

/**
 * Makes one entry for all files together. Each file's terms find passages; passages that rules include come first.
 * Throws `unknown-file`, `unknown-tree`, `usage`, `config-value`.
 */
export async function context(
  environment: Environment,
  index: LiveIndex,
  named: readonly string[],
  options: SettledContextOptions,
): Promise<SearchAnswer> {
  const { config } = environment;
  requireTrees(environment, options.trees ?? []);
  requireRanges(options);
  requireTerms(options);
  const { limit = config.context.limit, cutoffRatio = 0, candidateLimit = CANDIDATES } = options;
  const configured = searchParameters({ ...options, limit, cutoffRatio, candidateLimit }, config);
  const parameters = { ...configured, matching: asWritten(configured.matching) };
  const fit = await createFitter(options);
  const asked = isReview(options)
    ? (await import("./changed_files.ts")).changedFiles(environment, named, options)
    : named.map((file): AskedFile => ({ file }));
  const files = await readSourceFiles(environment, asked);
  return await index.answer(options, async (view) => {
    const { retriever, catalogue, passages } = view.snapshot;
    const searched: Searched[] = [];
    for (const file of files) searched.push(await searchFor(file, view, parameters.matching, environment, options));
    const included = await includedChunks(environment, view, files, options);
    const own = new Set(files.flatMap(({ docIds }) => docIds));
    // Hides what an included passage contains, and what contains it, because its text would appear twice.
    const isHidden = (chunk: IndexedChunk): boolean =>
      own.has(chunk.docId) || included.some((one) => isWithin(chunk, one) || isWithin(one, chunk));
    const asking = searched.filter(({ query }) => query !== "");
    const queries = asking.map(({ query }) => query);
    const input = {
      retriever,
      passages,
      catalogue,
      highlight: { terms: [], phrases: [] },
      list: options.list === true,
    };
    const first: SearchResult[] = [];
    for (const chunk of included) first.push({ ...(await presentResult(resultOf(chunk, 0), input)), included: true });
    const entry = queries.length === 0 ? NOT_SEARCHED : await createAnswerer(environment, view, parameters, options, {
      kind: "files",
      about: asking.map(({ about }) => about),
      isHidden,
      rescore: async (response) => {
        const chunks = await catalogue.chunksAt(response.hits.map(({ ref }) => ref));
        const documents = new Map(response.hits.map((hit, at) => [hit, chunks[at]!.docId]));
        return spreadDocuments(response, (hit) => documents.get(hit)!);
      },
    })(joinQueries(queries));
    const whole = withoutUndefined<QueryEntry>({
      ...entry,
      results: limited([...first, ...entry.results], limit),
      files: options.explain ? searched.map(({ report }) => report) : undefined,
    });
    const said = withUnread({ queries: [whole] }, view, config, options.trees);
    return await fit(said, view.snapshot);
  });
}

const NOT_SEARCHED: QueryEntry = { query: "", total_matches: 0, full_matches: 0, lists: [], results: [] };

/** Passages that others link to follow them, beyond the limit. */
function limited(results: readonly SearchResult[], limit: number): readonly SearchResult[] {
  const isLinked = ({ linked_from }: SearchResult): boolean => linked_from !== undefined;
  return [...results.filter((result) => !isLinked(result)).slice(0, limit), ...results.filter(isLinked)];
}

function requireTerms({ terms }: SettledContextOptions): void {
  if (terms === undefined || (Number.isInteger(terms) && terms >= 1 && terms <= MAX_TERMS)) return;
  throw new RaError("usage", `terms: ${String(terms)} is not an integer from 1 to ${MAX_TERMS}`);
}

/** Whether the changes of the files matter, and not the whole files. */
function isReview({ diff, staged }: SettledContextOptions): boolean {
  return (diff !== undefined && diff !== false) || staged === true;
}

/** A file, and what ra searched for it. */
interface Searched {
  readonly query: string;
  /** The words of the whole file. */
  readonly about: WeightedWords;
  readonly report: ExplainedFile;
}

/** Makes a file's query, in the trees that both its rules and the options allow, and the explanation of the query. */
async function searchFor(
  file: ReadFile,
  view: IndexView,
  { boosts }: WordMatching,
  { config }: Environment,
  options: SettledContextOptions,
): Promise<Searched> {
  const trees = searchedTrees(config, file.rules, options.trees);
  const limit = options.terms ?? config.context.terms;
  const { terms, about } = trees?.length === 0 ? { terms: [], about: [] } : await termsOf(file.signals, view.snapshot, {
    small: file.small,
    boosts,
    limit,
    minCount: config.context.min_term_frequency,
    trees,
  });
  const query = termQuery(
    terms.map(({ term, weight }) => ({ word: term, weight })),
    file.rules.trees === undefined ? [] : trees,
  );
  return { query, about: isReview(options) ? [] : about, report: { file: file.file, query, terms } };
}

/**
 * Collects what the files' rules include, in the trees that are searched. Each document or section appears once, and
 * the files themselves do not appear.
 */
async function includedChunks(
  { options: { onWarning } }: Environment,
  { snapshot: { catalogue }, whyLeftOut }: IndexView,
  files: readonly ReadFile[],
  options: SettledContextOptions,
): Promise<readonly IndexedChunk[]> {
  const own = new Set(files.flatMap(({ docIds }) => docIds));
  const found: IndexedChunk[] = [];
  for (const id of new Set(files.flatMap(({ rules }) => rules.include))) {
    const chunk = await catalogue.find(id);
    if (chunk === undefined) {
      // A warning says already that the tree is left out.
      if (whyLeftOut(treeOf(id)) !== undefined) continue;
      onWarning?.({ code: "unknown-id", message: `a context rule includes \`${id}\`, which does not exist` });
    } else if (
      !own.has(chunk.docId) && (options.trees?.includes(chunk.tree) ?? true)
    ) found.push(chunk);
  }
  return found.filter((chunk) => !found.some((other) => other !== chunk && isWithin(chunk, other)));
}

function isWithin(chunk: IndexedChunk, other: IndexedChunk): boolean {
  return chunk.docId === other.docId && chunk.byteStart >= other.byteStart && chunk.byteEnd <= other.byteEnd;
}
