// Tests get, list, inspect, status and check.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DOCS, failure, openFiles, openProject, write } from "./project.ts";

const GUIDE = "---\ntitle: Guide\ntags: [x, y/z]\n---\nOpening.\n\n# Part\nalpha\n## Sub\nbeta\n";
const FILES = { "docs/guide.md": GUIDE, "docs/sub/notes.txt": "gamma\n" };

test("get() returns a section or its whole document, without a score", async () => {
  const { workspace } = await openProject(FILES);
  const part = await workspace.get("docs:guide.md#part");
  assert.deepEqual([part.id, part.content, part.score, part.start_line, part.end_line], [
    "docs:guide.md#part",
    "alpha\n## Sub\nbeta\n",
    undefined,
    7,
    10,
  ]);
  const whole = await workspace.get("docs:guide.md#sub", { fullDocument: true });
  assert.deepEqual([whole.id, whole.content], ["docs:guide.md", GUIDE]);
  assert.equal((await workspace.get("docs:sub/notes.txt")).content, "gamma\n");
});

test("get() finds a section by its former id, from when {#id} was part of its title", async () => {
  const { workspace } = await openProject({
    "docs/a#b.md": "# Top\nx\n## Same { #one }\nfirst\n## Same { #one }\nsecond\n## Three{#three .x}\nthird\n",
    "docs/plain.md": "# Plain\ny\n",
  });
  for (
    const [former, present, content] of [
      ["docs:a#b.md#same-one", "docs:a#b.md#one", "first\n"],
      ["docs:a#b.md#same-one-1", "docs:a#b.md#one-1", "second\n"],
      ["docs:a#b.md#threethree-x", "docs:a#b.md#three", "third\n"],
    ] as const
  ) {
    for (const id of [former, present]) {
      const found = await workspace.get(id);
      assert.deepEqual([found.id, found.content], [present, content], id);
    }
  }
  // The text of a heading leads to the first one with it.
  assert.equal((await workspace.get("docs:a#b.md#same")).id, "docs:a#b.md#one");
  for (const id of ["docs:a#b.md#three-three-x", "docs:plain.md#plain-1"]) {
    assert.equal((await failure(() => workspace.get(id))).code, "unknown-id");
  }
});

