import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reading } from "../../../src/document/formats/format.ts";
import { readFile } from "../../../src/document/formats/read_file.ts";
import { placeAt } from "../../../src/document/formats/source_map.ts";

async function read(page: string | Uint8Array): Promise<Reading> {
  return await readFile(typeof page === "string" ? new TextEncoder().encode(page) : page, "page.html");
}

async function markdownOf(page: string): Promise<string> {
  return new TextDecoder().decode((await read(page)).text);
}

/** Returns `level id text` of each heading. */
async function headingsOf(page: string): Promise<readonly string[]> {
  const { outline } = await read(page);
  assert.equal(outline.by, "format");
  return outline.by === "format" ? outline.headings.map(({ level, id, text }) => `${level} ${id} ${text}`) : [];
}

test("ra writes a page as Markdown: headings, paragraphs, code, lists, quotes, tables, links", async () => {
  const page = `<!doctype html><html><head><title>T</title><style>p{}</style></head><body><main>
    <h1>Guide</h1>
    <p>Some <b>bold</b>, <em>soft</em> and <code>in
      code</code> text&nbsp;&amp; a <a href="other.html#x">link</a>.<br>Next line.</p>
    <pre><code class="language-js">if (a &lt; b) {
  go();
}
</code></pre>
    <ul><li>one<ul><li>inner</li></ul></li><li><p>two</p></li></ul>
    <ol start="3"><li>three</li><li>four<pre>x</pre></li></ol>
    <blockquote><p>Said.</p><p>Twice.</p></blockquote>
    <table><thead><tr><th>Key</th><th>Value</th></tr></thead><tbody><tr><td><code>a|b</code></td><td>1</td></tr><tr><td>c</td></tr></tbody></table>
    <p><img src="flow.png" alt="The flow"><img src="line.png" alt=""></p>
    <script>alert(1)</script><p hidden>no</p><template>no</template><button>Copy</button>
  </main></body></html>`;
  assert.equal(
    await markdownOf(page),
    `# Guide

Some **bold**, *soft* and \`in code\` text & a [link](other.html#x).
Next line.

\`\`\`js
if (a < b) {
  go();
}
\`\`\`

- one
  - inner
- two

3. three
4. four

   \`\`\`
   x
   \`\`\`

> Said.
>
> Twice.

| Key | Value |
| --- | --- |
| \`a\\|b\` | 1 |
| c |  |

![The flow](flow.png)
`,
  );
});

test("the title and the name of a command that AsciiDoc puts before the content are text, and its contents are not", async () => {
  const page = (kind: string): string =>
    `<body class="${kind}"><div id="header"><h1>go(1)</h1><h2>NAME</h2><p>go - moves</p><div id="toc"><a href="#a">A</a></div>` +
    '</div><div id="content"><h2 id="a">A</h2><p>It moves the pump to its place.</p></div><div id="footer">End</div></body>';
  for (const kind of ["manpage", "article", "book"]) {
    assert.equal(
      await markdownOf(page(kind)),
      "# go(1)\n\n## NAME\n\ngo - moves\n\n## A\n\nIt moves the pump to its place.\n",
      kind,
    );
  }
  const long = "Text of the part A. ".repeat(20).trim();
  assert.equal(await markdownOf(page("other").replace(/<p>It .*?<\/p>/, long)), `## A\n\n${long}\n`);
});

test("DocBook's links to the pages around are not text", async () => {
  assert.equal(
    await markdownOf(
      '<body><div class="navheader"><a href="a">Prev</a></div><p>one</p><table class="navfooter"><tr><td>Next</table></body>',
    ),
    "one\n",
  );
});

