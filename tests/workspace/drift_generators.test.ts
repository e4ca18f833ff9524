// Tests that `check --drift` knows what the generators of documentations make of a link.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../../src/workspace.ts";
import { withProject } from "../cli/project.ts";
import { gitIn, writeIn } from "../host/git_repository.ts";
import { type Files, openProject } from "./project.ts";

/** Every warning, as `path:line message`. */
async function broken(files: Files, config?: string): Promise<readonly string[]> {
  const { workspace } = await openProject(config === undefined ? files : { ".ra.toml": config, ...files });
  const { issues } = await workspace.check({ drift: true });
  workspace.close();
  return issues.filter(({ level }) => level === "warning").map(({ path = "", line, message }) =>
    `${path.replace("/project/docs/", "")}:${line ?? ""} ${message.replace(/^the link leads nowhere: /, "")}`
  );
}

test("a site shows the English page where a translation is missing", async () => {
  assert.deepEqual(
    await broken({
      "docs/de/a.md": "[1](/de/guide/b/#x) [2](/de/guide/gone/) [3](/de/below/gone/) [4](/else/gone/)\n",
      "docs/de/below/x/c.md": "# C\n",
      "docs/de/guide/a.md": "# A\n",
      "docs/en/guide/b.md": "# X\n",
    }),
    ["de/a.md:1 /de/below/gone/", "de/a.md:1 /de/guide/gone/"],
  );
});

test("Hugo looks for a page by the end of its path, and a page that is nowhere is an error", async () => {
  const page = ["tour", "b/tour", "none", "none/tour", "/b/none", "tour#x"].map((path) =>
    `[x]({{< relref "${path}" >}})`
  );
  assert.deepEqual(
    await broken({ "docs/en/a/start.md": `${page.join(" ")} [word](word)\n`, "docs/en/b/tour.md": "# Tour\n" }),
    [
      'en/a/start.md:1 {{< relref "/b/none" >}}',
      'en/a/start.md:1 {{< relref "none" >}}',
      'en/a/start.md:1 {{< relref "none/tour" >}}',
      'en/a/start.md:1 the page does not have this anchor: {{< relref "tour#x" >}}',
    ],
  );
});

test("labels of Sphinx may be those of other projects, unless they begin like an own one", async () => {
  const pages = {
    "docs/a.rst":
      "A\n=\n\n.. _fixtures:\n\nB\n-\n\n:ref:`fixtures-old` :ref:`x <context-managers>` :external+tox:ref:`env`\n",
  };
  assert.deepEqual(await broken({ ...pages, "docs/conf.py": "intersphinx_mapping = {}\n" }), [
    "a.rst:9 no document has this label: fixtures-old",
  ]);
  assert.deepEqual(await broken(pages), [
    "a.rst:9 no document has this label: context-managers",
    "a.rst:9 no document has this label: fixtures-old",
  ]);
});

test("mkdocstrings takes labels from other projects, and makes the anchors of what a page names", async () => {
  const pages = {
    "docs/a.md":
      "[1][json.dumps] [2](b.md#my_settings.Base) [3](c.md#any) [4][d] [5][settings-old]\n\n[d]: b.md\n[settings]: b.md\n",
    "docs/b.md": "::: my_settings\n",
    "docs/c.md": "# C\n\n{{ settings }}\n",
  };
  const own = "a.md:1 nothing defines the label of this link: [settings-old]";
  assert.deepEqual(await broken({ ...pages, "mkdocs.yml": "plugins:\n  - mkdocstrings:\n" }), [own]);
  assert.deepEqual(await broken(pages), ["a.md:1 nothing defines the label of this link: [json.dumps]", own]);
});

test("a book may name the pages of another one by their sources", async () => {
  assert.deepEqual(
    await broken({
      "docs/src/b/a.md": "[1](../../reference/x.md) [2](../../lib/gone.md) [3](gone.md)\n",
      "docs/lib/y.md": "# Y\n",
    }, '[tree.docs]\npath = "docs/src"\n'),
    ["src/b/a.md:1 ../../lib/gone.md", "src/b/a.md:1 gone.md"],
  );
});

test("Org has places in code, names of tables, files that code makes, and searches for text", async () => {
  assert.deepEqual(
    await broken({
      "docs/a.org": "* A\n#+begin_src sh :file made.png\nx (ref:here)\n#+end_src\n\n#+NAME: table\n| 1 |\n\n" +
        "[[(here)]] [[(gone)]] [[table]] [[file:made.png]] [[file:gone.png]] [[file:x.el::(defun y]]\n",
      "docs/x.el": "(defun y ())\n",
    }),
    ["a.org:9 the image leads nowhere: gone.png", "a.org:9 this page does not have this anchor: #(gone)"],
  );
});

test("a reader of Obsidian sees no comments, and the name of a note may have a dot", async () => {
  assert.deepEqual(
    await broken({
      "docs/a.md": "%% ![[gone]] %%\n\n[[sub/b.ink|b]] [[c]] 5 %% [[gone]] %% [[gone]]\n\n%%\n[[gone]]\n%%\n",
      "docs/sub/b.ink.md": "x\n",
      "docs/c.md": "x\n",
    }),
    ["a.md:3 the wiki link names no document: [[gone]]"],
  );
});

test("Antora counts the paths of pages from the folder of the module", async () => {
  assert.deepEqual(
    await broken({
      "docs/modules/m/pages/sub/a.adoc":
        "= A\n\n== S\n\nxref:sub/a.adoc#_s[] xref:sub/a.adoc#gone[] xref:sub/b.adoc[] xref:api/index.html[]\n",
      "docs/modules/m/pages/sub/b.adoc": "= B\n",
    }),
    ["modules/m/pages/sub/a.adoc:5 this page does not have this anchor: xref:sub/a.adoc#gone"],
  );
});

