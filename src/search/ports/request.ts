/**
 * The request to a retriever and its response. The core reads and writes the same JSON; its side is `wasm/src/plan.rs`.
 */
import type { ScoreParts } from "../../shapes/explanation.ts";
import type { ChunkRef } from "./catalogue.ts";

export interface SearchRequest {
  /** One query, or several whose matches are united. Each is scored by itself. */
  readonly queries: readonly {
    readonly query: PlanNode;
    /** Must a chunk hold every required word? */
    readonly all: boolean;
    /** Weighted words that a document as a whole should be about. They change scores, and match nothing. */
    readonly about?: WeightedWords;
  }[];
  /** Conditions beside the queries. They do not change scores. */
  readonly filters: readonly PlanFilter[];
  /** The number of hits to return. */
  readonly limit: number;
  /**
   * The list, ordered by `base`, may be divided at every multiple of this place. Hits with equal scores are ordered by
   * id there, at the start and at `limit`; elsewhere their order is free. Without `cut`, ids decide everywhere.
   */
  readonly cut?: number;
  /** The weight of each text field. */
  readonly boosts: Readonly<Record<string, number>>;
  /** The largest edit distance of fuzzy matches, 0–2. */
  readonly fuzzy: number;
  /** The score factor of each tree; 1 when a tree is not listed. */
  readonly factors: Readonly<Record<string, number>>;
  /** Whether the terms of the best sections find and raise others. */
  readonly feedback?: boolean;
  /**
   * What the scores of documents are multiplied by. The glob has no braces, and is for the whole path in the tree. The
   * first one that matches counts.
   */
  readonly weights?: readonly PathWeight[];
  /** Boost the best chunk of each topic: of each query, or of each part of a query that is one `or`. */
  readonly topics?: boolean;
  /** List documents instead of chunks: the first chunk of every document with a match. */
  readonly roots?: boolean;
  /** Also return the documents of all matches. */
  readonly facets?: boolean;
  /** Also return the parts of each hit's score. */
  readonly explain?: boolean;
  /** Also find the chunks that are nearest in meaning. `hits` then begins with the candidates of both lists. */
  readonly meaning?: MeaningRequest;
}

/** The vectors of a query, and how far to look. */
interface MeaningRequest {
  /** The key of the embedder (`Embedder.key`). Stored vectors of another one do not count. */
  readonly model: string;
  /** One for each topic of the query, each of length 1. A chunk's cosine is its highest. */
  readonly vectors: readonly (readonly number[])[];
  /** How many chunks each of the two lists has. */
  readonly candidates: number;
}

export interface PathWeight {
  readonly glob: string;
  readonly weight: number;
}

export type WeightedWords = readonly (readonly [weight: number, text: string])[];

export type PlanNode =
  | { readonly word: string }
  /** The beginning of a word. */
  | { readonly prefix: string }
  /** One bare word with weighted alternatives. The first is the word as typed. */
  | { readonly any: WeightedWords }
  | { readonly phrase: string }
  /** A bare word that each chunk must match. Only a child of the top-level AND. */
  | { readonly must: PlanNode }
  | { readonly and: readonly PlanNode[] }
  | { readonly or: readonly PlanNode[] }
  | { readonly not: PlanNode }
  | { readonly field: readonly [name: string, child: PlanNode] }
  | { readonly boost: readonly [factor: number, child: PlanNode] }
  | { readonly filter: PlanFilter };

export type PlanFilter =
  | { readonly tree: string }
  | { readonly trees: readonly string[] }
  | { readonly tag: string }
  | { readonly path: string }
  | { readonly meta: readonly [key: string, value: string] }
  | { readonly lang: string }
  | { readonly documents: readonly string[] };

export interface SearchResponse {
  /** The number of chunks that match queries and filters, before any limit. */
  readonly total: number;
  /** Best first. Ids break ties where `cut` says so. */
  readonly hits: readonly RankedHit[];
  /** How many of `total` hold every required word of a query that finds them by its own term. */
  readonly fullMatches: number;
  /**
   * For each hit, in order: the required words of the queries that the chunk does not match, as indices into `words`;
   * none for a hit that a query without bare words finds. Only set when a hit lacks one.
   */
  readonly missing?: readonly (readonly number[])[];
  /** For each topic, the number of chunks that match it. Only set with `topics`. */
  readonly topics?: readonly number[];
  readonly highlight: Highlight;
  /**
   * The bare words of each query's top-level AND. `query` is the place of a word's query in the request. `stop` marks
   * stop words and question words, and `required` the words that find chunks. `nearest` is only set when nothing was
   * found.
   */
  readonly words: readonly {
    readonly query: number;
    readonly word: string;
    readonly df: number;
    readonly stop: boolean;
    readonly required: boolean;
    readonly nearest: readonly string[];
  }[];
  /** For each filter of the request, how many chunks it removed. Only set when nothing was found. */
  readonly removed: readonly number[];
  /** The ids of all documents with a match, sorted by code point. Only set with `facets`. */
  readonly documents?: readonly string[];
  /** The parts of each hit's score, in the order of the hits. Only set with `explain`. */
  readonly explained?: readonly ScoreParts[];
  /** What `hits` begins with: the candidates of both lists. Only set with `meaning`. */
  readonly meaning?: MeaningResponse;
}

/**
 * The candidates of a search by words and meaning. The first `of.length` hits are these candidates, each once, in any
 * order that is the same for the same index; the hits after them are the further lexical matches, best first, up to
 * `limit`. `missing` and `explained` are for all of these hits. `total` counts lexical matches only.
 */
interface MeaningResponse {
  readonly of: readonly MeaningOfHit[];
  /** How many live chunks have no vector of this model although they have text. */
  readonly pending: number;
}

/** What fusing needs to know of a candidate. */
export interface MeaningOfHit {
  /**
   * The lexical score without the tree's factor, the path's weight and the boost of exact titles; null when the chunk
   * does not match by words.
   */
  readonly lex: number | null;
  /** The highest cosine; null when the chunk has no vector. */
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

export interface RankedHit {
  readonly score: number;
  /** The score without the lift of an exact heading. The cutoff compares this score. */
  readonly base: number;
  readonly ref: ChunkRef;
}

/**
 * The terms and phrases to mark. A term is marked everywhere, and a phrase only where all of it stands together. Terms
 * have the core's internal form, so do not show them to users.
 */
export interface Highlight {
  readonly terms: readonly string[];
  readonly phrases: readonly (readonly string[])[];
  /** Near words, which are marked only in a text that has none of the words that they stand for. */
  readonly near?: readonly { readonly of: readonly string[]; readonly terms: readonly string[] }[];
}