test("headings keep the ids that links use, and lose links to themselves", async () => {
  assert.deepEqual(
    await headingsOf(`<body>
      <section id="install"><h1>Install<a class="headerlink" href="#install" title="Link to this heading">¶</a></h1>
      <h2 id="own">Own <a href="#own">#</a></h2>
      <h2><a class="header" href="#a" id="inner">Inner <code>x</code></a></h2>
      <span id="before"></span><h3>Before<a href="#before">Link to this heading</a></h3>
      <a name="old"></a>
      <h3>Old</h3>
      <p>text</p><h4>None</h4><h5></h5></section></body>`),
    ["1 install Install", "2 own Own", "2 inner Inner x", "3 before Before", "3 old Old", "4 null None"],
  );
});

test("the general index of Sphinx matches nothing, because it only links to what other pages say", async () => {
  const page = `<main><h1 id="index">Index</h1><div class="genindex-jumpbox"><a href="#A">A</a></div><h2 id="A">A</h2>
    <table class="indextable genindextable"><tr><td><ul><li><a href="api.html#add">add()</a></li></ul></td></tr></table>
    <table class="indextable modindextable"><tr><td><a href="api.html">api</a></td></tr></table></main>`;
  assert.equal(await markdownOf(page), "# Index\n\n## A\n");
});

/** A signature as Sphinx writes it. */
function signature(id: string, before: string, name: string, after: string): string {
  return `<dt class="sig sig-object py" id="${id}"><span class="sig-prename descclassname">${before}</span>` +
    `<span class="sig-name descname"><span class="pre">${name}</span></span><span class="sig-paren">(</span>` +
    `<em>${after}</em><span class="sig-paren">)</span><a class="reference internal" href="_modules/x.html#${id}">` +
    `<span class="viewcode-link">[source]</span></a><a class="headerlink" href="#${id}">¶</a></dt>`;
}

test("a definition that a page links to becomes a section that ends with the definition", async () => {
  const page = `<main><h1 id="top">Paths</h1><p>About.</p>
    <dl class="py function">${signature("os.path.join", "os.path.", "join", "a, *b")}
      <dd><p>Joins.</p><dl class="field-list"><dt>Returns<span>:</span></dt><dd><p>the path</p></dd></dl></dd></dl>
    <p>Between.</p>
    <dl class="py class">${signature("m.Cache", "m.", "Cache", "size")}<dd><p>Keeps.</p>
      <dl class="py method">${signature("m.Cache.get", "", "get", "key")}
        ${signature("m.Cache.pop", "", "pop", "key")}<dd></dd></dl></dd></dl>
    <h2 id="more">More</h2><dl><dt id="term-x">A term<a href="#term-x">¶</a></dt><dd>Said.</dd></dl></main>`;
  assert.equal(
    await markdownOf(page),
    `# Paths

About.

## os.path.join

\`os.path.join(a, *b)\`

Joins.

- Returns:

  the path

Between.

## m.Cache

\`m.Cache(size)\`

Keeps.

### m.Cache.get

\`get(key)\`

\`pop(key)\`

## More

### A term

Said.
`,
  );
  assert.deepEqual(await headingsOf(page), [
    "1 top Paths",
    "2 os.path.join os.path.join",
    "2 m.Cache m.Cache",
    "3 m.Cache.get m.Cache.get",
    "2 more More",
    "3 term-x A term",
  ]);
  const { outline, text } = await read(page);
  assert.ok(outline.by === "format");
  const join = outline.headings[1];
  assert.ok(new TextDecoder().decode(text.subarray(join?.bodyStart, join?.end)).endsWith("- Returns:\n\n  the path\n"));
});

test("definitions without links to them, definitions inside lists, and footnotes stay a list", async () => {
  const page = `<main><dl><dt>cache</dt><dd><p>One.</p><p>Two.</p></dd><dt>a</dt><dt>b</dt><dd>Both.</dd></dl>
    <dl class="footnote brackets"><dt class="label" id="f"><a href="#id2">1</a></dt><dd><p>Foot.</p></dd></dl>
    <ul><li><dl><dt id="x">x</dt><dd>In.</dd></dl></li></ul><dl><dd><h2>Inside</h2></dd></dl></main>`;
  assert.deepEqual(await headingsOf(page), ["2 null Inside"]);
  assert.equal(
    await markdownOf(page),
    "- cache\n\n  One.\n\n  Two.\n\n- a\n\n  b\n\n  Both.\n\n- [1](#id2)\n\n  Foot.\n\n" +
      "- - x\n\n    In.\n\n## Inside\n",
  );
});

