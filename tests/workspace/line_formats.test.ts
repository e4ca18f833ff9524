// Tests documents that are read over the bytes of their files by a reader of ra.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DOCS, idsOf, openFiles, openProject, searchOne, write } from "./project.ts";

const GUIDE =
  "Guide\n=====\n\nSome text.\n\nSet up\n------\n\n.. wombat stands in a comment\n\nCall the größte platypus.\n\nTear down\n---------\n\nLess.\n\nThe end\n-------\n\nLast.\n";

test("sections of reStructuredText are found, and snippets show no markup", async () => {
  const { workspace } = await openProject({ "docs/guide.rst": GUIDE });
  const { results: [first] } = await searchOne(workspace, "platypus");
  assert.equal(first!.id, "docs:guide.rst#set-up");
  assert.equal(first!.breadcrumb, "Guide › Set up");
  assert.equal(first!.snippet!.text, "Call the größte platypus.");
  const marked = first!.snippet!.ranges.map(({ start, end }) => first!.snippet!.text.slice(start, end));
  assert.deepEqual(marked, ["platypus"]);
  const whole = await workspace.get("docs:guide.rst");
  assert.equal(whole.content, GUIDE);
  assert.equal(whole.title, "Guide");
  const section = await workspace.get("docs:guide.rst#set-up");
  assert.equal(section.content!.trim(), ".. wombat stands in a comment\n\nCall the größte platypus.");
  workspace.close();
});

test("what a reader hides is not found", async () => {
  const { workspace } = await openProject({ "docs/guide.rst": GUIDE });
  assert.deepEqual(await idsOf(workspace, "wombat"), []);
  assert.deepEqual(await idsOf(workspace, "größte"), ["docs:guide.rst#set-up"]);
  workspace.close();
});

test("a tree says that its files of text are reStructuredText, and changes its mind", async () => {
  const { fs, workspace } = await openProject({
    ".ra.toml": `${DOCS}format = { "*.txt" = "rst" }\n`,
    "docs/guide.txt": GUIDE,
  });
  assert.deepEqual(await idsOf(workspace, "wombat"), []);
  const { results: [first] } = await searchOne(workspace, "platypus");
  assert.equal(first!.id, "docs:guide.txt#set-up");
  assert.equal(first!.snippet!.text, "Call the größte platypus.");
  workspace.close();
  write(fs, ".ra.toml", DOCS);
  const again = await openFiles(fs);
  assert.deepEqual(await idsOf(again.workspace, "wombat"), ["docs:guide.txt"]);
  again.workspace.close();
});

// From pallets/flask.
test("a page of reStructuredText is found by what it includes, without markup", async () => {
  const { workspace } = await openProject({
    "docs/changes.rst": "Changes\n=======\n\n.. include:: ../CHANGES.rst\n",
    "docs/license.rst": "License\n=======\n\n.. literalinclude:: ../LICENSE.txt\n    :lines: 2-\n",
    "docs/other.rst": "Other\n=====\n\n.. include:: missing.rst\n",
    "CHANGES.rst": "Version 3\n---------\n\n-   Drop :func:`~flask.wombat`. :pr:`5730`\n\n.. platypus\n",
    "LICENSE.txt": "Copyright\nkoala *as is*\n",
  });
  const { results: [first, ...others] } = await searchOne(workspace, "wombat");
  assert.deepEqual(others, []);
  assert.equal(first!.id, "docs:changes.rst");
  assert.deepEqual(first!.includes!.map(({ path, start_line: from, end_line: to }) => [path, from, to]), [[
    "CHANGES.rst",
    1,
    6,
  ]]);
  assert.deepEqual(await idsOf(workspace, "platypus"), []);
  assert.deepEqual(await idsOf(workspace, "flask"), []);
  assert.deepEqual(await idsOf(workspace, "koala"), ["docs:license.rst"]);
  assert.deepEqual(await idsOf(workspace, "copyright"), []);
  assert.deepEqual(await idsOf(workspace, "literalinclude"), []);
  const { issues } = await workspace.check();
  assert.ok(issues.some(({ code, message }) => code === "include-unresolved" && message.includes("missing.rst")));
  workspace.close();
});

test("likethis() takes the words that a reader of the page sees", async () => {
  const { workspace } = await openProject({
    "docs/guide.rst": GUIDE,
    "docs/other.rst": "Other\n=====\n\nThe größte platypus is here.\n\nMore\n----\n\nNothing else.\n",
    "docs/third.rst": "Third\n=====\n\nA wombat.\n",
  });
  const { queries: [entry] } = await workspace.likeThis("docs:guide.rst#set-up");
  assert.deepEqual(entry!.results.map(({ id }) => id), ["docs:other.rst"]);
  workspace.close();
});

const MANUAL =
  "git-größe(1)\n============\n:wombat: x\n\nNAME\n----\ngit-größe - Show the *größte* platypus\n\nOPTIONS\n-------\n`--all`::\n\tShow ''all'' echidnas.\n\nNOTES\n-----\nLess.\n\nSEE ALSO\n--------\nMore.\n\ninclude::more.adoc[tag=one]\n";

test("sections of AsciiDoc are found, and a page by what it takes in", async () => {
  const { workspace } = await openProject({
    "docs/git-size.adoc": MANUAL,
    "docs/more.adoc": "// tag::one[]\nA *quokka* comes in.\n// end::one[]\nA numbat does not.\n",
  });
  const { results: [first] } = await searchOne(workspace, "platypus");
  assert.equal(first!.id, "docs:git-size.adoc#name");
  assert.equal(first!.breadcrumb, "git-größe(1) › NAME");
  assert.equal(first!.snippet!.text, "git-größe - Show the größte platypus");
  assert.deepEqual(await idsOf(workspace, "echidnas"), ["docs:git-size.adoc#options"]);
  assert.deepEqual(await idsOf(workspace, "wombat"), []);
  assert.deepEqual((await idsOf(workspace, "quokka")).toSorted(), ["docs:git-size.adoc", "docs:more.adoc"]);
  assert.deepEqual(await idsOf(workspace, "numbat"), ["docs:more.adoc"]);
  workspace.close();
});
