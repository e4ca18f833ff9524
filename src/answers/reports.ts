/** Made from schemas/reports.ts by `npm run build:shapes`; never edited. */
import type { TermSource } from "./explanation.ts";
import type { ChunkRecord, MatchRange } from "./search.ts";

/** A tree and what the index has of it. */
export interface TreeReport {
  readonly name: string;
  /** Absolute path of the folder. */
  readonly path: string;
  /** Whether `~/.ra.toml` defines it. */
  readonly global: boolean;
  /** Whether its folder is not there; the counts are then those of what was indexed before. */
  readonly missing: boolean;
  readonly documents: number;
  readonly chunks: number;
  /** Size of the files. */
  readonly bytes: number;
}

/** A document. */
export interface DocumentReport {
  readonly id: string;
  readonly tree: string;
  /** Path relative to the tree, with `/`. */
  readonly path: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly chunks: number;
  /** Size of the file. */
  readonly bytes: number;
  /** When the file was changed, ISO 8601, UTC. */
  readonly modified: string;
}

/** Identity, place and span of a chunk: of a document, or of the part of it under one heading. */
export type ChunkReport = ChunkRecord;

/** A tag. */
export interface TagReport {
  readonly tag: string;
  /** How many have it. */
  readonly documents: number;
}

/** A file that is not indexed, and why. */
export interface SkippedFile {
  /** `tree:path`. */
  readonly path: string;
  /** `binary`, `not UTF-8`, `not a regular file`, … */
  readonly reason: string;
}

/** What an update did; counts are documents. */
export interface UpdateReport {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Names of the trees that the index no longer holds. */
  readonly removed_trees: readonly string[];
  /** Files that cannot be indexed. */
  readonly skipped: readonly SkippedFile[];
}

/** What an update of `ra watch` did. */
export interface WatchUpdate {
  /** `start` for the first; `configuration` when a `.ra.toml` changed, and with it perhaps documents; else `change`. */
  readonly event: "start" | "change" | "configuration";
  /** Ids of documents; at the start what was not indexed before. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Names of the trees. */
  readonly trees: readonly string[];
  /** How many are in the index now. */
  readonly documents: number;
  /** From the look for changes until they were published. */
  readonly milliseconds: number;
  /** `false` where changes are found by looking every few seconds. */
  readonly notified: boolean;
}

/** A configuration file. */
export interface ConfigFileReport {
  readonly path: string;
  /** Whether it is `~/.ra.toml`. */
  readonly global: boolean;
}

/** Whether the index is up to date. */
export type IndexCondition = "current" | "stale" | "missing";

/** The index. */
export interface IndexStatus {
  readonly path: string;
  readonly state: IndexCondition;
  /** Why it is stale; else `null`. */
  readonly reason: string | null;
  /** Size on disk. */
  readonly bytes: number;
  readonly segments: number;
  /** When it was last updated, ISO 8601, UTC; `null` when it is missing. */
  readonly updated: string | null;
}

/** How things stand. */
export interface StatusReport {
  /** Configuration files, nearest first. */
  readonly config: readonly ConfigFileReport[];
  readonly trees: readonly TreeReport[];
  readonly index: IndexStatus;
  readonly warnings: readonly string[];
  /** What you could do next. */
  readonly hints: readonly string[];
}

/** Something that is wrong. */
export interface CheckIssue {
  readonly level: "error" | "warning";
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
}

/** What is wrong, and whether the index is up to date. */
export interface CheckReport {
  readonly issues: readonly CheckIssue[];
  readonly index: IndexCondition;
}

/** What became of one expectation. */
export interface ExpectationOutcome {
  /** An id or a path. */
  readonly expect: string;
  /** From 1; `null` when it is not among the results. */
  readonly rank: number | null;
  readonly passed: boolean;
  /** Whether the index has it at all. */
  readonly indexed: boolean;
  /** The rank in the last run; absent when it was not in that. */
  readonly previous?: number | null;
}

/** A golden query and what it found. */
export interface TestOutcome {
  readonly query: string;
  /** Number of results that each must be among. */
  readonly within: number;
  /** The configuration file that states the test. */
  readonly file: string;
  readonly passed: boolean;
  readonly expected: readonly ExpectationOutcome[];
}

/** The golden queries of the configuration. */
export interface TestReport {
  /** Tests all of whose expectations are met. */
  readonly passed: number;
  readonly failed: number;
  readonly tests: readonly TestOutcome[];
}

