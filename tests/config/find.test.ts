import assert from "node:assert/strict";
import { test } from "node:test";
import { loadConfig } from "../../src/config/find.ts";
import type { Config } from "../../src/config/config.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";

const tree = (name: string, path: string): string => `[tree.${name}]\npath = "${path}"\n`;

function summary(config: Config): unknown {
  return config.trees.map((entry) => [entry.name, entry.path, entry.global ? "global" : "local"]);
}

test("loadConfig() collects the files of all folders above, nearest first, and the home file last", async () => {
  const fs = createMemoryFileSystem({
    "/.ra.toml": tree("top", "docs"),
    "/home/u/.ra.toml": tree("notes", "notes"),
    "/home/u/work/.ra.toml": tree("work", "docs"),
    "/home/u/work/app/.ra.toml": tree("app", "docs"),
    "/home/u/work/app/src/main.ts": "",
  });
  const config = await loadConfig(fs, "/home/u/work/app/src", "/home/u");
  assert.deepEqual(config.files, [
    { path: "/home/u/work/app/.ra.toml", global: false },
    { path: "/home/u/work/.ra.toml", global: false },
    { path: "/.ra.toml", global: false },
    { path: "/home/u/.ra.toml", global: true },
  ]);
  assert.equal(config.root, "/home/u/work/app");
  assert.deepEqual(summary(config), [
    ["app", "/home/u/work/app/docs", "local"],
    ["notes", "/home/u/notes", "global"],
    ["top", "/docs", "local"],
    ["work", "/home/u/work/docs", "local"],
  ]);
});

test("loadConfig() also reads the home file when it lies in no folder above", async () => {
  const fs = createMemoryFileSystem({
    "/srv/app/.ra.toml": tree("app", "."),
    "/home/u/.ra.toml": tree("notes", "~/notes"),
  });
  const config = await loadConfig(fs, "/srv/app", "/home/u");
  assert.deepEqual(summary(config), [["app", "/srv/app", "local"], ["notes", "/home/u/notes", "global"]]);
});

test("loadConfig() puts the index in the home directory when only the home file exists", async () => {
  const fs = createMemoryFileSystem({ "/home/u/.ra.toml": tree("notes", "notes"), "/srv/x.md": "" });
  assert.equal((await loadConfig(fs, "/srv", "/home/u")).root, "/home/u");
  assert.equal((await loadConfig(fs, "/home/u", "/home/u")).root, "/home/u");
});

test("loadConfig() keeps the index in the home directory when a farther file has priority over the home file", async () => {
  const fs = createMemoryFileSystem({
    "/.ra.toml": "[settings]\ndefault_limit = 1\n",
    "/home/u/.ra.toml": "[settings]\ndefault_limit = 2\n",
  });
  const config = await loadConfig(fs, "/home/u", "/home/u");
  assert.equal(config.root, "/home/u");
  assert.equal(config.settings.default_limit, 1);
});

test("loadConfig() stops after a file with root = true, but still reads the home file", async () => {
  const fs = createMemoryFileSystem({
    "/.ra.toml": tree("top", "docs"),
    "/srv/.ra.toml": `root = true\n${tree("srv", "docs")}`,
    "/srv/app/.ra.toml": tree("app", "docs"),
    "/home/u/.ra.toml": tree("notes", "notes"),
  });
  const config = await loadConfig(fs, "/srv/app", "/home/u");
  assert.deepEqual(config.trees.map((entry) => entry.name), ["app", "notes", "srv"]);
});

test("loadConfig() recognises the home file behind a symbolic link to the home directory", async () => {
  const fs = createMemoryFileSystem({ "/data/u/.ra.toml": tree("notes", "notes"), "/data/u/app/readme.md": "" });
  fs.addSymlink("/home/u", "/data/u");
  for (const start of ["/data/u/app", "/home/u/app"]) {
    const config = await loadConfig(fs, start, "/home/u");
    assert.deepEqual(config.files, [{ path: "/data/u/.ra.toml", global: true }], start);
    assert.deepEqual(summary(config), [["notes", "/data/u/notes", "global"]], start);
  }
});

test("loadConfig() resolves relative paths from the folder of a link, not from the folder of its target", async () => {
  const fs = createMemoryFileSystem({ "/home/u/dotfiles/ra.toml": tree("notes", "notes"), "/srv/x.md": "" });
  fs.addSymlink("/home/u/.ra.toml", "dotfiles/ra.toml");
  const config = await loadConfig(fs, "/srv", "/home/u");
  assert.deepEqual(summary(config), [["notes", "/home/u/notes", "global"]]);
  assert.equal(config.root, "/home/u");
});

test("loadConfig() reads the home file once when a project links to it", async () => {
  const fs = createMemoryFileSystem({ "/home/u/.ra.toml": tree("notes", "notes"), "/srv/app/x.md": "" });
  fs.addSymlink("/srv/app/.ra.toml", "/home/u/.ra.toml");
  const config = await loadConfig(fs, "/srv/app", "/home/u");
  assert.deepEqual(summary(config), [["notes", "/home/u/notes", "global"]]);
  assert.equal(config.files.length, 1);
  assert.equal(config.root, "/srv/app");
});

test("loadConfig() calls every tree local when there is no home", async () => {
  const fs = createMemoryFileSystem({ "/home/u/.ra.toml": tree("notes", "notes") });
  assert.deepEqual(summary(await loadConfig(fs, "/home/u", null)), [["notes", "/home/u/notes", "local"]]);
});

test("loadConfig() skips a file that it may not read, and anything that is not a regular file", async () => {
  const fs = createMemoryFileSystem({
    "/srv/.ra.toml": tree("srv", "docs"),
    "/srv/a/.ra.toml": tree("denied", "docs"),
    "/srv/a/b/.ra.toml/inside": "",
    "/srv/a/b/c/x.md": "",
  });
  fs.makeUnreadable("/srv/a/.ra.toml");
  fs.addOther("/srv/a/b/c/.ra.toml");
  const config = await loadConfig(fs, "/srv/a/b/c", null);
  assert.deepEqual(config.files, [{ path: "/srv/.ra.toml", global: false }]);
  assert.equal(config.root, "/srv");
});

test("loadConfig() fails with config-missing when no file exists", async () => {
  const fs = createMemoryFileSystem({ "/srv/app/x.md": "" });
  await assert.rejects(loadConfig(fs, "/srv/app", "/home/u"), {
    code: "config-missing",
    path: "/srv/app",
    hint: "`ra init` writes one",
  });
});
