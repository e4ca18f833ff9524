// Tests titles and places that the navigation of a site gives to documents.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { open, type Workspace } from "../../src/workspace.ts";
import { openProject, write } from "./project.ts";

async function titles(workspace: Workspace): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await workspace.list("docs")).map(({ path, title }) => [path, title]));
}

// From rust-lang/book.
const INSTALL =
  "## Installation\n\nThe first step is to install Rust.\n\n### Command Line Notation\n\nIn this chapter.\n";

test("search() calls a page as SUMMARY.md does, above its own headings", async () => {
  const { workspace } = await openProject({
    "docs/SUMMARY.md":
      "# Summary\n\n- [Getting Started](ch01.md)\n  - [Installing](ch01-01-installation.md)\n- [Own](own.md)\n",
    "docs/ch01.md": "Let us start.\n",
    "docs/ch01-01-installation.md": INSTALL,
    "docs/own.md": "# Its own title\ntext\n",
    "docs/appendix.md": "### Operators\nplus\n",
    "docs/ch02.md": "none\n",
  });
  assert.deepEqual(await titles(workspace), {
    "SUMMARY.md": "Summary",
    "ch01.md": "Getting Started",
    "ch01-01-installation.md": "Installing",
    "own.md": "Its own title",
    "appendix.md": "Operators",
    "ch02.md": "ch02",
  });
  const chunks = (await workspace.list("chunks")).filter(({ path }) => path.startsWith("ch01-01"));
  assert.deepEqual(chunks.map(({ id, breadcrumb }) => [id, breadcrumb]), [
    ["docs:ch01-01-installation.md", "Installing"],
    ["docs:ch01-01-installation.md#installation", "Installing › Installation"],
    ["docs:ch01-01-installation.md#command-line-notation", "Installing › Installation › Command Line Notation"],
  ]);
  const byTitle = await workspace.search("title:installing");
  assert.equal(byTitle.queries[0]!.results[0]!.doc_id, "docs:ch01-01-installation.md");
  const from = async (file: string) => (await workspace.inspect(file)).title_from;
  assert.deepEqual(
    [await from("docs/ch01.md"), await from("docs/own.md"), await from("docs/appendix.md"), await from("docs/ch02.md")],
    ["navigation", "heading", "first-line", "file-name"],
  );
  assert.equal((await workspace.inspect("docs/ch01.md")).chunks[0]!.title, "Getting Started");
  workspace.close();
});

test("the titles of a file between the tree and the project's root count, and change with it", async () => {
  const { fs, workspace } = await openProject({
    "mkdocs.yml": "nav:\n  - Alpha: a.md\n  - Beta: b.md\n",
    "docs/a.md": "text\n",
    "docs/b.md": "text\n",
    "docs/c.md": "text\n",
  });
  assert.deepEqual(await titles(workspace), { "a.md": "Alpha", "b.md": "Beta", "c.md": "c" });
  write(fs, "mkdocs.yml", "nav:\n  - New: c.md\n  - Alpha: a.md\n  - Second: b.md\n");
  const changed = await workspace.update();
  assert.deepEqual([changed.changed, changed.unchanged], [2, 1]);
  assert.deepEqual(await titles(workspace), { "a.md": "Alpha", "b.md": "Second", "c.md": "New" });
  write(fs, "mkdocs.yml", "nav:\n  - Alpha: a.md\n  - New: c.md\n  - Second: b.md\n");
  assert.deepEqual([(await workspace.update()).changed, (await workspace.check()).index], [0, "current"]);
  fs.removeFile("/project/mkdocs.yml");
  assert.deepEqual((await workspace.update()).changed, 3);
  assert.deepEqual(await titles(workspace), { "a.md": "a", "b.md": "b", "c.md": "c" });
  assert.equal((await workspace.check()).index, "current");
  workspace.close();
});

test("a navigation that comes later names only the pages without a title", async () => {
  const { fs, workspace } = await openProject({ "docs/a.md": "# A\nx\n", "docs/b.md": "x\n" });
  assert.deepEqual(await titles(workspace), { "a.md": "A", "b.md": "b" });
  write(fs, "docs/_sidebar.md", "- [First](a.md)\n- [Second](b.md)\n");
  await workspace.update();
  assert.deepEqual(await titles(workspace), { "_sidebar.md": "_sidebar", "a.md": "A", "b.md": "Second" });
  write(fs, "docs/_sidebar.md", "- [Changed](a.md)\n- [Second](b.md)\n");
  // The sidebar is a document, too.
  assert.equal((await workspace.update()).changed, 1);
  workspace.close();
});

test("a broken navigation is one warning, and costs no document", async () => {
  const { fs, workspace, warnings } = await openProject({
    "mkdocs.yml": "nav:\n  - a: [\n",
    "docs/a.md": "text\n",
    "docs/SUMMARY.md": "- [Alpha](a.md)\n",
  });
  await workspace.update();
  assert.deepEqual(warnings.map(({ code, path }) => `${code} ${path}`), ["navigation-unreadable /project/mkdocs.yml"]);
  assert.deepEqual((await titles(workspace))["a.md"], "Alpha");
  const { issues, index } = await workspace.check();
  assert.deepEqual([issues.map(({ code }) => code), index], [["navigation-unreadable"], "current"]);
  write(fs, "docs/b.md", "text\n");
  await workspace.update();
  assert.equal(warnings.length, 1);
  write(fs, "mkdocs.yml", `nav:\n${"  - Alpha: a.md\n".repeat(80_000)}`);
  await workspace.update();
  assert.match(warnings[1]!.message, /does not count|do not count: it is larger than 1 MB/);
  workspace.close();
});

test("a navigation that is a link out of the project, or is no file, does not count", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ra-navigation-"));
  try {
    const project = join(folder, "project");
    mkdirSync(join(project, "docs"), { recursive: true });
    writeFileSync(join(folder, "outside.md"), "- [Secret](a.md)\n");
    writeFileSync(join(project, ".ra.toml"), '[tree.docs]\npath = "docs"\n');
    writeFileSync(join(project, "docs", "a.md"), "text\n");
    writeFileSync(join(project, "nav.txt"), "- [Inside](a.md)\n");
    symlinkSync(join(folder, "outside.md"), join(project, "docs", "_sidebar.md"));
    symlinkSync("../nav.txt", join(project, "docs", "SUMMARY.md"));
    mkdirSync(join(project, "mkdocs.yml"));
    const warnings: string[] = [];
    const workspace = await open(project, { home: null, onWarning: ({ code }) => warnings.push(code) });
    await workspace.update();
    assert.equal((await titles(workspace))["a.md"], "Inside");
    assert.deepEqual(warnings.filter((code) => code === "navigation-unreadable"), ["navigation-unreadable"]);
    workspace.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
