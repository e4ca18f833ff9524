// `ra rag schema`, as an editor applies it, and ra itself take and refuse the same files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { CORE_SCHEMA, load, mergeTag } from "js-yaml";
import { ragSchema } from "../../src/sources/config/schema.ts";
import { mistakesOf } from "./rag_yaml.ts";

const BASE = {
  version: "1",
  paths: "{data_root: data, index_root: index}",
  indexing: "{max_tokens_per_chunk: 256}",
  embedding: "{model: minilm}",
  retrieval: "{initial_k: 50, final_k: 8}",
  sources: "[{id: a, path: b}]",
};

/** A file with other sections. An empty one is left out. */
function file(changed: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ ...BASE, ...changed }).filter(([, text]) => text !== "")
    .map(([section, text]) => `${section}: ${text}\n`).join("");
}

const source = (text: string): string => file({ sources: `[{id: a, ${text}}]` });
const convert = (text: string): string => file({ convert_docs: `[{id: c, ${text}}]` });
const crawl = (text: string): string => file({ crawl: `[{id: c, ${text}}]` });
const embedding = (text: string): string => file({ embedding: `{model: m, ${text}}` });
const generation = (text: string): string => file({ generation: `{model: m, ${text}}` });
const SEED = 'seeds: ["https://example.com/"]';

const TAKEN = [
  file(),
  file({ sources: "", crawl: `[{id: c, ${SEED}}]` }),
  file({ sources: "[]", convert_docs: "[{id: c, input: in}]" }),
  source("globs: [x]"),
  source(
    "git: https://example.com/a.git, ref: main, sparse: [docs], submodules: true, max_total_bytes: 1, allow_private: [x]",
  ),
  source("git: git@example.com:a/b.git, ref: v1.0"),
  source("git: ../a, ref: feature/x-1"),
  source("path: b, metadata: {team: x, year: 2026, old: true}, treat_as: code, chunking: {code_max_lines: 200}"),
  source('path: "😀"'),
  convert("input: in, ocr: true, languages: [eng, chi_sim], notebook_outputs: true"),
  convert("input: [a, b], ocr: auto, output: out, timeout: 0.5"),
  crawl(`${SEED}, rate_limits: {requests_per_second: 0.5}, depth: 0, content: main, user_agent: "a b/1"`),
  crawl('seeds: ["HTTP://example.com:8080/a?b=c#d"]'),
  embedding("provider: openai, base_url: 'http://localhost:1/v1', api_key_env: OPENAI_API_KEY"),
  embedding("provider: onnxruntime, device: gpu"),
  generation("base_url: 'http://localhost:1/v1'"),
  generation("provider: local"),
  file({ retrieval: "{initial_k: 50, final_k: 50, weights: {semantic: 0, bm25: 0}}" }),
  file({ retrieval: "{initial_k: 50, final_k: 8, weights: {semantic: 0, bm25: 0, identifier: 0.1}}" }),
  file({ attachments: "{attach_limit_files: 1, attach_limit_chunks: 1}", prompt: "{template: default}" }),
  file({ sources: "\n- &a {id: a, path: b}\n- {<<: *a, id: c}" }),
];

