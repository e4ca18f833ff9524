import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ChunkingStrategy } from "../../src/config/config.ts";
import { isBlank } from "../../src/text/blank.ts";
import { indexLines } from "../../src/text/lines.ts";
import { micromarkHeadings } from "./micromark_outline.ts";
import { type ParsedText, parseText } from "./parse_text.ts";
import { markdown } from "./random_markdown.ts";

const SMALL = {
  min_chunk_size: 40,
  max_leaf_chars: 60,
  min_leaf_chars: 12,
  min_document_chars: 50,
  code_max_lines: 6,
  overlap_lines: 2,
  prose_max_chars: 60,
  min_chunk_chars: 20,
};
const STRATEGIES: readonly ChunkingStrategy[] = ["headings", "adaptive", "leaves", "code", "prose", "auto"];

function assertTree(parsed: ParsedText, overlap: boolean): void {
  const { document, bytes } = parsed;
  const { chunks } = document;
  assert.equal(new Set(chunks.map((chunk) => chunk.id)).size, chunks.length, "ids are unique");
  const owners = new Uint8Array(bytes.length);
  chunks.forEach((chunk, position) => {
    const parent = chunk.parent === null ? undefined : chunks[chunk.parent];
    assert.equal(chunk.position, position);
    assert.equal(chunk.docId, document.docId);
    assert.equal(chunk.parentId, parent?.id ?? null);
    assert.equal(
      chunk.siblingCount,
      parent === undefined ? 1 : chunks.filter((other) => other.parent === chunk.parent).length,
    );
    if (parent === undefined) {
      assert.deepEqual([position, chunk.id, chunk.depth, chunk.slug, chunk.title], [
        0,
        document.docId,
        0,
        null,
        document.title,
      ]);
    } else {
      assert.ok(parent.position < position && parent.depth < chunk.depth, "parents come first");
      assert.ok(parent.byteStart <= chunk.byteStart && chunk.byteEnd <= parent.byteEnd, "spans nest");
      assert.equal(chunk.id, `${document.docId}#${chunk.slug}`);
      assert.ok(chunk.breadcrumb.startsWith(document.title));
    }
    assert.ok(!isBlank(bytes, chunk.byteStart, chunk.byteEnd), "spans are not blank");
    assert.ok(chunk.startLine >= 1 && chunk.startLine <= chunk.endLine);
    let end = chunk.byteStart;
    for (const range of chunk.bodyRanges) {
      assert.ok(
        end <= range.start && range.start < range.end && range.end <= chunk.byteEnd,
        "body ranges are sorted and inside the span",
      );
      end = range.end;
      for (let at = range.start; at < range.end; at++) owners[at]!++;
    }
    for (const range of chunk.indexedRanges) {
      assert.ok(
        chunk.bodyRanges.some((body) => body.start <= range.start && range.end === body.end),
        "indexed text is body text",
      );
    }
  });
  if (!overlap) assert.ok(owners.every((count) => count <= 1), "bodies are disjoint");
}

/** Checks that a body contains every byte, except blanks and the lines of headings that became nodes. */
function assertCovered({ document, bytes }: ParsedText, headingLines: readonly (readonly [number, number])[]): void {
  const seen = new Uint8Array(bytes.length);
  const bodies = document.chunks.flatMap((chunk) => chunk.bodyRanges);
  for (const { start, end } of bodies) seen.fill(1, start, end);
  for (const [start, end] of headingLines) {
    assert.ok(!seen.subarray(start, end).includes(1), "heading lines are in no body");
    seen.fill(1, start, end);
  }
  const first = document.chunks[0]?.byteStart ?? bytes.length;
  for (let at = first; at < bytes.length; at++) {
    if (seen[at] === 0) assert.ok(isBlank(bytes, at, at + 1), `byte ${at} is lost`);
  }
}

/** Returns the lines of the headings that start a chunk's span. */
function survivingLines({ document, bytes }: ParsedText): readonly (readonly [number, number])[] {
  const lines = indexLines(bytes);
  const headed = document.chunks.slice(1).filter((chunk) => chunk.startLine < lines.lineAt(chunk.byteStart));
  const starts = new Set(headed.map((chunk) => chunk.byteStart));
  return micromarkHeadings(bytes, document.textStart)
    .filter((heading) => starts.has(heading.bodyStart))
    .map(({ lineStart, bodyStart }) => [lineStart, bodyStart]);
}

for (const chunking of STRATEGIES) {
  test(`parseDocument() gives a sound tree when the strategy is ${chunking}`, () => {
    fc.assert(
      fc.property(markdown, fc.constantFrom("a.md", "src/a.ts"), (text, path) => {
        const parsed = parseText(text, { chunking, path, sizes: SMALL });
        assertTree(parsed, chunking === "code" || chunking === "auto");
        assert.deepEqual(parseText(text, { chunking, path, sizes: SMALL }).document, parsed.document);
        assertCovered(parsed, survivingLines(parsed));
      }),
      { numRuns: 200 },
    );
  });
}

test("parseDocument() makes a node for exactly the headings whose span is not blank", () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const parsed = parseText(text);
      const { document, bytes } = parsed;
      const headings = micromarkHeadings(bytes, document.textStart);
      const expected = headings.flatMap((heading, index) => {
        const next = headings.slice(index + 1).find((other) => other.level <= heading.level);
        const end = next?.lineStart ?? bytes.length;
        return isBlank(bytes, heading.bodyStart, end) ? [] : [[heading.level, heading.text, heading.bodyStart, end]];
      });
      assert.deepEqual(
        document.chunks.slice(1).map((chunk) => [chunk.depth, chunk.title, chunk.byteStart, chunk.byteEnd]),
        expected,
      );
    }),
    { numRuns: 200 },
  );
});
