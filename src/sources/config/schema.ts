/** The shape of `rag.yaml`: every key, its type, bounds and default. The JSON Schema and the types are made from it. */
import { z } from "zod";
import { MAX_GLOBS } from "../../config/keys/key.ts";
import type { EmbeddingSettings } from "../../config/config.ts";
import { GENERATION } from "../../config/keys/generation.ts";
import { SEMANTIC } from "../../config/keys/semantic.ts";
import type { GenerationSettings } from "../../models/generate/settings.ts";
import { compileGlob } from "../../text/globs.ts";
import { addressOfService, ONE_ORIGIN, SOME_SOURCE, SOME_WEIGHT } from "./schema_conditions.ts";
import { sharedMapping } from "./shared_keys.ts";
import { address, reference, repositoryAddress, text } from "./values.ts";

export const SUPPORTED_VERSION = 1;
export const DEFAULT_SIZES = { code_max_lines: 100, overlap_lines: 10, prose_max_chars: 2000, min_chunk_chars: 200 };

const count = z.int().positive();
const share = z.number().min(0).max(1);
const weight = z.number().min(0).max(1000);
const seconds = z.number().positive().max(86_400);

const glob = text.refine((value) => {
  try {
    compileGlob(value);
    return true;
  } catch {
    return false;
  }
}, "is not a valid glob");
const globs = z.array(glob).max(MAX_GLOBS);

// Ids are the names of folders and of trees. A folder called `.git` or `.ra.toml` would mean something to others.
const id = z.string().regex(/^[A-Za-z0-9_.-]+$/, "may have letters, digits, `_`, `.` and `-`")
  .regex(/^[A-Za-z0-9_]/, "must begin with a letter, a digit or `_`, because ids name folders")
  .regex(/[^.]$/, "must not end with `.`, because ids name folders")
  .max(100, "must not be longer than 100 letters, because ids name folders")
  .describe("The name of the source, its tree and its folders.");
const languages = z.array(
  z.string().regex(/^[A-Za-z][A-Za-z0-9_/-]*$/, "must be one of Tesseract's names, such as eng"),
)
  .min(1).describe("The languages of the text in pictures, as Tesseract calls them.");

const treatAs = z.enum(["code", "prose", "auto", "headings"]).default("auto")
  .describe("How documents are divided: windows of lines, sentences, by the kind of file, or by headings.");
const metadata = z.record(text, z.union([z.string(), z.number(), z.boolean()])).default({})
  .describe("Scalars that every result of the source carries.");

const sizes = {
  code_max_lines: count.describe("The most lines of a window of code."),
  code_max_chars: count.describe("The most characters of a window of code with several lines. Default: no limit."),
  overlap_lines: z.int().min(0).describe("Lines that a window of code shares with the one before."),
  prose_max_chars: count.describe("The most characters of sentences that are packed together."),
  min_chunk_chars: z.int().min(0).describe("Sentences are packed until they have as many characters."),
  tokenizer_cap: count.describe("What the tokenizer of the model takes; it replaces `max_tokens_per_chunk`."),
  max_tokens_per_chunk: count.describe(
    "The most tokens of a chunk that are embedded; the rest is still searched by words.",
  ),
};
const chunking = z.strictObject(sizes).partial().default({})
  .describe("Sizes that replace those of `indexing` for this source.");

const shared = { treat_as: treatAs, chunking, metadata };
const include = globs.min(1).optional().describe("Globs of the files that count. Default: those that ra can read.");
const exclude = globs.default([]).describe("Globs of files and folders that do not count.");

const privateHosts = z.array(text).max(MAX_GLOBS).optional()
  .describe("Hosts whose addresses may be private, such as localhost:8000.");

export const Source = z.strictObject({
  id,
  path: text.optional().describe("A folder or a file."),
  globs: globs.min(1).optional().describe("Globs of files, relative to this file."),
  git: repositoryAddress.optional().describe("The address of a git repository, or a folder."),
  ref: reference.optional()
    .describe("A branch, a tag or a commit. Default: the default branch."),
  allow_private: privateHosts,
  submodules: z.boolean().default(false).describe("Whether the repositories in it come along."),
  max_total_bytes: count.default(2_000_000_000).describe("A repository with larger files together is not taken."),
  sparse: z.array(text).max(MAX_GLOBS).optional().describe("Folders to fetch. Default: those that `include` names."),
  include,
  exclude,
  ...shared,
}).meta(ONE_ORIGIN);

export const ConvertEntry = z.strictObject({
  id,
  input: z.union([text, z.array(text).min(1).max(MAX_GLOBS)]).describe(
    "A folder, a file, or globs, relative to this file.",
  ),
  output: text.optional().describe("The folder for the text. Default: `data_root/text/ID`."),
  ocr: z.union([z.enum(["never", "auto", "always"]), z.boolean()]).default("never")
    .transform((value) => (value === true ? "auto" : value === false ? "never" : value))
    .describe("Whether text is read from pictures: never, from pictures and pages without text, or from all pages."),
  languages: languages.default(["eng"]),
  notebook_outputs: z.boolean().default(false)
    .describe("Whether text that the code of notebooks printed is read. Pictures and HTML never are."),
  include,
  exclude,
  ...shared,
  timeout: seconds.default(60).describe("Seconds for one file."),
  max_bytes: count.default(200_000_000).describe("Larger files are left out."),
});

