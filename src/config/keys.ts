/**
 * Every key of a `.ra.toml`, once. Validation, the defaults, the nearest-key hints, the file that `ra init` writes,
 * `ra config` and `docs/configuration.md` are all made from this table; a key that is not here is an error.
 */
import type { ChunkingStrategy } from "./config.ts";

/**
 * `number` takes integers and floats, `strings` is a list of strings; `one or more` also takes a single string for such
 * a list.
 */
export type KeyType = "boolean" | "integer" | "number" | "string" | "strings" | "one or more";
export type KeyValue = boolean | number | string | readonly string[];

export interface OptionalKey {
  /** What applies when the key is not set, in a few words. */
  readonly unset: string;
  /** A value for the template. */
  readonly example: KeyValue;
}

export interface Key {
  /** Dotted; `*` stands for a name that the user picks, or for a position in a list of tables. */
  readonly path: string;
  readonly type: KeyType;
  /** Absent when the key is required, optional or inherits. */
  readonly default?: KeyValue;
  /** For a key that may be left unset: what it shows where a default would stand. */
  readonly optional?: OptionalKey;
  readonly required?: true;
  /** Path of the key whose value applies when this one is not set. */
  readonly inherits?: string;
  /** Each string is a glob. */
  readonly globs?: true;
  /** Inclusive bounds of a number. */
  readonly min?: number;
  readonly max?: number;
  /** Exclusive lower bound of a number. */
  readonly above?: number;
  readonly oneOf?: readonly string[];
  /** Path of a key whose value this one must stay under (`below`) or must not pass (`notAbove`). */
  readonly below?: string;
  readonly notAbove?: string;
  /** One sentence. */
  readonly meaning: string;
}

/** A table of a `.ra.toml`, in the order in which template and page list them. */
export interface ConfigSection {
  /** As in {@link Key.path}, without the key; empty for the top level. */
  readonly path: string;
  /** It is a list of tables, `[[like.this]]`. */
  readonly list?: true;
  readonly meaning: string;
}

/** What the user may name a tree; `/` and `:` would make chunk ids ambiguous. */
export const TREE_NAME = /^[A-Za-z0-9_.-]+$/;

export const LANGUAGES: readonly string[] = [
  "arabic",
  "danish",
  "dutch",
  "english",
  "finnish",
  "french",
  "german",
  "greek",
  "hungarian",
  "italian",
  "norwegian",
  "portuguese",
  "romanian",
  "russian",
  "spanish",
  "swedish",
  "tamil",
  "turkish",
];
/** Values of a `stemmer` key. */
export const STEMMERS: readonly string[] = [...LANGUAGES, "auto", "none"];

const STRATEGIES: readonly ChunkingStrategy[] = ["headings", "adaptive", "leaves", "code", "prose", "auto"];

const MAX_CHARS = 1_000_000_000;
const MAX_LINES = 1_000_000;
const MAX_RESULTS = 100_000;
const MAX_FACTOR = 1_000_000;

export const SECTIONS: readonly ConfigSection[] = [
  { path: "", meaning: "The top level of the file." },
  { path: "tree.*", meaning: "A tree: a named directory of documents; its name starts the id of every chunk in it." },
  { path: "settings", meaning: "Defaults for results and sizes." },
  { path: "search", meaning: "How queries are matched, ranked and cut." },
  {
    path: "search.boost",
    meaning: "How much a match counts, by the field it is found in; 0 leaves a field out of the score.",
  },
  {
    path: "search.synonyms",
    meaning:
      "Words that also stand for others: one key a word, in any letter case. Its list does not lead back to it; list both for that.",
  },
  { path: "chunking", meaning: "Sizes of the chunking strategies other than `headings`." },
  { path: "context", meaning: "How `ra context` reads source files and what it looks for." },
  {
    path: "context.rules.*",
    list: true,
    meaning: "What `ra context` adds for files of some paths, one table a rule; all rules that match count.",
  },
  {
    path: "context.patterns",
    meaning:
      "The short form of a rule that only adds terms: a glob and its list. A glob of a nearer file, or of the built-in table, is replaced; an empty list turns it off.",
  },
  { path: "test.*", list: true, meaning: "Golden queries for `ra test`, one table each; those of all files count." },
];

