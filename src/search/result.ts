/** The published shape of answers (spec section 12): what `--json` prints and the library returns. */

/** Half-open range of UTF-8 bytes in `content`. */
export interface MatchRange { readonly start: number; readonly end: number }
export interface Constituent { readonly id: string; readonly score: number }

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
}

/** One result (R). `content` is absent with `list` and for stale hits; `score` is absent from `get`. */
export interface SearchResult extends ChunkRecord {
  readonly score?: number;
  readonly snippet?: string;
  readonly content?: string;
  readonly match_ranges?: readonly MatchRange[];
  readonly constituents?: readonly Constituent[];
  readonly truncated?: true;
  readonly stale?: true;
}

export interface TermReport { readonly term: string; readonly df: number; readonly nearest: readonly string[] }
export interface ZeroHits {
  readonly terms: readonly TermReport[];
  readonly filters: readonly { readonly filter: string; readonly removed: number }[];
}
export interface Relaxation { readonly stage: string; readonly dropped: readonly string[] }

export interface QueryEntry {
  readonly query: string;
  readonly relaxed: boolean;
  readonly total_matches: number;
  readonly results: readonly SearchResult[];
  readonly zero_hits?: ZeroHits;
  readonly relaxation?: Relaxation;
  readonly explain?: Explanation;
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
}

export interface SearchAnswer { readonly queries: readonly QueryEntry[] }
