/** Made from schemas/passages.ts by `npm run build:shapes`; never edited. */
import type { PassageLink, ResolvedFrom } from "./links.ts";
import type { AlsoIn, Constituent, IncludedLines, MatchingSection, MatchRange, Snippet, SourceSpan } from "./search.ts";
import type { TookPart } from "./took_part.ts";

/** A row of an answer. */
export interface RagRow {
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
  /** Id of the source. */
  readonly source_id: string;
  readonly source_type: "local" | "git" | "web" | "document" | "attachment";
  /** The address of a git source's repository. */
  readonly repo: string | null;
  /** The first page, of a document with pages. */
  readonly page: number | null;
  readonly url: string | null;
  readonly rank: number;
  /**
   * What the score is made of, before the weights: 0 to 1, and the reranker's on its own scale; `null` for what took no
   * part.
   */
  readonly scores: {
    readonly semantic: number | null;
    readonly bm25: number | null;
    readonly identifier: number | null;
    readonly rerank: number | null;
  };
}

/** What took no part in an answer. */
export interface RagLeftOut {
  readonly what: "semantic" | "bm25" | "reranker" | "attachment";
  readonly why: string;
}

/** What was attached to a question. */
export interface RagAttached {
  readonly files: number;
  readonly chunks: number;
}

/** The answer of `ra rag retrieve`. */
export interface RagRetrieveAnswer extends TookPart {
  readonly question: string;
  /** Of a long question: the words that were searched for, best first. */
  readonly chosen_words?: readonly string[];
  /** Best first. */
  readonly results: readonly RagRow[];
  readonly left_out: readonly RagLeftOut[];
  /** Words of the question that no document has. */
  readonly unknown_words: readonly string[];
  /** `null` without `--attach`. */
  readonly attached: RagAttached | null;
  readonly parameters: {
    readonly bm25: boolean;
    readonly weights: {
      readonly semantic: number;
      readonly bm25: number;
      readonly identifier: number;
    };
    /** How many candidates each list has. */
    readonly initial_k: number;
    readonly final_k: number;
    readonly reranker: string | null;
    readonly device: "cpu" | "gpu" | "mps";
    readonly model: string | null;
    /** `null` with `--attach-only`. */
    readonly generation: string | null;
  };
}
