/** Made from schemas/search.ts by `npm run build:shapes`; never edited. */
import type { ExplainedFile, Explanation } from "./explanation.ts";
import type { PassageLink, ResolvedFrom } from "./links.ts";
import type { TakenLiterally } from "./literal.ts";
import type { TookPart } from "./took_part.ts";
import type { WhyNot } from "./why_not.ts";

/** From `start` up to, but not including, `end`. */
export interface MatchRange {
  /** Where it begins, from 0. */
  readonly start: number;
  /** Where it ends, exclusive. */
  readonly end: number;
}

/** Where a part of an extracted text stands in the file that it was extracted from. */
export interface SourceSpan {
  readonly unit: "line" | "cell" | "page" | "slide" | "sheet";
  /** From 1. */
  readonly first: number;
  /** The last one, included. */
  readonly last: number;
}

/** About 150 characters around the densest matches, on one line. `snippetHtml()` makes HTML of it. */
export interface Snippet {
  readonly text: string;
  /** The matches, as UTF-16 code units of `text` (`text.slice(start, end)`), sorted and disjoint. */
  readonly ranges: readonly MatchRange[];
}

/** Lines of another file that a document takes in. They are no part of `content`. */
export interface IncludedLines {
  /** Path from the folder of `.ra.toml`, with `/`. */
  readonly path: string;
  /** First line of that file, from 1. */
  readonly start_line: number;
  /** Last line. */
  readonly end_line: number;
  /** The part with the words of the query; absent where it has none, and in `get`. */
  readonly snippet?: Snippet;
}

/** A chunk and its score. */
export interface Constituent {
  readonly id: string;
  readonly score: number;
}

/** Identity, place and span of a chunk: of a document, or of the part of it under one heading. */
export interface ChunkRecord {
  /** `tree:path` of a document, `tree:path#slug` of a section; what `ra get` takes. */
  readonly id: string;
  /** Id of the document that it belongs to. */
  readonly doc_id: string;
  /** Id of the chunk around it; `null` for a document. */
  readonly parent_id: string | null;
  /** Name of the tree. */
  readonly tree: string;
  /** Path relative to the tree, with `/`. */
  readonly path: string;
  /**
   * Path of its file from the working directory, over HTTP from the project's folder, with `/`; `null` for the text of
   * a source that has no file of its own; only in JSON.
   */
  readonly file?: string | null;
  /** The heading's text; a document's title. */
  readonly title: string;
  /** Titles from the document down to this chunk, `Guide › Setup › Linux`. */
  readonly breadcrumb: string;
  /** 0 for a document, else the heading's level. */
  readonly depth: number;
  /** Place in the document's chunk tree, in reading order, from 0. */
  readonly position: number;
  /** First byte of its text, after the heading line or the frontmatter; it holds the sections below. */
  readonly byte_start: number;
  /** End of the span in bytes, exclusive. */
  readonly byte_end: number;
  /** Line of the heading in the file, from 1. */
  readonly start_line: number;
  /** Last line of the span. */
  readonly end_line: number;
  /** `true` when the document's text was extracted from another format; the byte span counts in that text. */
  readonly extracted?: true;
  /** With `extracted` or `source_id`: where the span stands in the file. */
  readonly source?: SourceSpan;
  /** The source of `rag.yaml` that brought the document in; `path` is then the name that it has there. */
  readonly source_id?: string;
  /** With `source_id`: its address. */
  readonly url?: string;
}

/** Another place of a result. */
export interface AlsoIn {
  /** A passage with the same text, or another page. */
  readonly id: string;
  /** Path of its document relative to its tree. */
  readonly path: string;
  /** Its language. */
  readonly lang?: string;
  /** Its version, in a tree with `versions`. */
  readonly version?: string;
  /** The same text, or the same page in another language or version. */
  readonly reason: "copy" | "translation" | "version";
}

/** A section that matches, in the text of a result around it. */
export interface MatchingSection {
  readonly id: string;
  /** Its heading's text; a document's title. */
  readonly title: string;
  /** Line of its heading in the file, from 1. */
  readonly start_line: number;
  /** Where its own text begins in `content`, in bytes. */
  readonly start: number;
  /** Where its own text ends, exclusive. */
  readonly end: number;
  /** Where its heading begins in `content`; absent where that stands above it. */
  readonly heading?: number;
}

