// Tests of what links to what: `links`, `get` with both directions, `linked:`, passages that results link to, and the
// notes of `check`.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Workspace } from "../../src/workspace.ts";
import { createFiles, failure, type Files, openFiles, openProject, searchOne } from "./project.ts";

const ALL_KINDS = '[tree.docs]\npath = "docs"\nbase_url = "https://docs.example.org/"\n';

/** Each line `path:line text` of a document that links to this one. */
async function backlinksOf(workspace: Workspace, id: string): Promise<readonly string[]> {
  return (await workspace.links(id)).backlinks.map(({ path, line, text }) => `${path}:${line} ${text}`);
}

test("a link of every format leads to its document, with its line and its text", async () => {
  const { workspace } = await openProject({
    ".ra.toml": ALL_KINDS,
    "docs/target.md": "---\naliases: [Other Name]\n---\n# The target\n\n## A place\n\nText.\n",
    "docs/markdown.md": "# M\n\n[one](target.md)\n[two](./target#a-place)\n[three][ref]\n\n[ref]: target.md\n",
    "docs/wiki.md": "# W\n\n[[target]]\n[[target#A place|shown]]\n![[Other Name]]\n`[[target]]`\n",
    "docs/site.md": '# S\n\n[a](/target/) and <https://docs.example.org/target/>\n<a href="target.html">b</a>\n',
    "docs/hugo.md": '# H\n\n[h]({{< relref "target.md" >}}) and [j]({% link docs/target.md %})\n',
    "docs/card.mdx": '# C\n\n<Card href="/target" /> text <Link to={"./target.md"}>x</Link>\n',
    "docs/page.html": '<h1>P</h1><p>See <a href="target.html">the page</a>.</p>',
    "docs/guide.rst": "Guide\n=====\n\nSee :doc:`the doc <target>` and `link <target.md>`_.\n",
    "docs/manual.adoc": "= Manual\n\nSee xref:target.md[the place].\n",
    "docs/notes.org": "* Notes\n\nSee [[file:target.md][org text]].\n",
    "docs/image.md": "# I\n\n![no link](target.md)\n\n```\n[no](target.md)\n```\n",
  });
  assert.deepEqual(await backlinksOf(workspace, "docs:target.md"), [
    ...["card.mdx:3 /target", "card.mdx:3 ./target.md", "guide.rst:4 the doc", "guide.rst:4 link"],
    ...["hugo.md:3 h", "hugo.md:3 j", "manual.adoc:3 the place"],
    ...["markdown.md:3 one", "markdown.md:4 two", "markdown.md:5 three"],
    ...["notes.org:3 org text", "page.html:1 the page"],
    ...["site.md:3 a", "site.md:3 https://docs.example.org/target/", "site.md:4 target.html"],
    ...["wiki.md:3 target", "wiki.md:4 shown", "wiki.md:5 Other Name"],
  ]);
  assert.deepEqual(await backlinksOf(workspace, "docs:target.md#a-place"), ["markdown.md:4 two", "wiki.md:4 shown"]);
});

const SMALL: Files = {
  "docs/index.md": "# Home\n\nSee [the guide](guide.md#install), [gone](gone.md) and [there](../other.txt).\n",
  "docs/guide.md":
    "# Guide\n\n## Install\n\nRun it after [home](index.md). [bad](index.md#nope)\n\n## Use\n\nUse it.\n",
  "docs/cable.md": "# Cable\n\nInstall the red cable.\n",
  "docs/lonely.md": "# Lonely\n\nInstall nothing.\n",
  "docs/hub.md": "# Hub\n\nInstall begins here: [cable](cable.md).\n",
  "other.txt": "x",
};

test("links tells what a document links to, what links to it, and what leads nowhere", async () => {
  const { workspace } = await openProject(SMALL);
  const report = await workspace.links("docs/guide.md");
  assert.deepEqual(report, {
    id: "docs:guide.md",
    links: [{ id: "docs:index.md", text: "home", destination: "index.md", line: 5, sure: true }],
    backlinks: [{
      ...{
        id: "docs:index.md#home",
        tree: "docs",
        path: "index.md",
        text: "the guide",
        destination: "guide.md#install",
      },
      ...{ line: 3, to: "docs:guide.md#install", sure: true },
    }],
    broken: [{ text: "bad", destination: "index.md#nope", line: 5, id: "docs:index.md", missing: "nope" }],
  });
  const { broken, backlinks } = await workspace.links("docs:index.md");
  assert.deepEqual(broken.map(({ destination, id, missing }) => [destination, id, missing]), [
    ["gone.md", null, "gone.md"],
  ]);
  assert.deepEqual(backlinks.map(({ text, missing }) => [text, missing]), [["home", undefined], ["bad", "nope"]]);
  const use = await workspace.links("docs:guide.md#use");
  assert.deepEqual([use.links, use.backlinks, use.broken], [[], [], []]);
  assert.equal((await failure(() => workspace.links("docs:none.md"))).code, "unknown-id");
});

