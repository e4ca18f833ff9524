/**
 * What `search`, `likethis`, `context` and `get` answer. `npm run build:shapes` makes types and JSON Schemas from it.
 */
import { z } from "zod";
import { ExplainedFile, Explanation } from "./explanation.ts";
import { PassageLink, ResolvedFrom } from "./links.ts";
import { TakenLiterally } from "./literal.ts";
import { TookPart } from "./took_part.ts";
import { WhyNot } from "./why_not.ts";
import { count, fromOne, mark, text, texts } from "./parts.ts";

export const MatchRange = z.strictObject({
  start: count.describe("where it begins, from 0"),
  end: count.describe("where it ends, exclusive"),
}).describe("From `start` up to, but not including, `end`.");

export const SourceSpan = z.strictObject({
  unit: z.enum(["line", "cell", "page", "slide", "sheet"]),
  first: fromOne.describe("from 1"),
  last: fromOne.describe("the last one, included"),
}).describe("Where a part of an extracted text stands in the file that it was extracted from.");

export const Snippet = z.strictObject({
  text,
  ranges: z.array(MatchRange).describe(
    "the matches, as UTF-16 code units of `text` (`text.slice(start, end)`), sorted and disjoint",
  ),
}).meta({
  description: "About 150 characters around the densest matches, on one line. `snippetHtml()` makes HTML of it.",
  json: {
    type: "string",
    description: "about 150 characters around the densest matches: HTML-escaped, matches between `<b>` and `</b>`",
  },
});

export const IncludedLines = z.strictObject({
  path: text.describe("path from the folder of `.ra.toml`, with `/`"),
  start_line: fromOne.describe("first line of that file, from 1"),
  end_line: fromOne.describe("last line"),
  snippet: Snippet.optional().describe("the part with the words of the query; absent where it has none, and in `get`"),
}).describe("Lines of another file that a document takes in. They are no part of `content`.");

export const Constituent = z.strictObject({ id: text, score: z.number() }).describe("A chunk and its score.");

export const ChunkRecord = z.strictObject({
  id: text.describe("`tree:path` of a document, `tree:path#slug` of a section; what `ra get` takes"),
  doc_id: text.describe("id of the document that it belongs to"),
  parent_id: text.nullable().describe("id of the chunk around it; `null` for a document"),
  tree: text.describe("name of the tree"),
  path: text.describe("path relative to the tree, with `/`"),
  file: text.nullable().optional().describe(
    "path of its file from the working directory, over HTTP from the project's folder, with `/`; `null` for the text of " +
      "a source that has no file of its own; only in JSON",
  ),
  title: text.describe("the heading's text; a document's title"),
  breadcrumb: text.describe("titles from the document down to this chunk, `Guide › Setup › Linux`"),
  depth: count.max(6).describe("0 for a document, else the heading's level"),
  position: count.describe("place in the document's chunk tree, in reading order, from 0"),
  byte_start: count.describe(
    "first byte of its text, after the heading line or the frontmatter; it holds the sections below",
  ),
  byte_end: count.describe("end of the span in bytes, exclusive"),
  start_line: fromOne.describe("line of the heading in the file, from 1"),
  end_line: fromOne.describe("last line of the span"),
  extracted: mark.describe(
    "`true` when the document's text was extracted from another format; the byte span counts in that text",
  ),
  source: SourceSpan.optional().describe("with `extracted` or `source_id`: where the span stands in the file"),
  source_id: text.optional().describe(
    "the source of `rag.yaml` that brought the document in; `path` is then the name that it has there",
  ),
  url: text.optional().describe("with `source_id`: its address"),
}).describe("Identity, place and span of a chunk: of a document, or of the part of it under one heading.");

export const AlsoIn = z.strictObject({
  id: text.describe("a passage with the same text, or another page"),
  path: text.describe("path of its document relative to its tree"),
  lang: text.optional().describe("its language"),
  version: text.optional().describe("its version, in a tree with `versions`"),
  reason: z.enum(["copy", "translation", "version"]).describe(
    "the same text, or the same page in another language or version",
  ),
}).describe("Another place of a result.");

export const MatchingSection = z.strictObject({
  id: text,
  title: text.describe("its heading's text; a document's title"),
  start_line: fromOne.describe("line of its heading in the file, from 1"),
  start: count.describe("where its own text begins in `content`, in bytes"),
  end: count.describe("where its own text ends, exclusive"),
  heading: count.optional().describe("where its heading begins in `content`; absent where that stands above it"),
}).describe("A section that matches, in the text of a result around it.");

