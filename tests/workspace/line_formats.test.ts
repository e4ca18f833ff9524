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
  assert.deepEqual(await idsOf(again.workspace, "wombat"), ["docs:guide.txt#set-up"]);
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
    "docs/server.log.1": "The wombat sleeps.\n",
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
  assert.deepEqual(report.skipped, [{ path: "docs:notes.1", reason: "does not begin like a manual page" }]);
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
