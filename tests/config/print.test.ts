import { DEFAULT_INCLUDE } from "./default_include.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parse } from "smol-toml";
import type { Config } from "../../src/config/config.ts";
import { loadConfig } from "../../src/config/find.ts";
import { keyAt, KEYS, keysOf, lastPart, SECTIONS } from "../../src/config/keys.ts";
import type { Key, KeyValue } from "../../src/config/keys/key.ts";
import { printConfig } from "../../src/config/print.ts";
import { formatConfigJson } from "../../src/output/json.ts";
import { tomlKey, tomlValue } from "../../src/config/toml_text.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { compileGlob } from "../../src/text/globs.ts";

test("printConfig() shows every value and the file that each tree comes from", async () => {
  const fs = createMemoryFileSystem({
    "/srv/.ra.toml": '[tree."v1.2"]\npath = "docs"\nexclude = ["a\\nb"]\n[settings]\nlocal_boost = 2\n',
    "/home/u/.ra.toml": '[tree.notes]\npath = "/notes"\nstemmer = "none"\n',
  });
  const text = printConfig(await loadConfig(fs, "/srv", "/home/u"));
  assert.equal(
    text.slice(0, text.indexOf("\n[search.boost]")),
    `# from "/srv/.ra.toml"
# from "/home/u/.ra.toml" (global)
# index beside "/srv"

# global, defined in "/home/u/.ra.toml"
[tree.notes]
path = "/notes"
include = [${DEFAULT_INCLUDE.map((glob) => JSON.stringify(glob)).join(", ")}]
exclude = []
versions = []
gitignore = true
chunking = "headings"
stemmer = "none"
ocr = "never"
languages = ["eng"]
notebook_outputs = false
source_records = false

# local, defined in "/srv/.ra.toml", written "docs"
[tree."v1.2"]
path = "/srv/docs"
include = [${DEFAULT_INCLUDE.map((glob) => JSON.stringify(glob)).join(", ")}]
exclude = ["a\\nb"]
versions = []
gitignore = true
chunking = "headings"
stemmer = "english"
ocr = "never"
languages = ["eng"]
notebook_outputs = false
source_records = false

[settings]
default_limit = 5
local_boost = 2.0
max_chunk_size = 50000
min_chunk_size = 2000
frozen = false

[search]
stemmer = "english"
fuzzy_distance = 1
candidate_limit = 100
cutoff_ratio = 0.5
max_results = 20
aggregation_threshold = 0.5
match = "any"
feedback = true
`,
  );
});

test("the text and the JSON of the configuration hold each table and each of its keys that has a default", async () => {
  const fs = createMemoryFileSystem({ "/srv/.ra.toml": '[tree.docs]\npath = "."\n' });
  const config = await loadConfig(fs, "/srv", null);
  const report = JSON.parse(formatConfigJson(config)) as Readonly<Record<string, unknown>>;
  const printed = parse(printConfig(config)) as Readonly<Record<string, unknown>>;
  const tables = SECTIONS.map(({ path }) => path).filter((path) => /^[a-z]+$/.test(path));
  assert.ok(tables.length > 5);
  for (const table of tables) {
    for (const key of keysOf(table).filter(({ default: value }) => value !== undefined)) {
      const name = lastPart(key.path);
      for (const form of [report, printed]) {
        const holder = form[table] as Readonly<Record<string, unknown>> | undefined;
        assert.deepEqual(holder?.[name], key.default, key.path);
      }
    }
  }
});

test("printConfig() keeps a directory name with a line break inside its comment", async () => {
  const fs = createMemoryFileSystem({ "/a\nroot = true\n/.ra.toml": '[tree.d]\npath = "."\n' });
  const printed = printConfig(await loadConfig(fs, "/a\nroot = true\n", null));
  assert.deepEqual(Object.keys(parse(printed)), [
    "tree",
    "settings",
    "search",
    "semantic",
    "generation",
    "chunking",
    "context",
  ]);
});

const text = fc.string({ unit: "binary", minLength: 1, maxLength: 12 }).filter((value) => !value.includes("\0"));

const glob = text.filter((value) => {
  try {
    return compileGlob(value) !== undefined;
  } catch {
    return false;
  }
});

const folder = fc.constantFrom("de", "v1.2", ".", "i18n/zh", "a b");

