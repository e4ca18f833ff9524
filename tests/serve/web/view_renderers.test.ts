import assert from "node:assert/strict";
import { test } from "node:test";
import { formatOf, FORMATS } from "../../../src/document/formats/registry.ts";
import { RENDERERS, renderView } from "../../../src/serve/web/rendering/view_renderers.ts";
import { assertHarmless } from "./harmless.ts";
import { originAt } from "./link_origin.ts";

const OPTIONS = {
  shift: 1,
  origin: originAt("page.md"),
};

test("the view of each document format has a renderer that makes safe HTML", async () => {
  assert.deepEqual(new Set(FORMATS.map(({ view }) => view)), new Set(Object.keys(RENDERERS)));
  for (const format of FORMATS.filter(({ decoding }) => decoding !== "none")) {
    const html = await renderView(format, "a <b onclick=x> c", OPTIONS);
    assert.doesNotMatch(html, /<[^>]* onclick/, format.name);
    assert.match(html, /a (?:<|&lt;)b.* c/, format.name);
  }
});

test("a text with too much nesting appears as typed", async () => {
  for (
    const deep of [
      ">".repeat(50_000),
      "> ".repeat(25_000),
      "<div>".repeat(12_000),
      "*".repeat(20_000) + "a" + "*".repeat(20_000),
      "[".repeat(50_000),
    ]
  ) {
    const html = await renderView(formatOf("a.md"), deep, OPTIONS);
    assert.match(html, /^<pre class="plain" tabindex="0">/);
    assert.equal(html.replace(/^<pre[^>]*>|<\/pre>$/g, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">"), deep);
  }
});

test("the page does not fill up the rows of a very wide table", async () => {
  const rows = 500;
  const wide = `${"|a".repeat(1000)}|\n${"|-".repeat(1000)}|\n${"|x|\n".repeat(rows)}`;
  const html = await renderView(formatOf("a.md"), wide, OPTIONS);
  assertHarmless(html);
  assert.equal(html.match(/<td>/g)?.length, rows);
});

test("a text shows its headings, and one without any appears as typed", async () => {
  const text = "Title\n=====\n\nSome  text.\n\n1. Start\n\n<b>It</b>\n\n1.1. Tools\n\nMore.\n\n2. End\n\nDone.\n";
  const whole = { ...OPTIONS, title: "Title" };
  const html = await renderView(formatOf("a.txt"), text, whole);
  assertHarmless(html);
  assert.deepEqual([...html.matchAll(/<h\d>.*?<\/h\d>/g)].map(([tag]) => tag), [
    "<h3>1. Start</h3>",
    "<h4>1.1. Tools</h4>",
    "<h3>2. End</h3>",
  ]);
  assert.match(html, /Some {2}text\./);
  assert.doesNotMatch(html, /====/);
  const list = "1. Start\n\n    a\n\n2. End\n\n    b\n\nAnd so on, to the end.\n";
  for (const [path, typed] of [["a.txt", list], ["/p/a.py", text]] as const) {
    const origin = { ...OPTIONS.origin, file: path };
    const shown = await renderView(formatOf(path), typed, { ...whole, origin });
    assert.match(shown, /^<pre class="plain"/, path);
  }
});
