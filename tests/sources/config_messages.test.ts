// What ra says about the mistakes of rag.yaml: at which place, how often, and what it repeats of the file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mistakesOf, readRagYaml, REQUIRED, SOURCE } from "./rag_yaml.ts";

/** The file with another mapping `embedding` or `retrieval`, and a source. */
const embedding = (text: string): string => REQUIRED.replace("embedding: {model: minilm}", text) + SOURCE;
const retrieval = (text: string): string => REQUIRED.replace("{initial_k: 50, final_k: 8}", text) + SOURCE;

test("the place of a value is its quote, the sign of its block, or its first character", () => {
  for (
    const [value, column] of [
      ["proze", 13],
      ["'proze'", 13],
      ['"proze"', 13],
      ['  "proze"', 15],
      ["&a proze", 16],
      ['&a "proze"', 16],
      ['!!str "proze"', 19],
      ["|\n    proze", 13],
      [">-\n    proze", 13],
      ["|2 # a > sign\n    proze", 13],
      ["&b |\n    proze", 16],
    ] as const
  ) {
    const [found, ...others] = mistakesOf(`${REQUIRED}sources:\n- id: a\n  path: b\n  treat_as: ${value}\n`);
    assert.match(
      found!,
      new RegExp(`^9:${column} sources\\[0\\].treat_as: must be code, prose, auto or headings, found `),
    );
    assert.deepEqual(others, [], value);
  }
  for (const key of ["odd", "'odd'", '"odd"', '"\\u006fdd"']) {
    const [found] = mistakesOf(`${REQUIRED}${SOURCE}prompt: {template: default, ${key}: 1}\n`);
    assert.match(found!, /^8:29 prompt\.odd: unknown key/, key);
  }
  assert.deepEqual(mistakesOf(`${REQUIRED}sources:\n- id: a\n  path:\n`), [
    "8:3 sources[0].path: must be a text, found nothing",
  ]);
  // Escapes in a key, and signs that JavaScript counts twice.
  assert.deepEqual(mistakesOf(`${REQUIRED}sources: [{id: a, path: b, "tre\\u0061t_as": 😀x}]\n`), [
    "6:45 sources[0].treat_as: must be code, prose, auto or headings, found a text",
  ]);
});

test("a refused number, boolean or word of a closed set is shown, with what is allowed", () => {
  for (
    const [text, message] of [
      [embedding("embedding: {model: m, device: tpu}"), 'device: must be cpu, gpu or mps, found "tpu"'],
      [embedding("embedding: {model: m, device: cuda:0}"), 'device: must be cpu, gpu or mps, found "cuda:0"'],
      [embedding("embedding: {model: m, device: GPU}"), 'device: must be cpu, gpu or mps, found "GPU"'],
      [embedding("embedding: {model: m, device: gpu0}"), 'device: must be cpu, gpu or mps, found "gpu0"'],
      [embedding("embedding: {model: m, device: 1}"), "device: must be cpu, gpu or mps, found 1"],
      [embedding("embedding: {model: m, device: [cpu]}"), "device: must be cpu, gpu or mps, found a list"],
      [
        embedding("embedding: {model: m, provider: azure_openai}"),
        'local, openai or onnxruntime, found "azure_openai"',
      ],
      [embedding("embedding: {model: m, provider: Llama.cpp}"), 'local, openai or onnxruntime, found "Llama.cpp"'],
      [embedding("embedding: {model: m, batch_size: 0}"), "batch_size: must be at least 1, found 0"],
      [embedding("embedding: {model: m, batch_size: 5000}"), "batch_size: must be at most 4096, found 5000"],
      [embedding("embedding: {model: m, batch_size: 1.5}"), "batch_size: must be a whole number, found 1.5"],
      [embedding("embedding: {model: m, batch_size: 32k}"), 'batch_size: must be a number, found "32k"'],
      [retrieval("{initial_k: ten, final_k: 8}"), 'initial_k: must be a number, found "ten"'],
      [retrieval('{initial_k: "50", final_k: 8}'), 'initial_k: must be a number, found "50"'],
      [retrieval("{initial_k: 50, final_k: true}"), "final_k: must be a number, found true"],
      [retrieval("{initial_k: 50, final_k: -3}"), "final_k: must be more than 0, found -3"],
      [retrieval("{initial_k: 50, final_k: 80}"), "final_k: must be at most initial_k (50), found 80"],
      [retrieval("{initial_k: 50, final_k: 8, bm25: yes}"), 'bm25: must be true or false, found "yes"'],
      [retrieval("{initial_k: 50, final_k: 8, bm25: 1}"), "bm25: must be true or false, found 1"],
      [retrieval("{initial_k: 50, final_k: 8, floor: .inf}"), "floor: must be a number, found Infinity"],
      [retrieval("{initial_k: 50, final_k: 8, weights: {bm25: 1e9}}"), "bm25: must be at most 1000, found 1000000000"],
      [
        `${REQUIRED}convert_docs: [{id: a, input: b, ocr: sometimes}]\n`,
        'never, auto, always, true or false, found "sometimes"',
      ],
      [`${REQUIRED}convert_docs: [{id: a, input: b, ocr: 1}]\n`, "must be never, auto, always, true or false, found 1"],
      [`${REQUIRED}convert_docs: [{id: a, input: 5}]\n`, "input: must be a text or a list, found 5"],
      [`${REQUIRED}convert_docs: [{id: a, input: [b, 5]}]\n`, "input[1]: must be a text, found 5"],
      [`${REQUIRED}convert_docs: [{id: a, input: {b: c}}]\n`, "input: must be a text or a list, found a mapping"],
      [
        `${REQUIRED}convert_docs: [{id: a, input: b, metadata: {team: [x]}}]\n`,
        "a text, a number, true or false, found a list",
      ],
      [`version: 2\n${REQUIRED.slice(11)}${SOURCE}`, "version: this ra reads version 1, found 2; see the changelog"],
      [
        `version: "1"\n${REQUIRED.slice(11)}${SOURCE}`,
        'version: this ra reads version 1, found "1"; see the changelog',
      ],
    ] as const
  ) {
    const found = mistakesOf(text);
    assert.equal(found.length, 1, text);
    assert.ok(found[0]!.includes(message), found[0]);
  }
});

