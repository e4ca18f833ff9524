// Tests a configuration that a program gives to open() in place of files.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { ConfigData } from "../../src/config/config.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import type { WatchUpdate } from "../../src/shapes/reports.ts";
import { open, type OpenOptions } from "../../src/workspace.ts";
import { failure, idsOf, write } from "./project.ts";

const CONFIG: ConfigData = { tree: { docs: { path: "docs" } } };
const FILES = { "/project/docs/a.md": "# A\n\nalpha\n", "/project/docs/b.md": "# B\n\nbeta\n" };

function opened(config: ConfigData, files: Readonly<Record<string, string>> = FILES, options: OpenOptions = {}) {
  const fs = createMemoryFileSystem(files);
  return open("/project", { fs, home: null, config, ...options });
}

test("open() takes a configuration as data in place of a file", async () => {
  const fs = createMemoryFileSystem(FILES);
  const workspace = await open("/project", { fs, home: null, config: CONFIG });
  assert.deepEqual(await idsOf(workspace, "alpha"), ["docs:a.md"]);
  assert.ok(fs.stat("/project/.ra/index") !== undefined);
  assert.equal(fs.stat("/project/.ra.toml"), undefined);
  assert.deepEqual(workspace.config.files, []);
  assert.deepEqual((await workspace.status()).config, []);
  assert.deepEqual((await workspace.check()).issues, []);
  workspace.close();
});

test("a given configuration works on the disk, with the index in the directory", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ra-given-")));
  try {
    mkdirSync(join(folder, "docs"));
    writeFileSync(join(folder, "docs/a.md"), "# A\n\nalpha\n");
    const workspace = await open(folder, { home: null, config: CONFIG });
    assert.deepEqual(await idsOf(workspace, "alpha"), ["docs:a.md"]);
    assert.equal(workspace.config.root, folder);
    workspace.close();
    const again = await open(folder, { home: null, config: CONFIG });
    assert.equal((await again.status()).index.state, "current");
    again.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("with a given configuration open() reads no file, not even a wrong one beside it or at home", async () => {
  const memory = createMemoryFileSystem({
    ...FILES,
    "/project/.ra.toml": "wrong",
    "/.ra.toml": "",
    "/home/.ra.toml": "",
  });
  const fs: FileSystem = {
    ...memory,
    readFile(path) {
      assert.doesNotMatch(path, /\.ra\.toml$/);
      return memory.readFile(path);
    },
  };
  const workspace = await open("/project", { fs, home: "/home", config: CONFIG, reload: true });
  assert.deepEqual(await idsOf(workspace, "alpha"), ["docs:a.md"]);
  assert.deepEqual(workspace.config.trees.map(({ name, path }) => [name, path]), [["docs", "/project/docs"]]);
  workspace.close();
});

test("paths of a given configuration start at the directory, and `~` at the home directory", async () => {
  const config = { tree: { here: { path: "docs" }, far: { path: "/far" }, own: { path: "~/notes" } } };
  const files = { ...FILES, "/far/c.md": "# C\n\ngamma\n", "/home/notes/d.md": "# D\n\ndelta\n" };
  const workspace = await opened(config, files, { home: "/home" });
  assert.deepEqual(await idsOf(workspace, "gamma"), ["far:c.md"]);
  assert.deepEqual(await idsOf(workspace, "delta"), ["own:d.md"]);
  workspace.close();
});

test("every kind of key in a given configuration works", async () => {
  const config: ConfigData = {
    tree: { docs: { path: "docs", include: ["*.md"], exclude: ["b.md"], chunking: "headings" } },
    settings: { default_limit: 1, local_boost: 2 },
    search: { cutoff_ratio: 0, aggregation_threshold: 1, boost: { title: 1.5 }, synonyms: { first: ["alpha"] } },
    chunking: { max_leaf_chars: 5000 },
    context: { terms: 3, rules: [{ match: "src/**", include: ["docs:a.md"] }], patterns: { "*.zig": ["alpha"] } },
    test: [{ query: "alpha", expect: "docs/a.md" }],
  };
  const files = { ...FILES, "/project/src/main.zig": "const x = 1;\n", "/project/docs/c.txt": "alpha alpha\n" };
  const workspace = await opened(config, files);
  assert.deepEqual((await workspace.list("docs")).map(({ id }) => id), ["docs:a.md"]);
  assert.deepEqual(await idsOf(workspace, "first"), ["docs:a.md"]);
  assert.equal(workspace.config.search.boost.title, 1.5);
  assert.equal(workspace.config.search.boost.tags, 2.5);
  assert.equal(workspace.config.chunking.max_leaf_chars, 5000);
  const { queries } = await workspace.context("src/main.zig");
  assert.deepEqual(queries[0]!.results.map(({ id, included }) => [id, included]), [["docs:a.md", true]]);
  assert.deepEqual((await workspace.test({ save: false })).failed, 0);
  workspace.close();
});

test("the error for a mistake in a given configuration names its key", async () => {
  const wrong: readonly (readonly [unknown, string, string, string | undefined])[] = [
    [{ serch: {} }, "config-key", "config: unknown key `serch`", "did you mean `search`?"],
    [
      { search: { fuzy_distance: 1 } },
      "config-key",
      "config: unknown key `search.fuzy_distance`",
      "did you mean `search.fuzzy_distance`?",
    ],
    [
      { settings: { default_limit: 1.5 } },
      "config-value",
      "config: `settings.default_limit` must be an integer from 1 to 100000, found the float 1.5",
      undefined,
    ],
    [
      { tree: { docs: { path: "docs", exclude: ["["] } } },
      "config-value",
      "config: `tree.docs.exclude[0]` is an invalid glob",
      undefined,
    ],
    [{ tree: { docs: {} } }, "config-value", "config: `tree.docs` has no `path`", undefined],
    [
      { tree: { docs: { path: null } } },
      "config-value",
      "config: `tree.docs.path` must be a non-empty string, found null",
      undefined,
    ],
    [{ tree: () => 1 }, "config-value", "config: `tree` must be a table, found a function", undefined],
    [{ test: [{ query: "x" }] }, "config-value", "config: `test[0]` has no `expect`", undefined],
    [{ chunking: { min_leaf_chars: 100, max_leaf_chars: 10 } }, "config-value", "config: `chunking.", undefined],
    [[], "config-value", "config: must be an object, found a list", undefined],
  ];
  for (const [config, code, message, hint] of wrong) {
    const error = await failure(() => opened(config as ConfigData));
    assert.equal(error.code, code, JSON.stringify(config));
    assert.ok(error.message.startsWith(message), error.message);
    if (hint !== undefined) assert.equal(error.hint, hint);
    assert.equal(error.path, undefined);
  }
  const circular: { search?: unknown } = {};
  circular.search = circular;
  assert.equal((await failure(() => opened(circular as ConfigData))).code, "config-key");
});

test("watch() with a given configuration follows the documents and no configuration file", async () => {
  const fs = createMemoryFileSystem(FILES);
  const workspace = await open("/project", { fs, home: null, config: CONFIG });
  const seen: WatchUpdate[] = [];
  for await (const update of workspace.watch({ interval: 5 })) {
    seen.push(update);
    if (seen.length === 1) {
      write(fs, ".ra.toml", '[tree.other]\npath = "other"\n');
      write(fs, "docs/c.md", "# C\n\ngamma\n");
    } else workspace.close();
  }
  assert.deepEqual(seen.map(({ event, added, trees }) => [event, added, trees]), [
    ["start", ["docs:a.md", "docs:b.md"], ["docs"]],
    ["change", ["docs:c.md"], ["docs"]],
  ]);
});
