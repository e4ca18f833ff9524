import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "../../src/document/formats/read_file.ts";
import { parseDocument } from "../../src/document/parse.ts";
import type { ChunkingStrategy } from "../../src/config/config.ts";
import { SIZES } from "./parse_text.ts";

const PAGE = `<main><h1>Paths</h1><p>First.</p>
  <dl><dt id="join">join</dt><dd>Joins.<h4>Notes</h4>Noted.</dd></dl><p>Between.</p>
  <dl><dt id="split">split</dt><dd>Splits.</dd></dl><h4>Deep</h4><p>Far.</p><p>Last.</p></main>`;
const SMALL = { ...SIZES, min_chunk_size: 1, min_leaf_chars: 1, min_document_chars: 1, min_chunk_chars: 1 };

/** `breadcrumb: text` of each chunk. */
async function bodies(chunking: ChunkingStrategy): Promise<readonly string[]> {
  const reading = await readFile(new TextEncoder().encode(PAGE), "paths.html");
  const { chunks } = parseDocument({
    tree: "docs",
    path: "paths.html",
    reading,
    readOutline: () => ({ headings: [], links: [] }),
    chunking,
    sizes: SMALL,
  });
  return chunks.map(({ breadcrumb, bodyRanges }) => {
    const texts = bodyRanges.map(({ start, end }) => new TextDecoder().decode(reading.text.subarray(start, end)));
    return `${breadcrumb}: ${texts.join("").split(/\s+/).filter((word) => /^[A-Z]\w+\.$/.test(word)).join(" ")}`;
  });
}

test("text after a section that states its end belongs to the section around it", async () => {
  const expected = [
    "Paths: ",
    "Paths: First. Between.",
    "Paths › join: Joins.",
    "Paths › join › Notes: Noted.",
    "Paths › split: Splits.",
    "Paths › Deep: Far. Last.",
  ];
  assert.deepEqual(await bodies("headings"), expected);
  const found = (await bodies("adaptive")).join("\n");
  assert.match(found, /› join: Joins\. Noted\.$/m);
});

test("every strategy keeps all text of sections that state their end exactly once", async () => {
  for (const chunking of ["headings", "adaptive", "leaves", "prose"] as const) {
    const words = (await bodies(chunking)).flatMap((text) => text.match(/[A-Z]\w+\./g) ?? []).sort();
    const all = ["Between.", "Far.", "First.", "Joins.", "Last.", "Noted.", "Splits."];
    assert.deepEqual(words, all, chunking);
  }
});
