/**
 * Answers of the façade other than search results: plain data, printed as they are by `--json` (spec section 14.23).
 */
import type { SearchResult } from "./retrieval/result.ts";

export type { Progress } from "./store/update/progress.ts";
export type { SkippedFile } from "./store/files/scan.ts";
/** `ra update`. */
export type { UpdateReport } from "./store/update/update_report.ts";

/** One line of `ra watch --json`: what an update did. */
export interface WatchUpdate {
  /**
   * `start`: the first; `change`: documents changed; `configuration`: a `.ra.toml` changed, and with it perhaps
   * documents.
   */
  readonly event: "start" | "change" | "configuration";
  /** Ids of documents; of the first update what was not indexed before. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Names of the trees, and how many documents they have now. */
  readonly trees: readonly string[];
  readonly documents: number;
  /** From the moment the change was looked for until it was published. */
  readonly milliseconds: number;
  /** False where changes are found by looking every few seconds. */
  readonly notified: boolean;
}

export interface TreeReport {
  readonly name: string;
  readonly path: string;
  readonly global: boolean;
  /** Its folder is not there; the counts are those of what was indexed before. */
  readonly missing: boolean;
  readonly documents: number;
  readonly chunks: number;
  /** Bytes of source. */
  readonly bytes: number;
}
export interface DocumentReport {
  readonly id: string;
  readonly tree: string;
  readonly path: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly chunks: number;
  readonly bytes: number;
  /** ISO 8601, UTC. */
  readonly modified: string;
}
/** `ls chunks`: R without score, snippet and content. */
export type ChunkReport = Omit<SearchResult, "score" | "snippet" | "content" | "match_ranges" | "constituents">;
export interface TagReport {
  readonly tag: string;
  readonly documents: number;
}

export interface StatusReport {
  /** Configuration files, nearest first. */
  readonly config: readonly { readonly path: string; readonly global: boolean }[];
  readonly trees: readonly TreeReport[];
  readonly index: {
    readonly path: string;
    readonly state: "current" | "stale" | "missing";
    /** Why it is stale, for people; null otherwise. */
    readonly reason: string | null;
    /** Bytes on disk. */
    readonly bytes: number;
    readonly segments: number;
    /** ISO 8601, UTC; null when missing. */
    readonly updated: string | null;
  };
  readonly warnings: readonly string[];
  /** What could be done next. */
  readonly hints: readonly string[];
}

export interface CheckReport {
  readonly issues: readonly CheckIssue[];
  readonly index: "current" | "stale" | "missing";
}
export interface CheckIssue {
  readonly level: "error" | "warning";
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
}

/** `ra test`. */
export interface TestReport {
  /** Tests all of whose expectations are met, and the others. */
  readonly passed: number;
  readonly failed: number;
  readonly tests: readonly TestOutcome[];
}
export interface TestOutcome {
  readonly query: string;
  readonly within: number;
  /** The configuration file that states it. */
  readonly file: string;
  readonly passed: boolean;
  readonly expected: readonly {
    readonly expect: string;
    /** From 1; null when it is not among the results. */
    readonly rank: number | null;
    readonly passed: boolean;
    /** Whether the index has what is expected. */
    readonly indexed: boolean;
    /** The rank in the last run; absent when it was not in it. */
    readonly previous?: number | null;
  }[];
}

/** `ra agents`. */
export interface AgentsReport {
  readonly files: readonly {
    readonly path: string;
    readonly state: "new" | "changed" | "unchanged";
    /** Other names that were asked for and lead to the same file. */
    readonly links: readonly string[];
    /** A unified diff; empty when nothing changes. */
    readonly diff: string;
  }[];
  /** False with `--diff`. */
  readonly written: boolean;
  /** The generated part, without its markers. */
  readonly content: string;
}

/** `ra inspect ctx`. */
export interface ContextReport {
  readonly file: string;
  /** The grammar that read it; null for plain text. */
  readonly language: string | null;
  /** Bytes of the file, and how many of them were read. */
  readonly bytes: number;
  readonly sampled: number;
  /** The globs of rules and patterns that match; `defined_in` is null for the built-in table. */
  readonly rules: readonly { readonly glob: string; readonly defined_in: string | null }[];
  /** The trees that its rules leave; null for all. */
  readonly trees: readonly string[] | null;
  /** Ids that come first. */
  readonly include: readonly string[];
  /** Null without an index. */
  readonly query: string | null;
  /** By weight; without an index by tf, and then `df`, `idf` and `weight` are null. */
  readonly terms: readonly {
    readonly term: string;
    readonly sources: readonly string[];
    readonly tf: number;
    readonly df: number | null;
    readonly idf: number | null;
    readonly weight: number | null;
  }[];
}

export interface InspectReport {
  readonly file: string;
  readonly tree: string | null;
  /** The format of the file. */
  readonly type: string;
  readonly frontmatter: Readonly<Record<string, unknown>> | null;
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly line: number }[];
  readonly chunks: readonly InspectedChunk[];
}
export interface InspectedChunk {
  readonly id: string;
  readonly doc_id: string;
  readonly parent_id: string | null;
  readonly title: string;
  readonly slug: string | null;
  readonly depth: number;
  readonly position: number;
  readonly byte_start: number;
  readonly byte_end: number;
  readonly start_line: number;
  readonly end_line: number;
  readonly sibling_count: number;
  readonly breadcrumb: string;
  readonly body_ranges: readonly { readonly start: number; readonly end: number }[];
}
