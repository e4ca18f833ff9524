/** Made from schemas/reports.ts by `npm run build:shapes`; never edited. */
import type { UnreadFiles } from "./search.ts";

/** Text of one kind that ra leaves out of documents. */
export interface OmittedText {
  /** `running-head`, `picture`, `hidden-text`, … */
  readonly kind: string;
  /** The pieces. */
  readonly count: number;
  /** The documents that leave out such text. */
  readonly files: number;
}

/** A tree and what the index holds of it. */
export interface TreeReport {
  readonly name: string;
  /** Absolute path of the folder. */
  readonly path: string;
  /** Whether `~/.ra.toml` defines it. */
  readonly global: boolean;
  /** Whether its folder is missing; then nothing of it counts. */
  readonly missing: boolean;
  readonly documents: number;
  readonly chunks: number;
  /** Size of the files. */
  readonly bytes: number;
  /** What is in the documents, and not in their text; absent where all is there. */
  readonly omitted?: readonly OmittedText[];
}

/** A file that is not indexed, and why. */
export interface SkippedFile {
  /** `tree:path`. */
  readonly path: string;
  /** `binary`, `not a regular file`, … */
  readonly reason: string;
}

/** What an update did, as counts of documents. */
export interface UpdateReport {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Names of the trees that the index no longer holds. */
  readonly removed_trees: readonly string[];
  /** Files that cannot be indexed. */
  readonly skipped: readonly SkippedFile[];
  /** Documents that ra does not read; absent where there are none. */
  readonly unread?: readonly UnreadFiles[];
  /** What is in the documents that were read, and not in their text; absent where all is there. */
  readonly omitted?: readonly OmittedText[];
}

