import assert from "node:assert/strict";
import { test } from "node:test";
import type { Format } from "../../../src/document/formats/format.ts";
import { type FoundMarkup, MarkupBuilder } from "../../../src/document/formats/markup.ts";
import { markupReader } from "../../../src/document/formats/markup_reading.ts";
import { renderMarkup } from "../../../src/serve/web/rendering/render_markup.ts";
import type { RenderOptions } from "../../../src/serve/web/rendering/safe_html.ts";
import { assertHarmless } from "./harmless.ts";
import { originAt } from "./link_origin.ts";

const OPTIONS: RenderOptions = {
  shift: 1,
  origin: originAt("a/page.rst", ["a/other.rst"]),
};

/** Renders what a reader notes of a text. */
async function render(
  text: string,
  note: (found: MarkupBuilder, at: (part: string) => [number, number]) => void,
  title?: string,
) {
  const markup = (): FoundMarkup => {
    const found = new MarkupBuilder(text);
    note(found, (part) => [text.indexOf(part), text.indexOf(part) + part.length]);
    return found.finish();
  };
  const format: Format = {
    name: "noted",
    version: 1,
    extensions: ["noted"],
    view: "markup",
    placement: "in-place",
    decoding: "text",
    readBy: "reader",
    load: () => Promise.resolve(markupReader(markup)),
  };
  const html = await renderMarkup(text, { ...OPTIONS, title }, format);
  assertHarmless(html);
  return html;
}

const range = ([start, end]: [number, number]) => ({ start, end });

test("blocks stand in each other by their depth, and those of a kind make one list", async () => {
  const html = await render("one two three four five six seven", (found, at) => {
    found.block({ kind: "item", depth: 0, ...range(at("one")) });
    found.block({ kind: "paragraph", depth: 1, ...range(at("two")) });
    found.block({ kind: "item", depth: 0, ...range(at("three")) });
    found.block({ kind: "term", depth: 0, ...range(at("four")) });
    found.block({ kind: "definition", depth: 0, ...range(at("five")) });
    found.block({ kind: "line", depth: 0, ...range(at("six")) });
    found.block({ kind: "paragraph", depth: 0, ...range(at("seven")) });
  });
  assert.equal(
    html,
    "<ul><li>one<p>two</p></li><li>three</li></ul><dl><dt>four</dt><dd>five</dd></dl><p><span>six</span><br></p><p>seven</p>",
  );
});

test("notes, tables, code and rules are shown as such", async () => {
  const html = await render("body a|b|c  x = 1\n    y", (found, at) => {
    found.block({ kind: "note", depth: 0, label: "Warning", start: 0, end: 0 });
    found.block({ kind: "paragraph", depth: 1, ...range(at("body")) });
    found.block({ kind: "row", depth: 0, isHead: true, ...range(at("a|b")), cells: [[range(at("a|"))], []] });
    found.block({ kind: "row", depth: 0, ...range(at("b|")), cells: [[range(at("b|")), range(at("c"))]] });
    found.block({ kind: "rule", depth: 0, start: 10, end: 10 });
    found.block({ kind: "code", depth: 0, language: "no-such", ...range(at("  x = 1\n    y")) });
    found.hide(6, 7);
  });
  assert.match(html, /^<blockquote><p><strong>Warning<\/strong><\/p><p>body<\/p><\/blockquote>/);
  assert.match(html, /<table><tr><th>a\|?<\/th><th><\/th><\/tr><tr><td>b\|\nc<\/td><\/tr><\/table><\/div><hr>/);
  assert.match(html, /<pre tabindex="0"><code>x = 1\n {2}y\n<\/code><\/pre>$/);
});

test("marks nest, and links and images lead to documents and pictures of the tree alone", async () => {
  const html = await render("a *b* c other pic bad <script>", (found, at) => {
    found.block({ kind: "paragraph", depth: 0, start: 0, end: 30 });
    found.hide(2, 3);
    found.hide(4, 5);
    found.mark("strong", 2, 5);
    found.mark("link", ...at("other"), "other.rst");
    found.mark("code", ...at("ther"));
    found.mark("image", ...at("pic"), "pic.png");
    found.mark("link", ...at("bad"), "javascript:alert(1)");
  });
  assert.equal(
    html,
    '<p>a <strong>b</strong> c <a href="/?id=docs%3Aa%2Fother.rst">o<code>ther</code></a> ' +
      '<img src="/image/docs/a/pic.png" alt="pic" loading="lazy"> bad &lt;script></p>',
  );
});

test("a first heading that repeats the title is left out", async () => {
  const note = (found: MarkupBuilder, at: (part: string) => [number, number]) => {
    for (const [level, title] of [[1, "Title"], [2, "Part"]] as const) {
      const [lineStart, bodyStart] = at(title);
      found.heading({ level, text: title, id: null, lineStart, bodyStart }, range(at(title)));
    }
  };
  assert.equal(await render("Title\nPart\n", note, "Title"), "<h3>Part</h3>");
  assert.equal(await render("Title\nPart\n", note, "Other"), "<h3>Title</h3><h3>Part</h3>");
});
