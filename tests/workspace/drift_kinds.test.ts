// Tests kinds of links and names of which `check --drift` once said wrongly that they are gone, and their siblings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listsOldNames } from "../../src/drift/old_names.ts";
import { type Files, openProject } from "./project.ts";

const AT_DOCS = '[tree.docs]\npath = "docs"\n';

/** Every warning, as `path:line message`. */
async function broken(files: Files, config?: string): Promise<readonly string[]> {
  const { workspace } = await openProject(config === undefined ? files : { ".ra.toml": config, ...files });
  const { issues } = await workspace.check({ drift: true });
  workspace.close();
  return issues.filter(({ level }) => level === "warning").map(({ path = "", line, message }) =>
    `${path.replace("/project/docs/", "")}:${line ?? ""} ${message.replace(/^the link leads nowhere: /, "")}`
  );
}

test("a vault finds notes and pictures by name and by the end of a path in Markdown links too", async () => {
  const files = {
    "docs/a.md": "[1](Value) [2](View/list.md) [3](list) [4](View/gone.md) [5](Valu) ![6](b.png) [7](../Value)\n",
    "docs/api/Value.md": "x\n",
    "docs/api/View/list.md": "x\n",
    "docs/media/b.png": "x",
  };
  const gone = ["a.md:1 ../Value", "a.md:1 Valu", "a.md:1 View/gone.md"];
  for (const sign of [".obsidian/app.json", ".foam/x.json", "quartz.config.ts"]) {
    assert.deepEqual(
      await broken({ ...files, [`docs/${sign}`]: "{}" }, AT_DOCS),
      gone.filter((each) => each !== "a.md:1 ../Value"),
    );
  }
  assert.ok((await broken(files, AT_DOCS)).includes("a.md:1 View/list.md"));
});

test("a wiki link in an element of code is an example", async () => {
  assert.deepEqual(
    await broken({
      "docs/a.md":
        "[[b]] [[b]] [[b]] [[b]]\n\n| <p>as in <code>[[page name&#124;shown]]</code></p> | <kbd>[[key]]</kbd> |\n|---|---|\n| [[gone]] | x |\n",
      "docs/b.md": "x\n",
    }),
    ["a.md:5 the wiki link names no document: [[gone]]"],
  );
});

test("labels count where a page takes in a file from outside the documents", async () => {
  assert.deepEqual(
    await broken({
      "docs/a.rst": "A\n=\n\n:ref:`changes` :ref:`deep` :ref:`faraway` :ref:`other`\n",
      "docs/changes.rst": ".. include:: ../CHANGES.rst\n",
      "CHANGES.rst": ".. _changes:\n\nC\n=\n\n.. include:: MORE.rst\n\n.. _faraway: https://x.test\n",
      "MORE.rst": ".. _deep:\n\nD\n-\n",
      "README.rst": ".. _other:\n\nR\n=\n",
    }, AT_DOCS),
    ["a.rst:4 no document has this label: faraway", "a.rst:4 no document has this label: other"],
  );
});

test("listsOldNames() knows tables, lists, sections and arrows of old names", () => {
  const isOld = (text: string, name: string, format = "markdown"): boolean => {
    const at = text.split("\n").findIndex((line) => line.includes(name));
    return listsOldNames({ text, format })(at + 1, name);
  };
  const rst = "=====  =====\nName   Replace with\n=====  =====\n``A``  b\n``B``  c\n``C``  d\n=====  =====\n";
  assert.equal(isOld(rst, "C", "rst"), true);
  assert.equal(isOld(rst.replace("Replace with", "Meaning"), "C", "rst"), false);
  assert.equal(isOld("| Old | New |\n|---|---|\n| `a_b` | `c` |\n| `x_y` | `z` |\n", "x_y"), true);
  assert.equal(isOld("| Option | What it does |\n|---|---|\n| `a_b` | c |\n| `x_y` | z |\n", "x_y"), false);
  assert.equal(isOld(".Deprecated settings\n|===\n|Name |Use\n\n|`x_y`\n|z\n|===\n", "x_y", "asciidoc"), true);
  assert.equal(
    isOld(".. list-table:: Renamed settings\n\n   * - A\n     - B\n   * - ``x_y``\n     - z\n", "x_y", "rst"),
    true,
  );
  assert.equal(isOld("These names still work:\n\n- `a_b`\n- `c_d`\n- `x_y`\n", "x_y"), true);
  assert.equal(isOld("These calls delete users:\n\n- `a_b`\n- `c_d`\n- `x_y`\n", "x_y"), false);
  assert.equal(isOld("## Removed options\n\nText.\n\nCall `x_y` first.\n", "x_y"), true);
  assert.equal(isOld("## Options\n\nText.\n\nCall `x_y` first.\n", "x_y"), false);
  assert.equal(isOld("- `x_y` → `newName`\n", "x_y"), true);
  assert.equal(isOld("## Aliases for old names\n\n- `x_y` -> `newName`\n", "newName"), false);
});