/** What an update of `ra watch` did. */
export interface WatchUpdate {
  /**
   * `start` for the first update; `configuration` when a `.ra.toml` changed, whether or not documents changed too; else
   * `change`.
   */
  readonly event: "start" | "change" | "configuration";
  /** Ids of documents; at the start, of those that were not indexed before. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Names of the trees. */
  readonly trees: readonly string[];
  /** How many documents the index holds now. */
  readonly documents: number;
  /** The time from looking for changes until they were published. */
  readonly milliseconds: number;
  /** `false` where ra looks for changes every few seconds, because the system does not report them. */
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

/** The vectors of semantic search. */
export interface SemanticReport {
  /** The name of the model. */
  readonly model: string;
  /** The name of the reranker; absent where `semantic.rerank` names none. */
  readonly rerank?: string;
  /** Sections that have a vector, or no text that needs one. */
  readonly embedded: number;
  /** Sections that wait for a vector. */
  readonly pending: number;
  /** Sections that the model could not embed; `ra update` tries again. */
  readonly failed: number;
  /** The first 100 of them, as `docs:guide.md:5-8`: the document and the lines; absent where there are none. */
  readonly failed_sections?: readonly string[];
}

/** A tree that is left out now. Its documents stay in the index, and count nowhere. */
export interface KeptTree {
  readonly name: string;
  /** Absolute path of its folder. */
  readonly path: string;
  /** How many the index keeps. */
  readonly documents: number;
  /** Why the tree is left out. */
  readonly reason: string;
}

/** The state of the configuration, the trees and the index. */
export interface StatusReport {
  /** Configuration files, nearest first. */
  readonly config: readonly ConfigFileReport[];
  readonly trees: readonly TreeReport[];
  /** What the index keeps of trees that are left out, until `ra update --prune`; absent where it keeps nothing. */
  readonly kept?: readonly KeptTree[];
  readonly index: IndexStatus;
  /** While `[semantic]` is enabled. */
  readonly semantic?: SemanticReport;
  /** Documents that ra does not read; absent where there are none. */
  readonly unread?: readonly UnreadFiles[];
  readonly warnings: readonly string[];
  /** What you could do next. */
  readonly hints: readonly string[];
}

/** Where one of several findings with one cause is. */
export interface IssuePlace {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** Something that is wrong, or worth knowing. */
export interface CheckIssue {
  /** A `note` leaves the exit code as it is. */
  readonly level: "error" | "warning" | "note";
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
  /** Of a note that stands for several findings with one cause: what each would say, and where. */
  readonly places?: readonly IssuePlace[];
}

/** What is wrong, and whether the index is up to date. */
export interface CheckReport {
  readonly issues: readonly CheckIssue[];
  /** `null` where the configuration is wrong, because ra then looks for no index. */
  readonly index: IndexCondition | null;
  /** Why the index is stale; else `null`. */
  readonly reason: string | null;
  /** Documents that ra does not read; absent where there are none. */
  readonly unread?: readonly UnreadFiles[];
}

/** One expectation, and where it was found. */
export interface ExpectationOutcome {
  /** An id or a path. */
  readonly expect: string;
  /** From 1; `null` when it is not among the results. */
  readonly rank: number | null;
  readonly passed: boolean;
  /** Whether the index has it at all. */
  readonly indexed: boolean;
  /** The rank in the last run; absent when that run did not have this expectation. */
  readonly previous?: number | null;
}

/** A golden query and what it found. */
export interface TestOutcome {
  readonly query: string;
  /** Each expectation must be among this many first results. */
  readonly within: number;
  /** The configuration file that states the test. */
  readonly file: string;
  readonly passed: boolean;
  readonly expected: readonly ExpectationOutcome[];
}

/** The golden queries of the configuration. */
export interface TestReport {
  /** How many tests have all their expectations met. */
  readonly passed: number;
  readonly failed: number;
  readonly tests: readonly TestOutcome[];
}

/** The file of a site generator. */
export interface FoundSite {
  /** `mdBook`, `Docusaurus`, … */
  readonly generator: string;
  /** Relative to the folder of the configuration. */
  readonly file: string;
}

/** What `ra init` wrote. */
export interface InitReport {
  /** The file that was written. */
  readonly path: string;
  /** Whether a file of that name existed before. */
  readonly replaced: boolean;
  /** The tree in it. */
  readonly tree: {
    readonly name: string;
    /** As the file states it. */
    readonly path: string;
  };
  /** The site generator whose file says where the documents lie; `null` without one. */
  readonly found: FoundSite | null;
  /** The files of the tree that ra reads; 0 with `--global`, where it does not look. */
  readonly documents: number;
  /** Documents that ra does not read; absent where there are none. */
  readonly unread?: readonly UnreadFiles[];
  /** The model for search by meaning that suits documents in other languages than English. */
  readonly fitting_model?: {
    readonly model: string;
    /** Those of a sample of the documents, by ISO 639-1, the most frequent first. */
    readonly languages: readonly string[];
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

/** A tree outside its project. */
export interface OutsideTree {
  readonly name: string;
  /** Absolute, with links resolved. */
  readonly path: string;
}

/** A service beyond this machine, or one that gets a key. */
export interface TrustedService {
  /** The address that texts are sent to. */
  readonly base_url: string | null;
  /** The environment variable whose value is sent there. */
  readonly api_key_env: string | null;
}

/** A configuration file, and whether it is trusted. */
export interface TrustReport {
  /** The configuration file. */
  readonly path: string;
  /**
   * `changed`: it asks for other things than those that were trusted; `missing`: the file is gone; `unneeded`: it asks
   * for nothing; `revoked`, `unknown`: what `--revoke` found.
   */
  readonly state: "trusted" | "changed" | "missing" | "unneeded" | "revoked" | "unknown";
  /** Whether it was trusted although another user owns it. */
  readonly other_owner: boolean;
  /** Its trees outside its project. */
  readonly trees: readonly OutsideTree[];
  /** Where it sends texts, and with which keys. */
  readonly services?: readonly TrustedService[];
  /** Hosts whose addresses may be private. */
  readonly hosts?: readonly string[];
  /** Limits that it raises far beyond those that ra takes by default. */
  readonly limits?: readonly string[];
}