test("get has both directions on request", async () => {
  const { workspace } = await openProject(SMALL);
  const { links, backlinks } = await workspace.get("docs:guide.md", { links: true, backlinks: true });
  assert.deepEqual([links?.map(({ id }) => id), backlinks?.map(({ id }) => id)], [
    ["docs:index.md"],
    ["docs:index.md#home"],
  ]);
  const plain = await workspace.get("docs:guide.md");
  assert.deepEqual([plain.links, plain.backlinks], [undefined, undefined]);
});

test("linked: keeps the documents that link to one or that it links to", async () => {
  const { workspace } = await openProject(SMALL);
  const found = async (query: string) => (await searchOne(workspace, query)).results.map(({ doc_id }) => doc_id).sort();
  assert.deepEqual(await found("install linked:docs/cable.md"), ["docs:hub.md"]);
  assert.deepEqual(await found('install linked:"docs:hub.md"'), ["docs:cable.md"]);
  assert.deepEqual(await found("linked:docs:index.md"), ["docs:guide.md"]);
  assert.deepEqual(await found("install -linked:docs:cable.md"), ["docs:cable.md", "docs:guide.md", "docs:lonely.md"]);
  const wrong = await failure(() => workspace.search("install linked:nothing"));
  assert.equal(wrong.code, "unknown-id");
  assert.match(wrong.message, /there is no document `nothing`\n.*\n {10}\^/);
});

test("passages that results link to follow them where they share words with the query", async () => {
  const { workspace } = await openProject(SMALL);
  const linked = async (query: string, links: number) =>
    (await searchOne(workspace, query, { limit: 1, links })).results.map(({ id, linked_from: from }) => [id, from]);
  assert.deepEqual(await linked("install begins", 2), [
    ["docs:hub.md", undefined],
    ["docs:cable.md#cable", "docs:hub.md"],
  ]);
  // The page behind the link has none of these words.
  assert.deepEqual(await linked("begins", 2), [["docs:hub.md", undefined]]);
  assert.deepEqual(await linked("install begins", 0), [["docs:hub.md", undefined]]);
  assert.equal((await failure(() => workspace.search("install", { links: -1 }))).code, "usage");
});

test("check counts documents without links, except where nothing links", async () => {
  const { workspace } = await openProject(SMALL);
  const notes = (await workspace.check()).issues.filter(({ code }) => code === "orphan" || code === "dead-end");
  assert.deepEqual(notes.map(({ code, message }) => [code, message]), [
    ["orphan", "2 of 5 documents are linked from no other document and from no navigation: hub.md, lonely.md"],
    ["dead-end", "2 of 5 documents link to no other document: cable.md, lonely.md"],
  ]);
  const { workspace: plain } = await openProject({ "docs/a.md": "# A\n", "docs/b.md": "# B\n" });
  assert.deepEqual((await plain.check()).issues, []);
});

test("links that lead out of the trees, that are enormous, or that go in circles harm nothing", async () => {
  const { workspace } = await openProject({
    "docs/a.md": `# A\n\n[x](../../../../etc/passwd) [y](file:///etc/passwd) [z](javascript:alert(1))\n![[b]]\n`,
    "docs/b.md": `# B\n\n![[a]] [long](${"x/".repeat(1_000_000)})\n[[${"y".repeat(1_000_000)}]]\n`,
    "docs/c.md": `# C\n\n${"[[a]] ".repeat(20_000)}\n${"[[".repeat(50_000)}${"]({".repeat(50_000)}\n`,
  });
  const { links, backlinks } = await workspace.links("docs:a.md");
  assert.deepEqual(links.map(({ id }) => id), ["docs:b.md"]);
  assert.deepEqual([...new Set(backlinks.map(({ path }) => path))], ["b.md", "c.md"]);
  assert.deepEqual((await workspace.links("docs:b.md")).links.map(({ id }) => id), ["docs:a.md"]);
});

