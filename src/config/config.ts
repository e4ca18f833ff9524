/**
 * The effective configuration: every `.ra.toml` from the working directory upward, merged with the home file, or the
 * data that was given to `open`. For data, `definedIn` is the path `(config)` in the opened directory.
 */

import type { Warning } from "../errors.ts";

export interface Config {
  /** The files that were found, nearest first, the home file last. Real paths. Empty if ra looked for no files. */
  readonly files: readonly ConfigFile[];
  /** The directory of the nearest file, or the one that was opened. The index lives in `.ra/index` under it. */
  readonly root: string;
  /** What was left out of the configuration, and the command that lets it count. */
  readonly warnings: readonly Warning[];
  readonly trees: readonly TreeConfig[];
  /** Trees that are left out until their file is trusted. None of them is in `trees`. */
  readonly untrusted: readonly UntrustedTree[];
  readonly settings: Settings;
  readonly search: SearchSettings;
  readonly chunking: ChunkingSettings;
  readonly context: ContextSettings;
  readonly semantic: SemanticSettings;
  /** The language model with which `ra ask` answers. */
  readonly generation: AskSettings;
  /** Golden queries. Those of the nearest file come first. */
  readonly tests: readonly TestConfig[];
}

export interface TestConfig {
  readonly query: string;
  /** Ids or paths. A query has to find all of them. */
  readonly expect: readonly string[];
  /** Each expectation must be among this many first results. */
  readonly within: number;
  /** The file that defines it. */
  readonly definedIn: string;
}

/** How `ra context` reads a file. Counts are in words and letters; `sample_size` is in bytes. */
export interface ContextSettings {
  readonly limit: number;
  readonly terms: number;
  readonly min_term_frequency: number;
  readonly min_word_length: number;
  readonly max_word_length: number;
  readonly sample_size: number;
  /** The rules of the nearest file come first. */
  readonly rules: readonly ContextRule[];
  /** The nearest definition of each glob. The built-in ones come last. */
  readonly patterns: readonly ContextPattern[];
}

export interface ContextRule {
  readonly match: readonly string[];
  /** Absent for all trees. */
  readonly trees?: readonly string[];
  readonly terms: readonly string[];
  /** Ids of documents or sections. */
  readonly include: readonly string[];
  /** The file that defines it. Globs with `/` are relative to its directory. */
  readonly definedIn: string;
}

export interface ContextPattern {
  readonly glob: string;
  readonly terms: readonly string[];
  /** The file that defines it, or null for the built-in table. */
  readonly definedIn: string | null;
}

export interface ConfigFile {
  readonly path: string;
  readonly global: boolean;
}

export interface UntrustedTree {
  readonly name: string;
  /** The file that defines it. */
  readonly definedIn: string;
}

export type ChunkingStrategy = "headings" | "adaptive" | "leaves" | "code" | "prose" | "auto";

export interface TreeConfig {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** As written in the file. */
  readonly writtenPath: string;
  /**
   * The real folder that the tree's folder must not leave through a link: the project, or the folder that was trusted.
   * Null for a tree of the home file and of a given configuration, which may lie anywhere.
   */
  readonly boundary: string | null;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Folders of the tree that hold the same pages for several versions, the newest first; `.` is the tree itself. */
  readonly versions: readonly string[];
  /** The address at which the site of these documents begins. */
  readonly base_url?: string;
  readonly gitignore: boolean;
  readonly chunking: ChunkingStrategy;
  /** The sizes that replace those of `chunking` for this tree. */
  readonly sizes: Partial<ChunkingSettings>;
  /** Properties of every document of the tree. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Folders of the tree by the code of their language, the default language first; `.` is the tree itself. */
  readonly locales: Readonly<Record<string, string>>;
  /** The formats of files by globs, where the extension misleads. The first that matches counts. */
  readonly format: Readonly<Record<string, string>>;
  /** Whether text is read from pictures: never, from pictures and pages without text, or from all pages. */
  readonly ocr: "never" | "auto" | "always";
  /** Tesseract's names, such as `eng`. */
  readonly languages: readonly string[];
  /** Whether text that the code of notebooks printed is read. */
  readonly notebook_outputs: boolean;
  /** Whether the texts of the tree have records beside them that say where they come from. */
  readonly source_records: boolean;
  /** The tree's own stemmer, or else the global one. */
  readonly stemmer: string;
  /** Whether the definition in force comes from the home file. */
  readonly global: boolean;
  /** The file that defines it. */
  readonly definedIn: string;
}

export interface Settings {
  readonly default_limit: number;
  readonly local_boost: number;
  readonly max_chunk_size: number;
  readonly min_chunk_size: number;
  /** Whether only `ra rag index` changes the index, which then holds all texts. */
  readonly frozen: boolean;
}

/** Whether a section must hold every word of a query. */
export type Match = "any" | "all";

