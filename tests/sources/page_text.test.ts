import assert from "node:assert/strict";
import { test } from "node:test";
import { pageText } from "../../src/sources/crawl/page_text.ts";
import { decodePage } from "../../src/document/formats/html/decode_page.ts";
import { CrawlEntry } from "../../src/sources/config/schema.ts";

const encoder = new TextEncoder();

function textOf(
  html: string | Uint8Array,
  settings: Readonly<Record<string, unknown>> = {},
  contentType = "text/html",
) {
  const entry = CrawlEntry.parse({ id: "site", seeds: ["https://example.com/"], ...settings });
  return pageText({
    url: "https://example.com/guide/page.html",
    body: typeof html === "string" ? encoder.encode(html) : html,
    contentType,
    charset: null,
    sha256: "",
    etag: null,
    lastModified: null,
    fetchedAt: "",
    canonical: null,
    noindex: false,
  }, entry);
}

const PAGE = `<!doctype html><html lang="en"><head><title>Lever - Handbook</title>
<meta name="description" content="About the lever."></head><body><nav><a href="/">Home</a></nav>
<main><h1>Lever</h1><p class="note">Beware.</p><p>See <a href="../other.html#x">the other</a>, <a href="#y">below</a>
and <a href="mailto:x@localhost">mail</a>.</p><img src="lever.png" alt="A lever">
<pre><code class="language-sh">pull --now</code></pre><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></main>
<footer>Foot</footer></body></html>`;

test("the main content becomes Markdown, with whole addresses", () => {
  const { markdown, title, lang, description } = textOf(PAGE);
  assert.deepEqual([title, lang, description], ["Lever", "en", "About the lever."]);
  assert.equal(
    markdown,
    "# Lever\n\nBeware.\n\nSee [the other](https://example.com/other.html#x), [below](#y) and [mail](mailto:x@localhost).\n\n" +
      "![A lever](https://example.com/guide/lever.png)\n\n```sh\npull --now\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n",
  );
});

test("`base` is where links begin", () => {
  const { markdown } = textOf('<base href="https://example.org/b/"><main><p><a href="c.html">text</a></p></main>');
  assert.equal(markdown, "[text](https://example.org/b/c.html)\n");
});

test("a selector looks at a bounded number of nodes, however deep and wide the page is", () => {
  const deep = `${"<div>".repeat(700)}<p>Deep.</p>${"</div>".repeat(700)}`;
  const wide = "<i>x</i>".repeat(30_000);
  for (const remove of ["div div div div p.q", `${"div ".repeat(12)}q`, ":has(q)", "div:not(:has(u)) q", "i + i q"]) {
    assert.match(textOf(`<p>All.</p>${deep}${wide}`, { remove: [remove] }).markdown, /^All\.\n\nDeep\./, remove);
  }
  for (const remove of [":has(~ q)", ":has(:has(:has(q)))"]) {
    const reason = "its elements are so many and so deep that `content` and `remove` take too long on it";
    assert.throws(() => textOf(deep + wide, { remove: [remove] }), { code: "not-text", message: reason }, remove);
  }
  assert.throws(() => textOf("x", { remove: [`div ${"div ".repeat(300)}`] }), { code: "config-value" });
});

test("selectors choose the content and what is not content", () => {
  const html =
    '<body><div id="a"><p>One.</p><p class="ad">Buy!</p></div><div id="b"><p>Two.</p></div><p>Three.</p></body>';
  assert.equal(textOf(html, { content: "#a, #b", remove: [".ad"] }).markdown, "One.\n\nTwo.\n");
  assert.equal(textOf(html, { content: "#none" }).markdown, "One.\n\nBuy!\n\nTwo.\n\nThree.\n");
  for (const settings of [{ content: "p[" }, { remove: ["::x("] }]) {
    assert.throws(() => textOf(html, settings), { code: "config-value", message: /is not a CSS selector$/ });
  }
});

test("a page without text says whether a browser would fill it", () => {
  assert.throws(() => textOf('<body><div id="root"></div><script src="app.js"></script></body>'), {
    code: "not-text",
    message: "it has no text unless JavaScript runs",
  });
  assert.throws(() => textOf("<body></body>"), { code: "not-text", message: "it has no text" });
});

test("plain text and Markdown stay as they are", () => {
  assert.equal(textOf("# A\r\n\r\n<b>\r\n", {}, "text/markdown").markdown, "# A\n\n<b>\n");
});

test("the byte order mark, the header and the page's own word decide the encoding, in this order", () => {
  const latin = new Uint8Array([...encoder.encode('<meta charset="iso-8859-1">'), 0xe9]);
  const decoded = (bytes: Uint8Array, header: string | null): string =>
    new TextDecoder().decode(decodePage(bytes, header)!.text);
  assert.ok(decoded(latin, null).endsWith("é"));
  assert.ok(decoded(latin, "iso-8859-2").endsWith("é"));
  assert.ok(decoded(latin, "iso-8859-5").endsWith("щ"));
  assert.ok(decoded(new Uint8Array([0xe9]), "windows-1252").endsWith("é"));
  assert.ok(decoded(new Uint8Array([0xff, 0xfe, 0xe9, 0]), "utf-8").endsWith("é"));
  assert.ok(decoded(encoder.encode('<?xml version="1.0" encoding="nonsense"?>é'), "nonsense").endsWith("é"));
  const polish = [...encoder.encode('<?xml version="1.0" encoding="iso-8859-2"?>'), 0xb3];
  assert.ok(decoded(new Uint8Array(polish), null).endsWith("ł"));
  const commented = encoder.encode('<!-- <meta charset="koi8-r"> --><p>');
  assert.ok(decoded(new Uint8Array([...commented, 0xe9]), null).endsWith("é"));
  assert.ok(decoded(encoder.encode('<meta http-equiv=content-type content="charset">é'), null).endsWith("é"));
});

test("hostile pages end in time: deep, huge and broken ones", () => {
  assert.match(textOf(`<main><p>text ${"<div>".repeat(50_000)}</main>`).markdown, /^text/);
  assert.match(textOf(`<main><p>${"<b>x</b> ".repeat(20_000)}</main>`).markdown, /x/);
  assert.match(textOf(new Uint8Array([...encoder.encode("<main><p>text "), 0xff, 0xfe, 0xc0])).markdown, /^text/);
  const binary = new Uint8Array([...encoder.encode("<main><p>text "), 0]);
  assert.throws(() => textOf(binary), { code: "not-text", message: "binary" });
});
