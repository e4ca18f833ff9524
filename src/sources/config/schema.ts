/** The shape of `rag.yaml`: every key, its type, bounds and default. The JSON Schema and the types are made from it. */
import { z } from "zod";
import { MAX_GLOBS } from "../../config/keys/key.ts";
import { MAX_DIMENSIONS } from "../../config/keys/semantic.ts";
import { compileGlob } from "../../text/globs.ts";
import { serviceUrl } from "../../text/loopback.ts";

export const SUPPORTED_VERSION = 1;
export const DEFAULT_SIZES = { code_max_lines: 100, overlap_lines: 10, prose_max_chars: 2000, min_chunk_chars: 200 };

/** No path that a disk takes is longer, and no glob that ra takes. */
const MAX_TEXT = 4096;
// No path and no glob can hold a NUL.
const text = z.string().min(1, "must not be empty").refine((value) => !value.includes("\0"), "must not contain NUL")
  .refine((value) => value.length <= MAX_TEXT, `must not be longer than ${MAX_TEXT} characters`);
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
  .max(100, "must not be longer than 100 letters, because ids name folders");
const environmentName = z.string().regex(
  /^[A-Za-z_][A-Za-z0-9_]*$/,
  "must be the name of an environment variable; the key itself never stands in this file",
);
const address = text.refine(
  (value) => serviceUrl(value) !== undefined,
  "must be an http or https address without a name and a password",
);
// `git@host:path` has a name, but no secret.
const gitAddress = text.refine(
  (value) => !/^(?:https?:\/\/[^/@]*@|[a-z][a-z0-9+.-]*:\/\/[^/@]*:[^/@]*@)/i.test(value),
  "must not hold a name or a password: let git's credential helper have them",
).refine((value) => !value.startsWith("-"), "must not begin with `-`");
/** As `git check-ref-format` has it, so that nothing else than a name reaches git. */
function isReference(name: string): boolean {
  // deno-lint-ignore no-control-regex
  return !/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[-+/.@]|[/.]$|\/\.|\.lock(?:\/|$)/.test(name);
}
const languages = z.array(
  z.string().regex(/^[A-Za-z][A-Za-z0-9_/-]*$/, "must be one of Tesseract's names, such as eng"),
)
  .min(1);

const treatAs = z.enum(["code", "prose", "auto", "headings"]).default("auto")
  .describe("How documents are divided: windows of lines, sentences, by the kind of file, or by headings.");
const metadata = z.record(text, z.union([z.string(), z.number(), z.boolean()])).default({})
  .describe("Scalars that every result of the source carries.");

const sizes = {
  code_max_lines: count,
  overlap_lines: z.int().min(0),
  prose_max_chars: count,
  min_chunk_chars: z.int().min(0),
  tokenizer_cap: count,
  max_tokens_per_chunk: count,
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
  git: gitAddress.optional().describe("The address of a git repository, or a folder."),
  ref: text.refine((value) => isReference(value), "must be the name of a branch or a tag, or a commit").optional()
    .describe("A branch, a tag or a commit. Default: the default branch."),
  allow_private: privateHosts,
  submodules: z.boolean().default(false),
  max_total_bytes: count.default(2_000_000_000).describe("A repository with larger files together is not taken."),
  sparse: z.array(text).max(MAX_GLOBS).optional().describe("Folders to fetch. Default: those that `include` names."),
  include,
  exclude,
  ...shared,
});

export const ConvertEntry = z.strictObject({
  id,
  input: z.union([text, z.array(text).min(1).max(MAX_GLOBS)]).describe(
    "A folder, a file, or globs, relative to this file.",
  ),
  output: text.optional().describe("The folder for the text. Default: `data_root/text/ID`."),
  ocr: z.union([z.enum(["never", "auto", "always"]), z.boolean()]).default("never")
    .transform((value) => (value === true ? "auto" : value === false ? "never" : value)),
  languages: languages.default(["eng"]),
  include,
  exclude,
  ...shared,
  timeout: seconds.default(60).describe("Seconds for one file."),
  max_bytes: count.default(200_000_000).describe("Larger files are left out."),
});

