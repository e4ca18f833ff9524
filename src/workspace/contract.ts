/** The public interface of the façade: options, listings, methods. */
import type { Warning } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import type { MadeAnswer } from "../answering/answer_turn.ts";
import type { Turn } from "../answering/prompt/earlier_turns.ts";
import type { AskSettings, Config, ConfigData, Match } from "../config/config.ts";
import type { LinksReport, LinkTarget } from "../shapes/links.ts";
import type { SearchAnswer, SearchResult, UnreadFiles } from "../shapes/search.ts";
import type { ChunkReport, DocumentReport, TagReport } from "../shapes/listings.ts";
import type {
  CheckReport,
  StatusReport,
  TestReport,
  TreeReport,
  UpdateReport,
  WatchUpdate,
} from "../shapes/reports.ts";
import type { ContextReport, InspectReport } from "../shapes/inspection.ts";
import type { StopSignal } from "../search/ports/work.ts";
import type { SortOrder } from "../search/retrieval/sort_order.ts";
import type { Progress } from "../store/update/progress.ts";

export interface OpenOptions {
  /**
   * The configuration as data. ra then looks for no `.ra.toml`. Relative paths start at the directory given to `open`,
   * and the index lives in `.ra/index` under it.
   */
  readonly config?: ConfigData | undefined;
  /**
   * Whether configuration files may do what needs `ra trust`: name folders outside their project, and belong to another
   * user. Data in `config` needs no trust. Default: only those that were trusted.
   */
  readonly trust?: boolean | undefined;
  /** The home directory, or `null` for none. Default: that of the process. */
  readonly home?: string | null | undefined;
  /** Whether to refresh the index before an answer (default true). */
  readonly update?: boolean | undefined;
  /** How many milliseconds to wait for another writer (default 10000). */
  readonly lockTimeout?: number | undefined;
  /**
   * How many milliseconds ra may compute one answer, after it has its turn and a fresh index. Then the call throws
   * `too-expensive`. Without it, only the amount of work is limited.
   */
  readonly timeLimit?: number | undefined;
  readonly fs?: FileSystem | undefined;
  /**
   * Whether to read the configuration files again before each answer. If one is wrong, ra warns about it and keeps the
   * configuration that it has.
   */
  readonly reload?: boolean | undefined;
  readonly onWarning?: ((warning: Warning) => void) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Called once when another process holds the lock and this process starts to wait. */
  readonly onWait?: ((owner: string) => void) | undefined;
}

export interface Stoppable {
  /**
   * Ends the wait for earlier calls and the work on the answer. The call then throws `interrupted`. An `AbortSignal`,
   * or any object that says at once whether to stop: a signal does not change while ra computes on the same thread.
   */
  readonly signal?: StopSignal | undefined;
  /** Who asks. Calls of different clients take turns; without it, all calls are those of one client. */
  readonly client?: string | undefined;
}

export interface SearchOptions extends Stoppable {
  readonly limit?: number | undefined;
  readonly candidateLimit?: number | undefined;
  readonly maxResults?: number | undefined;
  readonly cutoffRatio?: number | undefined;
  readonly aggregationThreshold?: number | undefined;
  readonly aggregation?: boolean | undefined;
  readonly trees?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly list?: boolean | undefined;
  /** Whether results say which sections in their text match, in `sections`. */
  readonly sections?: boolean | undefined;
  /** `meta.KEY` sorts by a value of the frontmatter, `meta.KEY:desc` with the highest first. */
  readonly sort?: SortOrder | undefined;
  /** Whether equal texts, translations and versions of a page are results of their own, instead of `also_in` of one. */
  readonly allCopies?: boolean | undefined;
  /** `YYYY-MM-DD` (UTC) or `7d`. */
  readonly since?: string | undefined;
  /** Whether results may lack some of the words (`any`), or must hold every one (`all`). Default: `search.match`. */
  readonly match?: Match | undefined;
  /** Whether the last word of each query is still being typed, so that it also stands for words that begin so. */
  readonly prefix?: boolean | undefined;
  /**
   * Whether what cannot be meant as syntax is searched as words, as the command line does (`taken_literally`). Of
   * several queries, those that still cannot be read are then left out with a warning. By default, they are errors.
   */
  readonly takeLiterally?: boolean | undefined;
  /** Told of each query that is left out, and of what took no part, in place of the workspace's `onWarning`. */
  readonly onLeftOut?: ((warning: Warning) => void) | undefined;
  /** Whether words alone count. */
  readonly lexical?: boolean | undefined;
  /** Whether meaning alone counts: `weight: 1`. Needs `[semantic] enabled`, and so does `weight`. */
  readonly semantic?: boolean | undefined;
  /** The share of the meaning in the scores, 0 to 1 (default `semantic.weight`). */
  readonly weight?: number | undefined;
  /** Whether the reranker `semantic.rerank` orders the best candidates. Needs `[semantic] enabled`. */
  readonly rerank?: boolean | undefined;
  readonly update?: boolean | undefined;
  /** `"scores"` leaves out the parts of each result's score, which take the most time. */
  readonly explain?: boolean | "scores" | undefined;
  /** Appends up to so many passages that the results link to, and that share words with the query (`linked_from`). */
  readonly links?: number | undefined;
  /**
   * `query`: answers several queries one by one instead of joining them with OR. `doc`: shows one result for each
   * document.
   */
  readonly groupBy?: "query" | "doc" | undefined;
  /** How many tokens (cl100k_base) the text of the answer may have, for all queries together. */
  readonly maxTokens?: number | undefined;
  /**
   * Whether to count the matching documents by tree, tag, language and metadata. `"labels"` leaves out metadata, which
   * can be larger than all the rest.
   */
  readonly facets?: boolean | "labels" | undefined;
  /** The id of a chunk that you expected. The answer says which phase lost it. */
  readonly whyNot?: string | undefined;
}