test("options, C members, rustdoc methods and Javadoc members keep the page's titles and ids", async () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [
      '<dl><dt id="cmdoption-j"><span class="descname">-j</span><span class="descclassname"> &lt;n&gt;</span></dt></dl>',
      ["2 cmdoption-j -j <n>"],
    ],
    ['<dl><dt id="c.ra.x">int <span class="sig-name">x</span></dt><dd>X.</dd></dl>', ["2 c.ra.x ra.x"]],
    [
      '<section id="method.new"><a class="src rightside" href="x">Source</a><a href="#method.new" class="anchor">§</a>' +
      '<h4>fn new()<div class="where">where T</div></h4></section>',
      ["4 method.new fn new() where T"],
    ],
    ["<h1>Struct A<button id=copy-path>Copy</button></h1>", ["1 null Struct A"]],
    ['<ul><li><section id="get(int)"><h3>get</h3><p>x</p></section></li></ul>', ["3 get(int) get"]],
    ['<a id="abc"></a><h2><span class="permalink"><a href="#abc">&#9670;&nbsp;</a></span>open()</h2>', [
      "2 abc open()",
    ]],
  ];
  for (const [page, headings] of cases) assert.deepEqual(await headingsOf(`<main>${page}</main>`), headings, page);
});

test("a heading in a list, a quote or a table becomes text", async () => {
  const page = "<body><h1>A</h1><ul><li><h2>B</h2>b</li></ul><blockquote><h3>C</h3></blockquote></body>";
  assert.deepEqual(await headingsOf(page), ["1 null A"]);
  assert.equal(await markdownOf(page), "# A\n\n- **B**\n\n  b\n\n> **C**\n");
});

test("every piece of text has its lines in the page", async () => {
  const page = "<html>\n<body>\n<h1>A</h1>\n<p>one\ntwo</p>\n\n<pre>\nx\ny\n</pre>\n</body></html>\n";
  const { text, map } = await read(page);
  const written = new TextDecoder().decode(text);
  const lineOf = (word: string): number => placeAt(map!, written.indexOf(word));
  assert.equal(map?.unit, "line");
  assert.deepEqual(["A", "one", "two", "x", "y"].map(lineOf), [3, 4, 5, 8, 9]);
});

test("title, language, description and keywords of a page become its properties", async () => {
  const head = (title: string): string =>
    `<html lang="de-AT"><head><title>${title}</title><meta name="description" content=" What it
      is. "><meta name=keywords content="a, b c"></head><body><h1>Install</h1>x</body></html>`;
  const { properties } = await read(head("Install — The Manual"));
  assert.deepEqual(
    [properties.title, properties.lang, properties.metadata],
    ["Install", "de-at", { description: ["What it is."], keywords: ["a", "b c"] }],
  );
  assert.equal((await read(head("The Manual: Install"))).properties.title, "The Manual: Install");
  assert.equal((await read("<p>x</p>")).properties.title, null);
});

test("a code block takes its language from the class that highlighters write, and loses line numbers", async () => {
  const cases: readonly (readonly [string, string])[] = [
    ['<div class="highlight-python notranslate"><div class="highlight"><pre>x</pre></div></div>', "python"],
    ['<pre class="language-toml"><code>x</code></pre>', "toml"],
    ['<div class="sourceCode"><pre class="sourceCode rust"><code>x</code></pre></div>', "rust"],
    ['<div class="highlight-default"><pre>x</pre></div>', ""],
    ['<pre><span class="linenos">1</span>x</pre>', ""],
  ];
  for (const [block, language] of cases) {
    assert.equal(await markdownOf(`<main>${block}</main>`), `\`\`\`${language}\nx\n\`\`\`\n`, block);
  }
  assert.equal(await markdownOf("<main><pre>```\n</pre></main>"), "````\n```\n````\n");
});

