/** Tests that the examples of docs/chunking.md hold. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseText } from "./parse_text.ts";

const page = readFileSync("docs/chunking.md", "utf8");

test("docs/chunking.md shows the tree of its example document", () => {
  const parsed = parseText(/```markdown\n([^]*?)```/.exec(page)?.[1] as string);
  const rows = parsed.document.chunks.map((chunk) => {
    const text = parsed.body(chunk).map((part) => `\`${part.replace(/^---[^]*\n---\n/, "").trim()}\``).filter((part) =>
      part !== "``"
    );
    return `| \`${chunk.id}\` | ${chunk.depth} | ${chunk.startLine}–${chunk.endLine} | ${text.join(" ")} |`;
  });
  assert.deepEqual(page.match(/^\| `docs:.*$/gm), rows);
  assert.ok(page.includes(`> ${parsed.document.chunks[3]?.breadcrumb}\n`));
});

test("docs/chunking.md shows the slugs of its example headings", () => {
  const rows = [...page.matchAll(/^\| `# (.+)` \| `(.+)` \|$/gm)];
  assert.ok(rows.length >= 4);
  for (const [, text, slug] of rows) assert.equal(parseText(`# ${text}\nx`).document.chunks[1]?.slug, slug);
});

test("docs/chunking.md shows a chunking function that works", () => {
  const source = /```ts\n[^]*?=> \{\n([^]*?)\n\};\n```/.exec(page)?.[1] as string;
  // oxlint-disable-next-line typescript/no-implied-eval -- this runs the page's own example
  const chunkLines = new Function("{ bytes, textStart }", source) as never;
  const parsed = parseText("---\na: 1\n---\nα\nβ", { chunking: chunkLines });
  assert.deepEqual(parsed.document.chunks.slice(1).map((chunk) => [chunk.slug, parsed.span(chunk)]), [["l1", "α\n"], [
    "l2",
    "β",
  ]]);
});
