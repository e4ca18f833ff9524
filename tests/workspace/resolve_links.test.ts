// Tests of `get` and `resolve` with what people paste and what documents write.
import assert from "node:assert/strict";
import { test } from "node:test";
import { failure, openProject } from "./project.ts";

const FILES = {
  ".ra.toml": '[tree.docs]\npath = "docs"\n[tree.notes]\npath = "notes"\n',
  "docs/index.md": "# Home\n\nSee [setup](guide/setup.md#install) and [[Idea#First step]].\n",
  "docs/guide/setup.md":
    "# Set up\n\nIntro.\n\n## Install {#install}\n\nText.\n\n### On Linux: `apt` & co.\n\nMore.\n\n## Notes\n\nA.\n\n## Notes\n\nB.\n",
  "docs/guide/other.md": '# Other\n\n<a id="here"></a>\n\n## Place\n\nText.\n',
  "docs/api/setup.md": "# Setup of the API\n\nText.\n",
  "notes/Idea.md": "# Idea\n\n## First step\n\nText.\n",
};

async function opened() {
  return (await openProject(FILES)).workspace;
}

test("get takes an id, a path, a line, an address and a link, and says how it found the passage", async () => {
  const workspace = await opened();
  const install = "docs:guide/setup.md#install";
  const cases: readonly (readonly [from: string, id: string, document: string | null, section: string | null])[] = [
    [install, install, null, null],
    ["docs/guide/setup.md", "docs:guide/setup.md", "path", null],
    ["/project/docs/guide/setup.md#install", install, "path", "id"],
    ["docs/guide/setup.md:5", install, "path", "line"],
    ["docs/guide/setup.md:9-11", "docs:guide/setup.md#on-linux-apt-co", "path", "line"],
    ["docs:guide/setup", "docs:guide/setup.md", "path", null],
    ["docs:guide/setup.md#On Linux: apt & co.", "docs:guide/setup.md#on-linux-apt-co", "path", "id"],
    ["docs:guide/setup.md#on-linux--apt--co", "docs:guide/setup.md#on-linux-apt-co", "path", "id"],
    ["docs:guide/setup.md#notes_1", "docs:guide/setup.md#notes-1", "path", "id"],
    ["docs:guide/other.md#here", "docs:guide/other.md#place", null, null],
    ["/guide/setup/#install", install, "site", "id"],
    ["https://example.org/en/guide/setup.html#install", install, "path-end", "id"],
    ["[text](../guide/setup.md#install)", install, "path-end", "id"],
    ["<<here,the place>>", "docs:guide/other.md#place", "label", "anchor"],
    ["[[Idea#First step]]", "notes:Idea.md#first-step", "name", "id"],
  ];
  for (const [from, id, document, section] of cases) {
    const { id: found, resolved } = await workspace.get(from);
    assert.equal(found, id, from);
    assert.deepEqual(
      resolved && [resolved.from, resolved.document, resolved.section],
      document === null ? undefined : [from, document, section],
    );
  }
});

test("where two documents fit, the error names both; a section that is missing is never another one", async () => {
  const workspace = await opened();
  const two = await failure(() => workspace.get("setup.md"));
  assert.deepEqual([two.code, two.message, two.hint], [
    ...["unknown-id", "`setup.md` may be 2 documents", "name one of: docs:api/setup.md  docs:guide/setup.md"],
  ]);
  const missing = await failure(() => workspace.get("docs/guide/setup.md#instal"));
  assert.deepEqual([missing.message, missing.hint], [
    "docs:guide/setup.md has no section `instal`",
    "nearest: docs:guide/setup.md#install  docs:guide/setup.md  docs:guide/setup.md#notes",
  ]);
  const line = await failure(() => workspace.get("docs/guide/setup.md:500"));
  assert.equal(line.message, "docs:guide/setup.md has no section `line 500`");
  for (const text of ["../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "javascript:alert(1)", "docs:../../x"]) {
    assert.equal((await failure(() => workspace.get(text))).code, "unknown-id", text);
  }
});

test("resolve tells where the links of a document lead", async () => {
  const workspace = await opened();
  const from = "docs:guide/setup.md";
  const destinations = [
    "other.md#here",
    "#notes-1",
    "../index",
    "nothing.md",
    "wiki:Idea",
    "setup.md#gone",
    "mailto:a@b.c",
  ];
  const found = await workspace.resolve(destinations, { from });
  assert.deepEqual(
    found.map((target) => target && [target.id, target.document, target.section, target.missing]),
    [
      ["docs:guide/other.md#place", "path", "anchor", null],
      ["docs:guide/setup.md#notes-1", "own", "id", null],
      ["docs:index.md", "path", null, null],
      null,
      ["notes:Idea.md", "name", null, null],
      [from, "path", null, "gone"],
      null,
    ],
  );
});

test("a numbered heading without an id of that number is the one at its place", async () => {
  const text = "# Page\n\n## Setup {#first}\n\nA.\n\n## Setup {#second}\n\nB.\n";
  const { workspace } = await openProject({ ...FILES, "docs/page.md": text });
  const found = await workspace.resolve(["#setup", "#setup-1", "#setup_1", "#setup-2"], { from: "docs:page.md" });
  assert.deepEqual(found.map((target) => target && [target.id, target.section]), [
    ["docs:page.md#first", "title"],
    ["docs:page.md#second", "numbered"],
    ["docs:page.md#second", "numbered"],
    ["docs:page.md", null],
  ]);
});

test("labels lead over documents, and names of what a program describes also without their module", async () => {
  const { workspace } = await openProject({
    ...FILES,
    "docs/api.rst":
      "API\n===\n\n.. _starting:\n\nStart\n-----\n\nText.\n\n.. py:function:: pkg.mod.run(x)\n\n   Runs.\n",
    "docs/use.adoc": "= Use\n\n[[lever]]\nPull the lever.\n",
  });
  const asked = ["ref:starting", "ref:STARTING", "ref:pkg.mod.run", "ref:mod.run", "ref:nowhere", "doc:/guide/setup"];
  const found = await workspace.resolve(asked, { from: "docs:index.md" });
  assert.deepEqual(found.map((target) => target && [target.id, target.document, target.sure]), [
    ["docs:api.rst#start", "label", true],
    ["docs:api.rst#start", "label", true],
    ["docs:api.rst#pkg.mod.run", "label", true],
    ["docs:api.rst#pkg.mod.run", "label", true],
    null,
    ["docs:guide/setup.md", "site", true],
  ]);
  assert.equal((await workspace.get("docs:use.adoc#lever")).id, "docs:use.adoc#use");
  assert.equal((await workspace.get(":ref:`text <starting>`")).id, "docs:api.rst#start");
});

test("each passage is found by each form of its place", async () => {
  const workspace = await opened();
  for (const { id, tree, path, start_line: line } of await workspace.list("chunks")) {
    const folder = workspace.config.trees.find(({ name }) => name === tree)!.path;
    const section = id.includes("#") ? id.slice(id.indexOf("#")) : "";
    const forms = [id, `${folder}/${path}${section}`, `${folder.replace("/project/", "")}/${path}${section}`];
    for (const form of section === "" ? forms : [...forms, `${folder}/${path}:${line}`]) {
      assert.equal((await workspace.get(form)).id, id, form);
    }
    const origin = tree === "docs" ? "docs:index.md" : "notes:Idea.md";
    const [target] = await workspace.resolve([`${encodeURI(path)}${section}`], { from: origin });
    assert.deepEqual([target?.id, target?.sure], [id, true], path);
  }
});