test("a layout table becomes its cells, one after the other", async () => {
  const page = "<body><table><tr><td><pre>a</pre></td><td><p>b</p></td></tr></table><table><tr><td>c</td></tr></table>";
  assert.equal(await markdownOf(page), "```\na\n```\n\nb\n\nc\n");
});

test("text that looks like a tag stays text, and an anchor without an address is not a link", async () => {
  assert.equal(
    await markdownOf(
      "<p>Vec&lt;T&gt; <a href='javascript:x'>run</a> <a href=https://a.example>https://a.example</a></p>",
    ),
    "Vec\\<T> run https://a.example\n",
  );
});

test("a page decodes by its declared encoding, and one that declares it wrongly as windows-1252", async () => {
  const page = (charset: string): Uint8Array =>
    Uint8Array.from(`<meta charset="${charset}"><p>caf\xe9</p>`, (letter) => letter.charCodeAt(0));
  const textOf = async (charset: string): Promise<string> => new TextDecoder().decode((await read(page(charset))).text);
  assert.equal(await textOf("iso-8859-1"), "café\n");
  assert.equal(await textOf("iso-8859-5"), "cafщ\n");
  assert.equal(await textOf("utf-8"), "café\n");
  assert.deepEqual((await read(page("iso-8859-5"))).warnings, []);
  assert.deepEqual((await read(page("utf-8"))).warnings.map(({ code, line }) => [code, line]), [["not-utf-8", 1]]);
});

test("a page nested a hundred thousand elements deep ends at the limit, with one warning and its line", async () => {
  for (const tag of ["div", "span", "b", "ul", "table", "blockquote", "x-y"]) {
    const { text, warnings } = await read(`<p>Start.</p>\n${`<${tag}>`.repeat(100_000)}deep`);
    assert.ok(new TextDecoder().decode(text).startsWith("Start.\n"), tag);
    assert.ok(warnings.length <= 1 && warnings.every(({ line }) => line === 2), tag);
  }
  const { warnings } = await read(`${"<div>".repeat(100_000)}deep`);
  assert.deepEqual(warnings.map(({ code }) => code), ["html-too-deep"]);
});

test("ra reads ten megabytes of unclosed elements", async () => {
  const part = "<ul><li>a<table><tr><td>b<p>c<a href=x>d<code>e</table>";
  const cases = [
    "<p>word ".repeat(300_000),
    "word ".repeat(2_000_000),
    `<pre>${"line\n".repeat(1_000_000)}`,
    part.repeat(20_000),
    `<a ${Array.from({ length: 20_000 }, (_, at) => `a${at}`).join(" ")}>x`,
    "<!--".repeat(500_000),
  ];
  for (const page of cases) assert.ok((await read(page)).warnings.length <= 1);
});

test("hundreds of quotes and lists around thousands of lines do not make each line as long as they are many", async () => {
  for (const open of ["<blockquote>", "<ul><li>", "<ol start=9007199254740000><li>"]) {
    const page = `${open.repeat(380)}${"<p>a".repeat(5_000)}`;
    const { text } = await read(page);
    assert.ok(text.length < 50 * page.length, `${open}: ${text.length} of ${page.length}`);
    assert.equal(new TextDecoder().decode(text).match(/a$/gm)!.length, 5_000);
  }
  assert.equal(await markdownOf(`${"<blockquote>".repeat(3)}<p>a`), "> > > a\n");
});

test("a text of many letters and entities is whole, however the parser puts it together", async () => {
  const words = Array.from({ length: 3_000 }, (_, at) => `word${at}${at % 7 === 0 ? " &amp; more" : ""}`);
  assert.equal(
    await markdownOf(`<p>${words.join(" ")}<b>x</b>y`),
    `${words.join(" ").replaceAll("&amp;", "&")}**x**y\n`,
  );
});
