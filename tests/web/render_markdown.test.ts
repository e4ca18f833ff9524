import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { loadGrammar } from "../../src/context/grammars.ts";
import { type MarkdownOptions, renderMarkdown } from "../../src/web/rendering/render_markdown.ts";

const OPTIONS: MarkdownOptions = {
  shift: 1,
  origin: {
    file: "/p/docs/a/page.md",
    root: "/p/docs",
    documentAt: (path) => (path === "/p/docs/a/other.md" ? "docs:a/other.md" : undefined),
    imageAt: (path) => (path.startsWith("/p/docs/") ? `/image/docs${path.slice("/p/docs".length)}` : undefined),
    addressOf: (id) => `/?id=${encodeURIComponent(id)}`,
  },
};
const render = (markdown: string, options: Partial<MarkdownOptions> = {}): Promise<string> =>
  renderMarkdown(markdown, { ...OPTIONS, ...options });

/** Every tag that may be in a passage, as it may be written. */
const ALLOWED = new RegExp(
  [
    /<\/?(?:p|br|hr|em|strong|del|blockquote|ul|ol|li|pre|code|table|thead|tbody|tr|th|td|sup|section|h[3-6]|a|span|div)>/,
    /<pre tabindex="0">/,
    /<code class="[a-z0-9]+">/,
    /<span class="(?:hljs|language)-[a-z_ -]+">/,
    /<ol start="\d+">/,
    /<t[hd] class="(?:left|right|center)">/,
    /<div class="table" tabindex="0" role="region" aria-label="Table">/,
    /<section class="footnotes">/,
    /<li id="fn-[^"<>]*">/,
    /<span class="task" role="img" aria-label="(?:done|to do)">/,
    /<a href="\/\?id=[^"<>]*"(?: title="[^"<>]*")?>/,
    /<a href="(?:https?|mailto):[^"<>]*" class="external" rel="noreferrer noopener"(?: title="[^"<>]*")?>/,
    /<a class="external" rel="noreferrer noopener" href="https?:[^"<>]*">/,
    /<a href="#fn(?:ref)?-[^"<>]*"(?: id="fnref-[^"<>]*")?(?: aria-label="[^"<>]*")?>/,
    /<img src="\/image\/docs\/[^"<>]*" alt="[^"<>]*" loading="lazy">/,
  ].map(({ source }) => source).join("|"),
  "gi",
);

function assertHarmless(html: string): void {
  const rest = html.replace(ALLOWED, "");
  assert.doesNotMatch(rest, /[<>]/, `${rest}\n---\n${html}`);
}

test("scripts, event handlers, frames and styles of a document never come through", async () => {
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

test("a picture in a link that leads elsewhere is one link", async () => {
  assert.equal(
    await render("[![Build](https://example.org/b.svg)](https://example.org/)"),
    '<p><a href="https://example.org/" class="external" rel="noreferrer noopener">Build</a></p>',
  );
});

test("headings come below the passage's own, and a first one that repeats the title goes", async () => {
  assert.equal(await render("# Guide\n\nx\n\n## Setup", { title: "Guide" }), "\n<p>x</p>\n<h3>Setup</h3>");
  assert.equal(await render("# Other\n\n###### Six", { title: "Guide" }), "<h3>Other</h3>\n<h6>Six</h6>");
  assert.equal(await render("### Three", { shift: 0 }), "<h3>Three</h3>");
  assert.equal(await render("> # Quoted", { shift: -4 }), "<blockquote>\n<h3>Quoted</h3>\n</blockquote>");
});

test("tables, tasks, strikes, footnotes and bare addresses of GFM are rendered", async () => {
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

test("HTML of a document is shown without its tags, and what is no HTML stays as typed", async () => {
  assert.equal(
    await render("A `Vec<T>` is a Vec<T>,<br>press <kbd>x</kbd>. <!-- not this -->"),
    "<p>A <code>Vec&lt;T&gt;</code> is a Vec&lt;T&gt;,<br>press x. </p>",
  );
  assert.equal(await render('<p align="center">\n  <b>Welcome</b>\n</p>'), "<p>Welcome</p>");
  assert.equal(await render("<!-- a comment -->\n\ntext"), "\n<p>text</p>");
});

test("code is coloured in languages that are known, several at once, and the same text", async () => {
  const html = await render(
    "```ts\nconst a = '<b>';\n```\n\n```rust\nfn main() {}\n```\n\n```console\necho $HOME\n```\n\n```nonsense\nx < y\n```\n",
  );
  assert.match(
    html,
    /<code class="typescript"><span class="hljs-keyword">const<\/span> a = <span class="hljs-string">&#x27;&lt;b&gt;&#x27;<\/span>;/,
  );
  assert.match(html, /<code class="rust"><span class="hljs-keyword">fn<\/span>/);
  assert.match(html, /<code class="bash">/);
  assert.match(html, /<pre tabindex="0"><code>x &lt; y\n<\/code><\/pre>/);
});

test("whatever a document holds, only known elements and attributes come out", async () => {
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

test("colours stay colours while ra context reads files with the same grammars", async () => {
  (await loadGrammar("x.ts", "ts"))?.highlighter.configure({ __emitter: class {/* makes nothing */} as never });
  assert.match(await render("```ts\nconst a = 1;\n```"), /<span class="hljs-keyword">const<\/span>/);
});