/** Names of files and of the folders that hold them. */
const PLACES = ["a one", "b/two", "b/03-three", "c/d/Four", "c/index", "fünf"] as const;
const FORMS: readonly ((from: string, to: string) => string)[] = [
  (from, to) => `[t](<${relative(from, `${to}.md`)}>)`,
  (from, to) => `[t](${encodeURI(relative(from, to))})`,
  (_, to) => `[t](</${to}>)`,
  (_, to) => `[[${to}]]`,
  (_, to) => `[[${to}|t]]`,
  (from, to) => `<a href="${relative(from, `${to}.md`)}">t</a>`,
  (_, to) => `[t](https://docs.example.org/${encodeURI(to)}/)`,
];

function relative(from: string, to: string): string {
  return "../".repeat(from.split("/").length - 1) + to;
}

test("property: whatever links to a document is found, and what a rename breaks are its links alone", async () => {
  const place = fc.nat(PLACES.length - 1);
  const link = fc.record({ from: place, to: place, form: fc.nat(FORMS.length - 1) });
  await fc.assert(
    fc.asyncProperty(fc.array(link, { minLength: 1, maxLength: 12 }), place, async (links, renamed) => {
      const text = (own: number): string =>
        `# Page ${own}\n\n${
          links.filter(({ from }) => from === own).map(({ to, form }) => FORMS[form]!(PLACES[own]!, PLACES[to]!)).join(
            "\n\n",
          )
        }\n`;
      const files = createFiles({
        ".ra.toml": ALL_KINDS,
        ...Object.fromEntries(PLACES.map((path, at) => [`docs/${path}.md`, text(at)])),
      });
      const { workspace } = await openFiles(files);
      const counted = (to: number) => links.filter((each) => each.to === to && each.from !== to).length;
      for (const [at, path] of PLACES.entries()) {
        assert.equal((await workspace.links(`docs:${path}.md`)).backlinks.length, counted(at), path);
      }
      const before = new Map<string, readonly unknown[]>();
      for (const path of PLACES) before.set(path, (await workspace.links(`docs:${path}.md`)).links.map(({ id }) => id));
      files.rename(`/project/docs/${PLACES[renamed]}.md`, "/project/docs/renamed.md");
      for (const [at, path] of PLACES.entries()) {
        if (at === renamed) continue;
        const now = (await workspace.links(`docs:${path}.md`)).links.map(({ id }) => id);
        assert.deepEqual(now, before.get(path)!.filter((id) => id !== `docs:${PLACES[renamed]}.md`), path);
      }
    }),
    { numRuns: 25 },
  );
});

test("property: what ra prints of a place leads back to it", async () => {
  const word = fc.constantFrom("Install", "On Linux: `apt`", "Notes", "A & B", "Ünder", "v1.2", "()", "C++");
  const heading = fc.record({ level: fc.integer({ min: 1, max: 4 }), word });
  await fc.assert(
    fc.asyncProperty(fc.array(heading, { minLength: 1, maxLength: 8 }), async (headings) => {
      const page = headings.map(({ level, word: text }) => `${"#".repeat(level)} ${text}\n\nText.\n`).join("\n");
      const { workspace } = await openProject({ "docs/a b.md": page, "docs/c/d.md": page });
      for (const { id } of await workspace.list("chunks")) {
        const { path, start_line: line, doc_id: document } = await workspace.get(id);
        assert.equal((await workspace.get(id)).id, id);
        if (id === document) continue;
        assert.equal((await workspace.get(`docs/${path}:${line}`)).id, id);
        assert.equal((await workspace.get(`docs/${path}#${id.slice(document.length + 1)}`)).id, id);
        assert.equal((await workspace.get(`/project/docs/${path}:${line}`)).id, id);
      }
    }),
    { numRuns: 40 },
  );
});

test("get names the notes that a passage shows in place", async () => {
  const { workspace } = await openProject({
    "docs/a.md": "# A\n\nBefore.\n\n![[b#Part]] and ![[gone]] and ![[b#Part]]\n",
    "docs/b.md": "# B\n\n## Part\n\nText.\n",
  });
  assert.deepEqual((await workspace.get("docs:a.md")).takes_in, ["docs:b.md#part"]);
  assert.equal((await workspace.get("docs:b.md")).takes_in, undefined);
});
