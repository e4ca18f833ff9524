// Tests documents that are read over the bytes of their files by a reader of ra.
import assert from "node:assert/strict";
import { test } from "node:test";
import { idsOf, openProject, searchOne } from "./project.ts";

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