function valueOf(key: Key): fc.Arbitrary<KeyValue> {
  if (key.address === true) return fc.webUrl();
  if (key.folder === true) return key.type === "string" ? folder : fc.array(folder, { maxLength: 4 });
  if (key.oneOf !== undefined) return fc.constantFrom(...key.oneOf);
  // These sizes limit each other, so their ranges meet in the middle.
  const bounding = KEYS.some((other) => (other.below ?? other.notAbove) === key.path);
  const bounded = key.below !== undefined || key.notAbove !== undefined;
  const [min, max] = [
    bounding ? 250 : (key.min ?? 0),
    bounded ? (key.path.startsWith("context.") ? 30 : 99) : (key.max ?? 0),
  ];
  switch (key.type) {
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min, max });
    case "number":
      return fc.double({ min, max, noNaN: true, minExcluded: key.above !== undefined }).map((value) => value + 0);
    case "strings":
      return fc.array(key.globs === true ? glob : text, { maxLength: 4 });
    case "one or more":
      return fc.array(key.globs === true ? glob : text, { minLength: 1, maxLength: 4 });
    case "string":
      return text;
  }
}

/** Generates a valid file: random keys for up to four trees. */
const file: fc.Arbitrary<string> = fc
  .record({
    settings: fc.tuple(
      ...KEYS.filter((key) => !key.path.includes("*")).map((key) => fc.option(lineOf(key, key.path), { nil: "" })),
    ),
    trees: fc.uniqueArray(fc.constantFrom("a", "b.c", "__proto__", "constructor", "10", "-_"), { maxLength: 4 }).chain((
      names,
    ) => fc.tuple(...names.map(treeOf))),
    synonyms: fc.uniqueArray(fc.constantFrom("k8s", "a.b", "__proto__", "Über"), { maxLength: 3 }).chain((words) =>
      fc.tuple(...words.map((word) => lineOf(keyAt("search.synonyms.*")!, `search.synonyms.${tomlKey(word)}`)))
    ),
    rules: fc.array(fc.tuple(...keysOf("context.rules.*").map((key) => lineOf(key, lastPart(key.path)))), {
      maxLength: 2,
    }),
    patterns: fc.uniqueArray(fc.constantFrom("*.rs", "src/**", "__proto__"), { maxLength: 2 }).chain((globs) =>
      fc.tuple(...globs.map((glob) => lineOf(keyAt("context.patterns.*")!, `context.patterns.${tomlKey(glob)}`)))
    ),
    tests: fc.array(fc.tuple(...keysOf("test.*").map((key) => lineOf(key, lastPart(key.path)))), { maxLength: 3 }),
  })
  .map(({ settings, trees, synonyms, rules, patterns, tests }) =>
    [
      ...withoutLoneKey(settings),
      ...trees.flat(),
      ...synonyms,
      ...patterns,
      ...rules.flatMap((lines) => ["[[context.rules]]", ...lines]),
      ...tests.flatMap((lines) => ["[[test]]", ...lines]),
    ].filter((line) => line !== "").join("\n")
  );

/** A key counts only beside an address. */
function withoutLoneKey(lines: readonly string[]): readonly string[] {
  const hasAddress = (table: string): boolean => lines.some((line) => line.startsWith(`${table}.base_url`));
  return lines.filter((line) => {
    const [table = "", key = ""] = line.split(/[. ]/);
    return key !== "api_key_env" || hasAddress(table);
  });
}

function treeOf(name: string): fc.Arbitrary<string[]> {
  const keys = KEYS.filter((key) => key.path.startsWith("tree."));
  return fc.tuple(
    ...keys.map((key) => {
      const path = key.path.replace("*", tomlKey(name));
      const names = key.path.includes(".locales.") ? ["de", "pt-BR"] : ["team", "a.b", "__proto__"];
      const line = fc.constantFrom(...names).chain((property) => lineOf(key, path.replace("*", tomlKey(property))));
      return key.required === true ? line : fc.option(line, { nil: "" });
    }),
  );
}

function lineOf(key: Key, path: string): fc.Arbitrary<string> {
  return valueOf(key).map((value) => `${path} = ${tomlValue(value, key.type)}`);
}

function values(config: Config): unknown {
  const trees = config.trees.map((
    { writtenPath: _writtenPath, boundary: _boundary, global: _global, definedIn: _definedIn, ...tree },
  ) => tree);
  return {
    trees,
    settings: config.settings,
    search: config.search,
    semantic: config.semantic,
    chunking: config.chunking,
    tests: config.tests.map(({ query, expect, within }) => ({ query, expect, within })),
  };
}

test("printConfig() writes a file with the same values, for random files", async () => {
  await fc.assert(
    fc.asyncProperty(file, file, async (near, home) => {
      const fs = createMemoryFileSystem({ "/srv/.ra.toml": near, "/home/u/.ra.toml": home });
      const config = await loadConfig(fs, "/srv", "/home/u", { trust: true });
      const again = createMemoryFileSystem({ "/elsewhere/.ra.toml": printConfig(config) });
      assert.deepEqual(values(await loadConfig(again, "/elsewhere", null, { trust: true })), values(config));
    }),
    { numRuns: 150 },
  );
});
