import { DEFAULT_INCLUDE } from "./default_include.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadConfig } from "../../src/config/find.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";

const HOME = "/home/u";

/** Merges a near file, a far file and a home file for /srv/app. */
function load(near: string, far = "", home = ""): ReturnType<typeof loadConfig> {
  const fs = createMemoryFileSystem({ "/srv/app/.ra.toml": near, "/srv/.ra.toml": far, [`${HOME}/.ra.toml`]: home });
  return loadConfig(fs, "/srv/app", HOME, { trust: true });
}

test("mergeConfigs() takes each value from the nearest file that sets it", async () => {
  const config = await load(
    "[settings]\ndefault_limit = 7\n",
    "[settings]\ndefault_limit = 8\nlocal_boost = 2\n[search.boost]\nbody = 4\n",
    '[settings]\ndefault_limit = 9\nlocal_boost = 3\nmin_chunk_size = 0\n[search]\nmatch = "all"\n',
  );
  assert.deepEqual(config.settings, {
    ...{ default_limit: 7, local_boost: 2, max_chunk_size: 50000, min_chunk_size: 0, frozen: false },
  });
  assert.equal(config.search.match, "all");
  assert.deepEqual(config.search.boost, { title: 3, tags: 2.5, path: 2, path_components: 2, body: 4 });
});

test("mergeConfigs() replaces a farther tree of the same name entirely and makes it local", async () => {
  const config = await load(
    '[tree.docs]\npath = "near"\n',
    "",
    '[tree.docs]\npath = "far"\ninclude = ["*.rst"]\nexclude = ["old/**"]\ngitignore = false\nchunking = "leaves"\nstemmer = "german"\n',
  );
  assert.deepEqual(config.trees, [
    {
      name: "docs",
      path: "/srv/app/near",
      writtenPath: "near",
      boundary: "/srv/app",
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
      definedIn: "/srv/app/.ra.toml",
    },
  ]);
});

test("mergeConfigs() keeps a tree's values as its file gives them", async () => {
  const [tree] = (await load(
    "",
    '[tree.docs]\npath = "/abs"\ninclude = ["*.rst"]\nexclude = ["old/**"]\ngitignore = false\nchunking = "leaves"\nstemmer = "none"\n',
  )).trees;
  assert.deepEqual(tree, {
    name: "docs",
    path: "/abs",
    writtenPath: "/abs",
    boundary: "/abs",
    include: ["*.rst"],
    exclude: ["old/**"],
    versions: [],
    gitignore: false,
    chunking: "leaves",
    sizes: {},
    stemmer: "none",
    metadata: {},
    locales: {},
    format: {},
    ocr: "never",
    languages: ["eng"],
    notebook_outputs: false,
    source_records: false,
    global: false,
    definedIn: "/srv/.ra.toml",
  });
});

test("mergeConfigs() gives a tree the global stemmer unless it has its own, whichever file sets either", async () => {
  const config = await load(
    '[search]\nstemmer = "french"\n',
    '[tree.a]\npath = "a"\n[tree.b]\npath = "b"\nstemmer = "auto"\n',
  );
  assert.deepEqual(config.trees.map((tree) => [tree.name, tree.stemmer]), [["a", "french"], ["b", "auto"]]);
});

test("mergeConfigs() resolves the index path from the nearest file even when that file is empty", async () => {
  const config = await load("", '[tree.docs]\npath = "docs"\n');
  assert.equal(config.root, "/srv/app");
  assert.equal(config.trees[0]?.path, "/srv/docs");
});

test("mergeConfigs() resolves and normalises tree paths", async () => {
  for (
    const [written, path] of [
      ["docs", "/srv/app/docs"],
      ["./docs/", "/srv/app/docs"],
      [".", "/srv/app"],
      ["../shared//docs", "/srv/shared/docs"],
      ["../../../..", "/"],
      ["/a/./b/../c", "/a/c"],
      ["~", "/home/u"],
      ["~/", "/home/u"],
      ["~/docs/../notes", "/home/u/notes"],
      ["~u/docs", "/srv/app/~u/docs"],
    ]
  ) {
    const [tree] = (await load(`[tree.docs]\npath = "${written}"\n`)).trees;
    assert.deepEqual([tree?.path, tree?.writtenPath], [path, written]);
  }
});

test("mergeConfigs() sorts trees by name", async () => {
  const config = await load(
    '[tree.b]\npath = "b"\n[tree.10]\npath = "10"\n',
    '[tree.a]\npath = "a"\n[tree.9]\npath = "9"\n[tree.B]\npath = "B"\n',
  );
  assert.deepEqual(config.trees.map((tree) => tree.name), ["10", "9", "B", "a", "b"]);
});

test("mergeConfigs() accepts tree names that JavaScript objects reserve", async () => {
  const config = await load(
    '[tree.__proto__]\npath = "p"\n[tree.constructor]\npath = "c"\n["tree"."v1.2"]\npath = "v"\n',
  );
  assert.deepEqual(config.trees.map((tree) => [tree.name, tree.path]), [
    ["__proto__", "/srv/app/p"],
    ["constructor", "/srv/app/c"],
    ["v1.2", "/srv/app/v"],
  ]);
});

