/** Made from schemas/explanation.ts by `npm run build:shapes`; never edited. */

/** What one field adds to a term's score. */
export interface ScoredField {
  readonly field: string;
  /** How often the term stands in it. */
  readonly frequency: number;
  /** Terms in the field. */
  readonly length: number;
  /** The field's boost. */
  readonly weight: number;
}

/** A term that the chunk holds for a clause. */
export interface ScoredTerm {
  readonly term: string;
  /** How rare it is; lowered where the term is not the typed one. */
  readonly idf: number;
  readonly score: number;
  readonly fields: readonly ScoredField[];
}

/** One clause of the query. */
export interface ScoredClause {
  /** The word as typed; `null` for phrases, fields and groups. */
  readonly word: string | null;
  readonly score: number;
  /**
   * The terms that the chunk holds, the typed one and near ones; of one word's terms under one stemmer, only the best
   * counts.
   */
  readonly terms: readonly ScoredTerm[];
}

/** What a score is made of: `(words + neighbours + document + heading + feedback) · factor · weight + lift`. */
export interface ScoreParts {
  /** The clauses' scores together, as far as the chunk holds them. */
  readonly words: number;
  /** What words side by side add. */
  readonly neighbours: number;
  /** What the rest of the document adds. */
  readonly document: number;
  /** What the query's words in the chunk's own title add. */
  readonly heading: number;
  /** What the terms of the best documents add. */
  readonly feedback: number;
  /** 0 to 1; the share of the words' weight that the chunk holds. */
  readonly coverage: number;
  /** The factor of the chunk's tree. */
  readonly factor: number;
  /** The weight of the document's path. */
  readonly weight: number;
  /** What an exact heading or file name adds. */
  readonly lift: number;
  readonly clauses: readonly ScoredClause[];
}

/** With semantic search: `score = (words + meaning) · scale`, plus what an exact heading adds. */
export interface FusedScore {
  /** The score by words, before factor, weight and lift; `null` without a match. */
  readonly lex: number | null;
  /** The nearness to the query, -1 to 1; `null` without a vector. */
  readonly cosine: number | null;
  /** What the words give: their share of the best score by words, times 1 - weight. */
  readonly words: number;
  /** What the meaning gives: the scaled cosine, times weight. */
  readonly meaning: number;
  /** The factor of the tree times the weight of the path. */
  readonly scale: number;
}

/** What a reranker made of one of the best candidates. */
export interface RerankedScore {
  /** What the reranker gave; more is better, on any scale. */
  readonly score: number;
  /** The place that the chunk had before, from 1; its `score` is that of its new place. */
  readonly before: number;
}

/** A result, and the parts of its best chunk's score. */
export interface ExplainedResult extends ScoreParts {
  readonly id: string;
  /** The chunk that was found: the result itself or one that went into it. */
  readonly chunk: string;
  readonly score: number;
  readonly fused?: FusedScore;
  readonly reranked?: RerankedScore;
}

/** How many chunks each phase left. */
export interface SearchPhases {
  readonly candidates: number;
  readonly cut: number;
  readonly aggregated: number;
  readonly returned: number;
}

/** How the answer came about. */
export interface Explanation {
  /** How the query was understood, as ra prints queries. */
  readonly ast: string;
  /** The settings in force. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly phases: SearchPhases;
  /** Scores of the candidates, best first. */
  readonly scores: readonly number[];
  /** How many candidates the cut left. */
  readonly cut_at: number;
  /** How many candidates of global trees the cut would have left without `settings.local_boost`. */
  readonly lost_to_local_boost?: number;
  readonly results: readonly ExplainedResult[];
}

/** Where a term of a file comes from. */
export type TermSource =
  | "path"
  | "rule"
  | "pattern"
  | "heading"
  | "definition"
  | "comment"
  | "string"
  | "text"
  | "code";

/** A term that a file is searched with. */
export interface ExplainedTerm {
  readonly term: string;
  /** The most important first. */
  readonly sources: readonly TermSource[];
  /** How often it occurs, weighted by where. */
  readonly tf: number;
  /** Sections that hold it. */
  readonly df: number;
  /** How rare it is. */
  readonly idf: number;
  /** 0 to 1; the most distinctive term has 1. */
  readonly weight: number;
}

/** A source file, its query and the query's terms. */
export interface ExplainedFile {
  readonly file: string;
  readonly query: string;
  readonly terms: readonly ExplainedTerm[];
}