export const CrawlEntry = z.strictObject({
  id,
  seeds: z.array(address).min(1).describe("The addresses where the crawl begins."),
  allow: globs.default([]).describe("Globs on the whole address. Default: the hosts and folders of the seeds."),
  deny: globs.default([]).describe("Globs on the whole address of pages that do not count."),
  depth: z.int().min(0).default(3).describe("Seeds have depth 0."),
  max_pages: count.default(1000).describe("The crawl ends after so many pages."),
  max_page_bytes: count.default(10_000_000).describe("Larger pages are left out."),
  timeout: seconds.default(20).describe("Seconds for one request."),
  allow_private: privateHosts.default([]),
  content: text.optional().describe("A CSS selector of the main content. Default: ra finds it."),
  remove: z.array(text).default([]).describe("CSS selectors of what is not content."),
  sitemap: z.boolean().default(true).describe("Whether the site's own list of pages counts."),
  robots: z.boolean().default(true).describe("Whether robots.txt is obeyed."),
  rate_limits: z.strictObject({
    requests_per_second: z.number().positive().max(1000).default(1).describe("To one host."),
    concurrency: z.int().min(1).max(64).default(2).describe("Requests at one time."),
  }).prefault({}).describe("How fast the site is asked."),
  user_agent: text.regex(/^[\x20-\x7e]+$/, "must be printable ASCII").default("ra")
    .describe("The name under which ra asks."),
  ...shared,
});

/** The table `[generation]` of `.ra.toml` has the same keys. */
export const Generation = sharedMapping<GenerationSettings>(GENERATION, {
  model: {
    required: true,
    meaning: "The service's name of the model. With `local` it is the path of a GGUF file, relative to this file.",
  },
  base_url: { meaning: "The address of the service. One beyond this machine needs `ra trust`." },
}).meta(addressOfService("openai"));

/** What `[semantic]` of `.ra.toml` says of the model. */
const Embedding = sharedMapping<EmbeddingSettings & { readonly device: "cpu" | "gpu" | "mps" }>(
  SEMANTIC,
  {
    model: { required: true },
    device: { oneOf: ["cpu", "gpu", "mps"] },
    batch_size: { default: 16, max: 4096 },
    base_url: { meaning: "The address of the service. One beyond this machine needs `ra trust`." },
  },
  [
    "model",
    "provider",
    "device",
    "batch_size",
    "base_url",
    "api_key_env",
    "query_prefix",
    "passage_prefix",
    "dimensions",
  ],
).meta(addressOfService("local"));

export const RagFile = z.strictObject({
  version: z.literal(SUPPORTED_VERSION).describe("Of this file's format."),
  paths: z.strictObject({
    data_root: text.describe("The folder for what is fetched, and for its text."),
    index_root: text.describe("The folder for the index."),
    cache_root: text.optional().describe("Default: `index_root/cache`."),
  }),
  sources: z.array(Source).default([]),
  convert_docs: z.array(ConvertEntry).default([]),
  crawl: z.array(CrawlEntry).default([]),
  indexing: z.strictObject({
    max_tokens_per_chunk: sizes.max_tokens_per_chunk,
    tokenizer_cap: sizes.tokenizer_cap.optional(),
    code_max_lines: sizes.code_max_lines.default(DEFAULT_SIZES.code_max_lines),
    code_max_chars: sizes.code_max_chars.optional(),
    overlap_lines: sizes.overlap_lines.default(DEFAULT_SIZES.overlap_lines),
    prose_max_chars: sizes.prose_max_chars.default(DEFAULT_SIZES.prose_max_chars),
    min_chunk_chars: sizes.min_chunk_chars.default(DEFAULT_SIZES.min_chunk_chars),
    clip_warn_ratio: share.default(0.05).describe("A warning names a source of which a larger share is cut."),
  }),
  embedding: Embedding,
  retrieval: z.strictObject({
    initial_k: count.max(10_000).describe("Candidates of each list: the best by words, and the nearest in meaning."),
    final_k: count.max(10_000).describe("Rows of an answer, at most `initial_k`."),
    bm25: z.boolean().default(true).describe("Whether words count beside the meaning."),
    weights: z.strictObject({
      semantic: weight.default(0.4).describe("Of the meaning."),
      bm25: weight.default(0.6).describe("Of the words."),
      identifier: weight.default(0.1).describe("Of the names of code that stand whole in the chunk."),
    }).meta(SOME_WEIGHT).prefault({}).describe("What each share adds to a score."),
    reranker: text.optional().describe("The cross-encoder that `--use-reranker` turns on. Default: none."),
    max_length: count.max(8192).default(512).describe("Tokens of a question and a chunk that the reranker reads."),
    floor: z.number().min(0).default(0).describe("A row that scores less is not evidence for an answer."),
    rewrite: z.boolean().default(false).describe("Whether the model rewrites a question that refers to earlier ones."),
  }),
  prompt: z.strictObject({
    template: text.describe("`default`, or a file with `{context}` and `{question}`, and `{history}` if you like."),
  }).optional(),
  generation: Generation.optional(),
  attachments: z.strictObject({
    attach_limit_files: count.describe("The most files of `--attach`."),
    attach_limit_chunks: count.describe("The most chunks of them."),
    attach_only: z.boolean().default(false).describe("Whether only attached files are asked."),
  }).optional(),
}).meta(SOME_SOURCE);

export type RagFile = z.output<typeof RagFile>;
export type SourceConfig = z.output<typeof Source>;
export type ConvertEntry = z.output<typeof ConvertEntry>;
export type CrawlEntry = z.output<typeof CrawlEntry>;
/** The sizes that a source may set. */
export type SourceChunkSizes = z.output<typeof chunking>;

/** The JSON Schema of the file, for editors. */
export function ragSchema(): unknown {
  return z.toJSONSchema(RagFile, { io: "input", target: "draft-2020-12" });
}