test("get() names the nearest ids for an unknown one", async () => {
  const { workspace } = await openProject(FILES);
  const close = await failure(() => workspace.get("docs:guide.md#prat"));
  assert.equal(close.code, "unknown-id");
  assert.match(close.hint!, /docs:guide\.md#part/);
  for (const id of ["", "#", "docs:", "docs:guide.md#", ":guide.md", "nowhere", "docs:\0"]) {
    const error = await failure(() => workspace.get(id));
    assert.equal(error.code, "unknown-id", JSON.stringify(id));
  }
});

test("list() returns documents, chunks and tags with their counts, by tree", async () => {
  const { workspace, fs } = await openProject({
    ...FILES,
    ".ra.toml": `${DOCS}[tree.other]\npath = "other"\n`,
    "other/k.md": "---\ntags: x\n---\ntext\n",
  });
  fs.setModified("/project/docs/guide.md", Date.UTC(2026, 1, 3, 4, 5, 6) * 1e6);
  const docs = await workspace.list("docs");
  assert.deepEqual(docs.map(({ id }) => id), ["docs:guide.md", "docs:sub/notes.txt", "other:k.md"]);
  assert.deepEqual(docs[0], {
    id: "docs:guide.md",
    tree: "docs",
    path: "guide.md",
    title: "Guide",
    tags: ["x", "y/z"],
    chunks: 3,
    bytes: GUIDE.length,
    modified: "2026-02-03T04:05:06.000Z",
    position: 1,
    section: [],
  });
  const chunks = await workspace.list("chunks", { trees: ["docs"] });
  assert.deepEqual(chunks.map(({ id, position, depth }) => [id, position, depth]), [
    ["docs:guide.md", 0, 0],
    ["docs:guide.md#part", 1, 1],
    ["docs:guide.md#sub", 2, 2],
    ["docs:sub/notes.txt", 0, 0],
  ]);
  assert.deepEqual(await workspace.list("tags"), [{ tag: "x", documents: 2 }, { tag: "y/z", documents: 1 }]);
  assert.deepEqual(await workspace.list("tags", { trees: ["other"] }), [{ tag: "x", documents: 1 }]);
  const documents = ["other:k.md", "docs:sub/notes.txt", "docs:gone.md"];
  assert.deepEqual((await workspace.list("docs", { documents })).map(({ id }) => id), [
    "docs:sub/notes.txt",
    "other:k.md",
  ]);
  assert.deepEqual((await workspace.list("chunks", { documents, trees: ["docs"] })).map(({ id }) => id), [
    "docs:sub/notes.txt",
  ]);
  assert.deepEqual(await workspace.list("tags", { documents }), [{ tag: "x", documents: 1 }]);
  assert.deepEqual(await workspace.list("docs", { documents: [] }), []);
  assert.equal((await failure(() => workspace.list("docs", { trees: ["othr"] }))).code, "unknown-tree");
});

test("inspect() parses a file as its innermost tree would, without an index", async () => {
  const config = `${DOCS}[tree.inner]\npath = "docs/sub"\nchunking = "prose"\n`;
  const { workspace, fs } = await openProject({ ...FILES, ".ra.toml": config, "outside.md": "# Out\nx\n" });
  const guide = await workspace.inspect("docs/guide.md");
  assert.deepEqual([guide.tree, guide.type, guide.frontmatter], ["docs", "markdown", {
    title: "Guide",
    tags: ["x", "y/z"],
  }]);
  assert.deepEqual(guide.chunks.map(({ id, sibling_count }) => [id, sibling_count]), [["docs:guide.md", 1], [
    "docs:guide.md#part",
    1,
  ], ["docs:guide.md#sub", 1]]);
  const inner = await workspace.inspect("/project/docs/sub/notes.txt");
  assert.deepEqual([inner.tree, inner.chunks[0]!.id], ["inner", "inner:notes.txt"]);
  const outside = await workspace.inspect("outside.md");
  assert.deepEqual([outside.tree, outside.chunks[0]!.id], [null, "outside.md"]);
  assert.equal(fs.stat("/project/.ra"), undefined);
  assert.equal((await failure(() => workspace.inspect("nowhere.md"))).code, "unknown-file");
  assert.equal((await failure(() => workspace.inspect("docs"))).code, "unknown-file");
});

test("status() goes from missing to current to stale and writes nothing", async () => {
  const { workspace, fs } = await openProject(FILES);
  const before = await workspace.status();
  assert.deepEqual([before.index.state, before.index.bytes, before.index.updated], ["missing", 0, null]);
  assert.equal(fs.stat("/project/.ra"), undefined);
  await workspace.update();
  const current = await workspace.status();
  assert.deepEqual([current.index.state, current.index.reason, current.index.segments, current.warnings], [
    "current",
    null,
    1,
    [],
  ]);
  assert.deepEqual(
    current.trees.map(({ name, documents, chunks, bytes, missing }) => [name, documents, chunks, bytes, missing]),
    [["docs", 2, 4, GUIDE.length + 6, false]],
  );
  assert.deepEqual(current.config, [{ path: "/project/.ra.toml", global: false }]);
  assert.ok(current.index.bytes > 0 && Date.parse(current.index.updated!) > 0);
  write(fs, "docs/guide.md", "# Changed\nx\n");
  const stale = await workspace.status();
  assert.equal(stale.index.state, "stale");
  assert.match(stale.index.reason!, /1 /);
  assert.equal((await workspace.status()).index.state, "stale");
});

test("check() finds no issue in a healthy project, with and without an index", async () => {
  const { workspace, fs } = await openProject(FILES);
  assert.deepEqual(await workspace.check(), { issues: [], index: "missing", reason: null });
  assert.equal(fs.stat("/project/.ra"), undefined);
  await workspace.update();
  assert.deepEqual(await workspace.check(), { issues: [], index: "current", reason: null });
});

test("check() finds missing trees, includes that match nothing, broken frontmatter, skipped files and long sections", async () => {
  const config =
    `${DOCS}include = ["**/*.md", "**/*.rst"]\n[tree.gone]\npath = "gone"\n[settings]\nmax_chunk_size = 100\n`;
  const { workspace } = await openProject({
    ".ra.toml": config,
    "docs/a.md": "---\ntitle: [broken\n---\n# A\nx\n",
    "docs/b.md": new Uint8Array([0x23, 0x20, 0x41, 0x0a, 1, 2, 0x0a]),
    "docs/c.md": `# C\n${"words ".repeat(40)}`,
    "docs/d.md": "a\0b",
  });
  const { issues, index } = await workspace.check();
  assert.equal(index, "missing");
  assert.deepEqual(issues.map(({ level, code }) => `${level} ${code}`).sort(), [
    "error tree-missing",
    "warning chunk-too-long",
    "warning file-skipped",
    "warning file-skipped",
    "warning frontmatter-syntax",
    "warning include-matches-nothing",
  ]);
  const frontmatter = issues.find(({ code }) => code === "frontmatter-syntax")!;
  assert.equal(frontmatter.path, "/project/docs/a.md");
  assert.ok(frontmatter.line === 2 || frontmatter.line === 3, `${frontmatter.line}`);
  const skipped = issues.filter(({ code }) => code === "file-skipped").map(({ path, message }) => [path, message]);
  assert.deepEqual(skipped, [["docs:b.md", "not indexed: binary"], ["docs:d.md", "not indexed: binary"]]);
});

test("check() and status() report a damaged index, and the next search repairs it", async () => {
  const { workspace, fs } = await openProject(FILES);
  await workspace.update();
  const head = fs.readDirectory("/project/.ra/index").find(({ name }) => name.endsWith(".seg"))!;
  const path = `/project/.ra/index/${head.name}`;
  const bytes = fs.readFile(path)!;
  bytes[bytes.length >> 1]! ^= 0xff;
  fs.writeFile(path, bytes);
  const { workspace: second } = await openFiles(fs);
  const check = await second.check();
  assert.deepEqual(check.issues.map(({ level, code }) => [level, code]), [["error", "index-damaged"]]);
  await second.update({ full: true });
  assert.deepEqual(await second.check(), { issues: [], index: "current", reason: null });
});
