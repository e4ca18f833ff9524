/**
 * What retrieval asks a retriever, and what it is answered. The core reads and writes the same JSON: `wasm/src/plan.rs`
 * is its side.
 */
import type { ScoreParts } from "../answers/explanation.ts";
import type { ChunkRef } from "./catalogue.ts";

export interface SearchRequest {
  /** One query, or several whose matches are united; each is relaxed for itself. */
  readonly queries: readonly {
    readonly query: PlanNode; /** May the bare words of the top-level AND be relaxed? */
    readonly relax: boolean;
  }[];
  /** Conditions beside the queries; they add no score. */
  readonly filters: readonly PlanFilter[];
  /** How many hits come back. */
  readonly limit: number;
  /**
   * Where they may be cut, by `base`: there, at the first and at `limit` ids decide between hits of the same score,
   * elsewhere their order is free. Without it ids decide everywhere.
   */
  readonly cut?: number;
  /** Weight by text field. */
  readonly boosts: Readonly<Record<string, number>>;
  /** Largest edit distance of fuzzy matches, 0–2. */
  readonly fuzzy: number;
  /** Score factor by tree; 1 where none is given. */
  readonly factors: Readonly<Record<string, number>>;
  /** Also answer with the documents of all matches. */
  readonly facets?: boolean;
  /** Say what the hits' scores are made of. */
  readonly explain?: boolean;
}

export type PlanNode =
  | { readonly word: string }
  /** One bare word with weighted alternatives; the first is the word as typed. */
  | { readonly any: readonly (readonly [weight: number, text: string])[] }
  | { readonly phrase: string }
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
  /** Chunks that match query and filters, before any limit. */
  readonly total: number;
  /** Best first, ties by id where that matters (`cut`). */
  readonly hits: readonly RankedHit[];
  readonly relaxation: { readonly stage: string; readonly dropped: readonly string[] } | null;
  readonly highlight: Highlight;
  /**
   * The bare words of each query's top-level AND; `stop` for stop and question words, `nearest` only when nothing was
   * found.
   */
  readonly words: readonly {
    readonly word: string;
    readonly df: number;
    readonly stop: boolean;
    readonly nearest: readonly string[];
  }[];
  /** For each filter of the request, how many chunks it removed; only when nothing was found. */
  readonly removed: readonly number[];
  /** Ids of all documents that hold a match, sorted by code point; only with `facets`. */
  readonly documents?: readonly string[];
  /** What the hits' scores are made of, in their order; only with `explain`. */
  readonly explained?: readonly ScoreParts[];
}

export interface RankedHit {
  readonly score: number;
  /** The score without the boost of an exact heading: what the cut compares. */
  readonly base: number;
  readonly ref: ChunkRef;
}

/**
 * What to mark: terms wherever they stand, phrases where they stand whole. Terms are the core's own, not for people.
 */
export interface Highlight {
  readonly terms: readonly string[];
  readonly phrases: readonly (readonly string[])[];
}
