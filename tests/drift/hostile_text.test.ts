// Texts that once overflowed the stack or took minutes. All of them are read in time that grows with their length.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anchorsOf } from "../../src/drift/anchors.ts";
import { fencedLines, findCodeSpans } from "../../src/drift/code_spans.ts";
import type { DriftDocument } from "../../src/drift/document.ts";
import { exampleLinks } from "../../src/drift/examples.ts";
import { acknowledgesRemoval, identifiersOf } from "../../src/drift/identifiers.ts";
import { ignoredLines } from "../../src/drift/ignored_lines.ts";
import { partsTakenIn } from "../../src/drift/taken_in.ts";
import { undefinedLabels } from "../../src/drift/markdown_prose.ts";

const LENGTH = 200_000;
const long = (part: string): string => part.repeat(Math.ceil(LENGTH / part.length));

test("a paragraph of 300,000 code spans does not overflow the stack, and each has its line", () => {
  const spans = findCodeSpans("`a`\n".repeat(300_000), 0);
  assert.equal(spans.length, 300_000);
  assert.deepEqual(spans.at(-1), { text: "a", line: 300_000 });
});

test("a text that repeats one piece of markup neither overflows the stack nor takes minutes", () => {
  const parts = ["<!--", "`` ` ", "`", "```\n", "  ", "\t", "> ", "1. ", "#", "{#", "[[", "[a](", "<h1>", "id='"];
  for (
    const part of [
      ...parts,
      "a\n=\n",
      ":a",
      "import a ",
      "{{#include ",
      "include::",
      '--8<-- "',
      "<A file=",
      "{% include a",
      "```{include} ",
      "`fooBar`\n",
      "\\",
    ]
  ) {
    for (const text of [long(part), `# ${long(part)}`]) {
      const spans = findCodeSpans(text, 0);
      const code = () => fencedLines(text);
      const whole = { text, headings: [text], keys: [], spans, code, isMarkdown: true } as unknown as DriftDocument;
      anchorsOf(whole).has(text);
      for (const format of ["markdown", "asciidoc", "rst"]) partsTakenIn({ text, format });
      undefinedLabels(text, 0);
      ignoredLines(`${text} ra-ignore`)(1);
      exampleLinks(whole)({ destination: "a", line: 1 });
      identifiersOf(whole);
      identifiersOf({ ...whole, spans: [{ text: "fooBar", line: 1 }] });
      const acknowledged = acknowledgesRemoval(whole);
      for (let line = 1; line < 100; line++) acknowledged({ line: line % 3, written: "fooBar" });
    }
  }
});
