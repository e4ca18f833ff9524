// Tests what `ra check` finds in configuration and trees.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DOCS, type Files, openProject, write } from "./project.ts";

async function issuesOf(files: Files): Promise<readonly string[]> {
  const { workspace } = await openProject(files);
  const { issues } = await workspace.check();
  workspace.close();
  return issues.map(({ level, code, path = "", line, message }) =>
    `${level} ${path.replace("/project/", "")}:${line ?? ""} ${code} ${message}`
  );
}

test("check() reports context rules that name unknown trees and ids, with their lines", async () => {
  const rules = `
[[context.rules]]
match = "*.py"
trees = ["docs", "dosc"]
include = [
  "docs:a.md#beta",
  "docs:a.md#gone",
]
[[context.rules]]
match = "*.ts"
include = ["docs:a.md", "docs:b.md"]
`;
  assert.deepEqual(await issuesOf({ ".ra.toml": DOCS + rules, "docs/a.md": "# Alpha\nx\n\n## Beta\nx\n" }), [
    "warning .ra.toml:6 unknown-tree a context rule names the tree `dosc`, which does not exist; did you mean `docs`?",
    "warning .ra.toml:9 unknown-id a context rule names the id `docs:a.md#gone`, which does not exist; did you mean `docs:a.md`?",
    "warning .ra.toml:13 unknown-id a context rule names the id `docs:b.md`, which does not exist; did you mean `docs:a.md`?",
  ]);
});

test("check() reports a configuration without trees", async () => {
  const [only, ...others] = await issuesOf({ ".ra.toml": "[search]\ncutoff_ratio = 0\n" });
  assert.match(only!, /^error \.ra\.toml: no-trees /);
  assert.deepEqual(others, []);
});

test("check() notes binary files that no include matches", async () => {
  const binary = new Uint8Array([0x89, 0x50, 0, 0]);
  const files = {
    "docs/a.md": "x\n",
    "docs/a.png": binary,
    "docs/b.PNG": binary,
    "docs/c": binary,
    "docs/d.csv": "x\n",
  };
  assert.deepEqual(await issuesOf(files), [
    "note docs: binary-files tree docs: 3 files are not text, and no include matches: 2 .png, 1 no extension",
  ]);
});

test("check() says why an index is stale", async () => {
  const { fs, workspace } = await openProject({ "docs/a.md": "x\n" });
  await workspace.update();
  assert.deepEqual(await workspace.check(), { issues: [], index: "current", reason: null });
  write(fs, "docs/b.md", "y\n");
  assert.deepEqual(await workspace.check(), { issues: [], index: "stale", reason: "1 file added" });
  workspace.close();
});
