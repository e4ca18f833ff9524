/** What the commands of `ra rag` answer. `npm run build:shapes` makes types and JSON Schemas from it. */
import { z } from "zod";
import { count, sourceType, text, texts } from "./parts.ts";
import { OmittedText } from "./reports.ts";

export const RagProblem = z.strictObject({
  path: text.optional().describe("the file or address; absent when the source as a whole has the problem"),
  reason: text,
  read: z.literal(true).optional().describe("the file or page was read all the same"),
}).describe("What went wrong with one file, page or source.");

export const RagSourceRun = z.strictObject({
  id: text.describe("id of the source"),
  stage: z.enum(["fetch", "crawl", "convert", "normalize", "read"]).describe(
    "`read`, with `ingest`: what is there of the source, and what of it the index can read",
  ),
  state: z.enum(["changed", "unchanged", "planned", "failed"]).describe(
    "`planned`: with `--dry-run`, nothing was done. `read` changes nothing",
  ),
  from: text.optional().describe("where it comes from: an address, a folder"),
  commit: text.optional().describe("of a git source"),
  counts: z.record(text, count).describe("numbers of files or pages by what became of them"),
  omitted: z.array(OmittedText).optional().describe(
    "with `convert` and `crawl`: what is in the documents and pages, and not in their text; absent where all is there",
  ),
  problems: z.array(RagProblem),
  left_out: z.array(RagProblem).optional().describe(
    "with `crawl`: every address that is dead, or was not taken; with `convert` and `read`: every file that is there " +
      "and is not meant, empty, or a link",
  ),
}).describe("What a stage did for one source.");

export const RagRunReport = z.strictObject({
  sources: z.array(RagSourceRun).describe("in the order of the stages and of the configuration"),
  index_config: text.nullable().describe("the `.ra.toml` with the trees of the sources; `null` with `--dry-run`"),
  failed: count.describe("sources that could not be had"),
  problems: count.describe("files and pages that were left out"),
}).describe("What `fetch`, `crawl`, `convert`, `normalize` or `ingest` did.");

export const RagCheck = z.strictObject({
  name: text,
  level: z.enum(["ok", "warning", "error"]).describe("an `error` keeps something of the configuration from working"),
  message: text,
  hint: text.optional().describe("what to do"),
}).describe("One requirement.");

export const RagDoctorReport = z.strictObject({
  config: text.describe("the configuration file"),
  checks: z.array(RagCheck),
}).describe("Whether everything is there that the configuration needs.");

export const RagInitReport = z.strictObject({
  path: text.describe("the configuration file"),
  replaced: z.boolean().describe("whether it took the place of another one"),
  folders: texts.describe("the folders that were made"),
  documents: z.strictObject({
    files: count.describe("PDF, Office and the like in the folder of the source"),
    extensions: texts,
    taken: z.boolean().describe("whether `convert_docs` takes them, because ra-documents is installed"),
  }),
  next: texts.describe("the commands that make the index, in their order"),
}).describe("What `ra rag init` wrote.");

export const RagIndexedSource = z.strictObject({
  id: text,
  files: count,
  chunks: count.describe("chunks with a vector"),
  average_chars: count.describe("the average length of a chunk as it was embedded"),
  clipped: count.describe("chunks that were cut to their most tokens before they were embedded"),
  deduplicated: count.describe("chunks left out because the same file has the same text before"),
  embedded: count.describe("vectors that the model made now"),
  reused: count.describe("vectors that were there already"),
  pruned: count.describe("texts of the earlier generation that the source no longer has"),
}).describe("What `ra rag index` did for one source.");

export const RagIndexReport = z.strictObject({
  index_root: text,
  generation: text.describe("a hash of everything that the generation holds"),
  created: text.describe("ISO 8601, UTC"),
  model: text,
  dimensions: count,
  device: z.enum(["cpu", "gpu", "mps"]),
  chunks: count,
  sources: z.array(RagIndexedSource),
  rebuilt: texts.describe("with `--incremental`: what was made anew although files are unchanged, and why"),
  milliseconds: count,
  embedded_per_second: z.number(),
  not_embedded: count.describe("how many chunks the model could not embed; the next run tries them again"),
  problems: z.array(RagProblem).describe("each of them, as `docs:guide.md:5-8`: source, path and lines"),
}).describe("What `ra rag index` did.");

export const RagSourceStatus = z.strictObject({
  id: text,
  type: sourceType,
  path: text.describe("the folder of its files"),
  state: z.enum(["ready", "absent"]).describe("`absent`: it was not fetched, or its folder is not there"),
  commit: text.optional().describe("of a git source"),
  last_run: z.strictObject({
    stage: z.enum(["fetch", "crawl", "convert", "normalize"]),
    at: text.describe("ISO 8601, UTC"),
    state: z.enum(["planned", "changed", "unchanged", "failed"]),
    reason: text.optional().describe("why it failed"),
  }).optional().describe("absent for a local source, and before the first run"),
  ocr_confidence: z.number().optional().describe("the mean of the files that OCR read, 0 to 100"),
  omitted: z.array(OmittedText).optional().describe(
    "what is in the documents that ra converted, and not in their text; absent where all is there",
  ),
  found: count.describe("files, pages and addresses that are there"),
  read: count.describe("those of them that are in the index"),
  left_out: z.array(RagProblem).describe("the others, each with the reason"),
  documents: count.describe("documents in the index"),
  chunks: count.describe("as `ra rag index` counts them, where there is a generation"),
  bytes: count.describe("size of the files"),
  average_bytes: count.describe("the average length of a chunk's own text; 0 without chunks"),
  skipped: z.record(text, count).describe("how many are left out, by reason"),
}).describe("A source, and what is there of it.");

export const RagArtefacts = z.strictObject({
  state: z.enum(["absent", "whole", "damaged"]).describe("`damaged`: a file is missing, or of another generation"),
  wrong: texts.optional().describe("the files that are missing, or of another generation"),
  generation: text.optional(),
  created: text.optional().describe("ISO 8601, UTC"),
  chunks: count.optional(),
  current: z.boolean().optional().describe("whether sources and configuration are as they were when it was made"),
  changed: text.optional().describe("what has changed since"),
  not_embedded: count.optional().describe("how many chunks the model could not embed; absent where there are none"),
  problems: z.array(RagProblem).optional().describe("the first 100 of them, each with its source, path and lines"),
}).describe("What `ra rag index` made.");

export const RagStatusReport = z.strictObject({
  config: text.describe("the configuration file"),
  index_root: text,
  artefacts: RagArtefacts,
  sources: z.array(RagSourceStatus),
}).describe("What is there of each source.");
