// Tests documents that are read over the bytes of their files by a reader of ra.
import assert from "node:assert/strict";
import { test } from "node:test";
import { idsOf, openFiles, openProject, searchOne, write } from "./project.ts";

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

const ORG =
  "#+title: Handbook\n#+filetags: :team:\n\n* TODO Set up [1/2] :first:\n:PROPERTIES:\n:CUSTOM_ID: start\n:secret: wombat\n:END:\nCall the *größte* platypus, see [[*Tear down][the end]].\n\n** COMMENT Left out\nwombat\n* Other\nNothing.\n* More\nLess.\n* Tear down\n| a | b |\n|---+---|\n| 1 | quokka |\n";

test("headings of Org are found by their titles, and their tags are those of the document", async () => {
  const { workspace } = await openProject({ "docs/guide.org": ORG });
  const { results: [first] } = await searchOne(workspace, "platypus");
  assert.equal(first!.id, "docs:guide.org#start");
  assert.equal(first!.breadcrumb, "Handbook › Set up");
  assert.equal(first!.snippet!.text, "Call the größte platypus, see the end.");
  assert.deepEqual(await idsOf(workspace, "wombat"), []);
  assert.deepEqual(await idsOf(workspace, "quokka tag:first"), ["docs:guide.org#tear-down"]);
  workspace.close();
});

test("a file of Org takes in others of the project", async () => {
  const { workspace } = await openProject({
    "docs/guide.org": '* Set up\n#+include: "parts/more.org"\n#+include: "code.el" src emacs-lisp\n',
    "docs/parts/more.org": "# wombat\nThe *platypus*.\n",
    "docs/code.el": "(quokka)\n",
  });
  assert.ok((await idsOf(workspace, "platypus")).includes("docs:guide.org"));
  assert.ok((await idsOf(workspace, "quokka")).includes("docs:guide.org"));
  assert.deepEqual(await idsOf(workspace, "wombat"), []);
  workspace.close();
});

const PAGE =
  '.\\" wombat\n.TH OPEN 2 2021-08-27 "Linux"\n.SH NAME\nopen, creat \\- open a file\n.SH OPTIONS\n.TP\n.BR \\-v ", " \\-\\-verbose\nTell the platypus \\fBmore\\fP.\n.TP\n.B \\-q\nTell less.\n.TP\n.B \\-x\nLeave.\n.TP\n.B \\-y\nStay.\n.PP\nThe quokka stands below.\n.SH SEE ALSO\n.BR close (2)\n';

test("a page of a manual is told by how it begins, and its options are sections", async () => {
  const { workspace } = await openProject({
    "docs/man2/open.2": PAGE,
    "docs/man2/creat.2": ".so man2/open.2\n",
    "docs/notes.1": "The wombat sleeps.\n",
  });
  const { results: [first] } = await searchOne(workspace, "platypus");
  assert.equal(first!.id, "docs:man2/open.2#v-verbose");
  assert.equal(first!.breadcrumb, "open(2) › OPTIONS › -v, --verbose");
  assert.equal(first!.snippet!.text, "Tell the platypus more.");
  assert.deepEqual(await idsOf(workspace, "quokka"), ["docs:man2/open.2#options"]);
  assert.deepEqual(await idsOf(workspace, "wombat"), []);
  const alias = await workspace.get("docs:man2/creat.2");
  assert.equal(alias.title, "creat(2)");
  const report = await workspace.update();
  assert.deepEqual(report.skipped, []);
  workspace.close();
});

test("an include that names them otherwise takes files that begin like no page, as plain text", async () => {
  const { fs, workspace } = await openProject({ "docs/notes.1": "The wombat sleeps.\n", "docs/a.md": "x\n" });
  assert.deepEqual(await idsOf(workspace, "wombat"), []);
  workspace.close();
  write(fs, ".ra.toml", '[tree.docs]\npath = "docs"\ninclude = ["*"]\n');
  const { workspace: again } = await openFiles(fs);
  assert.deepEqual(await idsOf(again, "wombat"), ["docs:notes.1"]);
  again.close();
});
