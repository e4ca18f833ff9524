import { DEFAULT_INCLUDE } from "./default_include.ts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "smol-toml";
import { z } from "zod";
import { loadConfig } from "../../src/config/find.ts";
import { KEYS, keysOf, SECTIONS } from "../../src/config/keys.ts";
import { parseConfig } from "../../src/config/parse.ts";
import { configurationSchema, SCHEMA } from "../../scripts/configuration_schema.ts";
import { configTemplate } from "../../src/config/template.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { BUILT_IN_PATTERNS } from "../../src/config/patterns.ts";
import { BUILT_IN_WEIGHTS } from "../../src/config/weights.ts";
import { configurationPage, PAGE } from "../../scripts/configuration_page.ts";

const DEFAULTS = {
  settings: { default_limit: 5, local_boost: 1.5, max_chunk_size: 50000, min_chunk_size: 2000, frozen: false },
  search: {
    stemmer: "english",
    fuzzy_distance: 1,
    candidate_limit: 100,
    cutoff_ratio: 0.5,
    max_results: 20,
    aggregation_threshold: 0.5,
    match: "any",
    feedback: true,
    boost: { title: 3, tags: 2.5, path: 2, path_components: 2, body: 1 },
    weight: Object.fromEntries(BUILT_IN_WEIGHTS),
    synonyms: {},
  },
  chunking: {
    max_leaf_chars: 1000,
    min_leaf_chars: 250,
    min_document_chars: 1200,
    code_max_lines: 100,
    overlap_lines: 10,
    prose_max_chars: 1000,
    min_chunk_chars: 200,
  },
  context: {
    limit: 10,
    terms: 30,
    min_term_frequency: 1,
    min_word_length: 4,
    max_word_length: 30,
    sample_size: 50000,
    rules: [],
    patterns: [...BUILT_IN_PATTERNS].map(([glob, terms]) => ({ glob, terms, definedIn: null })),
  },
  tests: [],
};
const TREE = {
  name: "docs",
  path: "/srv/docs",
  writtenPath: "docs",
  boundary: "/srv",
  include: DEFAULT_INCLUDE,
  exclude: [],
  versions: [],
  gitignore: true,
  chunking: "headings",
  sizes: {},
  stemmer: "english",
  metadata: {},
  locales: {},
  format: {},
  ocr: "never",
  languages: ["eng"],
  notebook_outputs: false,
  source_records: false,
  global: false,
  definedIn: "/srv/.ra.toml",
};

async function load(text: string): Promise<unknown> {
  const { settings, search, chunking, context, trees, tests } = await loadConfig(
    createMemoryFileSystem({ "/srv/.ra.toml": text }),
    "/srv",
    null,
  );
  return { settings, search, chunking, context, trees, tests };
}

test("an empty file gives exactly the documented defaults", async () => {
  assert.deepEqual(await load(""), { ...DEFAULTS, trees: [] });
});

test("a tree with only a path gets the documented defaults", async () => {
  assert.deepEqual(await load('[tree.docs]\npath = "docs"\n'), { ...DEFAULTS, trees: [TREE] });
});

test("KEYS places each key once, in one section, with one sentence", () => {
  const listed = SECTIONS.flatMap((section) => keysOf(section.path)).map((key) => key.path);
  assert.deepEqual([...listed].sort(), KEYS.map((key) => key.path).sort());
  assert.equal(new Set(listed).size, listed.length);
  for (const key of KEYS) assert.match(key.meaning, /^[^|\n]+\.$/, key.path);
});

test("KEYS gives each key its value when unset, and each number its bounds", () => {
  for (const key of KEYS) {
    assert.equal(
      [key.default, key.required, key.inherits, key.optional].filter((given) => given !== undefined).length,
      1,
      key.path,
    );
    if (key.type === "integer" || key.type === "number") {
      assert.ok((key.min === undefined) !== (key.above === undefined) && key.max !== undefined, key.path);
    }
  }
});

test("configTemplate() sets only the tree", async () => {
  const text = configTemplate({ path: "docs" });
  assert.deepEqual(await load(text), { ...DEFAULTS, trees: [TREE] });
  const { values, trees } = await parseConfig(new TextEncoder().encode(text), "/srv/.ra.toml");
  assert.deepEqual([...values], []);
  assert.deepEqual([...(trees.get("docs") ?? [])], [["path", "docs"]]);
});