test("a syntax error names what is wrong and where, and quotes nothing", () => {
  for (
    const [text, message] of [
      ["a: *b\n", /^1:5 this is not valid YAML: an alias, .* names no anchor/],
      ["a: &a [*a]\n", /this is not valid YAML: an alias stands in its own anchor$/],
      ["a: &a {b: {c: *a}}\n", /this is not valid YAML: an alias stands in its own anchor$/],
      ["a: !b c\n", /^1:\d+ this is not valid YAML: ra knows no tag like this/],
      ["a: !!int b\n", /^1:\d+ this is not valid YAML: ra knows no tag like this/],
      ["? [a]\n: b\n", /^1:\d+ this is not valid YAML: a key must be a text$/],
      ["a: 1\na: 2\n", /^2:1 this is not valid YAML: duplicated mapping key$/],
      ["a: 'b\n", /^2:1 this is not valid YAML: deficient indentation$/],
      ["a:\n\t- b\n", /^2:\d+ this is not valid YAML: tab characters must not be used in indentation$/],
    ] as const
  ) {
    const [found, ...others] = mistakesOf(text);
    assert.match(found!, message);
    assert.deepEqual(others, []);
  }
});

test("one mistake is one report", () => {
  for (
    const [text, only] of [
      [`${REQUIRED}sources: [{id: .., path: b}]\n`, /sources\[0\]\.id: must begin with/],
      [`${REQUIRED}sources: [{id: a, pth: b}]\n`, /pth: unknown key \(did you mean path\?\)/],
      [`${REQUIRED}sources: [{id: a, gti: b, ref: main}]\n`, /gti: unknown key \(did you mean git\?\)/],
      [`${REQUIRED}sources: [{id: a, ref: main}]\n`, /sources\[0\]: needs one of path, globs, git, found none/],
      [`${REQUIRED}sources: [docs]\n`, /sources\[0\]: must be a mapping, found a text/],
      [`${REQUIRED}sources: docs\n`, /sources: must be a list, found a text/],
      [`${REQUIRED}sources: {id: a, path: b}\n`, /sources: must be a list, found a mapping/],
      [`${REQUIRED}soures: [{id: a, path: b}]\n`, /soures: unknown key \(did you mean sources\?\)/],
      [retrieval("{intial_k: 50, final_k: 8}"), /intial_k: unknown key \(did you mean initial_k\?\)/],
      [retrieval("{initial_k: 0, final_k: 8}"), /initial_k: must be more than 0, found 0/],
      [embedding("embedding: {modle: minilm}"), /modle: unknown key \(did you mean model\?\)/],
      [
        embedding("embedding: {model: m, provider: openai, base_ulr: 'http://localhost:1/v1'}"),
        /base_ulr: unknown key/,
      ],
      [
        embedding("embedding: {model: m, provider: openai, base_url: localhost}"),
        /base_url: must be an http or https address/,
      ],
      [`${REQUIRED}${SOURCE}generation:\n`, /generation: must be a mapping, found nothing/],
      [`${REQUIRED.replace("256", "256, code_max_lines: 0")}${SOURCE}`, /code_max_lines: must be more than 0, found 0/],
      [
        `${
          REQUIRED.replace("256", "256, overlap_lines: 300")
        }sources: [{id: a, path: b, chunking: {code_max_lines: 200}}]\n`,
        /^3:\d+ indexing\.overlap_lines: must be less than code_max_lines \(100\), found 300/,
      ],
      [
        `${REQUIRED}sources:\n- {id: a, path: b, chunking: &c {overlap_line: 3}}\n- {id: d, path: e, chunking: *c}\n`,
        /^7:\d+ sources\[0\]\.chunking\.overlap_line: unknown key/,
      ],
      [
        `${REQUIRED}sources:\n- &s {id: a, path: b, treat_as: proze}\n- {<<: *s, id: c}\n- {<<: [*s], id: d}\n`,
        /^7:\d+ sources\[0\]\.treat_as: must be/,
      ],
    ] as const
  ) {
    const [found, ...others] = mistakesOf(text);
    assert.match(found!, only);
    assert.deepEqual(others, [], text);
  }
});