export const KEYS: readonly Key[] = [
  {
    path: "root",
    type: "boolean",
    default: false,
    meaning:
      "Stop looking for `.ra.toml` files in the directories above this one; the file in the home directory still applies.",
  },

  {
    path: "tree.*.path",
    type: "string",
    required: true,
    meaning: "The directory: absolute, relative to this file, or starting with `~/` for the home directory.",
  },
  {
    path: "tree.*.include",
    type: "strings",
    globs: true,
    default: ["**/*.md", "**/*.markdown", "**/*.txt"],
    meaning: "Globs of the files to index, matched on the path relative to the tree.",
  },
  {
    path: "tree.*.exclude",
    type: "strings",
    globs: true,
    default: [],
    meaning: "Globs of files to leave out; they win over `include`.",
  },
  {
    path: "tree.*.gitignore",
    type: "boolean",
    default: true,
    meaning: "Leave out what `.gitignore` and `.raignore` files name.",
  },
  {
    path: "tree.*.chunking",
    type: "string",
    default: "headings",
    oneOf: STRATEGIES,
    meaning: "How documents are split into chunks.",
  },
  {
    path: "tree.*.stemmer",
    type: "string",
    inherits: "search.stemmer",
    oneOf: STEMMERS,
    meaning: "Language of this tree's documents, with the same choice as `search.stemmer`.",
  },

  {
    path: "settings.default_limit",
    type: "integer",
    default: 5,
    min: 1,
    max: MAX_RESULTS,
    meaning: "Results shown when no limit is given.",
  },
  {
    path: "settings.local_boost",
    type: "number",
    default: 1.5,
    above: 0,
    max: MAX_FACTOR,
    meaning: "Factor on the scores of trees that are not defined in the home directory's file.",
  },
  {
    path: "settings.max_chunk_size",
    type: "integer",
    default: 50_000,
    min: 1,
    max: MAX_CHARS,
    meaning: "Characters above which a chunk is warned about.",
  },
  {
    path: "settings.min_chunk_size",
    type: "integer",
    default: 2000,
    min: 0,
    max: MAX_CHARS,
    meaning: "Characters under which `adaptive` chunking leaves a document whole.",
  },

  {
    path: "search.stemmer",
    type: "string",
    default: "english",
    oneOf: STEMMERS,
    meaning:
      "Language whose word endings are ignored; `auto` detects it per document, `none` matches words as they are.",
  },
  {
    path: "search.fuzzy_distance",
    type: "integer",
    default: 1,
    min: 0,
    max: 2,
    meaning: "Typing mistakes allowed in a word of four letters or more; 0 turns fuzzy matching off.",
  },
  {
    path: "search.candidate_limit",
    type: "integer",
    default: 100,
    min: 1,
    max: MAX_RESULTS,
    meaning: "Best matches that the later phases look at.",
  },
  {
    path: "search.cutoff_ratio",
    type: "number",
    default: 0.5,
    min: 0,
    max: 1,
    meaning: "Results end where a score falls below this share of the one before; 0 never cuts.",
  },
  {
    path: "search.max_results",
    type: "integer",
    default: 20,
    min: 1,
    max: MAX_RESULTS,
    meaning: "Results kept where no such fall is found.",
  },
  {
    path: "search.aggregation_threshold",
    type: "number",
    default: 0.5,
    above: 0,
    max: 1,
    meaning: "Share of a section's children that must match for the section to stand in for them.",
  },
  {
    path: "search.relax",
    type: "boolean",
    default: true,
    meaning: "Answer with partial matches when too few chunks hold every word.",
  },

  {
    path: "search.merge_threshold",
    type: "integer",
    optional: { unset: "off; 2 beside the other merge settings", example: 2 },
    min: 1,
    max: MAX_RESULTS,
    meaning:
      "Matching subsections that make their section take their place; any merge setting replaces `aggregation_threshold`.",
  },
  {
    path: "search.merge_bonus",
    type: "number",
    optional: { unset: "off; 0.1 beside the other merge settings", example: 0.1 },
    min: 0,
    max: MAX_FACTOR,
    meaning: "Share of the best subsection's score that a merged section gains for each subsection.",
  },
  {
    path: "search.max_merge_depth",
    type: "integer",
    optional: { unset: "off; 2 beside the other merge settings", example: 2 },
    min: 0,
    max: 100,
    meaning: "Sections above this heading level are never merged into; 0 lets whole documents be.",
  },

  { path: "search.boost.title", type: "number", default: 3, min: 0, max: MAX_FACTOR, meaning: "Titles and headings." },
  {
    path: "search.boost.tags",
    type: "number",
    default: 2.5,
    min: 0,
    max: MAX_FACTOR,
    meaning: "Tags from frontmatter.",
  },
  {
    path: "search.boost.path",
    type: "number",
    default: 2,
    min: 0,
    max: MAX_FACTOR,
    meaning: "The whole path of the file.",
  },
  {
    path: "search.boost.path_components",
    type: "number",
    default: 2,
    min: 0,
    max: MAX_FACTOR,
    meaning: "The words that the path is made of.",
  },
  { path: "search.boost.body", type: "number", default: 1, min: 0, max: MAX_FACTOR, meaning: "The text itself." },

  {
    path: "search.synonyms.*",
    type: "strings",
    optional: { unset: "none", example: ["kubernetes"] },
    meaning: "Words or phrases that a query with this word finds too, at 0.8 of their score.",
  },

  {
    path: "chunking.max_leaf_chars",
    type: "integer",
    default: 1000,
    min: 1,
    max: MAX_CHARS,
    meaning: "`leaves`: characters above which a section is split at paragraphs, then sentences.",
  },
  {
    path: "chunking.min_leaf_chars",
    type: "integer",
    default: 250,
    min: 0,
    max: MAX_CHARS,
    notAbove: "chunking.max_leaf_chars",
    meaning: "`leaves`: characters under which a piece joins its neighbour.",
  },
  {
    path: "chunking.min_document_chars",
    type: "integer",
    default: 1200,
    min: 0,
    max: MAX_CHARS,
    meaning: "`leaves`: characters under which a document stays whole.",
  },
  {
    path: "chunking.code_max_lines",
    type: "integer",
    default: 100,
    min: 1,
    max: MAX_LINES,
    meaning: "`code`: lines of a chunk at most.",
  },
  {
    path: "chunking.overlap_lines",
    type: "integer",
    default: 10,
    min: 0,
    max: MAX_LINES,
    below: "chunking.code_max_lines",
    meaning: "`code`: lines that a chunk repeats from the one before.",
  },
  {
    path: "chunking.prose_max_chars",
    type: "integer",
    default: 1000,
    min: 1,
    max: MAX_CHARS,
    meaning: "`prose`: characters of a chunk at most.",
  },
  {
    path: "chunking.min_chunk_chars",
    type: "integer",
    default: 200,
    min: 0,
    max: MAX_CHARS,
    notAbove: "chunking.prose_max_chars",
    meaning: "`code` and `prose`: characters under which a chunk joins its neighbour.",
  },

  {
    path: "context.limit",
    type: "integer",
    default: 10,
    min: 1,
    max: MAX_RESULTS,
    meaning: "Results shown when no limit is given.",
  },
  {
    path: "context.terms",
    type: "integer",
    default: 15,
    min: 1,
    max: 200,
    meaning: "Terms of the query that is made from a file.",
  },
  {
    path: "context.min_term_frequency",
    type: "integer",
    default: 2,
    min: 1,
    max: MAX_CHARS,
    meaning: "A word of a file's text counts when it stands there, or in the file's path, this many times.",
  },
  {
    path: "context.min_word_length",
    type: "integer",
    default: 4,
    min: 1,
    max: 1000,
    notAbove: "context.max_word_length",
    meaning: "Letters that a word of a file's text must have.",
  },
  {
    path: "context.max_word_length",
    type: "integer",
    default: 30,
    min: 1,
    max: 1000,
    meaning: "Letters that a word of a file's text may have.",
  },
  {
    path: "context.sample_size",
    type: "integer",
    default: 50_000,
    min: 1,
    max: MAX_CHARS,
    meaning: "Bytes of a file that are read.",
  },

  {
    path: "context.rules.*.match",
    type: "one or more",
    globs: true,
    required: true,
    meaning:
      "Globs of the files that the rule is for: without `/` matched on the file's name, with one on the path relative to this file.",
  },
  {
    path: "context.rules.*.trees",
    type: "strings",
    optional: { unset: "all trees", example: ["docs"] },
    meaning: "Look in these trees only; where several rules match, in those that all of them name.",
  },
  { path: "context.rules.*.terms", type: "strings", default: [], meaning: "Words or phrases to look for." },
  {
    path: "context.rules.*.include",
    type: "strings",
    default: [],
    meaning: "Ids of documents or sections that always come first.",
  },

  {
    path: "context.patterns.*",
    type: "strings",
    optional: { unset: "the built-in table", example: ["rust"] },
    meaning: "Words to look for in the context of files that this glob matches.",
  },

  { path: "test.*.query", type: "string", required: true, meaning: "The query, as for `ra search`." },
  {
    path: "test.*.expect",
    type: "one or more",
    required: true,
    meaning:
      "What must be found, all of it: the id of a section or document, or a path, which any part of the document meets.",
  },
  {
    path: "test.*.within",
    type: "integer",
    default: 3,
    min: 1,
    max: MAX_RESULTS,
    meaning: "Each must be among this many first results.",
  },
];

