// Tests that a search finds and shows what a reader of the rendered page sees, and nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { snippetHtml } from "../../src/output/snippet_html.ts";
import type { Workspace } from "../../src/workspace/contract.ts";
import { ALL, openProject, searchOne } from "./project.ts";

async function isFound(workspace: Workspace, query: string): Promise<boolean> {
  const { results } = await searchOne(workspace, query, { ...ALL, list: true });
  return results.some(({ path }) => path.startsWith("page."));
}

/** Checks what finds a page, and what does not. The other page has a word of each kind, so that no query is odd. */
async function finds(page: string, found: readonly string[], lost: readonly string[], name = "page.md"): Promise<void> {
  const { workspace } = await openProject({ [`docs/${name}`]: page, "docs/other.md": "# Other\n\nSomething else.\n" });
  for (const query of found) assert.ok(await isFound(workspace, query), `${query} should find ${page}`);
  for (const query of lost) assert.ok(!(await isFound(workspace, query)), `${query} should not find ${page}`);
}

/** Checks the snippet, and that the marked bytes of the content are these. */
async function shows(page: string, query: string, snippet: string, marked: readonly string[]): Promise<void> {
  const { workspace } = await openProject({ "docs/page.md": page });
  const { results: [result] } = await searchOne(workspace, query, ALL);
  assert.equal(snippetHtml(result!.snippet!), snippet);
  const bytes = new TextEncoder().encode(result!.content);
  const texts = result!.match_ranges!.map(({ start, end }) => new TextDecoder().decode(bytes.subarray(start, end)));
  assert.deepEqual(texts, marked);
}

test("entities are the characters that they stand for", async () => {
  const page =
    "# A\n\nDie Gr&uuml;ndung in M&#252;nchen &mdash; AT&amp;T, na&iuml;ve,\nneed&nbsp;it, &#x141;&oacute;d&zacute;.\n";
  await finds(page, ["Gründung", "münchen", "naïve", '"need it"', "Łódź", "AT&T"], ["uuml", "mdash", "nbsp", "amp"]);
  await shows(page, "gründung", "Die <b>Gründung</b> in München — AT&amp;T, naïve, need it, Łódź.", [
    "Gr&uuml;ndung",
  ]);
});

test("invisible signs are not there, in texts and in queries", async () => {
  const page =
    "# A\n\nGe\u00adsamt\u00adkon\u00adzept, zero\u200bbreak, word\u2060joined, check\ufe0fmark, left\u200eright.\n\nمی‌خواهم کتاب‌ها\n";
  await finds(
    page,
    [
      "Gesamtkonzept",
      "zerobreak",
      "wordjoined",
      "checkmark",
      "leftright",
      "Ge\u00adsamt\u00adkonzept",
      "zero\u200bbreak",
      "میخواهم",
      "می‌خواهم",
      "کتابها",
    ],
    ["samt", "joined"],
  );
});

test("accents that stand before their letter belong to it, and half-width kana are kana", async () => {
  await finds("# A\n\nZiel F¨ur caf´e ｶﾞｲﾄﾞ\n", ["für", "fur", "cafe", "café", "ガイド"], []);
});

test("comments match nothing and stand in no snippet", async () => {
  const page =
    "# A\n\n<!-- gremlin daemon -->\nThe word <!-- goblin --> stays.\n\n<!-- markdownlint-disable MD013 -->\n[//]: # (hobgoblin)\n\n%% imp note %%\n\n<!--\n## Secret plan\n\nkobold\n-->\n\nafter\n";
  await finds(page, ["word stays", "after"], [
    "gremlin",
    "goblin",
    "markdownlint",
    "hobgoblin",
    '"imp note"',
    "kobold",
    "secret",
  ]);
  await shows(page, "word", "The <b>word</b> stays. after", ["word"]);
});

test("markup inside a word does not part it", async () => {
  const page =
    "# A\n\n**un**important, H<sub>2</sub>O, [retry](x.md)able, `Widget`s, <span>Pre</span>fix, super<wbr>cali.\n";
  await finds(page, ["unimportant", "H2O", "retryable", "widgets", "prefix", "supercali"], ["span", "sub"]);
  await shows(page, "h2o", "unimportant, <b>H2O</b>, retryable, Widgets, Prefix, supercali.", ["H<sub>2</sub>O"]);
});

test("addresses, attributes and fences are not text, and what stands in place of pictures is", async () => {
  const page =
    '# A\n\n[Guide](https://host.example/path "Tip") ![Diagram](pics/flow.png) <img src="logo.svg" alt="Logo">\n<https://auto.example>\n\n```python {linenos=true} title="src/run.py"\nprint(1)\n```\n\n| Key | Value |\n|-----|-------|\n| one | two |\n';
  await finds(page, ["guide", "diagram", "logo", "auto.example", "src/run.py", "print", '"one two"'], [
    "host.example",
    "pics",
    "tip",
    "linenos",
    "svg",
  ]);
  await shows(page, "guide", "<b>Guide</b> Diagram Logo https://auto.example src/run.py print(1) Key Value one two", [
    "Guide",
  ]);
});

