// The blocks that a text of Markdown leaves open, against a parser of CommonMark.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { openBlock } from "../../../../src/document/formats/notebook/open_block.ts";

test("openBlock() names the line that closes a text", () => {
  const cases: readonly (readonly [text: string, close: string | null, inList: boolean])[] = [
    ["a\n\n# b", null, false],
    ["```py\na", "```", false],
    ["````\na\n```", "````", false],
    ["~~~\na\n```", "~~~", false],
    ["```\na\n```", null, false],
    ["```\na\n    ```", "```", false],
    ["``` a`b\nc", null, false],
    ["    ```\na", null, false],
    ["a\n```", "```", false],
    ["<!-- a\n\nb", "-->", false],
    ["<!-- a -->", null, false],
    ["a <!-- b", null, false],
    ["<details>\n\na", null, false],
    ["<SCRIPT>\n\na", "</script>", false],
    ["<pre>\na\n</pre>", null, false],
    ["<?php\n\na", "?>", false],
    ["- a\n  ```\n  b", null, true],
    ["- a\n\nb", null, false],
    ["1. a\n   > b", null, true],
    ["> ```\n> a", null, false],
    ["> - a\n\nb", null, false],
    ["- a\n```\nb", "```", false],
    ["- - -", null, false],
  ];
  for (const [text, close, inList] of cases) assert.deepEqual(openBlock(text), { close, inList }, text);
});

/** Whether a paragraph behind a text stands by itself. */
function isClosed(text: string): boolean {
  const last = fromMarkdown(`${text}\n\nsentinel\n`).children.at(-1);
  return last?.type === "paragraph" && last.children.length === 1 && last.children[0]!.type === "text" &&
    last.children[0].value === "sentinel";
}

/** Whether indented text behind a text belongs to a list. */
function endsInList(text: string): boolean {
  return fromMarkdown(`${text}\n\n${" ".repeat(60)}sentinel\n`).children.at(-1)?.type === "list";
}

const PIECES = [
  ...["\n", "\n\n", "a", "b c", "- ", "* ", "1. ", "2) ", "> ", ">", "    ", "  ", " ", "\t", "```", "````", "~~~"],
  ...["```py", "`", "# ", "---", "***", "===", "<!--", "-->", "<!-- x -->", "<div>", "</div>", "<b>", "<script>"],
  ...["</script>", "<pre>", "<?", "?>", "<![CDATA[", "]]>", "[a]: b", "|", "<!A", "<details>", "<a b='c'>"],
];

test("openBlock() closes what CommonMark leaves open, and nothing else", () => {
  const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(texts, (text) => {
      const { close, inList } = openBlock(text);
      assert.equal(close === null, isClosed(text), "open");
      if (close !== null) assert.ok(isClosed(`${text}\n${close}`), "closed");
      // An empty item ends with the blank line behind it. To end it once more changes nothing.
      else if (endsInList(text)) assert.ok(inList, "list");
    }),
    { numRuns: 2_000 },
  );
});

test("openBlock() takes linear time", () => {
  for (const unit of ["> ", "- ", "```\n", "<a ", "<a b", "* ", " ", "\t", "> - ", "1. a\n", "<!--\n", "`", "_ "]) {
    openBlock(unit.repeat(1_000_000 / unit.length));
  }
});