test("merge keys bring the keys of other mappings, and own keys come first", () => {
  const { sources } = readRagYaml(
    `${REQUIRED}sources:\n- &one {id: a, path: b, treat_as: code, exclude: [x]}\n- {<<: *one, id: c, path: d}\n` +
      `- <<: [{id: e, treat_as: prose}, *one]\n  path: f\n`,
  );
  assert.deepEqual(sources.map(({ id, path, treat_as, exclude }) => [id, path, treat_as, exclude.join()]), [
    ["a", "b", "code", "x"],
    ["c", "d", "code", "x"],
    ["e", "f", "prose", "x"],
  ]);
  assert.deepEqual(mistakesOf(`${REQUIRED}sources: [{<<: 3, id: a, path: b}]\n`), [
    "6:12 this is not valid YAML: cannot merge mappings; the provided source object is unacceptable",
  ]);
  const levels = [..."abcdefghijklmnopqrstuvwxyz"].map((name, at, all) =>
    at === 0 ? "a: &a {x: 1}" : `${name}: &${name} {<<: [*${all[at - 1]}, *${all[at - 1]}]}`
  );
  assert.ok(mistakesOf(`${levels.join("\n")}\n`).length > 26);
});

test("`~` is the home directory in every path", () => {
  const text = `version: 1
paths: {data_root: ~/d, index_root: ~/i, cache_root: "~/c"}
indexing: {max_tokens_per_chunk: 256}
embedding: {model: minilm}
retrieval: {initial_k: 50, final_k: 8}
sources:
- {id: a, path: ~/docs}
- {id: b, globs: ["~/n*.md", m.md]}
- {id: c, git: ~/repo}
- {id: d, path: "~"}
- {id: e, path: "~ada/x"}
convert_docs:
- {id: f, input: ~/in, output: ~/out}
- {id: g, input: [~/in, "~/*.pdf", x]}
prompt: {template: ~/t.md}
generation: {model: ~/m.gguf, provider: local, fallback: ~/f.gguf}
`;
  const config = readRagYaml(text, "/home/ada");
  assert.deepEqual([config.dataRoot, config.indexRoot, config.cacheRoot], [
    "/home/ada/d",
    "/home/ada/i",
    "/home/ada/c",
  ]);
  assert.deepEqual(config.sources.map(({ path, globs, git }) => path ?? globs ?? git), [
    "/home/ada/docs",
    ["/home/ada/n*.md", "m.md"],
    "/home/ada/repo",
    "/home/ada",
    "~ada/x",
  ]);
  assert.deepEqual(config.convert_docs.map(({ input, output }) => [input, output]), [
    ["/home/ada/in", "/home/ada/out"],
    [["/home/ada/in", "/home/ada/*.pdf", "x"], undefined],
  ]);
  assert.equal(config.prompt!.template, "/home/ada/t.md");
  assert.deepEqual([config.generation!.model, config.generation!.fallback], ["/home/ada/m.gguf", "/home/ada/f.gguf"]);
  assert.throws(() => readRagYaml(text), { code: "config-value", message: /ra knows no home directory/ });
});
