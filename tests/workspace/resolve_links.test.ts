// Tests of `get` and `resolve` with what people paste and what documents write.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readDestination } from "../../src/links/destination.ts";
import { findPage } from "../../src/links/find_page.ts";
import { LinkMap } from "../../src/links/link_map.ts";
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

test("blocks, footnotes, tabs, terms and ids within a section lead to it, and to their line", async () => {
  const lines = [
    "# Page",
    "",
    "## Blocks",
    "",
    "A paragraph. ^first-one",
    "",
    "It says so.[^note]",
    "",
    "[^note]: Somewhere.",
    "",
    "## More",
    "",
    'Text <span id="inside">here</span>.',
    "",
    '=== "Linux & co."',
    "",
    "    Text.",
    "",
    "Term of art",
    ":   What it means.",
    "",
    "```",
    "An example. ^other",
    "```",
  ];
  const { workspace } = await openProject({ ...FILES, "docs/page.md": lines.join("\n") });
  const asked = ["wiki:#^first-one", "#fn:note", "#fnref:note", "#inside", "#linux-co", "#term-of-art", "wiki:#^other"];
  const found = await workspace.resolve(asked, { from: "docs:page.md" });
  assert.deepEqual(found.map((target) => target && [target.id, target.line, target.missing]), [
    ["docs:page.md#blocks", 5, null],
    ["docs:page.md#blocks", 9, null],
    ["docs:page.md#blocks", 7, null],
    ["docs:page.md#more", 13, null],
    ["docs:page.md#more", 15, null],
    ["docs:page.md#more", 19, null],
    ["docs:page.md", undefined, "^other"],
  ]);
  const { id, resolved } = await workspace.get("[[page#^first-one]]");
  assert.deepEqual([id, resolved?.line], ["docs:page.md#blocks", 5]);
});

test("a page of a manual that only takes in another one leads to that one, and a circle of them to itself", async () => {
  const { workspace } = await openProject({
    ".ra.toml": '[tree.docs]\npath = "docs"\n',
    "docs/man3/malloc.3": ".TH malloc 3\n.SH NAME\nmalloc, realloc \\- allocate\n",
    "docs/man3/realloc.3": ".so man3/malloc.3\n",
    "docs/man3/one.3": ".so man3/two.3\n",
    "docs/man3/two.3": ".so man3/one.3\n",
  });
  const found = await workspace.resolve(["man:realloc(3)", "man:malloc(3)", "man:one(3)"], { from: "docs:man3/two.3" });
  assert.deepEqual(found.slice(0, 2).map((target) => target && [target.id, target.sure]), [
    ["docs:man3/malloc.3", true],
    ["docs:man3/malloc.3", true],
  ]);
  assert.match(found[2]?.id ?? "", /^docs:man3\/(?:one|two)\.3$/);
});

test("a rule of a specification is a label, and the page that states an id has it", async () => {
  const { workspace } = await openProject({
    ".ra.toml": '[tree.docs]\npath = "docs"\n',
    "docs/items.md": "r[items]\n# Items\n\nText.\n\nr[items.fn]\n## Functions\n\nText.\n\nr[items.fn.body]\nText.\n",
    "docs/introduction.md": "---\nid: start\n---\n# Introduction\n",
    "docs/start.md": "---\nid: setup\n---\n# Set up\n",
  });
  const found = await workspace.resolve(["items.fn", "items.fn.body", "start", "start.md", "setup"], {
    from: "docs:items.md",
  });
  assert.deepEqual(found.map((target) => target && [target.id, target.line, target.sure]), [
    ["docs:items.md#functions", 6, true],
    ["docs:items.md#functions", 11, true],
    ["docs:introduction.md", undefined, true],
    ["docs:start.md", undefined, true],
    ["docs:start.md", undefined, true],
  ]);
  assert.equal((await workspace.get("[items.fn.body]")).id, "docs:items.md#functions");
});

test("a section brings the definitions of its reference links that stand elsewhere", async () => {
  const text =
    '# Page\n\n## One\n\nSee [the guide][g], [other] and [own].\n\n[own]: x.md\n\n## Two\n\n[G]: guide/setup.md "T"\n[other]: y.md\n[unused]: z.md\n';
  const { workspace } = await openProject({ ...FILES, "docs/page.md": text });
  const { definitions, content } = await workspace.get("docs:page.md#one");
  assert.deepEqual(definitions, ['[G]: guide/setup.md "T"', "[other]: y.md"]);
  assert.ok(!content!.includes("[G]:"));
  assert.equal((await workspace.get("docs:page.md")).definitions, undefined);
});

test("hostile links lead to nothing, and in time", async () => {
  const workspace = await opened();
  const hostile = [
    ...["../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "FILE:/etc/passwd", "javascript:alert(1)"],
    ...["data:text/html,x", "//etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", "guide/../../../../x", "%00", "a\0b"],
    ...["wiki:../../../etc/passwd", "doc:/../../etc/passwd", "xref:../../../x.adoc#y", "man:../x(1)", "ref:__proto__"],
    ...["https://github.com/a/b/blob/main/../../../../etc/passwd", "x".repeat(10_000_000)],
    ...["#".repeat(10_000_000), "wiki:" + "[[".repeat(100_000), "__proto__", "#__proto__", "constructor"],
  ];
  const found = await workspace.resolve(hostile, { from: "docs:index.md" });
  for (const [at, target] of found.entries()) {
    assert.ok(target === null || target.missing !== null, hostile[at]!.slice(0, 100));
  }
  for (const text of hostile) {
    assert.equal((await failure(() => workspace.get(text))).code, "unknown-id", text.slice(0, 100));
  }
});

test("the move of a file changes where links to it lead, and no other link", () => {
  const segment = fc.constantFrom("a", "b", "guide", "x1", "Note");
  const path = fc.tuple(fc.array(segment, { maxLength: 2 }), segment).map(([folders, name]) => [...folders, name]);
  fc.assert(
    fc.property(
      fc.uniqueArray(path, { minLength: 3, maxLength: 8, selector: (each) => each.join("/") }),
      (paths) => {
        const files = paths.map((parts) => `${parts.join("/")}.md`);
        const [from, moved, ...others] = files as [string, string, ...string[]];
        const before = linkMap(files);
        const after = linkMap(files.map((file) => file === moved ? `elsewhere/${file}` : file));
        const leads = (map: LinkMap, file: string) => {
          const origin = map.pages.find(({ document }) => document.path === from)!;
          const steps = "../".repeat(from.split("/").length - 1);
          const found = findPage(map, readDestination(`${steps}${file}`)!, origin);
          return found?.isSure === true ? found.page.document.path : undefined;
        };
        for (const file of others) assert.deepEqual([leads(before, file), leads(after, file)], [file, file]);
        assert.equal(leads(before, moved), moved);
        assert.notEqual(leads(after, moved), moved);
        assert.equal(leads(after, `elsewhere/${moved}`), `elsewhere/${moved}`);
      },
    ),
  );
});

function linkMap(paths: readonly string[]): LinkMap {
  const documents = paths.map((path) => ({ id: `docs:${path}`, tree: "docs", path, title: path, metadata: {} }));
  return new LinkMap([{ name: "docs", path: "/p/docs" }], documents);
}
