/** What the commands other than those in `search.ts` answer. `npm run build:shapes` makes the rest of it. */
import { z } from "zod";
import { TermSource } from "./explanation.ts";
import { count, fromOne, text, texts } from "./parts.ts";
import { ChunkRecord, MatchRange } from "./search.ts";

const moment = text.regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

export const TreeReport = z.strictObject({
  name: text,
  path: text.describe("absolute path of the folder"),
  global: z.boolean().describe("whether `~/.ra.toml` defines it"),
  missing: z.boolean().describe(
    "whether its folder is not there; the counts are then those of what was indexed before",
  ),
  documents: count,
  chunks: count,
  bytes: count.describe("size of the files"),
}).describe("A tree and what the index has of it.");

export const DocumentReport = z.strictObject({
  id: text,
  tree: text,
  path: text.describe("path relative to the tree, with `/`"),
  title: text,
  tags: texts,
  chunks: count,
  bytes: count.describe("size of the file"),
  modified: moment.describe("when the file was changed, ISO 8601, UTC"),
}).describe("A document.");

export const ChunkReport = ChunkRecord;

export const TagReport = z.strictObject({
  tag: text,
  documents: fromOne.describe("how many have it"),
}).describe("A tag.");

export const SkippedFile = z.strictObject({
  path: text.describe("`tree:path`"),
  reason: text.describe("`binary`, `not UTF-8`, `not a regular file`, …"),
}).describe("A file that is not indexed, and why.");

export const UpdateReport = z.strictObject({
  added: count,
  changed: count,
  removed: count,
  unchanged: count,
  removed_trees: texts.describe("names of the trees that the index no longer holds"),
  skipped: z.array(SkippedFile).describe("files that cannot be indexed"),
}).describe("What an update did; counts are documents.");

export const WatchUpdate = z.strictObject({
  event: z.enum(["start", "change", "configuration"]).describe(
    "`start` for the first; `configuration` when a `.ra.toml` changed, and with it perhaps documents; else `change`",
  ),
  added: texts.describe("ids of documents; at the start what was not indexed before"),
  changed: texts,
  removed: texts,
  trees: texts.describe("names of the trees"),
  documents: count.describe("how many are in the index now"),
  milliseconds: count.describe("from the look for changes until they were published"),
  notified: z.boolean().describe("`false` where changes are found by looking every few seconds"),
}).describe("What an update of `ra watch` did.");

export const ConfigFileReport = z.strictObject({
  path: text,
  global: z.boolean().describe("whether it is `~/.ra.toml`"),
}).describe("A configuration file.");

export const IndexCondition = z.enum(["current", "stale", "missing"]).describe("Whether the index is up to date.");

export const IndexStatus = z.strictObject({
  path: text,
  state: IndexCondition,
  reason: text.nullable().describe("why it is stale; else `null`"),
  bytes: count.describe("size on disk"),
  segments: count,
  updated: moment.nullable().describe("when it was last updated, ISO 8601, UTC; `null` when it is missing"),
}).describe("The index.");

export const StatusReport = z.strictObject({
  config: z.array(ConfigFileReport).describe("configuration files, nearest first"),
  trees: z.array(TreeReport),
  index: IndexStatus,
  warnings: texts,
  hints: texts.describe("what you could do next"),
}).describe("How things stand.");

export const CheckIssue = z.strictObject({
  level: z.enum(["error", "warning"]),
  code: text,
  message: text,
  path: text.optional(),
  line: fromOne.optional(),
}).describe("Something that is wrong.");

export const CheckReport = z.strictObject({
  issues: z.array(CheckIssue),
  index: IndexCondition,
}).describe("What is wrong, and whether the index is up to date.");

export const ExpectationOutcome = z.strictObject({
  expect: text.describe("an id or a path"),
  rank: fromOne.nullable().describe("from 1; `null` when it is not among the results"),
  passed: z.boolean(),
  indexed: z.boolean().describe("whether the index has it at all"),
  previous: fromOne.nullable().optional().describe("the rank in the last run; absent when it was not in that"),
}).describe("What became of one expectation.");

export const TestOutcome = z.strictObject({
  query: text,
  within: fromOne.describe("number of results that each must be among"),
  file: text.describe("the configuration file that states the test"),
  passed: z.boolean(),
  expected: z.array(ExpectationOutcome).min(1),
}).describe("A golden query and what it found.");

export const TestReport = z.strictObject({
  passed: count.describe("tests all of whose expectations are met"),
  failed: count,
  tests: z.array(TestOutcome),
}).describe("The golden queries of the configuration.");

export const InitReport = z.strictObject({
  path: text.describe("the file that was written"),
  replaced: z.boolean().describe("whether a file of that name was there before"),
  tree: z.strictObject({ name: text, path: text.describe("as the file states it") }).describe("the tree in it"),
  gitignore: text.nullable().describe("the `.gitignore` that `.ra/` was added to; `null` when none was changed"),
}).describe("What `ra init` wrote.");

export const AgentsFile = z.strictObject({
  path: text,
  state: z.enum(["new", "changed", "unchanged"]),
  links: texts.describe("other names that were asked for and lead to the same file"),
  diff: text.describe("a unified diff; empty when nothing changes"),
}).describe("A file with instructions for coding agents.");

export const AgentsReport = z.strictObject({
  files: z.array(AgentsFile),
  written: z.boolean().describe("`false` with `--diff`"),
  content: text.describe("the generated part, without its markers"),
}).describe("What `ra agents` wrote or would write.");

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
  trees: texts.nullable().describe("the trees that its rules leave; `null` for all"),
  include: texts.describe("ids that rules include"),
  query: text.nullable().describe("the generated query; `null` without an index"),
  terms: z.array(InspectedTerm).describe("by weight, without an index by frequency"),
}).describe("What `context` reads from a source file.");

export const InspectedWarning = z.strictObject({
  code: text,
  message: text,
  line: fromOne,
}).describe("What is wrong with a document, though it can be indexed.");

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
  body_ranges: z.array(MatchRange).describe("the bytes that belong to this chunk and to no section below it"),
  characters: count.describe("the length of that text"),
}).describe("A chunk of a file that was divided.");

export const DocumentChunking = z.strictObject({
  strategy: z.enum(["headings", "adaptive", "leaves", "code", "prose"]).describe("the one that divides: never `auto`"),
  level: fromOne.max(6).nullable().describe("the level of the headings that `adaptive` cuts at; else `null`"),
  reason: text.describe("why it is this strategy and level, for people"),
}).describe("How a document is divided.");

export const InspectReport = z.strictObject({
  file: text.describe("as it was given"),
  tree: text.nullable().describe("`null` for a file outside every tree, whose id is then its path"),
  type: text.describe("the format: `markdown`, `text`, …"),
  indexed: z.boolean().describe("whether an update indexes it"),
  reason: text.nullable().describe("why it is not indexed; `null` when it is"),
  bytes: count.describe("size of the document's text"),
  characters: count.describe("characters of the document's text"),
  chunking: DocumentChunking,
  frontmatter: z.record(text, z.unknown()).nullable().describe("the values in it; `null` without frontmatter"),
  warnings: z.array(InspectedWarning),
  chunks: z.array(InspectedChunk),
}).describe("How a file is divided.");