export const SearchResult = ChunkRecord.extend({
  score: z.number().optional().describe("relevance; comparable within one answer only; not in `get`"),
  missing: texts.optional().describe(
    "required words of the query that it lacks; of several arguments, those of the one of which it lacks least",
  ),
  also_in: z.array(AlsoIn).optional().describe(
    "where the same text, or the same page, stands too: the first 100 places, the shortest path first",
  ),
  definitions: texts.optional().describe(
    "definitions of its reference links that stand elsewhere in its document, as they are written (only in `get`)",
  ),
  links: z.array(PassageLink).optional().describe("what it links to (in `get --links`, and in MCP's `get`)"),
  backlinks: z.array(PassageLink).optional().describe("what links to it (in `get --backlinks`, and in MCP's `get`)"),
  takes_in: texts.optional().describe("ids of the notes that it shows in place, `![[note]]` (only in `get`)"),
  resolved: ResolvedFrom.optional().describe("for what was not named by its id (only in `get`)"),
  linked_from: text.optional().describe("with `--links`: the result whose link brought this passage in"),
  by: z.literal("meaning").optional().describe("when it was found by its meaning alone, without a word of the query"),
  snippet: Snippet.optional(),
  content: text.optional().describe(
    "the document's text from `byte_start` to `byte_end`; absent with `--list` and for stale results",
  ),
  match_ranges: z.array(MatchRange).optional().describe(
    "the first 100,000 matches in `content`, as UTF-8 bytes of it, sorted and disjoint",
  ),
  includes: z.array(IncludedLines).optional().describe(
    "the lines of other files that it takes in, as `{{#include …}}` of mdBook does",
  ),
  constituents: z.array(Constituent).optional().describe(
    "the matching sections that were merged into this result, best first",
  ),
  sections: z.array(MatchingSection).optional().describe(
    "the sections in `content` that match, best first (only in the library, with `sections`)",
  ),
  more: z.array(Constituent).optional().describe(
    "with `--group-by doc`: the other results in the same document, best first",
  ),
  truncated: mark.describe(
    "`true` when `content` has only the lines around the matches, to fit `--max-tokens`; `…` alone on a line stands for lines left out",
  ),
  stale: mark.describe(
    "`true` when the file changed or vanished after it was indexed (only with `--no-update`)",
  ),
  gone: mark.describe("`true`, beside `stale`, when the file is no longer there or cannot be read"),
  included: mark.describe("`true` when a context rule asked for it; its score is 0 (only in `context`)"),
}).describe("A result.");

export const TermReport = z.strictObject({
  term: text.describe("a word or phrase, with its field where the query names one (`title:guide`)"),
  df: count.describe("sections that hold it"),
  nearest: texts.describe("similar words that the documents do hold"),
}).describe("A word or phrase of a query that found nothing.");

export const FilterReport = z.strictObject({
  filter: text.describe("a filter, option or negation"),
  removed: count.describe("matches that it removed"),
}).describe("A filter of a query that found nothing.");

export const ZeroHits = z.strictObject({
  terms: z.array(TermReport).describe("empty where no searched tree holds a document"),
  filters: z.array(FilterReport),
}).describe("Why nothing was found.");

export const UnreadFolder = z.strictObject({
  path: text.describe("relative to the tree, or to the project; `.` is the project's own folder"),
  files: fromOne.describe("how many of these documents it holds, folders in it included"),
}).describe("A folder in no tree, with documents of one kind.");

export const UnreadFiles = z.strictObject({
  tree: text.nullable().describe("`null` for files of the project that lie in no tree"),
  extension: text.describe("in lower case, with its dot"),
  files: fromOne.describe("how many; outside the trees and in folders that are left out, of the first 20,000 entries"),
  reason: z.enum(["no reader", "include", "exclude", "outside"]).describe(
    "`no reader`: ra cannot read this kind; `include`: it can, and no include matches; `exclude`: they lie in a folder that a generator or package manager fills, and that is left out; `outside`: no tree holds them, or no include reaches into their folder",
  ),
  folders: z.array(UnreadFolder).optional().describe(
    "with `outside`: the five folders that hold the most of them, and hold no tree",
  ),
}).describe("Documents of one kind that ra does not read.");

export const Counts = z.record(text, count).describe("Numbers of documents by value, the most frequent value first.");

export const Facets = z.strictObject({
  tree: Counts,
  tag: Counts,
  lang: Counts,
  meta: z.record(text, Counts).describe("by key of the frontmatter"),
}).describe("The documents with a match, counted before any limit or cut.");

export const LeftOut = z.strictObject({
  id: text,
  title: text,
  tokens: count.describe("what its full text costs"),
}).describe("A result that did not fit into `--max-tokens`.");

export const QueryEntry = z.strictObject({
  query: text.describe("the query; several arguments become `(a) OR (b)`"),
  total_matches: count.describe("chunks that match query and filters, before any limit or cut"),
  full_matches: count.describe("how many of them have every required word of the query"),
  ...TookPart.shape,
  taken_literally: z.array(TakenLiterally).optional().describe("what looks like syntax and was searched as words"),
  results: z.array(SearchResult).describe("best first"),
  empty_topics: texts.optional().describe(
    "the topics without a match: arguments of the search, or parts of an OR; absent when nothing matched at all",
  ),
  zero_hits: ZeroHits.optional().describe("when nothing matched"),
  empty_trees: texts.optional().describe("when nothing matched: searched trees that hold nothing that ra reads"),
  unread: z.array(UnreadFiles).optional().describe(
    "when nothing matched: documents that ra does not read; in the first such entry",
  ),
  facets: Facets.optional().describe("with `--facets`"),
  tokens: count.optional().describe(
    "with `--max-tokens`: what the entry costs as text, separators included; the entries together never cost more than the budget",
  ),
  left_out: z.array(LeftOut).optional().describe("with `--max-tokens`: the results that did not fit, by rank"),
  explain: Explanation.optional().describe("with `--explain`"),
  files: z.array(ExplainedFile).optional().describe(
    "with `--explain`, in `context` and `likethis`: what each file or passage was searched with",
  ),
  why_not: WhyNot.optional().describe("with `--why-not ID`"),
}).describe("The answer to one query.");

export const SearchAnswer = z.strictObject({
  queries: z.array(QueryEntry).describe("one entry; one per query with `--group-by query`"),
}).describe("The answer of a search.");