export interface ListOptions extends Stoppable {
  readonly update?: boolean | undefined;
  readonly trees?: readonly string[] | undefined;
  /** Ids of documents. Limits documents, chunks and tags to these. */
  readonly documents?: readonly string[] | undefined;
}

export interface GetOptions extends Stoppable {
  /** Whether to return the whole document that holds the chunk, from its first byte on. */
  readonly fullDocument?: boolean | undefined;
  /** Whether a document begins with its frontmatter, or after it. By default, only a full document has it. */
  readonly frontmatter?: boolean | undefined;
  /** Whether to tell what it links to. */
  readonly links?: boolean | undefined;
  /** Whether to tell which links of other documents lead to it, or how many of them at most. */
  readonly backlinks?: boolean | number | undefined;
  readonly update?: boolean | undefined;
}

export interface LinksOptions extends Stoppable {
  readonly update?: boolean | undefined;
}

export interface ResolveOptions extends Stoppable {
  /** The id of the document that holds the links. */
  readonly from?: string | undefined;
  readonly update?: boolean | undefined;
}

export interface UpdateOptions {
  /** Whether to index every file again, changed or not. */
  readonly full?: boolean | undefined;
  /** Whether to drop what the index keeps of trees that are left out. */
  readonly prune?: boolean | undefined;
  /** Whether to compute the vectors that are missing, and index only what has changed. */
  readonly semantic?: boolean | undefined;
}

export interface TestOptions {
  /** Whether to keep the ranks for the next run to compare with (default true). */
  readonly save?: boolean | undefined;
  readonly update?: boolean | undefined;
}

export interface CheckOptions {
  /** Whether to report drift too: what the documents say that no longer fits the repository. */
  readonly drift?: boolean | undefined;
}

export interface WatchOptions {
  /** Ends the watching. */
  readonly signal?: AbortSignal | undefined;
  /** How many milliseconds to wait between looks for changes. ra then does not wait for notifications. */
  readonly interval?: number | undefined;
}

export type LikeThisOptions = Pick<
  SearchOptions,
  "limit" | "trees" | "list" | "explain" | "maxTokens" | "update" | "signal" | "client"
>;

export interface AskOptions extends Pick<SearchOptions, "trees" | "update" | "client"> {
  /** How many passages the model is given (default 8). */
  readonly limit?: number | undefined;
  /** The earlier questions and answers of the conversation, oldest first. */
  readonly turns?: readonly Turn[] | undefined;
  /** In place of keys of `[generation]`. */
  readonly generation?: Partial<AskSettings> | undefined;
  /** Ends the answer. What came is kept. */
  readonly signal?: AbortSignal | undefined;
  /** Told each piece of the answer as it comes. */
  readonly onText?: ((piece: string) => void) | undefined;
  /** Told each prompt before the model is asked. */
  readonly onPrompt?: ((prompt: string) => void) | undefined;
  /** Told what was found, and what was searched for, before the model is asked. */
  readonly onFound?: ((found: SearchAnswer, searched: readonly string[]) => void) | undefined;
}

