import assert from "node:assert/strict";
import { test } from "node:test";
import { RaError } from "../../../src/errors.ts";
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

test("the main part is the first of main, article, role, #content and .document .body that has text", async () => {
  const around = (inner: string): string =>
    `<body><nav>Nav</nav><header>Top</header><p>Side</p>${inner}<footer>End</footer></body>`;
  const cases: readonly (readonly [string, string])[] = [
    ["<main>one</main><article>two</article>", "one\n"],
    ["<article>one</article><article>two</article>", "one\n\ntwo\n"],
    ["<div role=main>one</div><div id=content>two</div>", "one\n"],
    ["<div id=content>one</div>", "one\n"],
    ["<div class=document><div class='x body'>one</div></div>", "one\n"],
    ["<main> </main><article>two</article>", "two\n"],
    ["<div class=body>one</div><aside>note</aside>", "Side\n\none\n"],
  ];
  for (const [inner, text] of cases) assert.equal(await markdownOf(around(inner)), text, inner);
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

test("text that looks like a tag stays text, and an anchor without an address is no link", async () => {
  assert.equal(
    await markdownOf(
      "<p>Vec&lt;T&gt; <a href='javascript:x'>run</a> <a href=https://a.example>https://a.example</a></p>",
    ),
    "Vec\\<T> run https://a.example\n",
  );
});

test("a page in Latin-1 decodes by its declared encoding, and ra refuses other pages that are not UTF-8", async () => {
  const page = (charset: string): Uint8Array =>
    Uint8Array.from(`<meta charset="${charset}"><p>caf\xe9</p>`, (letter) => letter.charCodeAt(0));
  assert.equal(new TextDecoder().decode((await read(page("iso-8859-1"))).text), "café\n");
  await assert.rejects(
    read(page("utf-8")),
    (error) => error instanceof RaError && error.code === "not-text" && error.message === "not UTF-8",
  );
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
