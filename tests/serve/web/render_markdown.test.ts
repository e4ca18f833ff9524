import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { loadGrammar } from "../../../src/context/grammars.ts";
import { renderMarkdown } from "../../../src/serve/web/rendering/render_markdown.ts";
import type { RenderOptions } from "../../../src/serve/web/rendering/safe_html.ts";
import { assertHarmless } from "./harmless.ts";
import { originAt } from "./link_origin.ts";

const OPTIONS: RenderOptions = {
  shift: 1,
  origin: originAt("a/page.md", ["a/other.md"]),
};
const render = (markdown: string, options: Partial<RenderOptions> = {}): Promise<string> =>
  renderMarkdown(markdown, { ...OPTIONS, ...options });

test("a document's scripts, event handlers, frames and styles never come through", async () => {
  for (
    const hostile of [
      "<script>alert(1)</script>",
      "a <script>alert(1)</script> b",
      '<img src=x onerror="alert(1)">',
      "<svg/onload=alert(1)>",
      "<iframe src=https://example.org></iframe>",
      "</script><script>alert(1)</script>",
      "<style>*{display:none}</style>",
      '<a href="javascript:alert(1)">x</a>',
      "<details open ontoggle=alert(1)>",
      "<!--><script>alert(1)</script>-->",
      '<div style="position:fixed">',
      "<math><mtext></table><mglyph><style><img src=x onerror=alert(1)>",
      "`<script>alert(1)</script>`",
      "```html\n<script>alert(1)</script>\n```",
      "```<script>\nx\n```",
      '```"onload=alert(1)\nx\n```',
      "| <script> | `|` |\n|--|--|\n| <img src=x onerror=alert(1)> | x |",
      "[^<script>]: x\n\n[^<script>]",
      '[^"onclick="x]: y\n\na[^"onclick="x]',
      '[x](<" onclick="alert(1)>)',
      '[x](/a "\\" onclick=alert(1)")',
      '![" onerror="alert(1)](x.png)',
      '<base href="https://example.org/">',
      "<form action=https://example.org><input>",
    ]
  ) {
    assertHarmless(await render(hostile));
  }
});

test("links lead to pages, mail and passages, never to scripts, data or local files", async () => {
  for (
    const destination of [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "java&#10;script:alert(1)",
      "&#106;avascript:alert(1)",
      "vbscript:x",
      "data:text/html,<script>alert(1)</script>",
      "file:///etc/passwd",
      "blob:x",
      "../../../etc/passwd",
      "other%00.md",
      "%ff",
      "nowhere.md",
      "vscode://file/x",
    ]
  ) {
    for (
      const link of [
        `[x](<${destination}>)`,
        `![x](<${destination}>)`,
        `[x][r]\n\n[r]: <${destination}>`,
        `<${destination}>`,
      ]
    ) {
      const html = await render(link);
      assertHarmless(html);
      assert.doesNotMatch(html, /<(a|img)\b/, `${link}: ${html}`);
    }
  }
  assert.equal(
    await render("[x](other.md#y) [z](https://example.org/?a=1&b=2) <me@example.org>"),
    '<p><a href="/?id=docs%3Aa%2Fother.md%23y">x</a> <a href="https://example.org/?a=1&amp;b=2" class="external" rel="noreferrer noopener">z</a> <a href="mailto:me@example.org" class="external" rel="noreferrer noopener">me@example.org</a></p>',
  );
});

