/**
 * Requests and answers. Made by `npm run build:core`; never edited. From:
 * wasm/src/plan.rs
 */

export interface SearchRequest {
  /** One query, or several whose matches are united. Each is scored by itself. */
  readonly queries: readonly PlanPart[];
  /** Conditions beside the queries. They do not change scores. */
  readonly filters: readonly PlanFilter[];
  /** The number of hits to return, best first. */
  readonly limit: number;
  /**
   * The host may divide the hits, in the order of `Hit.base`, at every multiple of this place. Hits with equal
   * scores are ordered by id there, at the start and at `limit`; elsewhere their order is free, because each id needs
   * a record to be read. Without `cut`, ids decide everywhere.
   */
  readonly cut?: number | undefined;
  /** The weight of each text field. */
  readonly boosts: Readonly<Record<string, number>>;
  /** The largest edit distance of fuzzy matches, 0–2. */
  readonly fuzzy: number;
  /** The score factor of each tree; 1 when a tree is not listed. */
  readonly factors: Readonly<Record<string, number>>;
  /** Whether the terms of the best sections find and raise others. */
  readonly feedback?: boolean | undefined;
  /** What the scores of documents are multiplied by, by glob of their path. The first one that matches counts. */
  readonly weights?: readonly PathWeight[] | undefined;
  /** Whether to boost the best chunk of each topic: of each query, or of each part of a query that is one `OR`. */
  readonly topics?: boolean | undefined;
  /** Whether to list documents instead of chunks: the root of every document with a match. */
  readonly roots?: boolean | undefined;
  /** Also return the documents of all matches. */
  readonly facets?: boolean | undefined;
  /** Also return the parts of the hits' scores. */
  readonly explain?: boolean | undefined;
  /** Whether equal texts, translations and versions of a page are hits of their own. */
  readonly copies?: boolean | undefined;
  /** Also find the chunks that are nearest in meaning. The hits then begin with the candidates of both lists. */
  readonly meaning?: MeaningRequest | undefined;
}

/** The vectors of a query, and how far to look. */
export interface MeaningRequest {
  /** The key of the model (`Embedder.key` in the host). Stored vectors of another one do not count. */
  readonly model: string;
  /** One for each topic of the query, each of length 1. A chunk's cosine is its highest. */
  readonly vectors: readonly (readonly number[])[];
  /** How many chunks each of the two lists has. */
  readonly candidates: number;
}

export interface PathWeight {
  /** Without braces, for the whole path in the tree. */
  readonly glob: string;
  readonly weight: number;
}

export interface PlanPart {
  readonly query: PlanNode;
  /** Whether a chunk must hold every required word. */
  readonly all: boolean;
  /** Weighted words that a document as a whole should be about. They change scores, and match nothing. */
  readonly about?: WeightedWords | undefined;
}

export type WeightedWords = readonly (readonly [number, string])[];

export type PlanNode =
  | { readonly word: string }
  /** The beginning of a word. */
  | { readonly prefix: string }
  /** One bare word with its synonyms, each with a weight. The first is the word as typed. */
  | { readonly any: WeightedWords }
  /**
   * The same with other forms of the word: texts that say the same, such as `utf 8` for `utf8`, each with a weight. A
   * chunk holds the word too if it has such a text word for word. A form is no rarer than the word, where the index
   * knows that.
   */
  | { readonly forms: readonly [WeightedWords, WeightedWords] }
  | { readonly phrase: string }
  /** A bare word that each chunk must match. Only a child of the top-level AND. */
  | { readonly must: PlanNode }
  | { readonly and: readonly PlanNode[] }
  | { readonly or: readonly PlanNode[] }
  | { readonly not: PlanNode }
  | { readonly field: readonly [string, PlanNode] }
  | { readonly boost: readonly [number, PlanNode] }
  | { readonly filter: PlanFilter };

export type PlanFilter =
  | { readonly tree: string }
  | { readonly trees: readonly string[] }
  /** The tag itself and the tags nested below it. Case does not matter. */
  | { readonly tag: string }
  /** A literal prefix of the path relative to the tree. */
  | { readonly path: string }
  | { readonly meta: readonly [string, string] }
  | { readonly lang: string }
  /** Documents of a version. Neither case nor `v` or `version-` before its number matters. */
  | { readonly version: string }
  /** Documents by id. The host finds them by data that the index does not hold, such as dates. */
  | { readonly documents: readonly string[] };

export interface AskedForms {
  readonly candidates: readonly FormCandidate[];
  /** The weights of the text fields. One without a weight does not count. */
  readonly boosts: Readonly<Record<string, number>>;
}

/** A word of a query, or several side by side, with what it may stand for too. */
export interface FormCandidate {
  readonly typed: string;
  /** Texts of one or several words. */
  readonly forms: readonly string[];
  /**
   * Texts whose last word may be the beginning of a longer one: a digit follows a letter there, or a letter a digit.
   */
  readonly begun: readonly string[];
  /** Whether the forms count however many documents hold the words as typed. */
  readonly always: boolean;
}