/** A result. */
export interface SearchResult extends ChunkRecord {
  /** Relevance; comparable within one answer only; not in `get`. */
  readonly score?: number;
  /** Required words of the query that it lacks; of several arguments, those of the one of which it lacks least. */
  readonly missing?: readonly string[];
  /** Where the same text, or the same page, stands too: the first 100 places, the shortest path first. */
  readonly also_in?: readonly AlsoIn[];
  /** Definitions of its reference links that stand elsewhere in its document, as they are written (only in `get`). */
  readonly definitions?: readonly string[];
  /** What it links to (in `get --links`, and in MCP's `get`). */
  readonly links?: readonly PassageLink[];
  /** What links to it (in `get --backlinks`, and in MCP's `get`). */
  readonly backlinks?: readonly PassageLink[];
  /** Ids of the notes that it shows in place, `![[note]]` (only in `get`). */
  readonly takes_in?: readonly string[];
  /** For what was not named by its id (only in `get`). */
  readonly resolved?: ResolvedFrom;
  /** With `--links`: the result whose link brought this passage in. */
  readonly linked_from?: string;
  /** When it was found by its meaning alone, without a word of the query. */
  readonly by?: "meaning";
  readonly snippet?: Snippet;
  /** The document's text from `byte_start` to `byte_end`; absent with `--list` and for stale results. */
  readonly content?: string;
  /** The first 100,000 matches in `content`, as UTF-8 bytes of it, sorted and disjoint. */
  readonly match_ranges?: readonly MatchRange[];
  /** The lines of other files that it takes in, as `{{#include …}}` of mdBook does. */
  readonly includes?: readonly IncludedLines[];
  /** The matching sections that were merged into this result, best first. */
  readonly constituents?: readonly Constituent[];
  /** The sections in `content` that match, best first (only in the library, with `sections`). */
  readonly sections?: readonly MatchingSection[];
  /** With `--group-by doc`: the other results in the same document, best first. */
  readonly more?: readonly Constituent[];
  /**
   * `true` when `content` has only the lines around the matches, to fit `--max-tokens`; `…` alone on a line stands for
   * lines left out.
   */
  readonly truncated?: true;
  /** `true` when the file changed or vanished after it was indexed (only with `--no-update`). */
  readonly stale?: true;
  /** `true`, beside `stale`, when the file is no longer there or cannot be read. */
  readonly gone?: true;
  /** `true` when a context rule asked for it; its score is 0 (only in `context`). */
  readonly included?: true;
}

/** A word or phrase of a query that found nothing. */
export interface TermReport {
  /** A word or phrase, with its field where the query names one (`title:guide`). */
  readonly term: string;
  /** Sections that hold it. */
  readonly df: number;
  /** Similar words that the documents do hold. */
  readonly nearest: readonly string[];
}

/** A filter of a query that found nothing. */
export interface FilterReport {
  /** A filter, option or negation. */
  readonly filter: string;
  /** Matches that it removed. */
  readonly removed: number;
}

/** Why nothing was found. */
export interface ZeroHits {
  /** Empty where no searched tree holds a document. */
  readonly terms: readonly TermReport[];
  readonly filters: readonly FilterReport[];
}

/** A folder in no tree, with documents of one kind. */
export interface UnreadFolder {
  /** Relative to the tree, or to the project; `.` is the project's own folder. */
  readonly path: string;
  /** How many of these documents it holds, folders in it included. */
  readonly files: number;
}

/** Documents of one kind that ra does not read. */
export interface UnreadFiles {
  /** `null` for files of the project that lie in no tree. */
  readonly tree: string | null;
  /** In lower case, with its dot. */
  readonly extension: string;
  /** How many; outside the trees and in folders that are left out, of the first 20,000 entries. */
  readonly files: number;
  /**
   * `no reader`: ra cannot read this kind; `include`: it can, and no include matches; `exclude`: they lie in a folder
   * that a generator or package manager fills, and that is left out; `outside`: no tree holds them, or no include
   * reaches into their folder.
   */
  readonly reason: "no reader" | "include" | "exclude" | "outside";
  /** With `outside`: the five folders that hold the most of them, and hold no tree. */
  readonly folders?: readonly UnreadFolder[];
}

/** Numbers of documents by value, the most frequent value first. */
export type Counts = Readonly<Record<string, number>>;

/** The documents with a match, counted before any limit or cut. */
export interface Facets {
  readonly tree: Counts;
  readonly tag: Counts;
  readonly lang: Counts;
  /** By key of the frontmatter. */
  readonly meta: Readonly<Record<string, Counts>>;
}

/** A result that did not fit into `--max-tokens`. */
export interface LeftOut {
  readonly id: string;
  readonly title: string;
  /** What its full text costs. */
  readonly tokens: number;
}

/** The answer to one query. */
export interface QueryEntry extends TookPart {
  /** The query; several arguments become `(a) OR (b)`. */
  readonly query: string;
  /** Chunks that match query and filters, before any limit or cut. */
  readonly total_matches: number;
  /** How many of them have every required word of the query. */
  readonly full_matches: number;
  /** What looks like syntax and was searched as words. */
  readonly taken_literally?: readonly TakenLiterally[];
  /** Best first. */
  readonly results: readonly SearchResult[];
  /** The topics without a match: arguments of the search, or parts of an OR; absent when nothing matched at all. */
  readonly empty_topics?: readonly string[];
  /** When nothing matched. */
  readonly zero_hits?: ZeroHits;
  /** When nothing matched: searched trees that hold nothing that ra reads. */
  readonly empty_trees?: readonly string[];
  /** When nothing matched: documents that ra does not read; in the first such entry. */
  readonly unread?: readonly UnreadFiles[];
  /** With `--facets`. */
  readonly facets?: Facets;
  /**
   * With `--max-tokens`: what the entry costs as text, separators included; the entries together never cost more than
   * the budget.
   */
  readonly tokens?: number;
  /** With `--max-tokens`: the results that did not fit, by rank. */
  readonly left_out?: readonly LeftOut[];
  /** With `--explain`. */
  readonly explain?: Explanation;
  /** With `--explain`, in `context` and `likethis`: what each file or passage was searched with. */
  readonly files?: readonly ExplainedFile[];
  /** With `--why-not ID`. */
  readonly why_not?: WhyNot;
}

/** The answer of a search. */
export interface SearchAnswer {
  /** One entry; one per query with `--group-by query`. */
  readonly queries: readonly QueryEntry[];
}
