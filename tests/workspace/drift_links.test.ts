// Tests which links `check --drift` calls broken, which it does not check, and which it leaves out.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Files, openProject } from "./project.ts";

interface Said {
  /** `path:line message` */
  readonly broken: readonly string[];
  readonly notes: readonly string[];
}

async function said(files: Files, config?: string): Promise<Said> {
  const { workspace } = await openProject(config === undefined ? files : { ".ra.toml": config, ...files });
  const { issues } = await workspace.check({ drift: true });
  workspace.close();
  const shown = (level: string): readonly string[] =>
    issues.filter(({ level: own, code }) => own === level && code.startsWith("drift-")).map((
      { path = "", line, message },
    ) => `${path.replace("/project/", "")}:${line ?? ""} ${message.replace(/^the link leads nowhere: /, "")}`);
  return { broken: shown("warning"), notes: shown("note") };
}

test("links from the root of the site are checked where the folder has documents", async () => {
  const { broken, notes } = await said({
    "docs/guide/a.md": "[1](/guide/b) [2](/guide/b.html) [3](/guide/gone) [4](/blog/x) [5](/docs/guide/gone#x)\n" +
      "[6](https://site.test/guide/gone) [7](https://site.test/guide/b#no) ![8](/img/a.png) ![9](/img/gone.png)\n",
    "docs/guide/b.md": "# B\n",
    "docs/public/img/a.png": "",
  }, '[tree.docs]\npath = "docs"\nbase_url = "https://site.test"\n');
  assert.deepEqual(broken, [
    "docs/guide/a.md:1 /docs/guide/gone#x",
    "docs/guide/a.md:1 /guide/gone",
    "docs/guide/a.md:2 the image leads nowhere: /img/gone.png",
    "docs/guide/a.md:2 https://site.test/guide/gone",
    "docs/guide/a.md:2 the page does not have this anchor: https://site.test/guide/b#no",
  ]);
  assert.match(notes.join("\n"), /^docs\/guide\/a\.md:1 1 link is not checked \(\/blog\/x\)/m);
});

test("links of reStructuredText, AsciiDoc and Org are checked", async () => {
  const { broken, notes } = await said({
    "docs/a.rst":
      "A\n=\n\n.. _here:\n\n:ref:`here` :ref:`gone` :doc:`b` :doc:`/gone` :doc:`other:x` :func:`os.walk`\n\n.. toctree::\n\n   b\n   c\n",
    "docs/b.rst": "B\n=\n",
    "docs/a.adoc": "= A\n\n[[there]]\n== S\n\nxref:b.adoc[] xref:c.adoc[] <<there>> <<nowhere>> link:{url}/x[y]\n",
    "docs/b.adoc": "= B\n",
    "docs/a.org": "* One\n[[*One]] [[*Two]] [[file:b.org]] [[file:c.org]]\n",
    "docs/b.org": "* B\n",
  });
  assert.deepEqual(broken, [
    "docs/a.adoc:6 xref:c.adoc",
    "docs/a.adoc:6 this page does not have this anchor: #nowhere",
    "docs/a.org:2 c.org",
    "docs/a.org:2 this page does not have this anchor: #two",
    "docs/a.rst:6 no document has this label: gone",
    "docs/a.rst:6 doc:/gone",
    "docs/a.rst:11 c",
  ]);
  assert.match(notes.join("\n"), / links? (?:are|is) not checked \(doc:other:x.*\): they name what a program/);
  assert.match(notes.join("\n"), /1 link is not checked \(\{url\}\/x\): they hold attributes/);
});

test("bars in tables, labels, footnotes, tags and places in files", async () => {
  const { broken } = await said({
    "docs/a.md": "| x | y |\n|---|---|\n| [[b\\|text]] | [[gone\\|text]] |\n\n[1][b] [2][no] [^1] [^2] a[0][1]\n\n" +
      '<a href="b.md">3</a> <img src="no.png"> <a :href="url">4</a> `[5][no]` `src/a.ts:2` `src/a.ts:3`\n\n' +
      "[b]: b.md\n[^1]: [c](https://c.test)\n",
    "docs/b.md": "# B\n\n[[a]]\n",
    "src/a.ts": "1\n2\n",
  });
  assert.deepEqual(broken, [
    "docs/a.md:3 the wiki link names no document: [[gone]]",
    "docs/a.md:5 nothing defines the label of this link: [no]",
    "docs/a.md:5 nothing defines this footnote: [^2]",
    "docs/a.md:7 src/a.ts has 2 lines, and not line 3",
    "docs/a.md:7 the image leads nowhere: no.png",
  ]);
});

