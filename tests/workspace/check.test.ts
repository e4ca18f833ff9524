// Tests what `ra check` finds in configuration and trees.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Warning } from "../../src/errors.ts";
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
  const files = { "docs/a.md": "# Alpha\nx\n\n## Beta\nx\n", "a.py": "x\n", "b.ts": "x\n" };
  assert.deepEqual(await issuesOf({ ".ra.toml": DOCS + rules, ...files }), [
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

test("check() says why an index is stale", async () => {
  const { fs, workspace } = await openProject({ "docs/a.md": "x\n" });
  await workspace.update();
  assert.deepEqual(await workspace.check(), { issues: [], index: "current", reason: null });
  write(fs, "docs/b.md", "y\n");
  assert.deepEqual(await workspace.check(), { issues: [], index: "stale", reason: "1 file added" });
  workspace.close();
});

test("update() and check() say once that a document is too large for its markup to be read", async () => {
  const text = new Uint8Array(32 * 1024 * 1024 + 1).fill(0x20);
  text.set(new TextEncoder().encode("# Large\n\nA needle, H<sub>2</sub>O\n"));
  const strategy = `[tree.more]\npath = "more"\nchunking = "prose"\n`;
  const files = { ".ra.toml": DOCS + strategy, "docs/large.md": text, "more/large.md": text };
  const { workspace, warnings } = await openProject(files);
  const expected = "markup counts as text: ra indexes and shows a document larger than 32 MiB as it is written";
  const about = (found: readonly Omit<Warning, "level">[]): readonly unknown[] =>
    found.filter(({ code }) => code === "work-limit").map(({ path, line, message }) => [path, line, message]);
  const twice = ["docs", "more"].map((name) => [`/project/${name}/large.md`, 1, expected]);
  await workspace.update();
  assert.deepEqual(about(warnings), twice);
  assert.deepEqual(about((await workspace.check()).issues), twice);
  workspace.close();
});

const GLOBS = `${DOCS}exclude = ["drafts/**", "old/**", "drafts\\\\**", "*.PNG"]
[[context.rules]]
match = ["*.py", "src/gone/*.ts"]
terms = ["python"]
[context.patterns]
"*.zig" = ["zig"]
[search.weight]
"news/**" = 0.5
"a.md" = 2
`;

test("check() says once which excludes, rules and weights match nothing, and that a backslash is no slash", async () => {
  const files = {
    ".ra.toml": GLOBS,
    "src/a.py": "x = 1\n",
    "docs/a.md": "x\n",
    "docs/a.png": "x\n",
    "docs/drafts/d.md": "x\n",
  };
  assert.deepEqual(await issuesOf(files), [
    'note .ra.toml: exclude-matches-nothing tree docs: exclude "old/**" matches nothing',
    'warning .ra.toml: exclude-matches-nothing tree docs: exclude "drafts\\\\**" matches nothing; a backslash makes the next character plain: write "drafts/**"',
    'note .ra.toml: rule-matches-nothing a context rule: "src/gone/*.ts" matches nothing',
    'note .ra.toml: rule-matches-nothing a context rule: "*.zig" matches nothing',
    'note : weight-matches-nothing search.weight: "news/**" matches nothing',
  ]);
});

test("check() says how to write an include that has backslashes", async () => {
  const files = { ".ra.toml": `${DOCS}include = ["guide\\\\*.md"]\n`, "docs/guide/a.md": "x\n" };
  assert.deepEqual(await issuesOf(files), [
    'warning .ra.toml: include-matches-nothing tree docs: include "guide\\\\*.md" matches no file; a backslash makes the next character plain: write "guide/*.md"',
    "note docs: not-read not read in docs: 1 .md in guide (a tree for such a folder reads this)",
  ]);
});

test("check() names links to folders that are in no tree", async () => {
  const { fs, workspace } = await openProject({
    ".ra.toml": `${DOCS}exclude = ["left"]\n`,
    "docs/a.md": "x\n",
    "docs/inside/b.md": "x\n",
    "docs/.gitignore": "ignored\n",
    "real/r.md": "x\n",
  });
  for (const name of ["linked", "left", "ignored"]) fs.addSymlink(`/project/docs/${name}`, "/project/real");
  fs.addSymlink("/project/docs/again", "/project/docs/inside");
  fs.addSymlink("/project/docs/nowhere", "/project/gone");
  fs.addSymlink("/project/docs/file", "/project/real/r.md");
  const { issues } = await workspace.check();
  assert.deepEqual(
    issues.filter(({ code }) => code !== "not-read").map(({ level, code, path }) => [level, code, path]),
    [["note", "linked-folder", "docs:linked"]],
  );
});