export const CrawlEntry = z.strictObject({
  id,
  seeds: z.array(address).min(1),
  allow: globs.default([]).describe("Globs on the whole address. Default: the hosts and folders of the seeds."),
  deny: globs.default([]),
  depth: z.int().min(0).default(3).describe("Seeds have depth 0."),
  max_pages: count.default(1000),
  max_page_bytes: count.default(10_000_000),
  timeout: seconds.default(20).describe("Seconds for one request."),
  allow_private: privateHosts.default([]),
  content: text.optional().describe("A CSS selector of the main content. Default: ra finds it."),
  remove: z.array(text).default([]).describe("CSS selectors of what is not content."),
  sitemap: z.boolean().default(true),
  robots: z.boolean().default(true),
  rate_limits: z.strictObject({
    requests_per_second: z.number().positive().max(1000).default(1),
    concurrency: z.int().min(1).max(64).default(2),
  }).prefault({}),
  user_agent: text.regex(/^[\x20-\x7e]+$/, "must be printable ASCII").default("ra"),
  ...shared,
});

export const Generation = z.strictObject({
  model: text,
  provider: z.enum(["openai", "local"]).default("openai"),
  base_url: address.optional(),
  api_key_env: environmentName.optional(),
  temperature: share.default(0),
  max_tokens: count.default(1024),
  max_input_tokens: count.default(8000),
  timeout: seconds.default(60),
  max_time: seconds.default(600),
  retries: z.int().min(0).max(10).default(2),
  fallback: text.optional(),
});

export const RagFile = z.strictObject({
  version: z.literal(SUPPORTED_VERSION),
  paths: z.strictObject({
    data_root: text.describe("The folder for what is fetched, and for its text."),
    index_root: text.describe("The folder for the index."),
    cache_root: text.optional().describe("Default: `index_root/cache`."),
  }),
  sources: z.array(Source).default([]),
  convert_docs: z.array(ConvertEntry).default([]),
  crawl: z.array(CrawlEntry).default([]),
  indexing: z.strictObject({
    max_tokens_per_chunk: count,
    tokenizer_cap: count.optional(),
    code_max_lines: sizes.code_max_lines.default(DEFAULT_SIZES.code_max_lines),
    overlap_lines: sizes.overlap_lines.default(DEFAULT_SIZES.overlap_lines),
    prose_max_chars: sizes.prose_max_chars.default(DEFAULT_SIZES.prose_max_chars),
    min_chunk_chars: sizes.min_chunk_chars.default(DEFAULT_SIZES.min_chunk_chars),
    clip_warn_ratio: share.default(0.05),
  }),
  embedding: z.strictObject({
    model: text,
    provider: z.enum(["local", "openai", "onnxruntime"]).default("local"),
    device: z.enum(["cpu", "gpu", "mps"]).default("cpu"),
    batch_size: z.int().min(1).max(4096).default(16),
    base_url: address.optional(),
    api_key_env: environmentName.optional(),
    query_prefix: text.optional(),
    passage_prefix: text.optional(),
    dimensions: count.max(MAX_DIMENSIONS).optional(),
  }),
  retrieval: z.strictObject({
    initial_k: count.max(10_000),
    final_k: count.max(10_000),
    bm25: z.boolean().default(true),
    weights: z.strictObject({
      semantic: weight.default(0.4),
      bm25: weight.default(0.6),
      identifier: weight.default(0.1),
    }).prefault({}),
    reranker: text.optional(),
    max_length: count.max(8192).default(512),
    floor: z.number().min(0).default(0),
    rewrite: z.boolean().default(false),
  }),
  prompt: z.strictObject({ template: text }).optional(),
  generation: Generation.optional(),
  attachments: z.strictObject({
    attach_limit_files: count,
    attach_limit_chunks: count,
    attach_only: z.boolean().default(false),
  }).optional(),
});

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