test("a plug-in makes the anchors of what a directive names, and a component those of a front page", async () => {
  const makers = [
    "::: mkdocs-click\n    :module: x\n",
    "::: mkdocs-typer2\n    :module: x\n",
    "```@autodocs\nModules = [X]\n```\n",
    "<swagger-ui src='x.json'/>\n",
  ];
  for (const text of makers) {
    const files = { "docs/a.md": "[1](b.md#made-here) [2](c.md#gone)\n", "docs/b.md": text, "docs/c.md": "# C\n" };
    assert.deepEqual(await broken(files), ["a.md:1 the page does not have this anchor: c.md#gone"], text);
  }
  const front = { "docs/index.md": "# I\n\n[1](/#made) [2](/b#gone)\n", "docs/b.md": "# B\n" };
  const gone = "index.md:3 the page does not have this anchor: /b#gone";
  const made = "index.md:3 this page does not have this anchor: /#made";
  assert.deepEqual(await broken({ ...front, "src/pages/index.tsx": "" }, AT_DOCS), [gone]);
  assert.deepEqual(await broken({ ...front, "tests/src/pages/index.tsx": "" }, AT_DOCS), [gone, made]);
  assert.deepEqual(
    await broken({ ...front, "docs/index.md": `---\nlayout: home\n---\n\n[1](/#made) [2](/b#gone)\n` }, AT_DOCS),
    [
      gone.replace(":3", ":5"),
    ],
  );
});

test("a script of the theme may lead the anchors of a page elsewhere", async () => {
  const script = (line: string): Files => ({
    "docs/a.md": "[1](/config/#tools-x) [2](/api/x#gone)\n",
    "docs/config/index.md": "# C\n",
    "docs/api/x.md": "# X\n",
    "docs/theme/index.ts": `if (location.hash) { ${line} }\n`,
  });
  const gone = "a.md:1 the page does not have this anchor: /api/x#gone";
  assert.deepEqual(await broken(script("if (url.pathname === '/config/') return '/api/x'"), AT_DOCS), [gone]);
  assert.deepEqual(await broken(script(""), AT_DOCS), [
    gone,
    "a.md:1 the page does not have this anchor: /config/#tools-x",
  ]);
});

test("links in partials and lists of pages of Antora are checked from the module, or from any that takes them in", async () => {
  assert.deepEqual(
    await broken({
      "docs/antora.yml": "name: x\n",
      "docs/modules/m/pages/a.adoc": "= A\n",
      "docs/modules/n/pages/b.adoc": "= B\n",
      "docs/modules/m/nav.adoc": "* xref:a.adoc[]\n* xref:gone.adoc[]\n",
      "docs/modules/m/partials/p.adoc": "xref:a.adoc[] xref:b.adoc[] xref:gone.adoc[] xref:n:gone.adoc[] <<x>>\n",
    }, '[tree.docs]\npath = "docs"\nexclude = ["modules/*/{partials,examples}", "modules/*/nav*.adoc"]\n'),
    [
      "modules/m/nav.adoc:2 xref:gone.adoc",
      "modules/m/partials/p.adoc:1 xref:gone.adoc",
      "modules/m/partials/p.adoc:1 xref:n:gone.adoc",
    ],
  );
});

test("Markdown in elements that ask for it has links", async () => {
  assert.deepEqual(
    await broken({
      "docs/a.md":
        '# A\n\n<figure markdown>\n  ![x](gone.png){ loading=lazy }\n  `![x](code.png)`\n</figure>\n\n<div class="x" markdown="1">\n[y](gone.md)\n</div>\n\n<div>\n[z](raw.md)\n</div>\n',
    }),
    ["a.md:4 the image leads nowhere: gone.png", "a.md:9 gone.md"],
  );
});