test("wiki links lead to passages, and stay as typed where no document has the name", async () => {
  const link = (shown: string, id: string) => `<a href="/?id=${encodeURIComponent(id)}">${shown}</a>`;
  assert.equal(await render("See [[other]]."), `<p>See ${link("other", "docs:a/other.md")}.</p>`);
  assert.equal(
    await render("[[other#Set up|shown]] ![[other]]"),
    `<p>${link("shown", "docs:a/other.md#Set up")} ${link("other", "docs:a/other.md")}</p>`,
  );
  assert.equal(
    await render("| [[other\\|x]] |\n|--|").then((html) => html.includes(link("x", "docs:a/other.md"))),
    true,
  );
  assert.equal(await render("![[x.png]]"), '<p><img src="/image/docs/a/x.png" alt="" loading="lazy"></p>');
  for (const text of ["[[nothing]]", "![[nothing#a|b]]", "[[a\nb]]"]) {
    assert.equal(await render(text), `<p>${text}</p>`);
  }
  assert.equal(await render("`[[other]]`"), "<p><code>[[other]]</code></p>");
  for (
    const name of ["javascript:alert(1)", "<img src=x onerror=alert(1)>", '" onclick="alert(1)', "../../etc/passwd"]
  ) {
    const html = await render(`[[${name}]] [[other|${name}]]`);
    assertHarmless(html);
  }
});

test("another site's image inside a link becomes part of that link", async () => {
  assert.equal(
    await render("[![Build](https://example.org/b.svg)](https://example.org/)"),
    '<p><a href="https://example.org/" class="external" rel="noreferrer noopener">Build</a></p>',
  );
});

test("headings rank below the passage's own, and a first heading that repeats the title disappears", async () => {
  assert.equal(await render("# Guide\n\nx\n\n## Setup", { title: "Guide" }), "<p>x</p>\n<h3>Setup</h3>");
  assert.equal(await render("# Other\n\n###### Six", { title: "Guide" }), "<h3>Other</h3>\n<h6>Six</h6>");
  assert.equal(await render("### Three", { shift: 0 }), "<h3>Three</h3>");
  assert.equal(await render("> # Quoted", { shift: -4 }), "<blockquote>\n<h3>Quoted</h3>\n</blockquote>");
});

test("the page hides an id at the end of a heading and shows other braces", async () => {
  assert.equal(await render("# Guide {#top}\n\n## Setup {#install .note}", { title: "Guide" }), "<h3>Setup</h3>");
  assert.equal(await render("## *Setup* { #install } ##"), "<h3><em>Setup</em></h3>");
  for (const text of ["A {#if ...}", "Setup {#}", "Setup {#a #b}", "Setup {#install} now"]) {
    assert.equal(await render(`## ${text}`), `<h3>${text}</h3>`);
  }
  assert.equal(await render("## Setup \\{#install}"), "<h3>Setup {#install}</h3>");
});

test("the page renders tables, tasks, strikes, footnotes and bare addresses of GFM", async () => {
  const html = await render(
    "| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\n~~old~~ www.example.org [^n]\n\n[^n]: Note.",
  );
  assertHarmless(html);
  assert.match(
    html,
    /<div class="table"[^>]*><table>\n<thead>\n<tr>\n<th class="center">a<\/th>\n<th class="right">b<\/th>/,
  );
  assert.match(html, /<li><span class="task" role="img" aria-label="done">☑<\/span> done<\/li>/);
  assert.match(html, /<del>old<\/del> <a href="http:\/\/www\.example\.org"/);
  assert.match(html, /<section class="footnotes"><h3>Footnotes<\/h3>\n<ol>\n<li id="fn-n">/);
});

test("the page shows allowed HTML, and keeps a placeholder such as <name> as typed", async () => {
  assert.equal(
    await render("A `Vec<T>` is a Vec<T>,<br>press <kbd>x</kbd>, git <command>. <!-- not this -->"),
    "<p>A <code>Vec&lt;T></code> is a Vec&lt;T>,<br>press <kbd>x</kbd>, git &lt;command>. </p>",
  );
  assert.equal(await render('<p align="center" style="x">\n  <b>Welcome</b>\n</p>'), "<p>\n  <b>Welcome</b>\n</p>");
  assert.equal(await render("<!-- a comment -->\n\ntext"), "\n<p>text</p>");
  assert.equal(await render("<style>\np { color: red }\n</style>\n\ntext"), "<p>text</p>");
  assert.equal(
    await render("<details open>\n<summary>More</summary>\n\n*text*\n\n</details>"),
    "<details open>\n<summary>More</summary>\n<p><em>text</em></p>\n</details>",
  );
});