test("marks of dialects are not text, and their titles are", async () => {
  const page =
    '# A\n\n:::note[Be careful]\nMind it.\n:::\n\n{{< ref "secret.md" >}}shown{{% /ref %}}\n\n[Button](b.md){ .md-button }\n\n[[Page|label]] ![[image.png|300]]\n\n> [!tip]- Callout\n> Text\n';
  await finds(page, ["careful", "mind", "shown", "button", "label", "callout"], [
    "note",
    "ref",
    "secret",
    "image",
    "300",
    "tip",
  ]);
});

test("the same text as Markdown, MDX and HTML is found by the same words", async () => {
  const words = ["unimportant", "Gründung", "H2O", "retryable", "diagram", "x < y"];
  const lost = ["strong", "uuml", "sub", "target", "png", "remark"];
  await finds(
    "# A\n\n**un**important Gr&uuml;ndung H<sub>2</sub>O [retry](target.md)able ![Diagram](a.png) x &lt; y <!-- remark -->\n",
    words,
    lost,
  );
  await finds(
    "# A\n\n**un**important Gr&uuml;ndung H<sub>2</sub>O [retry](target.md)able ![Diagram](a.png) x &lt; y {/* remark */}\n",
    words,
    lost,
    "page.mdx",
  );
  await finds(
    '<title>A</title><main><h1>A</h1><p><strong>un</strong>important Gr&uuml;ndung H<sub>2</sub>O <a href="target.md">retry</a>able <img alt="Diagram" src="a.png"> x &lt; y <!-- remark -->',
    words,
    lost,
    "page.html",
  );
});

test("headings in HTML are headings, and the usual README has its title", async () => {
  const { workspace } = await openProject({
    "docs/README.md":
      '<h1 align="center">\n  <img src="l.png" alt="Logo">\n  Quill&shy;feather\n</h1>\n\nText.\n\n<h2 id="usage">How to use it</h2>\n\nflaptok\n',
  });
  const [document] = await workspace.list("docs");
  assert.equal(document!.title, "Logo Quill\u00adfeather");
  assert.equal((await workspace.get("docs:README.md#usage")).content, "\nflaptok\n");
});

test("every usual spelling of an anchor leads to its section", async () => {
  const { workspace } = await openProject({
    "docs/a.mdx": '# A\n\n## One {/* #my-id */}\n\nonetok\n\n<a id="jsx"></a>\n\n## Two {#classic}\n\ntwotok\n',
    "docs/b.md":
      '# B\n\n(my-label)=\n## Three\n\nthreetok\n\n## Four <a id="ga"></a>\n\nfourtok\n\n<a name="before"></a>\n\n## Five\n\nfivetok\n\n## Six {#pid key=val}\n\nsixtok\n\n## Seven\n{: #no}\n\n## Seven {: #kid}\n\nseventok\n\n## Eight {id="gb"}\n\neighttok <span id="inner"></span>\n',
  });
  const expected = [
    ["a.mdx#my-id", "onetok"],
    ["a.mdx#classic", "twotok"],
    ["a.mdx#jsx", "twotok"],
    ["b.md#my-label", "threetok"],
    ["b.md#three", "threetok"],
    ["b.md#ga", "fourtok"],
    ["b.md#before", "fivetok"],
    ["b.md#pid", "sixtok"],
    ["b.md#kid", "seventok"],
    ["b.md#gb", "eighttok"],
    ["b.md#inner", "eighttok"],
  ] as const;
  for (const [id, word] of expected) assert.match((await workspace.get(`docs:${id}`)).content!, new RegExp(word), id);
  const titles = (await workspace.list("chunks")).map(({ title }) => title);
  assert.ok(titles.every((title) => !/[{}]/.test(title)), titles.join());
});

test("#words in the text are tags", async () => {
  const { workspace } = await openProject({
    "docs/note.md":
      "---\ntags: [stated]\n---\n# Note #no\n\nA #urgent thing of #project/alpha. #a1b2c3 #12 `#code` [#link](x.md)\n",
  });
  const tags = (await workspace.list("tags")).map(({ tag }) => tag);
  assert.deepEqual(tags, ["project/alpha", "stated", "urgent"]);
  assert.equal((await searchOne(workspace, "tag:project", ALL)).results.length, 1);
});

test("a document's content begins after its frontmatter, and its span in the tree of chunks does not", async () => {
  const page = "---\ntitle: A\n---\n\nText of the page.\n";
  const { workspace } = await openProject({ "docs/a.md": page });
  const { results: [found] } = await searchOne(workspace, "text", ALL);
  const got = await workspace.get("docs:a.md");
  for (const result of [found!, got]) {
    assert.deepEqual([result.content, result.byte_start, result.start_line], ["\nText of the page.\n", 17, 4]);
  }
  for (const options of [{ frontmatter: true }, { fullDocument: true }]) {
    const whole = await workspace.get("docs:a.md", options);
    assert.deepEqual([whole.content, whole.byte_start, whole.start_line], [page, 0, 1]);
  }
  assert.equal((await workspace.inspect("docs/a.md")).chunks[0]!.byte_start, 0);
});

test("the description of a page of HTML is the snippet where it matches", async () => {
  const { workspace } = await openProject({
    "docs/a.html": '<title>A</title><meta name="description" content="All about marzipan."><main><h1>A</h1><p>Text.',
  });
  const { results: [found] } = await searchOne(workspace, "marzipan", ALL);
  assert.equal(snippetHtml(found!.snippet!), "description: All about <b>marzipan</b>.");
});
