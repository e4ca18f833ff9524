/** What all other commands answer. `npm run build:shapes` makes types and JSON Schemas from it. */
import { z } from "zod";
import { count, fromOne, moment, text, texts } from "./parts.ts";
import { UnreadFiles } from "./search.ts";

export const OmittedText = z.strictObject({
  kind: text.describe("`running-head`, `picture`, `hidden-text`, …"),
  count: fromOne.describe("the pieces"),
  files: fromOne.describe("the documents that leave out such text"),
}).describe("Text of one kind that ra leaves out of documents.");

const omitted = z.array(OmittedText).optional().describe(
  "what is in the documents, and not in their text; absent where all is there",
);

export const TreeReport = z.strictObject({
  name: text,
  path: text.describe("absolute path of the folder"),
  global: z.boolean().describe("whether `~/.ra.toml` defines it"),
  missing: z.boolean().describe("whether its folder is missing; then nothing of it counts"),
  documents: count,
  chunks: count,
  bytes: count.describe("size of the files"),
  omitted,
}).describe("A tree and what the index holds of it.");

export const SkippedFile = z.strictObject({
  path: text.describe("`tree:path`"),
  reason: text.describe("`binary`, `not a regular file`, …"),
}).describe("A file that is not indexed, and why.");

const unread = z.array(UnreadFiles).optional().describe("documents that ra does not read; absent where there are none");

export const UpdateReport = z.strictObject({
  added: count,
  changed: count,
  removed: count,
  unchanged: count,
  removed_trees: texts.describe("names of the trees that the index no longer holds"),
  skipped: z.array(SkippedFile).describe("files that cannot be indexed"),
  unread,
  omitted: omitted.describe(
    "what is in the documents that were read, and not in their text; absent where all is there",
  ),
}).describe("What an update did, as counts of documents.");