test("MDX has tags and labels, and the text of a link has no labels", async () => {
  assert.deepEqual(
    await broken({
      "docs/a.mdx": 'x <code><a href="gone.mdx">1</a></code> [2][no] [3][b] [[A][B] c](b.mdx)\n\n[b]: b.mdx\n',
      "docs/b.mdx": "# B\n",
    }),
    ["a.mdx:1 nothing defines the label of this link: [no]", "a.mdx:1 gone.mdx"],
  );
});

test("the origin of a clone tells which addresses show its files", async () => {
  await withProject({ ".ra.toml": '[tree.docs]\npath = "docs"\n' }, async (folder) => {
    const git = gitIn(folder);
    git("init", "-q");
    git("remote", "add", "origin", "git@github.com:o/r.git");
    writeIn(
      folder,
      "docs/a.md",
      "[1](https://github.com/o/r/blob/main/gone.ts) https://github.com/o/r/tree/main/docs\n",
    );
    const workspace = await open(folder, { home: null });
    const { issues } = await workspace.check({ drift: true });
    workspace.close();
    assert.deepEqual(issues.filter(({ level }) => level === "warning").map(({ message }) => message), [
      "the link leads nowhere: https://github.com/o/r/blob/main/gone.ts",
    ]);
  });
});

test("Antora finds a page under its aliases, and a fragment is looked for in that page", async () => {
  const files = {
    "docs/antora.yml": "name: x\n",
    "docs/modules/ROOT/pages/a.adoc":
      "= A\n\nxref:other:old.adoc[] xref:was.adoc[] xref:other:gone.adoc[] xref:other:old.adoc#s[] xref:other:old.adoc#t[]\n\n<<a.b , x>> <<a.c>>\n\n[[a.b]]\n== S\n\nlink:++https://x.test/y++[]\n",
    "docs/modules/ROOT/pages/b.adoc": "= B\n:page-aliases: was.adoc\n\ntext\n",
    "docs/modules/other/pages/new.adoc":
      "= New\n:page-aliases: old.adoc, ROOT:older.adoc\n\n== S\n\nxref:older.adoc[] xref:ROOT:older.adoc[]\n",
  };
  for (const config of ['[tree.docs]\npath = "docs"\n', '[tree.docs]\npath = "."\n']) {
    assert.deepEqual(await broken(files, config), [
      "modules/ROOT/pages/a.adoc:3 xref:other:gone.adoc",
      "modules/ROOT/pages/a.adoc:3 the page does not have this anchor: xref:other:old.adoc#t",
      "modules/ROOT/pages/a.adoc:5 this page does not have this anchor: #a.c",
      "modules/other/pages/new.adoc:6 xref:older.adoc",
    ]);
  }
});

test("an extension of Sphinx from elsewhere may know other projects, and docstrings have labels", async () => {
  const files = (extension: string) => ({
    "docs/conf.py": `extensions = [\n    "sphinx.ext.autodoc",\n    "${extension}",  # x\n]\n`,
    "docs/a.rst":
      "A\n=\n\n.. _here-it-is:\n\n.. automodule:: own\n\n:ref:`x <levels>` :ref:`here-it-was` :ref:`in-code` :doc:`library/re` :doc:`gone`\n",
    "own.py": 'def f():\n    """F.\n\n    .. _in-code:\n\n    """\n',
  });
  assert.deepEqual(await broken(files("sphinx_scrapy")), [
    "a.rst:8 no document has this label: here-it-was",
    "a.rst:8 doc:gone",
  ]);
  assert.deepEqual(await broken(files("sphinx_copybutton")), [
    "a.rst:8 no document has this label: here-it-was",
    "a.rst:8 no document has this label: levels",
    "a.rst:8 doc:gone",
    "a.rst:8 doc:library/re",
  ]);
});

test("sites that serve bare names take links without the extension, and ids of the frontmatter", async () => {
  const page = (at: number): string => `[x](b${at}.md)`;
  const pages = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`docs/b${at}.md`, `# B\n${page(at)}\n`]));
  const files = {
    ...pages,
    "docs/a.md": "# A\n\n[1](b1) [2](https://s.test/use/splitting) [3](https://s.test/use/gone)\n",
    "docs/use/Code.md": "---\nid: splitting\n---\n\n# C\n",
  };
  const config = '[tree.docs]\npath = "."\nbase_url = "https://s.test"\n';
  const gone = "a.md:3 https://s.test/use/gone";
  assert.deepEqual(await broken({ ...files, "website/docusaurus.config.js": "" }, config), [gone]);
  assert.deepEqual(await broken(files, config), [
    "a.md:3 b1 (other links name the extension: b1.md)",
    gone,
  ]);
});

test("a template in a comment leads nowhere", async () => {
  const link = '[x]({{< relref "no/page" >}})';
  const files = { "docs/a.md": `# A\n\n<!-- TODO: ${link} -->\n\n<!--\n${link}\n-->\n\n${link}\n` };
  assert.deepEqual(await broken(files), ['a.md:9 {{< relref "no/page" >}}']);
});

test("a link out of the tree without an extension is broken where the others lead to files", async () => {
  const files = {
    "docs/a.md": "# A\n\n[1](../script/x) [2](../script/y) [3](../Makefile) [4](../old/z)\n",
    "script/x": "",
    "script/y": "",
    Makefile: "",
  };
  const config = '[tree.docs]\npath = "docs"\n';
  assert.deepEqual(await broken(files, config), ["a.md:3 ../old/z"]);
  assert.deepEqual(await broken({ ...files, "docs/a.md": "# A\n\n[1](../script/x) [4](../std/z)\n" }, config), []);
});
