// What the configuration of `ra rag` promises, each sentence with a command.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withRagFolder } from "./rag_folder.ts";

const YAML = `version: 1
paths: {data_root: data, index_root: index}
sources: [{id: docs, path: docs, treat_as: headings}]
indexing: {max_tokens_per_chunk: 256}
embedding: {model: small}
retrieval: {initial_k: 50, final_k: 3}
generation: {model: m, base_url: "ENDPOINT", api_key_env: RA_TEST_KEY, retries: 0}
`;
const FILES = {
  "rag.yaml": YAML,
  "docs/birds.md": "# Birds\n\nThe kestrel stands in the wind.\n",
  "docs/fish.md": "# Fish\n\nThe pike stands in the reeds.\n",
};

test("RAG_CONFIG names the configuration from any folder, and its paths are relative to it", () =>
  withRagFolder(FILES, async ({ folder, ra, raIn }) => {
    mkdirSync(join(folder, "elsewhere/deep"), { recursive: true });
    assert.equal((await ra("index")).code, 0);
    const env = { RAG_CONFIG: join(folder, "rag.yaml") };
    const found = await raIn("elsewhere/deep", env, "retrieve", "kestrel");
    assert.equal(found.code, 0, found.stderr);
    assert.match(found.stdout, /^ 1 \d\.\d{3} docs:birds\.md:1-3 Birds\n/);
    assert.equal((await raIn("elsewhere/deep", { RA_TEST_KEY: "x" }, "retrieve", "kestrel")).code, 2);
    assert.deepEqual(readdirSync(join(folder, "elsewhere/deep")), []);
  }));

type Mistake = readonly [before: string, after: string, message: RegExp];
const MISTAKES: readonly Mistake[] = [
  ["version: 1\n", "", /rag\.yaml:1:1: version: is required/],
  ["version: 1", "version: 2", /rag\.yaml:1:10: version: this ra reads version 1, found 2/],
  ["version: 1", 'version: "1"', /rag\.yaml:1:10: version: .*found "1"/],
  ["256}", "256, code_max_lines: null}", /rag\.yaml:4:\d+: indexing\.code_max_lines: must be .*found nothing/],
  [
    "treat_as: headings",
    "chunking: {overlap_lines: null}",
    /rag\.yaml:3:\d+: sources\[0\]\.chunking\.overlap_lines: must be .*found nothing/,
  ],
  ["final_k: 3", "final_k: 51", /rag\.yaml:6:\d+: retrieval\.final_k: must be at most initial_k/],
  ["final_k: 3", "final_k: 0", /retrieval\.final_k: must be more than 0/],
  ["final_k: 3", "final_k: 3, bm25: perhaps", /retrieval\.bm25: must be true or false, found "perhaps"/],
  ["final_k: 3", "final_k: 3, weights: {semantic: 0, bm25: 0, identifier: 0}", /retrieval\.weights: /],
  ["retries: 0", "retries: 0, temperature: 1.01", /generation\.temperature: must be at most 1/],
  ["retries: 0", "retries: 0, temperature: -0.1", /generation\.temperature: must be at least 0/],
  ["retries: 0", "api_key: sk-SECRET123", /generation\.api_key: a key never stands in this file/],
  ["api_key_env: RA_TEST_KEY", "api_key_env: sk-SECRET123", /generation\.api_key_env: /],
  ["model: small", "model: small, api_key: sk-SECRET123", /embedding\.api_key: a key never stands in this file/],
  ["model: small", "model: small, device: cuda", /embedding\.device: must be cpu, gpu or mps, found "cuda"/],
  [
    "generation:",
    "attachments: {attach_limit_files: 0, attach_limit_chunks: 1}\ngeneration:",
    /attach_limit_files: must/,
  ],
  [
    "indexing:",
    "convert_docs: [{id: a, input: docs, ocr: maybe}]\nindexing:",
    /convert_docs\[0\]\.ocr: must be .*"maybe"/,
  ],
  ["indexing:", "index:\n  size: 1\nindexing:", /rag\.yaml:4:1: index: unknown key \(did you mean indexing\?\)/],
];

test("each mistake of the configuration stops a command with its place, and no key is shown", () =>
  withRagFolder(FILES, async ({ ra, configure, folder, endpoint }) => {
    for (const [before, after, message] of MISTAKES) {
      assert.ok(YAML.includes(before), before);
      configure(YAML.replace(before, after));
      const { code, stdout, stderr } = await ra("status");
      assert.deepEqual([code, stdout], [2, ""], after);
      assert.match(stderr, message, after);
      assert.doesNotMatch(stderr, /SECRET/);
    }
    assert.deepEqual([readdirSync(join(folder, "index")), endpoint.asked], [[], []]);
  }));

test("all mistakes of a file are told by one command", () =>
  withRagFolder(FILES, async ({ ra, configure }) => {
    const changes: readonly Mistake[] = MISTAKES.filter(([before]) => !/^(version|indexing)/.test(before));
    const apart = changes.filter(([before], at) => changes.findIndex(([other]) => other === before) === at);
    assert.ok(apart.length >= 6);
    configure(apart.reduce((text, [before, after]) => text.replace(before, after), YAML));
    const { code, stderr } = await ra("status");
    assert.equal(code, 2);
    const places = stderr.match(/rag\.yaml:\d+:\d+: [a-z_[\]0-9.]+/g) ?? [];
    for (const field of ["indexing.code_max_lines", "sources[0].chunking.overlap_lines", "retrieval.final_k"]) {
      assert.ok(places.some((place) => place.endsWith(field)), `${field}: ${stderr}`);
    }
    for (const [, , message] of apart) assert.match(stderr, message);
  }));
