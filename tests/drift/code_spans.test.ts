import assert from "node:assert/strict";
import { test } from "node:test";
import { fromMarkdown } from "mdast-util-from-markdown";
import { examples } from "./markdown_examples.ts";
import { findCodeSpans } from "../../src/drift/code_spans.ts";

const texts = (markdown: string): readonly string[] => findCodeSpans(markdown, 0).map(({ text }) => text);

test("findCodeSpans() finds spans with their lines, also spans over several lines and several spans in a row", () => {
  assert.deepEqual(findCodeSpans("a `b` c\n\n> - `d\n>   e` and ``f ` g``\n", 0), [{ text: "b", line: 1 }, {
    text: "d e",
    line: 3,
  }, { text: "f ` g", line: 4 }]);
  assert.deepEqual(findCodeSpans("---\nx: `y`\n---\n`z`\r\n", 15), [{ text: "z", line: 4 }]);
});

test("findCodeSpans() ignores fenced code, comments, scripts, and escaped or unclosed backticks", () => {
  assert.deepEqual(texts("```js\n`a`\n```\n~~~\n`b`\n```\n~~~\n- 1. ```\n     `c`\n     ```\n`d`"), ["d"]);
  assert.deepEqual(texts("<!-- `a` --> `b`\n\n<!--\n`c`\n-->\n\n<script setup>\nconst x = `d`\n</script>\n\n`e`"), [
    "b",
    "e",
  ]);
  assert.deepEqual(texts("\\`a` `b ``c`` `"), [" ", "c"]);
  assert.deepEqual(texts("`a\n\nb`"), []);
});

test("findCodeSpans() agrees with a CommonMark parser on this project's pages and CommonMark's examples", () => {
  let compared = 0;
  for (const markdown of examples()) {
    const expected: string[] = [];
    const visit = (
      node: { readonly type: string; readonly value?: string; readonly children?: readonly unknown[] },
    ): void => {
      if (node.type === "inlineCode") expected.push((node.value ?? "").replaceAll("\n", " "));
      for (const child of node.children ?? []) visit(child as typeof node);
    };
    visit(fromMarkdown(markdown));
    compared += expected.length;
    assert.deepEqual(texts(markdown), expected, markdown.slice(0, 300));
  }
  assert.ok(compared > 1000, `${compared}`);
});
