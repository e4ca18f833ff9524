import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { ragConfigPath, readRagConfig } from "../../src/sources/config/rag_config.ts";
import { mistakesOf as problems, readRagYaml as read, REQUIRED, SOURCE } from "./rag_yaml.ts";

test("a place is that of a key or a value also where keys and values have odd forms", () => {
  const lists = 'sources:\n- {id: a, path: b, exclude: [x, "é{"]}\n- id: a\n  path: c\n  chunking:\n    odd: 1\n';
  assert.deepEqual(problems(`${REQUIRED}${lists}`), [
    "7:33 sources[0].exclude[1]: is not a valid glob",
    "8:7 sources[1].id: is the id of sources[0] too; ids name folders",
    "11:5 sources[1].chunking.odd: unknown key (known here: code_max_lines, code_max_chars, overlap_lines, prose_max_chars, " +
    "min_chunk_chars, tokenizer_cap, max_tokens_per_chunk)",
  ]);
});

test("a file with thousands of mistakes shows a hundred", () => {
  const found = problems(`${REQUIRED}sources:\n${"- {}\n".repeat(5000)}`);
  assert.equal(found.length, 101);
  assert.match(found[0]!, /^7:3 sources\[0\]/);
  assert.match(found.at(-1)!, /more than 100 mistakes/);
  const [unknown] = problems(`${REQUIRED}${SOURCE}${"k".repeat(10_000)}: 1\n`);
  assert.ok(unknown!.length < 1000);
});

test("a short file gets all defaults, and its paths count from its folder", () => {
  const config = read(`${REQUIRED}${SOURCE}`);
  assert.deepEqual([config.dataRoot, config.indexRoot, config.cacheRoot], [
    "/p/data",
    "/p/index",
    "/p/index/cache",
  ]);
  assert.deepEqual(config.sources, [{
    id: "docs",
    path: "docs",
    submodules: false,
    max_total_bytes: 2_000_000_000,
    exclude: [],
    treat_as: "auto",
    chunking: {},
    metadata: {},
  }]);
  assert.deepEqual(config.indexing, {
    max_tokens_per_chunk: 256,
    code_max_lines: 100,
    overlap_lines: 10,
    prose_max_chars: 2000,
    min_chunk_chars: 200,
    clip_warn_ratio: 0.05,
  });
  assert.deepEqual(config.embedding, { model: "minilm", provider: "local", device: "cpu", batch_size: 16 });
  assert.deepEqual(config.retrieval, {
    initial_k: 50,
    final_k: 8,
    bm25: true,
    weights: { semantic: 0.4, bm25: 0.6, identifier: 0.1 },
    max_length: 512,
    floor: 0,
    rewrite: false,
  });
  assert.deepEqual([config.generation, config.prompt, config.attachments], [undefined, undefined, undefined]);
  const home = read(`${REQUIRED.replace("data_root: data", "data_root: ~/d, cache_root: /c")}${SOURCE}`, "/home/ada");
  assert.deepEqual([home.dataRoot, home.cacheRoot], ["/home/ada/d", "/c"]);
});

test("crawl and convert_docs have their defaults, and `ocr: true` means auto", () => {
  const { crawl: [site], convert_docs: [manuals] } = read(
    `${REQUIRED}crawl: [{id: site, seeds: ["https://example.com/a/"]}]\nconvert_docs: [{id: m, input: in, ocr: true}]\n`,
  );
  assert.deepEqual(site, {
    id: "site",
    seeds: ["https://example.com/a/"],
    allow: [],
    deny: [],
    depth: 3,
    max_pages: 1000,
    max_page_bytes: 10_000_000,
    timeout: 20,
    allow_private: [],
    remove: [],
    sitemap: true,
    robots: true,
    rate_limits: { requests_per_second: 1, concurrency: 2 },
    user_agent: "ra",
    treat_as: "auto",
    chunking: {},
    metadata: {},
  });
  assert.deepEqual([manuals!.ocr, manuals!.languages, manuals!.timeout], ["auto", ["eng"], 60]);
});