export const WatchUpdate = z.strictObject({
  event: z.enum(["start", "change", "configuration"]).describe(
    "`start` for the first update; `configuration` when a `.ra.toml` changed, whether or not documents changed too; else `change`",
  ),
  added: texts.describe("ids of documents; at the start, of those that were not indexed before"),
  changed: texts,
  removed: texts,
  trees: texts.describe("names of the trees"),
  documents: count.describe("how many documents the index holds now"),
  milliseconds: count.describe("the time from looking for changes until they were published"),
  notified: z.boolean().describe(
    "`false` where ra looks for changes every few seconds, because the system does not report them",
  ),
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

export const SemanticReport = z.strictObject({
  model: text.describe("the name of the model"),
  rerank: text.optional().describe("the name of the reranker; absent where `semantic.rerank` names none"),
  embedded: count.describe("sections that have a vector, or no text that needs one"),
  pending: count.describe("sections that wait for a vector"),
  failed: count.describe("sections that the model could not embed; `ra update` tries again"),
  failed_sections: texts.optional().describe(
    "the first 100 of them, as `docs:guide.md:5-8`: the document and the lines; absent where there are none",
  ),
}).describe("The vectors of semantic search.");

export const KeptTree = z.strictObject({
  name: text,
  path: text.describe("absolute path of its folder"),
  documents: fromOne.describe("how many the index keeps"),
  reason: text.describe("why the tree is left out"),
}).describe("A tree that is left out now. Its documents stay in the index, and count nowhere.");

export const StatusReport = z.strictObject({
  config: z.array(ConfigFileReport).describe("configuration files, nearest first"),
  trees: z.array(TreeReport),
  kept: z.array(KeptTree).optional().describe(
    "what the index keeps of trees that are left out, until `ra update --prune`; absent where it keeps nothing",
  ),
  index: IndexStatus,
  semantic: SemanticReport.optional().describe("while `[semantic]` is enabled"),
  unread,
  warnings: texts,
  hints: texts.describe("what you could do next"),
}).describe("The state of the configuration, the trees and the index.");

export const IssuePlace = z.strictObject({
  path: text,
  line: fromOne,
  message: text,
}).describe("Where one of several findings with one cause is.");

export const CheckIssue = z.strictObject({
  level: z.enum(["error", "warning", "note"]).describe("a `note` leaves the exit code as it is"),
  code: text,
  message: text,
  path: text.optional(),
  line: fromOne.optional(),
  places: z.array(IssuePlace).optional().describe(
    "of a note that stands for several findings with one cause: what each would say, and where",
  ),
}).describe("Something that is wrong, or worth knowing.");

export const CheckReport = z.strictObject({
  issues: z.array(CheckIssue),
  index: IndexCondition.nullable().describe(
    "`null` where the configuration is wrong, because ra then looks for no index",
  ),
  reason: text.nullable().describe("why the index is stale; else `null`"),
  unread,
}).describe("What is wrong, and whether the index is up to date.");

export const ExpectationOutcome = z.strictObject({
  expect: text.describe("an id or a path"),
  rank: fromOne.nullable().describe("from 1; `null` when it is not among the results"),
  passed: z.boolean(),
  indexed: z.boolean().describe("whether the index has it at all"),
  previous: fromOne.nullable().optional().describe(
    "the rank in the last run; absent when that run did not have this expectation",
  ),
}).describe("One expectation, and where it was found.");

export const TestOutcome = z.strictObject({
  query: text,
  within: fromOne.describe("each expectation must be among this many first results"),
  file: text.describe("the configuration file that states the test"),
  passed: z.boolean(),
  expected: z.array(ExpectationOutcome).min(1),
}).describe("A golden query and what it found.");

export const TestReport = z.strictObject({
  passed: count.describe("how many tests have all their expectations met"),
  failed: count,
  tests: z.array(TestOutcome),
}).describe("The golden queries of the configuration.");

export const FoundSite = z.strictObject({
  generator: text.describe("`mdBook`, `Docusaurus`, …"),
  file: text.describe("relative to the folder of the configuration"),
}).describe("The file of a site generator.");

export const InitReport = z.strictObject({
  path: text.describe("the file that was written"),
  replaced: z.boolean().describe("whether a file of that name existed before"),
  tree: z.strictObject({ name: text, path: text.describe("as the file states it") }).describe("the tree in it"),
  found: FoundSite.nullable().describe(
    "the site generator whose file says where the documents lie; `null` without one",
  ),
  documents: count.describe("the files of the tree that ra reads; 0 with `--global`, where it does not look"),
  unread,
  fitting_model: z.strictObject({
    model: text,
    languages: texts.describe("those of a sample of the documents, by ISO 639-1, the most frequent first"),
  }).optional().describe("the model for search by meaning that suits documents in other languages than English"),
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

export const OutsideTree = z.strictObject({
  name: text,
  path: text.describe("absolute, with links resolved"),
}).describe("A tree outside its project.");

export const TrustedService = z.strictObject({
  base_url: text.nullable().describe("the address that texts are sent to"),
  api_key_env: text.nullable().describe("the environment variable whose value is sent there"),
}).describe("A service beyond this machine, or one that gets a key.");

export const TrustReport = z.strictObject({
  path: text.describe("the configuration file"),
  state: z.enum(["trusted", "changed", "missing", "unneeded", "revoked", "unknown"]).describe(
    "`changed`: it asks for other things than those that were trusted; `missing`: the file is gone; `unneeded`: it " +
      "asks for nothing; `revoked`, `unknown`: what `--revoke` found",
  ),
  other_owner: z.boolean().describe("whether it was trusted although another user owns it"),
  trees: z.array(OutsideTree).describe("its trees outside its project"),
  services: z.array(TrustedService).optional().describe("where it sends texts, and with which keys"),
  hosts: texts.optional().describe("hosts whose addresses may be private"),
  limits: texts.optional().describe("limits that it raises far beyond those that ra takes by default"),
}).describe("A configuration file, and whether it is trusted.");
