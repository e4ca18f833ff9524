/** What the commands of `ra rag` answer. `npm run build:shapes` makes types and JSON Schemas from it. */
import { z } from "zod";
import { count, text, texts } from "./parts.ts";

const sourceType = z.enum(["local", "git", "web", "document"]);

export const RagProblem = z.strictObject({
  path: text.optional().describe("the file or address; absent when the source as a whole has the problem"),
  reason: text,
}).describe("What went wrong with one file, page or source.");

export const RagSourceRun = z.strictObject({
  id: text.describe("id of the source"),
  stage: z.enum(["fetch", "crawl", "convert", "normalize"]),
  state: z.enum(["changed", "unchanged", "planned", "failed"]).describe(
    "`planned`: with `--dry-run`, nothing was done",
  ),
  from: text.optional().describe("where it comes from: an address, a folder"),
  commit: text.optional().describe("of a git source"),
  counts: z.record(text, count).describe("numbers of files or pages by what became of them"),
  problems: z.array(RagProblem),
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
}).describe("What `ra rag init` wrote.");

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
  }).optional().describe("absent for a local source, and before the first run"),
  ocr_confidence: z.number().optional().describe("the mean of the files that OCR read, 0 to 100"),
  documents: count.describe("documents in the index"),
  chunks: count,
  bytes: count.describe("size of the files"),
  average_bytes: count.describe("the average length of a chunk's own text; 0 without chunks"),
  skipped: z.record(text, count).describe("files that cannot be read, by reason"),
}).describe("A source, and what is there of it.");

export const RagStatusReport = z.strictObject({
  config: text.describe("the configuration file"),
  index_root: text,
  sources: z.array(RagSourceStatus),
}).describe("What is there of each source.");
