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

async function order(workspace: Workspace): Promise<readonly string[]> {
  return (await workspace.list("docs")).map(({ path, position, section }) => [position, path, ...section].join(" "));
}

test("list() has the documents in the order of the navigation, then by path, with the titles around them", async () => {
  const { fs, workspace } = await openProject({
    "mkdocs.yml": "nav:\n  - z.md\n  - Guide:\n    - Second: b.md\n    - Deep:\n      - a.md\n",
    "docs/a.md": "# A\n",
    "docs/b.md": "# B\n",
    "docs/m.md": "# M\n",
    "docs/x/c.md": "# C\n",
    "docs/z.md": "# Z\n",
  });
  const expected = ["1 z.md", "2 b.md Guide", "3 a.md Guide Deep", "4 m.md", "5 x/c.md"];
  assert.deepEqual(await order(workspace), expected);
  const [only] = await workspace.list("docs", { documents: ["docs:a.md"] });
  assert.deepEqual([only!.position, only!.section], [3, ["Guide", "Deep"]]);
  // No document has to be indexed again for another order.
  write(fs, "mkdocs.yml", "nav:\n  - Manual:\n    - a.md\n    - b.md\n  - z.md\n");
  assert.deepEqual(await order(workspace), ["1 a.md Manual", "2 b.md Manual", "3 z.md", "4 m.md", "5 x/c.md"]);
  const { changed, added, unchanged } = await workspace.update();
  assert.deepEqual([changed, added, unchanged], [0, 0, 5]);
  workspace.close();
});

test("list() orders the pages of a folder as their frontmatter and its label say", async () => {
  const { fs, workspace } = await openProject({
    // As Docusaurus has it when the sidebar is left to it.
    "sidebars.js": "module.exports = { tutorial: [{ type: 'autogenerated', dirName: '.' }] };",
    "docs/intro.md": "---\nsidebar_position: 1\n---\n# Intro\n",
    "docs/basics/_category_.json": '{ "label": "Tutorial - Basics", "position": 2 }',
    "docs/basics/congratulations.md": "---\nsidebar_position: 6\n---\n# Congratulations\n",
    "docs/basics/create-a-page.md": "---\nsidebar_position: 1\n---\n# Create\n",
    "docs/basics/index.md": "# Basics\n",
    "docs/extras/_category_.json": '{ "label": "Tutorial - Extras", "position": 3 }',
    "docs/extras/a.md": "# A\n",
    "docs/about.md": "# About\n",
  });
  const expected = [
    "1 intro.md",
    "2 basics/index.md Tutorial - Basics",
    "3 basics/create-a-page.md Tutorial - Basics",
    "4 basics/congratulations.md Tutorial - Basics",
    "5 extras/a.md Tutorial - Extras",
    "6 about.md",
  ];
  assert.deepEqual(await order(workspace), expected);
  write(fs, "docs/extras/_category_.json", '{ "label": "More", "position": 0 }');
  assert.equal((await order(workspace))[0], "1 extras/a.md More");
  workspace.close();
});

test("list() orders the pages of Hugo by weight, and calls folders by their own pages", async () => {
  const { workspace } = await openProject({
    "docs/_index.md": "---\ntitle: Docs\n---\n",
    "docs/about/_index.md": "---\ntitle: About us\nweight: 20\n---\n",
    "docs/about/team.md": "---\ntitle: Team\nweight: 2\n---\n",
    "docs/about/who.md": "---\nlinkTitle: Who\nweight: 1\n---\ntext\n",
    "docs/start/_index.md": "---\ntitle: Start\nweight: 10\n---\n",
    "docs/start/install.md": "---\ntitle: Install\n---\n",
  });
  assert.deepEqual(await order(workspace), [
    "1 _index.md",
    "2 start/_index.md Start",
    "3 start/install.md Start",
    "4 about/_index.md About us",
    "5 about/who.md About us",
    "6 about/team.md About us",
  ]);
  assert.equal((await titles(workspace))["about/who.md"], "Who");
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
  const problems = issues.filter(({ level }) => level !== "note").map(({ code }) => code);
  assert.deepEqual([problems, index], [["navigation-unreadable"], "current"]);
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

test("pages of other versions and languages have the titles of the one that the navigation names", async () => {
  const { fs, workspace } = await openProject({
    ".ra.toml": '[tree.docs]\npath = "docs"\nversions = [".", "v1"]\nlocales = { en = ".", fr = "fr" }\n',
    "mkdocs.yml": "nav:\n  - Guide:\n    - Set it up: a.md\n    - Run it: b.md\n",
    "docs/a.md": "text\n",
    "docs/b.md": "text\n",
    "docs/v1/a.md": "old text\n",
    "docs/v1/gone.md": "old text\n",
    "docs/fr/a.md": "du texte\n",
    "docs/fr/b.md": "## Lancer\n\ndu texte\n",
    "docs/fr/seul.md": "du texte\n",
  });
  assert.deepEqual(await titles(workspace), {
    "a.md": "Set it up",
    "b.md": "Run it",
    "v1/a.md": "Set it up",
    "v1/gone.md": "gone",
    "fr/a.md": "Set it up",
    "fr/b.md": "Lancer",
    "fr/seul.md": "seul",
  });
  const listed = (await workspace.list("docs")).map(({ path, section }) => [path, ...section ?? []].join(" "));
  assert.deepEqual(listed.slice(0, 5), ["a.md Guide", "b.md Guide", "fr/a.md Guide", "fr/b.md Guide", "v1/a.md Guide"]);
  const from = async (file: string) => (await workspace.inspect(file)).title_from;
  assert.deepEqual([await from("docs/fr/a.md"), await from("docs/fr/b.md")], ["navigation", "first-line"]);
  write(fs, "mkdocs.yml", "nav:\n  - Install it: a.md\n");
  const renamed = await titles(workspace);
  assert.deepEqual([renamed["a.md"], renamed["v1/a.md"], renamed["fr/a.md"], renamed["fr/b.md"]], [
    "Install it",
    "Install it",
    "Install it",
    "Lancer",
  ]);
  workspace.close();
});
