// Tests what a mistyped word finds (docs/ranking.md, "Near words").
import assert from "node:assert/strict";
import { test } from "node:test";
import { snippetHtml } from "../../src/output/snippet_html.ts";
import { ALL, idsOf, openProject, searchOne } from "../workspace/project.ts";

async function found(files: Readonly<Record<string, string>>, query: string): Promise<readonly string[]> {
  const { workspace } = await openProject(files);
  return [...new Set((await idsOf(workspace, query, ALL)).map((id) => id.replace(/#.*/, "")))];
}

const LONG = {
  "docs/a.md": "# One\n\nThe configuration of the client.\n",
  "docs/b.md": "# Two\n\nThe documentation of the server.\n",
  "docs/c.md": "# Three\n\nThe authentication of the user.\n",
  "docs/d.md": "# Four\n\nThe WebAssembly of the core.\n",
  "docs/e.md": "# Five\n\nThe performance of the disk.\n",
};

test("a long word is found by how it is written, also where its stem is far from that of the typed word", async () => {
  for (
    const [typed, file] of [
      ...[["configuraton", "a"], ["configuratoin", "a"], ["confguration", "a"], ["documentaion", "b"]],
      ...[["docmentation", "b"], ["authentification", "c"], ["authetication", "c"], ["webassemblly", "d"]],
      ...[["performace", "e"], ["preformance", "e"]],
    ] as const
  ) assert.deepEqual(await found(LONG, typed), [`docs:${file}.md`], typed);
});

test("frequent mistakes come before others, and the word itself before all", async () => {
  const tools = {
    "docs/grep.md": "# One\n\nRun grep here.\n",
    "docs/grype.md": "# Two\n\nRun grype here.\n",
  };
  assert.deepEqual(await found(tools, "grpe"), ["docs:grep.md", "docs:grype.md"]);
  assert.deepEqual(await found({ ...tools, "docs/x.md": "# Five\n\nThe grpe.\n" }, "grpe"), [
    "docs:x.md",
    "docs:grep.md",
    "docs:grype.md",
  ]);
});

test("a word with a stem of two letters finds nothing that is near to the stem alone", async () => {
  const files = {
    "docs/a.md": "# One\n\nAdding a disk.\n",
    "docs/b.md": "# Two\n\nThe id of a disk.\n",
    "docs/c.md": "# Three\n\nAddding a user.\n",
  };
  assert.deepEqual(await found(files, "adding"), ["docs:a.md", "docs:c.md"]);
});

test("a rare near word counts no more than a frequent one", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [`docs/p${at}.md`, `# Page ${at}\n\nThe book of a file.\n`]),
  );
  const [first] = await found({ ...files, "docs/other.md": "# Other\n\nThe brok of a file.\n" }, "bxok");
  assert.match(first!, /^docs:p\d\.md$/);
});

test("a near word is marked only where the word itself is absent", async () => {
  const files = {
    "docs/both.md": "# Kitchen\n\nThe sink has a link beside it.\n",
    "docs/near.md": "# Other\n\nA link is here.\n",
  };
  const { workspace } = await openProject(files);
  const marked = new Map(
    (await searchOne(workspace, "sink", ALL)).results.map((
      { id, snippet },
    ) => [id.split("#")[0], snippetHtml(snippet!)]),
  );
  assert.equal(marked.get("docs:both.md"), "The <b>sink</b> has a link beside it.");
  assert.equal(marked.get("docs:near.md"), "A <b>link</b> is here.");
});

test("words of removed documents are near to nothing", async () => {
  const { workspace, fs } = await openProject(LONG);
  assert.equal((await idsOf(workspace, "configuraton", ALL)).length > 0, true);
  fs.removeFile("/project/docs/a.md");
  assert.deepEqual(await idsOf(workspace, "configuraton", ALL), []);
});

test("a word that no document has may be a beginning rather than its stem", async () => {
  const files = {
    "docs/dock.md": "# One\n\nFind the dock and wait for the other things.\n",
    "docs/docker.md": "# Two\n\nStart docker and wait for the other things.\n",
  };
  assert.deepEqual(await found(files, "docke"), ["docs:docker.md", "docs:dock.md"]);
  assert.deepEqual(await found(files, "dock"), ["docs:dock.md"]);
  // A word that documents have, or that is as near to one with its own stem, keeps its meaning.
  const tables = {
    "docs/tables.md": "# One\n\nThe tables of the house.\n",
    "docs/tablet.md": "# Two\n\nThe tablet of the house.\n",
  };
  assert.equal((await found(tables, "table"))[0], "docs:tables.md");
  assert.equal((await found({ "docs/a.md": "# One\n\nConfigured by hand.\n" }, "configure"))[0], "docs:a.md");
});

test("three letters that no document has stand for a word with one letter more, or with two of them swapped", async () => {
  const files = {
    "docs/node.md": "# One\n\nThe node of the tree.\n",
    "docs/git.md": "# Two\n\nA git repository.\n",
  };
  assert.deepEqual(await found(files, "nod"), ["docs:node.md"]);
  assert.deepEqual(await found(files, "gti"), ["docs:git.md"]);
  assert.deepEqual(await found(files, "gix"), []);
  assert.deepEqual(await found({ ...files, "docs/nod.md": "# Three\n\nA nod.\n" }, "nod"), ["docs:nod.md"]);
});

test("a word that one language has is not drowned by near words of another", async () => {
  const french = Object.fromEntries(
    Array.from({ length: 5 }, (_, at) => [
      `docs/fr${at}.md`,
      `---\nlang: fr\n---\n# Le corps ${at}\n\nLe corps de la requête, et le corps de la réponse.\n`,
    ]),
  );
  const files = {
    ...french,
    "docs/en.md": "# Errors\n\nA long page about errors in which CORS stands once, among others.\n",
  };
  assert.equal((await found(files, "cors"))[0], "docs:en.md");
});
