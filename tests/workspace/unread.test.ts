// What is not read is said: what a walk passes over, what lies in folders that are left out, and what lies in no tree.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPalette } from "../../src/output/terminal/color.ts";
import { formatBelowAnswer } from "../../src/output/text/answer_text.ts";
import { unreadNote } from "../../src/output/unread_note.ts";
import type { UnreadFiles } from "../../src/shapes/search.ts";
import { createFiles, DOCS, type Files, idsOf, openFiles, openProject, searchOne, write } from "./project.ts";

/** `docs .textile 2 no reader`, one for each kind. */
const shown = (unread: readonly UnreadFiles[] = []): readonly string[] =>
  unread.map(({ tree, extension, files, reason }) => `${tree} ${extension} ${files} ${reason}`);

async function unreadOf(files: Files, config = DOCS): Promise<readonly string[]> {
  const { workspace } = await openProject({ ...files, ".ra.toml": config });
  return shown((await workspace.status()).unread);
}

test("documents that no include matches are counted by kind, and pictures, data and sources are not", async () => {
  const files = {
    "docs/a.md": "x\n",
    "docs/b.textile": "x\n",
    "docs/sub/c.TEXTILE": "x\n",
    "docs/d.wiki": "x\n",
    "docs/e.pdf": "x\n",
    "docs/man1/git-log.1": "x\n",
    "docs/f.png": "x",
    "docs/g.csv": "x",
    "docs/h.ts": "x",
    "docs/v1.2": "x",
    "docs/server.log.1": "x",
    "docs/libc.so.6": "x",
    "docs/.hidden.textile": "x\n",
    "docs/.hidden/i.textile": "x\n",
  };
  assert.deepEqual(await unreadOf(files), [
    "docs .textile 2 no reader",
    "docs .pdf 1 include",
    "docs .wiki 1 no reader",
  ]);
  assert.deepEqual(await unreadOf(files, `${DOCS}include = ["**/*.{textile,wiki,1}"]\n`), [
    "docs .md 1 include",
    "docs .pdf 1 include",
  ]);
});

test("what an exclude and an ignore file of the user leave out is not counted", async () => {
  const files = {
    "docs/a.md": "x\n",
    "docs/old/b.textile": "x\n",
    "docs/c.textile": "x\n",
    "docs/ignored/d.textile": "x\n",
    "docs/.gitignore": "ignored/\n",
  };
  assert.deepEqual(await unreadOf(files, `${DOCS}exclude = ["old", "c.textile"]\n`), []);
  assert.deepEqual(await unreadOf(files, `${DOCS}exclude = ["old"]\ngitignore = false\n`), [
    "docs .textile 2 no reader",
  ]);
});

const PACKAGES: Files = {
  "docs/guide.md": "x\n",
  "docs/node_modules/left-pad/README.md": "pad\n",
  "docs/_build/a.html": "built\n",
};

test("node_modules is left out unless an include names it, and is counted", async () => {
  const documents = async (config: string): Promise<readonly string[]> => {
    const { workspace } = await openProject({ ...PACKAGES, ".ra.toml": DOCS + config });
    return (await workspace.list("docs")).map(({ path }) => path);
  };
  assert.deepEqual(await documents('exclude = ["_build"]\n'), ["guide.md"]);
  assert.deepEqual(await documents('include = ["**/*.md"]\n'), ["guide.md"]);
  assert.deepEqual(await documents('include = ["*.md", "node_modules/left-pad/*"]\n'), [
    "guide.md",
    "node_modules/left-pad/README.md",
  ]);
  assert.deepEqual(await unreadOf(PACKAGES, `${DOCS}exclude = ["_build"]\n`), [
    "docs .html 1 exclude",
    "docs .md 1 exclude",
  ]);
  const { workspace } = await openProject(PACKAGES);
  const inspected = await workspace.inspect("docs/node_modules/left-pad/README.md");
  assert.match(JSON.stringify(inspected), /ra leaves node_modules out, unless an include names it/);
});