export interface SearchSettings {
  readonly stemmer: string;
  readonly fuzzy_distance: number;
  readonly candidate_limit: number;
  readonly cutoff_ratio: number;
  readonly max_results: number;
  readonly aggregation_threshold: number;
  readonly match: Match;
  readonly feedback: boolean;
  /** If any of these three is set, merging by number of siblings replaces aggregation (docs/ranking.md). */
  readonly merge_threshold?: number;
  readonly merge_bonus?: number;
  readonly max_merge_depth?: number;
  readonly boost: FieldBoosts;
  /** What the scores of documents are multiplied by, by glob. The first glob that matches counts. */
  readonly weight: Readonly<Record<string, number>>;
  /** Lists by word, as written. */
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
}

/** How texts become vectors. */
export interface EmbeddingSettings {
  /** The name of a model that `ra model list` shows, or of one of the service. */
  readonly model: string;
  readonly provider: "local" | "openai" | "onnxruntime";
  /** Texts in one call of the model. */
  readonly batch_size: number;
  readonly device: "auto" | "cpu" | "gpu" | "mps";
  /** The address of the service, with `/v1`. */
  readonly base_url?: string;
  /** The name of the environment variable that holds the service's key. */
  readonly api_key_env?: string;
  /** How many values a vector of the service has. */
  readonly dimensions?: number;
  readonly query_prefix?: string;
  readonly passage_prefix?: string;
}

/** How sections are found by meaning. */
export interface SemanticSettings extends EmbeddingSettings {
  readonly enabled: boolean;
  /** The share of the meaning in the fused score, 0 to 1. Absent where what suits the model applies. */
  readonly weight?: number;
  /** The least cosine with which a section is found by meaning alone. Absent where what suits the model applies. */
  readonly floor?: number;
  readonly fusion: "weighted" | "rrf";
  /** The name of a cross-encoder. */
  readonly rerank?: string;
  /** How many of the best candidates it puts in order. */
  readonly rerank_candidates: number;
}

/** How answers are generated. */
export interface AskSettings {
  /** A name of the service, or the path of a GGUF file. Absent where the passages are the answer. */
  readonly model?: string;
  readonly provider: "openai" | "local";
  readonly base_url?: string | undefined;
  /** The name of the environment variable that holds the service's key. */
  readonly api_key_env?: string | undefined;
  readonly temperature: number;
  readonly max_tokens: number;
  readonly max_input_tokens: number;
  /** Seconds in which nothing comes. */
  readonly timeout: number;
  /** Seconds that the model may take for an answer. */
  readonly max_time: number;
  readonly retries: number;
  /** The path of a GGUF file that answers when the service cannot. */
  readonly fallback?: string | undefined;
}

export interface FieldBoosts {
  readonly title: number;
  readonly tags: number;
  readonly path: number;
  readonly path_components: number;
  readonly body: number;
}

/** They count characters, unless the name says lines or tokens. `headings` uses only the last one. */
export interface ChunkingSettings {
  readonly max_leaf_chars: number;
  readonly min_leaf_chars: number;
  readonly min_document_chars: number;
  readonly code_max_lines: number;
  readonly overlap_lines: number;
  readonly prose_max_chars: number;
  readonly min_chunk_chars: number;
  /** Of what a chunk's vector is made of. Absent for as many as the model reads. */
  readonly code_max_chars?: number;
  readonly max_tokens_per_chunk?: number;
}

/** A configuration as data, with the keys of a `.ra.toml`. A missing key has its default. */
export interface ConfigData {
  readonly tree?: Readonly<Record<string, TreeData>>;
  readonly settings?: Partial<Settings>;
  readonly search?: Partial<Omit<SearchSettings, "boost">> & {
    readonly boost?: Partial<FieldBoosts>;
  };
  readonly semantic?: Partial<SemanticSettings>;
  readonly generation?: Partial<AskSettings>;
  readonly chunking?: Partial<ChunkingSettings>;
  readonly context?: Partial<Omit<ContextSettings, "rules" | "patterns">> & {
    readonly rules?: readonly RuleData[];
    /** Terms by glob. */
    readonly patterns?: Readonly<Record<string, readonly string[]>>;
  };
  readonly test?: readonly TestData[];
}

/** `path` is absolute, relative to the directory that is opened, or begins with `~`. */
export interface TreeData extends
  Partial<
    Pick<
      TreeConfig,
      | "include"
      | "exclude"
      | "versions"
      | "base_url"
      | "gitignore"
      | "chunking"
      | "sizes"
      | "stemmer"
      | "metadata"
      | "locales"
      | "format"
      | "ocr"
      | "languages"
      | "notebook_outputs"
      | "source_records"
    >
  > {
  readonly path: string;
}

export interface RuleData extends Partial<Pick<ContextRule, "trees" | "terms" | "include">> {
  readonly match: string | readonly string[];
}

export interface TestData extends Partial<Pick<TestConfig, "within">> {
  readonly query: string;
  readonly expect: string | readonly string[];
}