test("mergeConfigs() reports the place of `~` when the home directory is unknown", async () => {
  const fs = createMemoryFileSystem({ "/srv/.ra.toml": '[tree.a]\npath = "a"\n[tree.b]\npath = "~/b"\n' });
  await assert.rejects(loadConfig(fs, "/srv", null), {
    code: "config-value",
    path: "/srv/.ra.toml",
    line: 4,
    column: 8,
    message: "`tree.b.path` is ~/b, but the home directory is not known",
  });
});

test("mergeConfigs() refuses an overlap as long as the chunk, and points at the overlap", async () => {
  await assert.rejects(load("[chunking]\ncode_max_lines = 40\noverlap_lines = 40\n"), {
    code: "config-value",
    path: "/srv/app/.ra.toml",
    line: 3,
    column: 17,
    message: "`chunking.overlap_lines` (40) must be below `chunking.code_max_lines` (40)",
  });
});

test("a tree's sizes must fit those of [chunking], and the error points at the tree", async () => {
  const sizes = (text: string) => `[tree.docs]\npath = "docs"\nsizes = { ${text} }\n`;
  await assert.rejects(load(sizes("overlap_lines = 100")), {
    code: "config-value",
    line: 3,
    column: 27,
    message: "`tree.docs.sizes.overlap_lines` (100) must be below `tree.docs.sizes.code_max_lines` (100)",
    hint: "set `tree.docs.sizes.code_max_lines` too",
  });
  await assert.rejects(load(sizes("code_max_line = 4")), { code: "config-key", hint: /code_max_lines/ });
  await assert.rejects(load(sizes('code_max_lines = "4"')), { code: "config-value", line: 3 });
  const { trees: [docs] } = await load(sizes("overlap_lines = 100, code_max_lines = 101"));
  assert.deepEqual(docs!.sizes, { code_max_lines: 101, overlap_lines: 100 });
});

test("mergeConfigs() refuses sizes that contradict a default or another file", async () => {
  await assert.rejects(load("", "[chunking]\nmax_leaf_chars = 200\n"), {
    code: "config-value",
    path: "/srv/.ra.toml",
    line: 2,
    column: 18,
    message: "`chunking.min_leaf_chars` (250) must not be above `chunking.max_leaf_chars` (200)",
    hint: "set `chunking.min_leaf_chars` too",
  });
  await assert.rejects(load("[chunking]\nmin_chunk_chars = 600\n", "", "[chunking]\nprose_max_chars = 500\n"), {
    code: "config-value",
    path: "/srv/app/.ra.toml",
    line: 2,
    column: 19,
  });
});

test("mergeConfigs() accepts equal leaf sizes, and sizes that agree only after the merge", async () => {
  const config = await load("[chunking]\nmin_leaf_chars = 100\n", "[chunking]\nmax_leaf_chars = 100\n");
  assert.equal(config.chunking.max_leaf_chars, 100);
  assert.equal(config.chunking.min_leaf_chars, 100);
});

test("mergeConfigs() joins the context rules of all files, and the nearest pattern of a glob replaces the others and the built-in one", async () => {
  const fs = createMemoryFileSystem({
    "/srv/a/.ra.toml": '[[context.rules]]\nmatch = "near"\n[context.patterns]\n"*.rs" = []\n"src/**" = ["near"]\n',
    "/srv/.ra.toml":
      '[context]\nterms = 3\n[[context.rules]]\nmatch = "far"\ntrees = ["x"]\n[context.patterns]\n"src/**" = ["far"]\n"*.py" = ["snake"]\n',
  });
  const { terms, rules, patterns } = (await loadConfig(fs, "/srv/a", null)).context;
  assert.equal(terms, 3);
  assert.deepEqual(rules, [
    { match: ["near"], terms: [], include: [], definedIn: "/srv/a/.ra.toml" },
    { match: ["far"], trees: ["x"], terms: [], include: [], definedIn: "/srv/.ra.toml" },
  ]);
  assert.deepEqual(patterns.slice(0, 3), [
    { glob: "*.rs", terms: [], definedIn: "/srv/a/.ra.toml" },
    { glob: "src/**", terms: ["near"], definedIn: "/srv/a/.ra.toml" },
    { glob: "*.py", terms: ["snake"], definedIn: "/srv/.ra.toml" },
  ]);
  assert.deepEqual(patterns.filter(({ glob }) => ["*.rs", "*.py", "*.go"].includes(glob)).map(({ glob }) => glob), [
    "*.rs",
    "*.py",
    "*.go",
  ]);
});

test("mergeConfigs() takes a synonym's nearest list, and the tests of all files, nearest first", async () => {
  const fs = createMemoryFileSystem({
    "/srv/a/.ra.toml": '[search.synonyms]\nk8s = ["kubernetes"]\n[[test]]\nquery = "near"\nexpect = "x"\n',
    "/srv/.ra.toml":
      '[search.synonyms]\nk8s = ["cluster"]\ndb = ["database"]\n[[test]]\nquery = "far"\nexpect = ["y"]\nwithin = 1\n',
  });
  const { search, tests } = await loadConfig(fs, "/srv/a", null);
  assert.deepEqual(search.synonyms, { k8s: ["kubernetes"], db: ["database"] });
  assert.deepEqual(tests, [
    { query: "near", expect: ["x"], within: 3, definedIn: "/srv/a/.ra.toml" },
    { query: "far", expect: ["y"], within: 1, definedIn: "/srv/.ra.toml" },
  ]);
});