test("Markdown of the project that lies in no tree is counted, and other text is not", async () => {
  const files = {
    "docs/a.md": "x\n",
    "README.md": "x\n",
    "blog/one.mdx": "x\n",
    "packages/one/README.md": "x\n",
    "packages/one/node_modules/two/README.md": "x\n",
    "requirements.txt": "x\n",
    "ignored/b.md": "x\n",
    ".gitignore": "ignored/\n",
  };
  assert.deepEqual(await unreadOf(files), ["null .md 2 outside", "null .mdx 1 outside"]);
  assert.deepEqual(await unreadOf(files, '[tree.docs]\npath = "."\n'), ["docs .md 1 exclude"]);
});

test("Markdown in folders of a tree that no include reaches into is counted", async () => {
  const { workspace } = await openProject({
    ".ra.toml": '[tree.site]\npath = "."\ninclude = ["docs/**/*.md"]\n',
    "docs/a.md": "# A\n\nText.\n",
    "blog/one.md": "# One\n",
    "blog/deep/two.mdx": "# Two\n",
    "blog/data.json": "{}",
    "drafts/three.md": "# Three\n",
    ".gitignore": "drafts/\n",
    ".hidden/four.md": "# Four\n",
  });
  assert.deepEqual((await workspace.update()).unread, [
    { tree: "site", extension: ".md", files: 1, reason: "outside", folders: [{ path: "blog", files: 1 }] },
    { tree: "site", extension: ".mdx", files: 1, reason: "outside", folders: [{ path: "blog", files: 1 }] },
  ]);
});

test("a search that finds nothing says what is not read, once, and without a look at the files too", async () => {
  const { workspace } = await openProject({
    "docs/a.md": "x\n",
    "docs/b.textile": "Use gunicorn.\n",
    "README.md": "x\n",
  });
  const said = ["docs .textile 1 no reader", "null .md 1 outside"];
  const { queries } = await workspace.search(["gunicorn", "uvicorn"], { groupBy: "query" });
  assert.deepEqual(queries.map(({ unread }) => shown(unread)), [said, []]);
  assert.deepEqual(queries.map(({ zero_hits }) => zero_hits?.terms.length), [1, 1]);
  assert.deepEqual(shown((await searchOne(workspace, "x")).unread), []);
  assert.deepEqual(shown((await workspace.update({ full: true })).unread), said);
  assert.deepEqual(shown(await workspace.list("unread")), said);
  workspace.close();
  assert.deepEqual(shown((await searchOne(workspace, "gunicorn", { update: false })).unread), said);
});

test("a search names the trees that hold nothing that ra reads, and says nothing of the words", async () => {
  const config = `${DOCS}[tree.more]\npath = "more"\n`;
  const files = { "docs/a.textile": "x\n", "more/b.md": "x\n", ".ra.toml": config };
  const { workspace } = await openProject(files);
  const alone = await searchOne(workspace, "gunicorn", { trees: ["docs"] });
  assert.deepEqual([alone.empty_trees, alone.zero_hits!.terms], [["docs"], []]);
  assert.deepEqual(shown(alone.unread), ["docs .textile 1 no reader"]);
  const both = await searchOne(workspace, "gunicorn");
  assert.deepEqual([both.empty_trees, both.zero_hits!.terms.map(({ term }) => term)], [["docs"], ["gunicorn"]]);
});

test("counts follow the files in each search, and those around the trees with an update of all files", async () => {
  const fs = createFiles({ ".ra.toml": DOCS, "docs/a.md": "x\n" });
  const { workspace } = await openFiles(fs);
  assert.deepEqual(await idsOf(workspace, "gunicorn"), []);
  write(fs, "docs/b.textile", "x\n");
  write(fs, "README.md", "x\n");
  assert.deepEqual(shown((await searchOne(workspace, "gunicorn")).unread), ["docs .textile 1 no reader"]);
  await workspace.update({ full: true });
  assert.deepEqual(shown((await searchOne(workspace, "gunicorn")).unread), [
    "docs .textile 1 no reader",
    "null .md 1 outside",
  ]);
});

