/** What `ra inspect` answers. */
import { z } from "zod";
import { TermSource } from "./explanation.ts";
import { count, fromOne, text, texts } from "./parts.ts";
import { MatchRange } from "./search.ts";

export const RuleMatch = z.strictObject({
  glob: text,
  defined_in: text.nullable().describe("the configuration file; `null` for the built-in ones"),
}).describe("A rule or pattern that matches a file.");

export const InspectedTerm = z.strictObject({
  term: text,
  sources: z.array(TermSource).min(1).describe("the most important first"),
  tf: z.number().describe("how often it occurs, weighted by where"),
  df: fromOne.nullable().describe("sections that hold it; `null` without an index"),
  idf: z.number().nullable().describe("how rare it is; `null` without an index"),
  weight: z.number().min(0).max(1).nullable().describe("0 to 1; `null` without an index"),
}).describe("A term of a source file.");

export const ContextReport = z.strictObject({
  file: text.describe("as it was given"),
  language: text.nullable().describe("the grammar that read it; `null` for plain text"),
  bytes: count.describe("size of the file"),
  sampled: count.describe("how many bytes of it were read"),
  rules: z.array(RuleMatch).describe("rules and patterns that match"),
  trees: texts.nullable().describe("the trees that its rules allow; `null` for all"),
  include: texts.describe("ids that rules include"),
  query: text.nullable().describe("the generated query; `null` without an index"),
  terms: z.array(InspectedTerm).describe("ordered by weight, or by frequency without an index"),
}).describe("What `context` reads from a source file.");

export const InspectedWarning = z.strictObject({
  code: text,
  message: text,
  line: fromOne,
}).describe("Something that is wrong with a document and does not keep it from being indexed.");

export const InspectedChunk = z.strictObject({
  id: text,
  doc_id: text,
  parent_id: text.nullable().describe("`null` for the document"),
  title: text,
  slug: text.nullable().describe("the part of the id after `#`; `null` for the document"),
  depth: count.max(6).describe("0 for the document, else the heading's level"),
  position: count.describe("in reading order, from 0"),
  byte_start: count,
  byte_end: count,
  start_line: fromOne,
  end_line: fromOne,
  sibling_count: fromOne.describe("children of its parent, itself included"),
  breadcrumb: text,
  body_ranges: z.array(MatchRange).describe("the bytes that belong to this chunk alone, without the sections below it"),
  characters: count.describe("the length of that text"),
}).describe("A chunk of a file that was divided.");

export const DocumentChunking = z.strictObject({
  strategy: z.enum(["headings", "adaptive", "leaves", "code", "prose"]).describe(
    "the strategy that was used, never `auto`",
  ),
  level: fromOne.max(6).nullable().describe("with `adaptive`: the level of the headings that it cuts at; else `null`"),
  reason: text.describe("why this strategy and level were chosen, for people"),
}).describe("How a document is divided.");

export const InspectedPart = z.strictObject({
  place: count.nullable().describe("its number, from 1; `null` for the whole file"),
  characters: count,
  ocr_confidence: z.number().nullable().describe("0 to 100; `null` where the text is the file's own"),
}).describe("A page, slide or sheet of a converted file.");

export const InspectedConversion = z.strictObject({
  unit: text.nullable().describe("`page`, `slide`, `sheet`; `null` for a file without such parts"),
  parts: z.array(InspectedPart),
  notes: texts.describe("for people: how headings were found"),
}).describe("How a file was converted.");

export const OmittedPieces = z.strictObject({
  kind: text.describe("`running-head`, `picture`, `hidden-text`, …"),
  count: fromOne.describe("the pieces"),
  lines: texts.describe("what was left out, in order"),
}).describe("Text of one kind that ra leaves out of a document.");

export const InspectReport = z.strictObject({
  file: text.describe("as it was given"),
  tree: text.nullable().describe("`null` for a file outside every tree, whose id is then its path"),
  type: text.describe("the format: `markdown`, `text`, …"),
  indexed: z.boolean().describe("whether an update indexes it"),
  reason: text.nullable().describe("why it is not indexed; `null` when it is"),
  bytes: count.describe("size of the document's text"),
  characters: count.describe("characters of the document's text"),
  title_from: z.enum(["properties", "heading", "navigation", "first-line", "file-name"]).describe(
    "where the document's title comes from: frontmatter or the properties of a page or document, the first heading of the highest level, the navigation of the site, a heading that is the first line of the text, or the file's name",
  ),
  conversion: InspectedConversion.optional().describe("absent for files that are text"),
  omitted: z.array(OmittedPieces).optional().describe(
    "what is in the file, and not in the text; absent where all is there",
  ),
  chunking: DocumentChunking,
  frontmatter: z.record(text, z.unknown()).nullable().describe("the values in it; `null` without frontmatter"),
  warnings: z.array(InspectedWarning),
  chunks: z.array(InspectedChunk),
}).describe("How a file is divided.");