const REFUSED = [
  ...["version", "paths", "indexing", "embedding", "retrieval", "sources"].map((section) => file({ [section]: "" })),
  ...["paths", "indexing", "embedding", "retrieval", "generation", "attachments", "prompt"].map((section) =>
    file({ [section]: "3" })
  ),
  file({ version: "2" }),
  file({ version: '"1"' }),
  file({ sources: "[]" }),
  file({ sources: "{id: a, path: b}" }),
  file({ sources: "[docs]" }),
  file({ soures: "[]" }),
  file({ paths: "{data_root: data}" }),
  file({ paths: '{data_root: "", index_root: index}' }),
  file({ paths: "{data_root: ~, index_root: index}" }),
  file({ sources: "[{path: b}]" }),
  ...["", "a/b", ".git", "..", "a.", "-a", "a b", "x".repeat(101)].map((id) =>
    file({ sources: `[{id: ${JSON.stringify(id)}, path: b}]` })
  ),
  source("ref: main"),
  file({ sources: "[{id: a}]" }),
  source("path: b, git: c"),
  source("path: b, globs: [c]"),
  source("globs: []"),
  source("path: b, ref: main"),
  source("path: b, sparse: [x]"),
  source("globs: [x], submodules: false"),
  source('path: "a\\0b"'),
  source(`path: "${"x".repeat(4097)}"`),
  source("path: b, treat_as: proze"),
  source("path: b, chunking: {code_max_lines: 0}"),
  source("path: b, chunking: {odd: 1}"),
  source("path: b, metadata: {a: [b]}"),
  source('path: b, metadata: {"": b}'),
  source('git: "https://ada@example.com/a.git"'),
  source('git: "ssh://ada:pw@example.com/a.git"'),
  source('git: "-x"'),
  ...["-x", "a..b", "a b", "a~1", "a.lock", "/a", "a/", "a//b", "@{1}", "a\\tb", "x/.y"].map((ref) =>
    source(`git: g, ref: "${ref}"`)
  ),
  convert("input: 5"),
  convert("input: []"),
  convert('input: ""'),
  convert("input: in, ocr: maybe"),
  convert("input: in, languages: []"),
  convert('input: in, languages: ["../eng"]'),
  convert("input: in, timeout: 0"),
  convert("input: in, max_bytes: 1.5"),
  crawl("seeds: []"),
  ...[
    "ftp://example.com/",
    "example.com",
    "https://ada:pw@example.com/",
    "https://ada@example.com/",
    "https://",
    "http:/x",
  ].map(
    (seed) => crawl(`seeds: ["${seed}"]`),
  ),
  crawl(`${SEED}, depth: -1`),
  crawl(`${SEED}, user_agent: "é"`),
  crawl(`${SEED}, rate_limits: {requests_per_second: 0}`),
  crawl(`${SEED}, rate_limits: {concurrency: 65}`),
  crawl(`${SEED}, robots: yes`),
  embedding("device: tpu"),
  embedding("provider: azure"),
  embedding("provider: openai"),
  embedding("batch_size: 0"),
  embedding("batch_size: 4097"),
  embedding("api_key: sk-x"),
  ...["sk-x", "1A", "A-B", "ghp_0123456789abcdefABCD", "AKIAIOSFODNN7EXAMPLE", "a1b2c3d4e5f6a1b2c3d4e5f6a1b2"].map((
    name,
  ) => embedding(`api_key_env: ${name}`)),
  generation("temperature: 1.1, base_url: 'http://localhost:1/v1'"),
  generation("retries: 11, base_url: 'http://localhost:1/v1'"),
  generation("provider: openai"),
  generation("max_tokens: 5"),
  file({ retrieval: "{initial_k: 0, final_k: 8}" }),
  file({ retrieval: "{initial_k: 50}" }),
  file({ retrieval: "{initial_k: 50, final_k: 10001}" }),
  file({ retrieval: "{initial_k: 50, final_k: 8, floor: -1}" }),
  file({ retrieval: "{initial_k: 50, final_k: 8, weights: {bm25: -1}}" }),
  file({ retrieval: "{initial_k: 50, final_k: 8, weights: {semantic: 0, bm25: 0, identifier: 0}}" }),
  file({ retrieval: "{initial_k: 50, final_k: 8, bm25: 1}" }),
  file({ attachments: "{attach_limit_files: 0, attach_limit_chunks: 1}" }),
  file({ attachments: "{attach_limit_files: 1}" }),
  file({ prompt: "{}" }),
  file({ indexing: "{max_tokens_per_chunk: 1.5}" }),
  file({ indexing: "{max_tokens_per_chunk: 256, clip_warn_ratio: 2}" }),
];

/** JSON Schema cannot compare two values, so ra alone refuses these. The page of all keys says so. */
const ONLY_RA = [
  file({ retrieval: "{initial_k: 5, final_k: 8}" }),
  file({ sources: "[{id: a, path: b}, {id: A, path: c}]" }),
  file({ indexing: "{max_tokens_per_chunk: 256, code_max_lines: 5, overlap_lines: 5}" }),
  source("path: b, chunking: {min_chunk_chars: 3000}"),
  source('path: b, exclude: ["{"]'),
];

const isValid = new Ajv2020({ allErrors: true, strict: false }).compile(ragSchema() as object);
const schemaTakes = (text: string): boolean => isValid(load(text, { schema: CORE_SCHEMA.withTags(mergeTag) }));

test("the JSON Schema takes what ra takes, and refuses what ra refuses", () => {
  assert.ok(TAKEN.length + REFUSED.length >= 100);
  for (const text of TAKEN) {
    assert.deepEqual(mistakesOf(text), [], text);
    assert.ok(schemaTakes(text), `${text}${JSON.stringify(isValid.errors)}`);
  }
  for (const text of REFUSED) {
    assert.notDeepEqual(mistakesOf(text), [], text);
    assert.ok(!schemaTakes(text), text);
  }
});

test("what only ra can tell is a mistake, and no mistake of the schema", () => {
  for (const text of ONLY_RA) {
    assert.equal(mistakesOf(text).length, 1, text);
    assert.ok(schemaTakes(text), text);
  }
});