/** What `ra init` wrote. */
export interface InitReport {
  /** The file that was written. */
  readonly path: string;
  /** Whether a file of that name was there before. */
  readonly replaced: boolean;
  /** The tree in it. */
  readonly tree: {
    readonly name: string;
    /** As the file states it. */
    readonly path: string;
  };
  /** The `.gitignore` that `.ra/` was added to; `null` when none was changed. */
  readonly gitignore: string | null;
}

/** A file with instructions for coding agents. */
export interface AgentsFile {
  readonly path: string;
  readonly state: "new" | "changed" | "unchanged";
  /** Other names that were asked for and lead to the same file. */
  readonly links: readonly string[];
  /** A unified diff; empty when nothing changes. */
  readonly diff: string;
}

/** What `ra agents` wrote or would write. */
export interface AgentsReport {
  readonly files: readonly AgentsFile[];
  /** `false` with `--diff`. */
  readonly written: boolean;
  /** The generated part, without its markers. */
  readonly content: string;
}

/** A rule or pattern that matches a file. */
export interface RuleMatch {
  readonly glob: string;
  /** The configuration file; `null` for the built-in ones. */
  readonly defined_in: string | null;
}

/** A term of a source file. */
export interface InspectedTerm {
  readonly term: string;
  /** The most important first. */
  readonly sources: readonly TermSource[];
  /** How often it occurs, weighted by where. */
  readonly tf: number;
  /** Sections that hold it; `null` without an index. */
  readonly df: number | null;
  /** How rare it is; `null` without an index. */
  readonly idf: number | null;
  /** 0 to 1; `null` without an index. */
  readonly weight: number | null;
}

/** What `context` reads from a source file. */
export interface ContextReport {
  /** As it was given. */
  readonly file: string;
  /** The grammar that read it; `null` for plain text. */
  readonly language: string | null;
  /** Size of the file. */
  readonly bytes: number;
  /** How many bytes of it were read. */
  readonly sampled: number;
  /** Rules and patterns that match. */
  readonly rules: readonly RuleMatch[];
  /** The trees that its rules leave; `null` for all. */
  readonly trees: readonly string[] | null;
  /** Ids that rules include. */
  readonly include: readonly string[];
  /** The generated query; `null` without an index. */
  readonly query: string | null;
  /** By weight, without an index by frequency. */
  readonly terms: readonly InspectedTerm[];
}

/** What is wrong with a document, though it can be indexed. */
export interface InspectedWarning {
  readonly code: string;
  readonly message: string;
  readonly line: number;
}

/** A chunk of a file that was divided. */
export interface InspectedChunk {
  readonly id: string;
  readonly doc_id: string;
  /** `null` for the document. */
  readonly parent_id: string | null;
  readonly title: string;
  /** The part of the id after `#`; `null` for the document. */
  readonly slug: string | null;
  /** 0 for the document, else the heading's level. */
  readonly depth: number;
  /** In reading order, from 0. */
  readonly position: number;
  readonly byte_start: number;
  readonly byte_end: number;
  readonly start_line: number;
  readonly end_line: number;
  /** Children of its parent, itself included. */
  readonly sibling_count: number;
  readonly breadcrumb: string;
  /** The bytes that belong to this chunk and to no section below it. */
  readonly body_ranges: readonly MatchRange[];
  /** The length of that text. */
  readonly characters: number;
}

/** How a document is divided. */
export interface DocumentChunking {
  /** The one that divides: never `auto`. */
  readonly strategy: "headings" | "adaptive" | "leaves" | "code" | "prose";
  /** The level of the headings that `adaptive` cuts at; else `null`. */
  readonly level: number | null;
  /** Why it is this strategy and level, for people. */
  readonly reason: string;
}

/** How a file is divided. */
export interface InspectReport {
  /** As it was given. */
  readonly file: string;
  /** `null` for a file outside every tree, whose id is then its path. */
  readonly tree: string | null;
  /** The format: `markdown`, `text`, … */
  readonly type: string;
  /** Whether an update indexes it. */
  readonly indexed: boolean;
  /** Why it is not indexed; `null` when it is. */
  readonly reason: string | null;
  /** Size of the document's text. */
  readonly bytes: number;
  /** Characters of the document's text. */
  readonly characters: number;
  readonly chunking: DocumentChunking;
  /** The values in it; `null` without frontmatter. */
  readonly frontmatter: Readonly<Record<string, unknown>> | null;
  readonly warnings: readonly InspectedWarning[];
  readonly chunks: readonly InspectedChunk[];
}
