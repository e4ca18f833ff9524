/** Made from schemas/configuration.ts by `npm run build:shapes`; never edited. */
import type { ConfigFileReport } from "./reports.ts";

/** A tree of the configuration. */
export interface TreeSettings {
  readonly name: string;
  /** Absolute path of the folder. */
  readonly path: string;
  /** As written in the file. */
  readonly written_path: string;
  /** The configuration file that states it. */
  readonly defined_in: string;
  /** Whether `~/.ra.toml` defines it. */
  readonly global: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Folders that hold the same pages for several versions, the newest first. */
  readonly versions: readonly string[];
  /** The address at which its site begins; absent when it is not stated. */
  readonly base_url?: string;
  readonly gitignore: boolean;
  readonly chunking: "headings" | "adaptive" | "leaves" | "code" | "prose" | "auto";
  /** The sizes that the tree states; `[chunking]` has the others. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Its own, else that of `[search]`. */
  readonly stemmer: string;
  /** Properties of each of its documents. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Folders by the code of their language, the default language first. */
  readonly locales: Readonly<Record<string, string>>;
  /** The formats of files by globs, where the extension misleads. */
  readonly format: Readonly<Record<string, string>>;
  /** Whether text is read from pictures. */
  readonly ocr: "never" | "auto" | "always";
  /** The languages of that text, as Tesseract calls them. */
  readonly languages: readonly string[];
  /** Whether text that the code of notebooks printed is read. */
  readonly notebook_outputs: boolean;
  /** Whether its texts have records of their sources beside them. */
  readonly source_records: boolean;
}

/** A rule for source files. */
export interface ContextRuleSettings {
  readonly match: readonly string[];
  /** The trees that the rule covers; absent for all. */
  readonly trees?: readonly string[];
  readonly terms: readonly string[];
  /** Ids of documents or sections. */
  readonly include: readonly string[];
  /** The configuration file that states it. */
  readonly defined_in: string;
}

/** Terms for the source files that a glob matches. */
export interface ContextPatternSettings {
  readonly glob: string;
  readonly terms: readonly string[];
  /** The configuration file that states it; `null` for the built-in ones. */
  readonly defined_in: string | null;
}

/** The table `[context]`. */
export interface ContextTable {
  readonly limit: number;
  readonly terms: number;
  readonly min_term_frequency: number;
  readonly min_word_length: number;
  readonly max_word_length: number;
  readonly sample_size: number;
  /** Those of the nearest file first. */
  readonly rules: readonly ContextRuleSettings[];
  /** The nearest statement of each glob; the built-in ones last. */
  readonly patterns: readonly ContextPatternSettings[];
}

/** A golden query. */
export interface TestSettings {
  readonly query: string;
  /** Ids or paths. */
  readonly expect: readonly string[];
  /** Number of results that each must be among. */
  readonly within: number;
  /** The configuration file that states it. */
  readonly defined_in: string;
}

/** The configuration in force. */
export interface ConfigReport {
  /** The configuration files, nearest first. */
  readonly files: readonly ConfigFileReport[];
  /** The folder whose `.ra/index` is used. */
  readonly root: string;
  readonly trees: readonly TreeSettings[];
  /** The table `[settings]`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The table `[chunking]`. */
  readonly chunking: Readonly<Record<string, unknown>>;
  /** The table `[search]`. */
  readonly search: Readonly<Record<string, unknown>>;
  /** The table `[semantic]`. */
  readonly semantic: Readonly<Record<string, unknown>>;
  /** The table `[generation]`. */
  readonly generation: Readonly<Record<string, unknown>>;
  readonly context: ContextTable;
  readonly tests: readonly TestSettings[];
}