test("check() notes for each tree what is not read, and what to do", async () => {
  const { workspace } = await openProject({
    "docs/a.md": "x\n",
    "docs/b.textile": "x\n",
    "docs/c.docx": "x",
    "d.md": "x\n",
  });
  const { issues, unread } = await workspace.check();
  assert.deepEqual(issues.map(({ level, code, message }) => [level, code, message]), [
    [
      "note",
      "not-read",
      'not read in docs: 1 .textile (ra has no reader for this yet; "**/*.textile" in its include reads it as plain text); ' +
      '1 .docx ("**/*.docx" in its include reads this)',
    ],
    [
      "note",
      "not-read",
      "not read, outside every tree: 1 .md in the project's own folder (a tree for such a folder reads this)",
    ],
  ]);
  assert.equal(unread?.length, 3);
});

test("context, likethis and ask say what is not read in a tree that holds nothing that ra reads", async () => {
  const { workspace } = await openProject({
    "docs/a.textile": "Use gunicorn.\n",
    "src/serve.py": "# gunicorn serves the application\n",
  });
  const unread = [{ tree: "docs", extension: ".textile", files: 1, reason: "no reader" }];
  const contexts = (await workspace.context("src/serve.py")).queries;
  const alike = (await workspace.likeThis("src/serve.py")).queries;
  for (const [entry, ...others] of [contexts, alike]) {
    assert.deepEqual([entry!.empty_trees, entry!.unread, others], [["docs"], unread, []]);
  }
  const { answer } = await workspace.ask("how do I use gunicorn?");
  assert.deepEqual([answer.finish, answer.empty_trees, answer.unread], ["no_evidence", ["docs"], unread]);
  assert.match(
    formatBelowAnswer(answer, createPalette(false)),
    /^\ntree docs holds nothing that ra reads\nnot read in docs: 1 \.textile /,
  );
});

test("context says nothing of what is not read where a rule includes a passage", async () => {
  const { workspace } = await openProject({
    ".ra.toml": `${DOCS}[[context.rules]]\nmatch = "src/**"\ninclude = ["docs:a.md"]\n`,
    "docs/a.md": "# Alpha\n",
    "docs/b.rst": "x\n",
    "src/serve.py": "# gunicorn\n",
  });
  const [entry] = (await workspace.context("src/serve.py")).queries;
  assert.deepEqual([entry!.results.map(({ id }) => id), entry!.unread], [["docs:a.md"], undefined]);
});

test("the largest folders outside every tree are named, as high as a tree for them would hold no other", async () => {
  const many = (folder: string, count: number): Files =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/${at}.md`, "x\n"]));
  const { workspace } = await openProject({
    ".ra.toml": '[tree.docs]\npath = "web/docs"\n',
    "web/docs/a.md": "x\n",
    "web/index.md": "x\n",
    "web/b.mdx": "x\n",
    "README.md": "x\n",
    ...many("web/blog/2026", 2),
    ...many("web/blog/2025", 2),
    ...many("notes", 3),
    ...many("a", 1),
    ...many("b", 1),
  });
  const { unread } = await workspace.status();
  assert.deepEqual(unread?.map(({ extension, folders }) => [extension, folders]), [
    [".md", [
      { path: "web/blog", files: 4 },
      { path: "notes", files: 3 },
      { path: ".", files: 1 },
      { path: "a", files: 1 },
      { path: "b", files: 1 },
    ]],
    [".mdx", [{ path: "web", files: 1 }]],
  ]);
  assert.equal(
    unreadNote(unread ?? []),
    "not read, outside every tree: 11 .md, 1 .mdx in web/blog, notes, the project's own folder and other folders " +
      "(a tree for such a folder reads this)",
  );
});

test("of folders that no include reaches, those beside one that is read are named", async () => {
  const { workspace } = await openProject({
    ".ra.toml": '[tree.site]\npath = "."\ninclude = ["web/docs/**/*.md"]\n',
    "web/docs/a.md": "x\n",
    "web/blog/2026/b.md": "x\n",
    "notes/c.md": "x\n",
  });
  const { unread } = await workspace.status();
  assert.deepEqual(unread?.flatMap(({ folders = [] }) => folders.map(({ path }) => path)), ["notes", "web/blog"]);
});
