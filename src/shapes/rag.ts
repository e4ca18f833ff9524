/** Made from schemas/rag.ts by `npm run build:shapes`; never edited. */
import type { OmittedText } from "./reports.ts";

/** What went wrong with one file, page or source. */
export interface RagProblem {
  /** The file or address; absent when the source as a whole has the problem. */
  readonly path?: string;
  readonly reason: string;
  /** The file or page was read all the same. */
  readonly read?: true;
}

/** What a stage did for one source. */
export interface RagSourceRun {
  /** Id of the source. */
  readonly id: string;
  /** `read`, with `ingest`: what is there of the source, and what of it the index can read. */
  readonly stage: "fetch" | "crawl" | "convert" | "normalize" | "read";
  /** `planned`: with `--dry-run`, nothing was done. `read` changes nothing. */
  readonly state: "changed" | "unchanged" | "planned" | "failed";
  /** Where it comes from: an address, a folder. */
  readonly from?: string;
  /** Of a git source. */
  readonly commit?: string;
  /** Numbers of files or pages by what became of them. */
  readonly counts: Readonly<Record<string, number>>;
  /**
   * With `convert` and `crawl`: what is in the documents and pages, and not in their text; absent where all is there.
   */
  readonly omitted?: readonly OmittedText[];
  readonly problems: readonly RagProblem[];
  /**
   * With `crawl`: every address that is dead, or was not taken; with `convert` and `read`: every file that is there and
   * is not meant, empty, or a link.
   */
  readonly left_out?: readonly RagProblem[];
}

/** What `fetch`, `crawl`, `convert`, `normalize` or `ingest` did. */
export interface RagRunReport {
  /** In the order of the stages and of the configuration. */
  readonly sources: readonly RagSourceRun[];
  /** The `.ra.toml` with the trees of the sources; `null` with `--dry-run`. */
  readonly index_config: string | null;
  /** Sources that could not be had. */
  readonly failed: number;
  /** Files and pages that were left out. */
  readonly problems: number;
}

/** One requirement. */
export interface RagCheck {
  readonly name: string;
  /** An `error` keeps something of the configuration from working. */
  readonly level: "ok" | "warning" | "error";
  readonly message: string;
  /** What to do. */
  readonly hint?: string;
}

/** Whether everything is there that the configuration needs. */
export interface RagDoctorReport {
  /** The configuration file. */
  readonly config: string;
  readonly checks: readonly RagCheck[];
}

/** What `ra rag init` wrote. */
export interface RagInitReport {
  /** The configuration file. */
  readonly path: string;
  /** Whether it took the place of another one. */
  readonly replaced: boolean;
  /** The folders that were made. */
  readonly folders: readonly string[];
  readonly documents: {
    /** PDF, Office and the like in the folder of the source. */
    readonly files: number;
    readonly extensions: readonly string[];
    /** Whether `convert_docs` takes them, because ra-documents is installed. */
    readonly taken: boolean;
  };
  /** The commands that make the index, in their order. */
  readonly next: readonly string[];
}

/** What `ra rag index` did for one source. */
export interface RagIndexedSource {
  readonly id: string;
  readonly files: number;
  /** Chunks with a vector. */
  readonly chunks: number;
  /** The average length of a chunk as it was embedded. */
  readonly average_chars: number;
  /** Chunks that were cut to their most tokens before they were embedded. */
  readonly clipped: number;
  /** Chunks left out because the same file has the same text before. */
  readonly deduplicated: number;
  /** Vectors that the model made now. */
  readonly embedded: number;
  /** Vectors that were there already. */
  readonly reused: number;
  /** Texts of the earlier generation that the source no longer has. */
  readonly pruned: number;
}

/** What `ra rag index` did. */
export interface RagIndexReport {
  readonly index_root: string;
  /** A hash of everything that the generation holds. */
  readonly generation: string;
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly model: string;
  readonly dimensions: number;
  readonly device: "cpu" | "gpu" | "mps";
  readonly chunks: number;
  readonly sources: readonly RagIndexedSource[];
  /** With `--incremental`: what was made anew although files are unchanged, and why. */
  readonly rebuilt: readonly string[];
  readonly milliseconds: number;
  readonly embedded_per_second: number;
  /** How many chunks the model could not embed; the next run tries them again. */
  readonly not_embedded: number;
  /** Each of them, as `docs:guide.md:5-8`: source, path and lines. */
  readonly problems: readonly RagProblem[];
}

/** A source, and what is there of it. */
export interface RagSourceStatus {
  readonly id: string;
  readonly type: "local" | "git" | "web" | "document";
  /** The folder of its files. */
  readonly path: string;
  /** `absent`: it was not fetched, or its folder is not there. */
  readonly state: "ready" | "absent";
  /** Of a git source. */
  readonly commit?: string;
  /** Absent for a local source, and before the first run. */
  readonly last_run?: {
    readonly stage: "fetch" | "crawl" | "convert" | "normalize";
    /** ISO 8601, UTC. */
    readonly at: string;
    readonly state: "planned" | "changed" | "unchanged" | "failed";
    /** Why it failed. */
    readonly reason?: string;
  };
  /** The mean of the files that OCR read, 0 to 100. */
  readonly ocr_confidence?: number;
  /** What is in the documents that ra converted, and not in their text; absent where all is there. */
  readonly omitted?: readonly OmittedText[];
  /** Files, pages and addresses that are there. */
  readonly found: number;
  /** Those of them that are in the index. */
  readonly read: number;
  /** The others, each with the reason. */
  readonly left_out: readonly RagProblem[];
  /** Documents in the index. */
  readonly documents: number;
  /** As `ra rag index` counts them, where there is a generation. */
  readonly chunks: number;
  /** Size of the files. */
  readonly bytes: number;
  /** The average length of a chunk's own text; 0 without chunks. */
  readonly average_bytes: number;
  /** How many are left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
}

/** What `ra rag index` made. */
export interface RagArtefacts {
  /** `damaged`: a file is missing, or of another generation. */
  readonly state: "absent" | "whole" | "damaged";
  /** The files that are missing, or of another generation. */
  readonly wrong?: readonly string[];
  readonly generation?: string;
  /** ISO 8601, UTC. */
  readonly created?: string;
  readonly chunks?: number;
  /** Whether sources and configuration are as they were when it was made. */
  readonly current?: boolean;
  /** What has changed since. */
  readonly changed?: string;
  /** How many chunks the model could not embed; absent where there are none. */
  readonly not_embedded?: number;
  /** The first 100 of them, each with its source, path and lines. */
  readonly problems?: readonly RagProblem[];
}

/** What is there of each source. */
export interface RagStatusReport {
  /** The configuration file. */
  readonly config: string;
  readonly index_root: string;
  readonly artefacts: RagArtefacts;
  readonly sources: readonly RagSourceStatus[];
}