export interface CoreResponse {
  /** The number of chunks that match queries and filters, before any limit. */
  readonly total: number;
  /** Best first. Ids decide between equal scores where `cut` says so. */
  readonly hits: readonly CoreHit[];
  /** How many of the matches hold every required word of a query by its own term. */
  readonly fullMatches: number;
  /**
   * For each hit, which required words of the queries it does not match, as indices into `words`. None for a hit that a
   * query without bare words finds. Only set when a hit lacks one.
   */
  readonly missing?: readonly (readonly number[])[];
  /** For each topic, how many chunks match it. Only set with `topics`. */
  readonly topics?: readonly number[];
  readonly highlight: Highlight;
  /** The bare words of each query's top-level AND. */
  readonly words: readonly WordReport[];
  /** For each entry of `filters`, how many matches of the queries it removed. Only set when nothing is left. */
  readonly removed: readonly number[];
  /** The ids of all documents with a match, sorted. Only set with `facets`. */
  readonly documents?: readonly string[];
  /** The parts of the hits' scores, in the order of the hits. Only set with `explain`. */
  readonly explained?: readonly Explained[];
  /** What the hits begin with. Only set with `meaning`. */
  readonly meaning?: MeaningResponse;
}

/**
 * The candidates by words and by meaning. The first hits are these candidates, each once, in an order that is the
 * same for the same index; further lexical matches follow, best first, up to the limit. `missing` and `explained` are
 * for all of these hits. `total` counts lexical matches only.
 */
export interface MeaningResponse {
  readonly of: readonly MeaningOfHit[];
  /** How many live chunks have no vector of this model although they have text. */
  readonly pending: number;
}

/** What fusing needs to know of a candidate. */
export interface MeaningOfHit {
  /** The lexical score before factors and boosts. None when the chunk does not match by words. */
  readonly lex: number | null;
  /** The highest cosine. None when the chunk has no vector. */
  readonly cosine: number | null;
  /** Whether it is among the best lexical matches, or is boosted. */
  readonly isLexical: boolean;
  /** Whether it is among the nearest in meaning. */
  readonly isNear: boolean;
  /** The tree's factor times the path's weight. */
  readonly scale: number;
  /** How many halves of the highest score an exact title or file name, or the best chunk of a topic, gains. */
  readonly level: number;
}

/** `score = (words + neighbours + document + heading + feedback) · factor · weight + boost`. */
export interface Explained {
  /** The sum of the scores of the clauses that the chunk holds. */
  readonly words: number;
  /** What neighbouring words add. */
  readonly neighbours: number;
  /** What the rest of the document adds. */
  readonly document: number;
  /** What the query's words in the chunk's own title add. */
  readonly heading: number;
  /** What the terms of the best documents add. */
  readonly feedback: number;
  /** The share of the words' weight that the chunk holds, 0–1. */
  readonly coverage: number;
  /** The factor of the chunk's tree. */
  readonly factor: number;
  /** The weight of the document's path. */
  readonly weight: number;
  /** What an exact heading or file name adds. The host calls it `lift`, also in its output. */
  readonly lift: number;
  readonly clauses: readonly ExplainedClause[];
}

export interface ExplainedClause {
  /** The word as typed; None for phrases, fields and groups. */
  readonly word: string | null;
  readonly score: number;
  readonly terms: readonly CoreExplainedTerm[];
}

/**
 * A term that the chunk holds: `score = idf · (k1 + 1) · weight / (k1 + weight)`, where `weight` is the sum over its
 * fields.
 */
export interface CoreExplainedTerm {
  readonly term: string;
  /** Damped, if the term is not the typed one. */
  readonly idf: number;
  readonly score: number;
  readonly fields: readonly ExplainedField[];
}

export interface ExplainedField {
  readonly field: string;
  readonly frequency: number;
  /** As stored. */
  readonly length: number;
  readonly weight: number;
}

/** A hit, as a list of its values. */
export type CoreHit = readonly [score: number, base: number, at: readonly [number, number]];

export interface WordReport {
  /** The place of its query in the request. */
  readonly query: number;
  readonly word: string;
  /** Live chunks that hold the word itself. */
  readonly df: number;
  /** Whether it is a stop word or question word of a language in use. */
  readonly stop: boolean;
  /** Whether it has its full weight. Such words find chunks. */
  readonly required: boolean;
  /** The nearest terms of the index. Only set when nothing was found. */
  readonly nearest: readonly string[];
}

/**
 * The terms and phrases to mark in a text. A term is marked everywhere, and a phrase only where all of it stands
 * together. Terms have the core's own form, so they are not shown to users.
 */
export interface Highlight {
  readonly terms: readonly string[];
  readonly phrases: readonly (readonly string[])[];
  /** Near words, which are marked only in a text that has none of the words that they stand for. */
  readonly near?: readonly NearMarks[] | undefined;
}

/** The terms near to a typed word. */
export interface NearMarks {
  /** The terms of the word itself. */
  readonly of: readonly string[];
  readonly terms: readonly string[];
}
