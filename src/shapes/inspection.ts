/** Made from schemas/inspection.ts by `npm run build:shapes`; never edited. */
import type { TermSource } from "./explanation.ts";
import type { MatchRange } from "./search.ts";

/** A rule or pattern that matches a file. */
export interface RuleMatch {
  readonly glob: string;
  /** The configuration file; `null` for the built-in ones. */
  readonly defined_in: string | null;
}

/** A term of a source file. */
export interface InspectedTerm {
  readonly term: string;
  /** The most important first. */
  readonly sources: readonly TermSource[];
  /** How often it occurs, weighted by where. */
  readonly tf: number;
  /** Sections that hold it; `null` without an index. */
  readonly df: number | null;
  /** How rare it is; `null` without an index. */
  readonly idf: number | null;
  /** 0 to 1; `null` without an index. */
  readonly weight: number | null;
}

/** What `context` reads from a source file. */
export interface ContextReport {
  /** As it was given. */
  readonly file: string;
  /** The grammar that read it; `null` for plain text. */
  readonly language: string | null;
  /** Size of the file. */
  readonly bytes: number;
  /** How many bytes of it were read. */
  readonly sampled: number;
  /** Rules and patterns that match. */
  readonly rules: readonly RuleMatch[];
  /** The trees that its rules allow; `null` for all. */
  readonly trees: readonly string[] | null;
  /** Ids that rules include. */
  readonly include: readonly string[];
  /** The generated query; `null` without an index. */
  readonly query: string | null;
  /** Ordered by weight, or by frequency without an index. */
  readonly terms: readonly InspectedTerm[];
}

/** Something that is wrong with a document and does not keep it from being indexed. */
export interface InspectedWarning {
  readonly code: string;
  readonly message: string;
  readonly line: number;
}

/** A chunk of a file that was divided. */
export interface InspectedChunk {
  readonly id: string;
  readonly doc_id: string;
  /** `null` for the document. */
  readonly parent_id: string | null;
  readonly title: string;
  /** The part of the id after `#`; `null` for the document. */
  readonly slug: string | null;
  /** 0 for the document, else the heading's level. */
  readonly depth: number;
  /** In reading order, from 0. */
  readonly position: number;
  readonly byte_start: number;
  readonly byte_end: number;
  readonly start_line: number;
  readonly end_line: number;
  /** Children of its parent, itself included. */
  readonly sibling_count: number;
  readonly breadcrumb: string;
  /** The bytes that belong to this chunk alone, without the sections below it. */
  readonly body_ranges: readonly MatchRange[];
  /** The length of that text. */
  readonly characters: number;
}

/** How a document is divided. */
export interface DocumentChunking {
  /** The strategy that was used, never `auto`. */
  readonly strategy: "headings" | "adaptive" | "leaves" | "code" | "prose";
  /** With `adaptive`: the level of the headings that it cuts at; else `null`. */
  readonly level: number | null;
  /** Why this strategy and level were chosen, for people. */
  readonly reason: string;
}

/** A page, slide or sheet of a converted file. */
export interface InspectedPart {
  /** Its number, from 1; `null` for the whole file. */
  readonly place: number | null;
  readonly characters: number;
  /** 0 to 100; `null` where the text is the file's own. */
  readonly ocr_confidence: number | null;
}

/** How a file was converted. */
export interface InspectedConversion {
  /** `page`, `slide`, `sheet`; `null` for a file without such parts. */
  readonly unit: string | null;
  readonly parts: readonly InspectedPart[];
  /** For people: how headings were found. */
  readonly notes: readonly string[];
}

/** Text of one kind that ra leaves out of a document. */
export interface OmittedPieces {
  /** `running-head`, `picture`, `hidden-text`, … */
  readonly kind: string;
  /** The pieces. */
  readonly count: number;
  /** What was left out, in order. */
  readonly lines: readonly string[];
}

/** How a file is divided. */
export interface InspectReport {
  /** As it was given. */
  readonly file: string;
  /** `null` for a file outside every tree, whose id is then its path. */
  readonly tree: string | null;
  /** The format: `markdown`, `text`, … */
  readonly type: string;
  /** Whether an update indexes it. */
  readonly indexed: boolean;
  /** Why it is not indexed; `null` when it is. */
  readonly reason: string | null;
  /** Size of the document's text. */
  readonly bytes: number;
  /** Characters of the document's text. */
  readonly characters: number;
  /**
   * Where the document's title comes from: frontmatter or the properties of a page or document, the first heading of
   * the highest level, the navigation of the site, a heading that is the first line of the text, or the file's name.
   */
  readonly title_from: "properties" | "heading" | "navigation" | "first-line" | "file-name";
  /** Absent for files that are text. */
  readonly conversion?: InspectedConversion;
  /** What is in the file, and not in the text; absent where all is there. */
  readonly omitted?: readonly OmittedPieces[];
  readonly chunking: DocumentChunking;
  /** The values in it; `null` without frontmatter. */
  readonly frontmatter: Readonly<Record<string, unknown>> | null;
  readonly warnings: readonly InspectedWarning[];
  readonly chunks: readonly InspectedChunk[];
}
