/** What the façade offers: options, listings, methods. */
import type { Warning } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import type { Config, ConfigData } from "../config/config.ts";
import type { SearchAnswer, SearchResult } from "../answers/search.ts";
import type {
  CheckReport,
  ChunkReport,
  DocumentReport,
  StatusReport,
  TagReport,
  TestReport,
  TreeReport,
  UpdateReport,
  WatchUpdate,
} from "../answers/reports.ts";
import type { ContextReport, InspectReport } from "../answers/inspection.ts";
import type { Progress } from "../store/update/progress.ts";

export interface OpenOptions {
  /**
   * The configuration in place of files: no `.ra.toml` is looked for. Relative paths count from the directory given to
   * `open`, and the index lives in `.ra/index` under it.
   */
  readonly config?: ConfigData;
  /** Home directory; `null` for none. Default: the process's. */
  readonly home?: string | null;
  /** Refresh the index before answering (default true). */
  readonly update?: boolean;
  /** Milliseconds to wait for another writer (default 10000). */
  readonly lockTimeout?: number;
  readonly fs?: FileSystem;
  /**
   * Read the configuration files again before each answer; one that is wrong is warned about, and the one before stays
   * in force.
   */
  readonly reload?: boolean;
  readonly onWarning?: (warning: Warning) => void;
  readonly onProgress?: (progress: Progress) => void;
  /** Called once when another process holds the lock and this one starts waiting. */
  readonly onWait?: (owner: string) => void;
}

export interface Stoppable {
  /** Ends the wait for calls before this one: it throws `interrupted`. */
  readonly signal?: AbortSignal;
}

export interface SearchOptions extends Stoppable {
  readonly limit?: number;
  readonly candidateLimit?: number;
  readonly maxResults?: number;
  readonly cutoffRatio?: number;
  readonly aggregationThreshold?: number;
  readonly aggregation?: boolean;
  readonly trees?: readonly string[];
  readonly tags?: readonly string[];
  readonly list?: boolean;
  readonly sort?: "score" | "date" | "path";
  /** `YYYY-MM-DD` (UTC) or `7d`. */
  readonly since?: string;
  readonly relax?: boolean;
  readonly update?: boolean;
  /** `"scores"` leaves out what each result's score is made of, which takes the most time. */
  readonly explain?: boolean | "scores";
  /** `query`: several queries are answered one by one instead of joined with OR; `doc`: one result a document. */
  readonly groupBy?: "query" | "doc";
  /** Tokens (cl100k_base) that the answer's text may take, over all queries. */
  readonly maxTokens?: number;
  /**
   * Count the documents that match by tree, tag, language and metadata; `"labels"` leaves out metadata, which can be
   * larger than all else.
   */
  readonly facets?: boolean | "labels";
  /** Id of a chunk that was expected: say which phase lost it. */
  readonly whyNot?: string;
}

export interface ListOptions extends Stoppable {
  readonly update?: boolean;
  readonly trees?: readonly string[];
  /** Ids: of documents, chunks and tags only those of these documents. */
  readonly documents?: readonly string[];
}

export interface GetOptions extends Stoppable {
  /** The document that holds the chunk, in place of the chunk. */
  readonly fullDocument?: boolean;
  readonly update?: boolean;
}

export interface UpdateOptions {
  /** Index every file again, whether it has changed or not. */
  readonly full?: boolean;
  /** Drop what is left in the index of trees whose folder is missing. */
  readonly prune?: boolean;
}

export interface TestOptions {
  /** Keep the ranks for the next run to compare with (default true). */
  readonly save?: boolean;
  readonly update?: boolean;
}

export interface CheckOptions {
  /** Also report what the documents say that no longer fits the repository. */
  readonly drift?: boolean;
}

export interface WatchOptions {
  /** Ends it. */
  readonly signal?: AbortSignal;
  /** Look every so many milliseconds instead of waiting to be notified. */
  readonly interval?: number;
}

export type LikeThisOptions = Pick<
  SearchOptions,
  "limit" | "trees" | "list" | "explain" | "maxTokens" | "update" | "signal"
>;

export interface ContextOptions extends Omit<SearchOptions, "relax" | "whyNot"> {
  /** Terms of the generated query, for each file (default `context.terms`). */
  readonly terms?: number;
  /**
   * The files that differ from a git revision (`true`: HEAD) in place of all that are named, or those of them; changed
   * lines weigh most.
   */
  readonly diff?: string | boolean;
  /** The same for what is staged. */
  readonly staged?: boolean;
}

export interface Listings {
  readonly trees: readonly TreeReport[];
  readonly docs: readonly DocumentReport[];
  readonly chunks: readonly ChunkReport[];
  readonly tags: readonly TagReport[];
}

/** Every method that takes options throws `usage` for one that it does not have. */
export interface Workspace {
  readonly config: Config;
  /** Several queries are joined with OR, each in parentheses (or grouped, see `groupBy`). */
  search(query: string | readonly string[], options?: SearchOptions): Promise<SearchAnswer>;
  /**
   * Searches each query for itself and merges: one list, no chunk twice, ranges and snippets merged, higher score kept.
   */
  searchMulti(queries: readonly string[], options?: SearchOptions): Promise<SearchAnswer>;
  get(id: string, options?: GetOptions): Promise<SearchResult>;
  update(options?: UpdateOptions): Promise<UpdateReport>;
  list<W extends keyof Listings>(what: W, options?: ListOptions): Promise<Listings[W]>;
  /**
   * Chunks like the one with this id, or like a file (absolute or relative to the directory given to `open`): a search
   * for its most distinctive terms, without itself, what it is part of and what is part of it.
   */
  likeThis(idOrFile: string, options?: LikeThisOptions): Promise<SearchAnswer>;
  /**
   * Documentation for source files (absolute or relative to the directory given to `open`), found by the terms that
   * tell them apart. With `diff` or `staged` the list may be empty. Throws `unknown-file`, `unknown-tree`, `usage`.
   */
  context(files: string | readonly string[], options?: ContextOptions): Promise<SearchAnswer>;
  /** Runs the golden queries of the configuration. */
  test(options?: TestOptions): Promise<TestReport>;
  status(): Promise<StatusReport>;
  /**
   * With `drift` also what the documents say that no longer fits the repository; reads all of its sources and asks git.
   */
  check(options?: CheckOptions): Promise<CheckReport>;
  /**
   * Keeps the index fresh until the signal, `break` or `close()`: once at the start, and then whenever documents or the
   * configuration change, it yields what an update did. Changes are noticed through the system, or by looking every two
   * seconds where that fails (warned about once as `watch-failed`). While it waits it keeps the process alive. Throws
   * what
   * `update()` throws when that happens at the start; later it warns, and tries again.
   */
  watch(options?: WatchOptions): AsyncIterable<WatchUpdate>;
  /** How a file is parsed; `file` is absolute or relative to the directory given to `open`. */
  inspect(file: string): Promise<InspectReport>;
  /** What `context` would read from a file; refreshes nothing. */
  inspectContext(file: string): Promise<ContextReport>;
  close(): void;
}