const byPath: ReadonlyMap<string, Key> = new Map(KEYS.map((key) => [key.path, key]));

/** Tables whose keys the user names. */
export const NAMED_KEYS: ReadonlySet<string> = new Set(["search.synonyms", "context.patterns"]);

/** The entry for a path with `*` for names; `undefined` when there is none. */
export function keyAt(pattern: string): Key | undefined {
  return byPath.get(pattern);
}

/** The keys directly in a section. */
export function keysOf(section: string): Key[] {
  return KEYS.filter((key) => parentPath(key.path) === section);
}

/** The last part of a dotted key path. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

/** What a value of the key must be, as it reads after "must be". */
export function requirement(key: Key): string {
  if (key.oneOf !== undefined) return `one of ${key.oneOf.join(", ")}`;
  switch (key.type) {
    case "boolean":
      return "true or false";
    case "string":
      return "a non-empty string";
    case "strings":
      return "a list of non-empty strings";
    case "one or more":
      return "a non-empty string or a list of them";
    default:
      return `${key.type === "integer" ? "an integer" : "a number"} ${range(key)}`;
  }
}

function range(key: Key): string {
  const upper = String(key.max);
  return key.above === undefined ? `from ${key.min} to ${upper}` : `above ${key.above} and up to ${upper}`;
}
