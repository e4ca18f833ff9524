/** The published shape of answers (spec section 12): what `--json` prints and the library returns. */
import type { ScoreParts } from "../ports/request.ts";

/** From `start` up to, but not including, `end`. */
export interface MatchRange {
  readonly start: number;
  readonly end: number;
}
export interface Constituent {
  readonly id: string;
  readonly score: number;
}

/** Identity, place and span of a chunk. */
export interface ChunkRecord {
  readonly id: string;
  readonly doc_id: string;
  readonly parent_id: string | null;
  readonly tree: string;
  readonly path: string;
  readonly title: string;
  readonly breadcrumb: string;
  readonly depth: number;
  readonly position: number;
  readonly byte_start: number;
  readonly byte_end: number;
  readonly start_line: number;
  readonly end_line: number;
  /** The document's text was extracted from another format; the byte span counts in that text. */
  readonly extracted?: true;
  /** Where an extracted span stands in its source; both ends count from 1, the last is included. */
  readonly source?: SourceSpan;
}

/** Places in a source that is no text itself. */
export interface SourceSpan {
  readonly unit: "line" | "cell" | "page" | "slide" | "sheet";
  readonly first: number;
  readonly last: number;
}

/** A short excerpt around the matches, on one line. `ra search --json` prints it as HTML. */
export interface Snippet {
  readonly text: string;
  /** The matches, as UTF-16 code units of `text`: sorted, disjoint, the end exclusive. */
  readonly ranges: readonly MatchRange[];
}

/** One result. `content` is absent with `list` and for stale hits; `score` is absent from `get`. */
export interface SearchResult extends ChunkRecord {
  readonly score?: number;
  readonly snippet?: Snippet;
  /** The document's text from `byte_start` to `byte_end`. */
  readonly content?: string;
  /** The matches, as UTF-8 bytes of `content`: sorted and disjoint. */
  readonly match_ranges?: readonly MatchRange[];
  readonly constituents?: readonly Constituent[];
  /** With `groupBy: "doc"`: further results in the same document, by score, then id. */
  readonly more?: readonly Constituent[];
  /** `content` ends before the span does, to fit a token budget. */
  readonly truncated?: true;
  readonly stale?: true;
  /** Not found but asked for by a context rule; its score is 0. */
  readonly included?: true;
}

export interface TermReport {
  readonly term: string;
  readonly df: number;
  readonly nearest: readonly string[];
}
export interface ZeroHits {
  readonly terms: readonly TermReport[];
  readonly filters: readonly { readonly filter: string; readonly removed: number }[];
}
export interface Relaxation {
  readonly stage: string;
  readonly dropped: readonly string[];
}

export interface QueryEntry {
  readonly query: string;
  readonly relaxed: boolean;
  readonly total_matches: number;
  readonly results: readonly SearchResult[];
  readonly zero_hits?: ZeroHits;
  readonly relaxation?: Relaxation;
  readonly facets?: Facets;
  /** With `maxTokens`: what the text of this entry costs; 0 when it shows nothing. */
  readonly tokens?: number;
  /** With `maxTokens`: results that did not fit, by rank. */
  readonly left_out?: readonly LeftOut[];
  readonly explain?: Explanation;
  /** Of `context` with `explain`: what each file was searched with. */
  readonly files?: readonly ExplainedFile[];
  readonly why_not?: WhyNot;
}

/** A source file, its query and the terms of that. */
export interface ExplainedFile {
  readonly file: string;
  readonly query: string;
  readonly terms: readonly ExplainedTerm[];
}

/** The same as published; `sources` says where the term comes from. */
export interface ExplainedTerm {
  readonly term: string;
  readonly sources: readonly string[];
  readonly tf: number;
  readonly df: number;
  readonly idf: number;
  /** 0–1, the most telling term at 1. */
  readonly weight: number;
}

/** A result that a budget left out, and the tokens of its text. */
export interface LeftOut {
  readonly id: string;
  readonly title: string;
  readonly tokens: number;
}

/** Documents by value, over everything that matches; the most frequent value first, then by name. */
export type Counts = Readonly<Record<string, number>>;
export interface Facets {
  readonly tree: Counts;
  readonly tag: Counts;
  readonly lang: Counts;
  /** By key of the frontmatter. */
  readonly meta: Readonly<Record<string, Counts>>;
}

/** Where a chunk was lost on the way to the results. */
export type LossPhase =
  /** It is in no indexed document. */
  | "unknown"
  /** Filters exclude its document. */
  | "filtered"
  /** The query does not match it. */
  | "not matched"
  /** Phase 1: `candidate_limit` others score higher. */
  | "candidates"
  /** Phase 2. */
  | "cutoff"
  /** Phase 3: another result holds it. */
  | "aggregated"
  /** Another result stands for its document. */
  | "grouped"
  /** `-n` results rank higher. */
  | "limit"
  /** It did not fit the token budget. */
  | "budget"
  /** It was not lost. */
  | "returned";

export interface WhyNot {
  readonly id: string;
  readonly phase: LossPhase;
  /** Its own score; null when it has none. */
  readonly score: number | null;
  /** The score that would have kept it in this phase; null where scores do not decide. */
  readonly needed: number | null;
  /** The filters that exclude it. */
  readonly filters?: readonly string[];
  /** Words of the query that it does not have. */
  readonly missing?: readonly string[];
  /** The result that holds it or stands for its document. */
  readonly into?: string;
}

/** What `--explain` shows. */
export interface Explanation {
  /** The query's syntax tree in the printer's notation. */
  readonly ast: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly phases: {
    readonly candidates: number;
    readonly cut: number;
    readonly aggregated: number;
    readonly returned: number;
  };
  /** Scores of the candidates, best first. */
  readonly scores: readonly number[];
  /** How many candidates survived the cut. */
  readonly cut_at: number;
  /** The results, each with what its best chunk's score is made of. */
  readonly results: readonly ExplainedResult[];
}

export interface ExplainedResult extends ScoreParts {
  readonly id: string;
  /** The chunk that was found: the result itself or one that went into it. */
  readonly chunk: string;
  readonly score: number;
}

export interface SearchAnswer {
  readonly queries: readonly QueryEntry[];
}