export interface ContextOptions extends
  Omit<
    SearchOptions,
    "match" | "whyNot" | "prefix" | "takeLiterally" | "onLeftOut" | "lexical" | "semantic" | "weight" | "rerank"
  > {
  /** How many terms the generated query has for each file (default `context.terms`). */
  readonly terms?: number | undefined;
  /**
   * Takes the files that differ from a git revision (`true`: HEAD). With `files`, takes only those of them. Changed
   * lines weigh most.
   */
  readonly diff?: string | boolean | undefined;
  /** Takes the staged files in the same way. */
  readonly staged?: boolean | undefined;
}

export interface Listings {
  readonly trees: readonly TreeReport[];
  readonly docs: readonly DocumentReport[];
  readonly chunks: readonly ChunkReport[];
  readonly tags: readonly TagReport[];
  /** Documents that ra does not read. */
  readonly unread: readonly UnreadFiles[];
}

/** Every method that takes options throws `usage` for an option that it does not know. */
export interface Workspace {
  readonly config: Config;
  /** Joins several queries with OR, each in parentheses, unless `groupBy` says otherwise. */
  search(query: string | readonly string[], options?: SearchOptions): Promise<SearchAnswer>;
  /**
   * Searches each query by itself and merges the results into one list. Each chunk appears once, with its ranges and
   * snippets merged and its highest score.
   */
  searchMulti(queries: readonly string[], options?: SearchOptions): Promise<SearchAnswer>;
  /**
   * Answers a question from the passages that it finds, by the model of `[generation]`, and checks what the answer
   * cites. Without a model, the passages are the answer. Throws what `search` throws, `generation-failed`,
   * `key-refused` and `model-invalid`.
   */
  ask(question: string, options?: AskOptions): Promise<MadeAnswer<SearchAnswer>>;
  /**
   * A passage by its id; or by a path with or without a line, an address, or a link as a document writes it. `resolved`
   * then says how it was found. Throws `unknown-id`, whose hint has all documents where several fit.
   */
  get(id: string, options?: GetOptions): Promise<SearchResult>;
  /**
   * What a document or section links to, and what links to it. Takes what `get` takes. Throws `unknown-id`.
   */
  links(id: string, options?: LinksOptions): Promise<LinksReport>;
  /** Where links lead, in the order of the destinations; null for one that leads to no document. */
  resolve(destinations: readonly string[], options?: ResolveOptions): Promise<readonly (LinkTarget | null)[]>;
  update(options?: UpdateOptions): Promise<UpdateReport>;
  list<W extends keyof Listings>(what: W, options?: ListOptions): Promise<Listings[W]>;
  /**
   * Finds chunks like the one with this id, or like a file (absolute, or relative to the directory given to `open`).
   * It searches for the most distinctive terms. The answer holds neither the chunk itself, nor its parts, nor what it
   * is part of.
   */
  likeThis(idOrFile: string, options?: LikeThisOptions): Promise<SearchAnswer>;
  /**
   * Finds documentation for source files (absolute, or relative to the directory given to `open`) by their distinctive
   * terms. With `diff` or `staged` the list may be empty. Throws `unknown-file`, `unknown-tree`, `usage`.
   */
  context(files: string | readonly string[], options?: ContextOptions): Promise<SearchAnswer>;
  /** Runs the golden queries of the configuration. */
  test(options?: TestOptions): Promise<TestReport>;
  status(): Promise<StatusReport>;
  /** Looks for everything that is wrong. With `drift` it also reads all sources and asks git. */
  check(options?: CheckOptions): Promise<CheckReport>;
  /**
   * Keeps the index fresh until the signal, `break` or `close()`. It yields what an update did: once at the start,
   * then whenever documents or the configuration change. The system reports changes; where that fails, ra warns once
   * (`watch-failed`) and looks every two seconds. While it waits, it keeps the process alive. At the start it throws
   * what `update()` throws. Later it warns instead and tries again.
   */
  watch(options?: WatchOptions): AsyncIterable<WatchUpdate>;
  /** Shows how a file is parsed. `file` is absolute, or relative to the directory given to `open`. */
  inspect(file: string): Promise<InspectReport>;
  /** Shows what `context` would read from a file. Refreshes nothing. */
  inspectContext(file: string): Promise<ContextReport>;
  close(): void;
}