test("images, links, headings and tables of a document's own HTML become those of the page", async () => {
  assert.equal(
    await render(
      '<img src="x.png" width="40" height="50%" onerror="a"> <img src="https://example.org/x.png" alt="Far">',
    ),
    '<p><img src="/image/docs/a/x.png" alt="" loading="lazy" width="40"> ' +
      '<a href="https://example.org/x.png" class="external" rel="noreferrer noopener">Far</a></p>',
  );
  assert.equal(
    await render('<a href="other.md#y" target="_top" id="results">x</a> <a name="here">y</a>'),
    '<p><a href="/?id=docs%3Aa%2Fother.md%23y">x</a> y</p>',
  );
  assert.equal(await render('<h1 align="center" id="passage">Title</h1>'), "<h3>Title</h3>");
  assert.equal(
    await render('<table><tr><td align="right" colspan="2">1</td></tr></table>'),
    '<div class="table" tabindex="0" role="region" aria-label="Table"><table><tbody><tr>' +
      '<td class="right" colspan="2">1</td></tr></tbody></table></div>',
  );
});

test("HTML stays harmless even when its meaning changes as a browser reads it again", async () => {
  for (
    const hostile of [
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
      "<svg><style><!--</style><img src=x onerror=alert(1)>--></svg>",
      '<math><mi><mglyph><svg><mtext><style><path id="</style><img src=x onerror=alert(1)>">',
      "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=alert(1)>",
      '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
      "<template><img src=x onerror=alert(1)></template>",
      "<template><template></template><script>alert(1)</script>",
      "<textarea></textarea><img src=x onerror=alert(1)>",
      '<title><a href="</title><img src=x onerror=alert(1)>">',
      '<xmp><p title="</xmp><script>alert(1)</script>">',
      "<plaintext><script>alert(1)</script>",
      "<select><template><img src=x onerror=alert(1)></select>",
      '<svg><a href="javascript:alert(1)"><text>x</text></a></svg>',
      '<svg><a xlink:href="javascript:alert(1)">x</a></svg>',
      "<svg><animate attributeName=href values=javascript:alert(1) /><a id=x>x</a></svg>",
      '<math href="javascript:alert(1)">x</math>',
      '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></foreignObject></svg>',
      "<table><td><p><table><img src=x onerror=alert(1)></td>",
      '<a href="x"><table><a href="javascript:alert(1)">y</table>',
      '<img alt="a\nonerror=alert(1)\n" src="x.png">',
      "<img\nsrc=x\nonerror=alert(1)\n>",
      "<p title='a\n\n' onclick=alert(1)>",
      "<div\u0000onclick=alert(1)>",
      '<a\u000chref="javascript:alert(1)">x</a>',
      "<input autofocus onfocus=alert(1)>",
      "<button formaction=javascript:alert(1)>x",
      '<object data="data:text/html,<script>alert(1)</script>">',
      "<embed src=javascript:alert(1)>",
      '<meta http-equiv=refresh content="0;javascript:alert(1)">',
      "<link rel=stylesheet href=https://example.org/x.css>",
      "<area href=javascript:alert(1)>",
      "<video><source onerror=alert(1)>",
      '<img srcset="https://example.org/x.png 1x" src=x.png>',
      "<a href=x.png ping=https://example.org/>",
      "<p is=x slot=y style=x>",
      "<!DOCTYPE html><html><body onload=alert(1)>",
      "<![CDATA[<script>alert(1)</script>]]>",
      "<?php <script>alert(1)</script> ?>",
    ]
  ) {
    assertHarmless(await render(hostile));
    assertHarmless(await render(`a ${hostile} b`));
    assertHarmless(await render(`> ${hostile}\n\nafter`));
  }
});