test("configTemplate() gives each key its default or an example once you remove the leading #", async () => {
  const text = configTemplate({ path: "docs" }).replaceAll(/^#(?=[a-z["])/gm, "");
  const search = {
    ...DEFAULTS.search,
    merge_threshold: 2,
    merge_bonus: 0.1,
    max_merge_depth: 2,
    weight: { ...Object.fromEntries(BUILT_IN_WEIGHTS), "CHANGELOG*": 0.3 },
    synonyms: { k8s: ["kubernetes"] },
  };
  const test = {
    query: "how to install",
    expect: ["docs:guide.md#installation"],
    within: 3,
    definedIn: "/srv/.ra.toml",
  };
  const rule = { match: ["src/api/**"], trees: ["docs"], terms: [], include: [], definedIn: "/srv/.ra.toml" };
  const [rust, ...others] = DEFAULTS.context.patterns;
  const context = {
    ...DEFAULTS.context,
    rules: [rule],
    patterns: [{ ...rust, definedIn: "/srv/.ra.toml" }, ...others],
  };
  const chunking = { ...DEFAULTS.chunking, code_max_chars: 700, max_tokens_per_chunk: 256 };
  assert.deepEqual(await load(text), {
    ...DEFAULTS,
    search,
    context,
    chunking,
    trees: [{
      ...TREE,
      sizes: chunking,
      metadata: { team: "docs" },
      locales: { de: "de" },
      format: { "**/*.txt": "rst" },
      base_url: "https://docs.example.org/",
    }],
    tests: [test],
  });
  const { values, trees, rows, named, weights } = await parseConfig(new TextEncoder().encode(text), "/srv/.ra.toml");
  const stated = [
    ...values.keys(),
    ...[...(trees.get("docs") ?? new Map()).keys()].map((key) =>
      `tree.*.${key.replace(/\.(team|de|\*\*\/\*\.txt)$/, ".*")}`
    ),
  ];
  stated.push(...[...named.keys()].map((section) => `${section}.*`), ...(weights.size > 0 ? ["search.weight.*"] : []));
  stated.push(
    ...[...rows].flatMap(([section, tables]) => [...(tables[0] ?? new Map()).keys()].map((key) => `${section}.${key}`)),
  );
  assert.deepEqual(stated.sort(), KEYS.map((key) => key.path).sort());
});

test("configTemplate() quotes the tree's path", async () => {
  const text = configTemplate({ path: 'a"b\\c' });
  const { trees } = await parseConfig(new TextEncoder().encode(text), "/srv/.ra.toml");
  assert.equal(trees.get("docs")?.get("path"), 'a"b\\c');
});

test("the committed page matches configurationPage()", () => {
  assert.equal(readFileSync(PAGE, "utf8"), configurationPage());
});

test("configurationPage() shows examples that are valid files", async () => {
  const examples = [...configurationPage().matchAll(/^```toml\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? "");
  assert.equal(examples.length, 6);
  for (const example of examples) await parseConfig(new TextEncoder().encode(example), "/srv/.ra.toml");
});

test("the committed JSON Schema is that of the keys, takes what ra takes, and refuses what ra refuses", () => {
  assert.equal(readFileSync(SCHEMA, "utf8"), configurationSchema());
  const schema = z.fromJSONSchema(JSON.parse(configurationSchema()) as Parameters<typeof z.fromJSONSchema>[0]);
  const isValid = (text: string): boolean => schema.safeParse(parse(text)).success;
  assert.ok(isValid(configTemplate({ path: "docs" }).replaceAll(/^#(?=[a-z["])/gm, "")));
  const wrong = [
    "[tree.docs]\n",
    '[tree.docs]\npath = "docs"\nincluded = []\n',
    '[tree.docs]\npath = "docs"\nchunking = "lines"\n',
    "[settings]\ndefault_limit = 0\n",
    "[settings]\ndefault_limit = 1.5\n",
    "[generation]\ntimeout = 0\n",
    '[[test]]\nquery = "q"\nexpected = "x"\n',
    "[sematic]\nenabled = true\n",
  ];
  for (const text of wrong) assert.ok(!isValid(text), text);
});