test("all mistakes of a file are reported at once, each with its place and its field", () => {
  assert.deepEqual(
    problems(`version: 2
paths:
  data_root: a
sources:
  - id: ..
    path: 3
    chunking:
      overlap_line: 3
      overlap_lines: 300
  - id: b
    ref: x
indexing: {max_tokens_per_chunk: 0}
embedding:
  model: m
  device: tpu
retrieval: {initial_k: 3, final_k: 5}
convert_docs:
  - {id: B, input: 5, ocr: maybe}
crawl:
  - {id: d, seeds: ["ftp://x"], allow: ["[["]}
`),
    [
      "1:10 version: this ra reads version 1, found 2; see the changelog for how to migrate the file",
      "3:3 paths.index_root: is required",
      "5:9 sources[0].id: must begin with a letter, a digit or `_`, because ids name folders",
      "6:11 sources[0].path: must be a text, found 3",
      "8:7 sources[0].chunking.overlap_line: unknown key (did you mean overlap_lines?)",
      "9:22 sources[0].chunking.overlap_lines: must be less than code_max_lines (100), found 300",
      "10:5 sources[1]: needs one of path, globs, git, found none",
      "12:34 indexing.max_tokens_per_chunk: must be more than 0, found 0",
      '15:11 embedding.device: must be cpu, gpu or mps, found "tpu"',
      "16:36 retrieval.final_k: must be at most initial_k (3), found 5",
      "18:10 convert_docs[0].id: is the id of sources[1] too; ids name folders",
      "18:20 convert_docs[0].input: must be a text or a list, found 5",
      '18:28 convert_docs[0].ocr: must be never, auto, always, true or false, found "maybe"',
      "20:21 crawl[0].seeds[0]: must be an http or https address without a name and a password",
      "20:41 crawl[0].allow[0]: is not a valid glob",
    ],
  );
});

test("a file that is no YAML, not UTF-8, empty, or too large for its size is one error", () => {
  const syntax = (text: string | Uint8Array) => {
    assert.throws(() => read(text), { code: "config-syntax", path: "/p/rag.yaml" });
  };
  syntax("a: [1\nb: 2\n");
  syntax("a: 1\na: 2\n");
  syntax("a: 1\n---\nb: 2\n");
  syntax(new Uint8Array([0x61, 0x3a, 0xff, 0xfe]));
  const bomb = [
    "a: &a [x,x,x,x,x,x,x,x,x]",
    ...[..."bcdefgh"].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[at]}`).join(",")}]`),
  ].join("\n");
  syntax(bomb);
  syntax(`a: ${"[".repeat(500)}${"]".repeat(500)}`);
  assert.ok(problems("").length > 3);
  assert.ok(problems("[]").length > 0);
  assert.throws(() => readRagConfig(createMemoryFileSystem({}), "/p/rag.yaml", null), { code: "config-missing" });
});

test("keys of a source without git, sizes and services are checked against each other", () => {
  assert.deepEqual(problems(`${REQUIRED}sources: [{id: a, path: x, git: y}]\n`), [
    "6:11 sources[0]: needs one of path, globs, git, found path and git",
  ]);
  assert.deepEqual(problems(`${REQUIRED}sources: [{id: a, path: x, chunking: {min_chunk_chars: 3000}}]\n`), [
    "6:56 sources[0].chunking.min_chunk_chars: must be at most prose_max_chars (2000), found 3000",
  ]);
  assert.deepEqual(problems(REQUIRED.replace("256", "256, code_max_lines: 10") + SOURCE), [
    "3:55 indexing.code_max_lines: must be more than overlap_lines (10), found 10",
  ]);
  assert.deepEqual(problems(REQUIRED.replace("{model: minilm}", "{model: m, provider: openai}") + SOURCE), [
    "4:12 embedding: provider openai needs base_url",
  ]);
  assert.deepEqual(problems(REQUIRED), ["1:1 sources: no source: give one in sources, convert_docs or crawl"]);
});

test("--config comes before RAG_CONFIG, and that before rag.yaml", () => {
  const before = process.env["RAG_CONFIG"];
  try {
    process.env["RAG_CONFIG"] = "other/x.yaml";
    assert.equal(ragConfigPath("/p", undefined), "/p/other/x.yaml");
    assert.equal(ragConfigPath("/p", "y.yaml"), "/p/y.yaml");
    process.env["RAG_CONFIG"] = "";
    assert.equal(ragConfigPath("/p", undefined), "/p/rag.yaml");
  } finally {
    if (before === undefined) delete process.env["RAG_CONFIG"];
    else process.env["RAG_CONFIG"] = before;
  }
});