test("examples, templates and ids that macros make are not called broken, and are counted", async () => {
  const { broken, notes } = await said({
    "docs/a.md":
      "`[x](gone.md)` shows as [x](gone.md)\n\n```md\n![](made.png)\n```\n\n![](made.png) [x]({{page.x}}/y.md)\n\n[1](b.md#config.x) [2](b.md#config.y) [3](d.md#s) [4](d.md#t)\n",
    "docs/b.md": "# B\n\n<!-- md:setting config.x -->\n",
    "docs/d.md": '# D\n\n--8<-- "docs/part.md"\n',
    "docs/part.md": "## S\n",
  });
  assert.deepEqual(broken, [
    "docs/a.md:9 the page does not have this anchor: b.md#config.y",
    "docs/a.md:9 the page does not have this anchor: d.md#t",
  ]);
  assert.deepEqual(notes.map((note) => note.replace(/^.*?: they /, "")), [
    "stand beside their own code, as examples",
    "hold attributes, templates, macros or placeholders, which stand for something else",
    "lead to anchors of pages that take in other files or run macros, which may make the anchor",
  ]);
});

test("a link out of a tree is fine where the repository has the file, and out of the repository it is counted", async () => {
  const { broken, notes } = await said({
    "docs/a.md": "[1](../src/x.ts) [2](../src/gone.ts) [3](../README.md#r) [4](../README.md#no) [5](../../else/x.md) " +
      "[6](../std/vec.html)\n",
    "README.md": "# R\n",
    "src/x.ts": "",
  });
  assert.deepEqual(broken, [
    "docs/a.md:1 ../src/gone.ts",
    "docs/a.md:1 the page does not have this anchor: ../README.md#no",
  ]);
  assert.deepEqual(notes.filter((note) => note.includes("not checked")), [
    "docs/a.md:1 1 link is not checked (../../else/x.md): they lead out of the repository",
    "docs/a.md:1 1 link is not checked (../std/vec.html): they lead to parts of the site that are not made of documents here",
  ]);
});

test("a comment ra-ignore leaves out the findings of its line, or of the next, and they are counted", async () => {
  const { broken, notes } = await said({
    "docs/a.md": "[1](gone.md) <!-- ra-ignore -->\n<!-- ra-ignore: made later -->\n\n[2](gone.md)\n[3](gone.md)\n",
    "docs/b.mdx": "[1](gone.md) {/* ra-ignore */}\n[2](gone.md)\n",
    "docs/c.rst": ".. ra-ignore\n\n:doc:`gone`\n\n:doc:`gone`\n",
    "docs/d.adoc": "= D\n\n// ra-ignore\nxref:gone.adoc[]\n\nxref:gone.adoc[]\n",
    "docs/e.org": "# ra-ignore\n[[file:gone.org]]\n[[file:gone.org]]\n",
  });
  assert.deepEqual(broken.map((each) => each.replace(/ .*/, "")), [
    "docs/a.md:5",
    "docs/b.mdx:2",
    "docs/c.rst:5",
    "docs/d.adoc:6",
    "docs/e.org:3",
  ]);
  assert.ok(notes.includes(": 6 findings are left out because of comments `ra-ignore`"), notes.join("\n"));
});

test("a missing extension is broken only where hardly any link leaves it out", async () => {
  const pages = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`docs/p${at}.md`, "# P\n\n[a](a.md)\n"]));
  assert.deepEqual((await said({ ...pages, "docs/a.md": "[p](p1)\n" })).broken, [
    "docs/a.md:1 p1 (other links name the extension: p1.md)",
  ]);
  assert.deepEqual((await said({ ...pages, "docs/a.md": "[p](p1) [q](p2)\n" })).broken, []);
});

test("a file that the code host shows has to be in the repository", async () => {
  const { broken } = await said({
    "docs/a.md": "[1](https://github.com/o/r/blob/main/docs/a.md) [2](https://github.com/o/r/blob/main/gone.ts)\n" +
      "[3](https://github.com/o/other/blob/main/gone.ts) [4](https://github.com/o/r/blob/v1/gone.ts)\n",
    "package.json": '{ "repository": "github:o/r" }',
  });
  assert.deepEqual(broken, ["docs/a.md:1 https://github.com/o/r/blob/main/gone.ts"]);
});

test("what workspace.resolve() opens for sure is never called broken, and what it does not is", async () => {
  const names = ["a", "b", "sub/c", "sub/index", "Two words"];
  const path = fc.constantFrom("a.md", "./b.md", "sub/c.md", "../b.md", "c.md", "no.md", "sub/no.md", "b.html");
  const link = fc.tuple(path, fc.constantFrom("", "#one", "#no")).map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
      fc.array(link, { minLength: 1, maxLength: 6 }),
      async (pages, links) => {
        const from = `docs/${pages[0]!}.md`;
        const text = `# One\n\n${links.map((destination) => `[x](${destination})`).join("\n")}\n`;
        const { workspace } = await openProject({
          ...Object.fromEntries(pages.map((name) => [`docs/${name}.md`, "# One\n"])),
          [from]: text,
        });
        const { issues } = await workspace.check({ drift: true });
        const places = await workspace.resolve(links, { from: `docs:${pages[0]!}.md` });
        workspace.close();
        const broken = new Set(issues.filter(({ level }) => level === "warning").map(({ line }) => line! - 3));
        assert.deepEqual(
          links.map((_, at) => broken.has(at)),
          places.map((place, at) => (place === null || place.missing !== null) && !links[at]!.startsWith("../..")),
        );
      },
    ),
    { numRuns: 25 },
  );
});