test("a link in a document's own HTML leads nowhere when its address hides a script", async () => {
  for (
    const address of [
      "javascript:alert(1)",
      " javascript:alert(1)",
      "java\tscript:alert(1)",
      "java&#9;script:alert(1)",
      "java&Tab;script:alert(1)",
      "java&NewLine;script:alert(1)",
      "&#x1;javascript:alert(1)",
      "&#106&#97&#118&#97&#115&#99&#114&#105&#112&#116&#58alert(1)",
      "javascript&colon;alert(1)",
      "JAVASCRIPT&#0058;alert(1)",
      "\u0001javascript:alert(1)",
      "data:text/html;base64,PHNjcmlwdD4=",
      "vbscript:x",
      "view-source:javascript:x",
    ]
  ) {
    const html = await render(`<a href="${address}">x</a> <img src="${address}">`);
    assertHarmless(html);
    assert.doesNotMatch(html, /<(?:a|img)\b/, address);
  }
});

test("a document cannot imitate a part of the page: the page removes its ids, names, roles and classes", async () => {
  const html = await render(
    '<p id="results" name="query" class="problem" role="alert" aria-live="assertive" data-view="home">x</p>\n\n' +
      '<form id="kept"><input id="query" name="attributes"></form>\n\n<img name="body" src="x.png" id="status">',
  );
  assertHarmless(html);
  assert.doesNotMatch(html, /\b(?:id|name|role|aria-live|data-view)=|problem|<form|<input/);
});

test("an unclosed tag hides nothing after it", async () => {
  for (const tag of ["<title>", "<textarea>", "<script>", "<style>", "<!--x", "<div title='", "<select>", "<xmp>"]) {
    const html = await render(`Use ${tag} here.\n\n> ${tag}\n\nafter`);
    assertHarmless(html);
    assert.match(html, /here\.[^]*after/, tag);
  }
});

test("the page colours code of known languages and leaves its text unchanged", async () => {
  const html = await render(
    "```ts\nconst a = '<b>';\n```\n\n```rust\nfn main() {}\n```\n\n```console\necho $HOME\n```\n\n```nonsense\nx < y\n```\n",
  );
  assert.match(
    html,
    /<code class="typescript"><span class="hljs-keyword">const<\/span> a = <span class="hljs-string">'&lt;b>'<\/span>;/,
  );
  assert.match(html, /<code class="rust"><span class="hljs-keyword">fn<\/span>/);
  assert.match(html, /<code class="bash">/);
  assert.match(html, /<pre tabindex="0"><code>x &lt; y\n<\/code><\/pre>/);
});

test("any document renders to allowed elements and attributes only", async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "<script>",
      "</script>",
      "<img src=x onerror=1>",
      "<a href='x'",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "<?x",
      "```",
      "```ts\n",
      "~~~\n",
      "\n\n",
      "\n",
      "    ",
      "> ",
      "- ",
      "- [x] ",
      "1. ",
      "# ",
      "---\n",
      "|a|b|\n|-|-|\n",
      "[",
      "](",
      ")",
      "![",
      "[^a]",
      "[^a]: ",
      "]: ",
      "<",
      ">",
      '"',
      "'",
      "&",
      "&lt;",
      "&#60;",
      "&#x22;",
      "`",
      "*",
      "**",
      "~~",
      "\\",
      "javascript:alert(1)",
      "https://example.org/",
      "data:x",
      "other.md",
      "x.png",
      "\u0000",
      "onclick=1 ",
    ),
    fc.string({ unit: "grapheme", maxLength: 6 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 24 }),
      async (pieces) => assertHarmless(await render(pieces.join(""))),
    ),
    { numRuns: 400 },
  );
});

test("the page colours code even though ra context uses the same grammars differently", async () => {
  (await loadGrammar("x.ts", "ts"))?.highlighter.configure({ __emitter: class {/* makes nothing */} as never });
  assert.match(await render("```ts\nconst a = 1;\n```"), /<span class="hljs-keyword">const<\/span>/);
});
