// Compares what a segment makes of its documents with what their readers see.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Dialect } from "../../../src/document/formats/format.ts";
import type { SegmentData, SegmentReader, SegmentSource } from "../../../src/store/engine/engine.ts";
import { loadEngine } from "../../../src/store/engine/load.ts";
import { joinRanges } from "../../../src/text/visible.ts";
import { randomPage } from "../../document/visible/random_markdown.ts";
import { parsed } from "./parsed.ts";

const engine = await loadEngine();
const encoder = new TextEncoder();

interface Page {
  readonly text: string;
  readonly kind: Dialect | "plain";
  /** Places between characters, as shares of the text: two for each range of markup, or sign of another file. */
  readonly cuts: readonly number[];
}

/** A page, in some cases so long that its markup is stored in pieces. */
const page: fc.Arbitrary<Page> = fc.record({
  text: fc.tuple(randomPage, fc.constantFrom(1, 1, 1, 40)).map(([text, times]) => `${text}\n\n`.repeat(times)),
  kind: fc.constantFrom("markdown", "mdx", "plain"),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
});

function rangesOf({ text, cuts }: Page): Uint32Array {
  const letters = Array.from(text);
  const places = cuts.map((cut) => encoder.encode(letters.slice(0, Math.floor(cut * letters.length)).join("")).length);
  return Uint32Array.from(places.slice(0, 2 * Math.floor(places.length / 2)).sort((a, b) => a - b));
}

/** The text as its reader sees it, by what reads files. */
function seen(of: Page): Uint8Array {
  const bytes = encoder.encode(of.text);
  const ranges = rangesOf(of);
  if (of.kind === "plain") return joinRanges(bytes, ranges);
  const visible = engine.visibleText(bytes, 0, of.kind);
  for (let at = 0; at < ranges.length; at += 2) {
    for (let place = ranges[at]!; place < ranges[at + 1]!; place++) {
      if (![0x0a, 0x0d].includes(visible[place]!)) visible[place] = 0x20;
    }
  }
  return visible;
}

function segmentOf(pages: readonly (readonly [name: string, page: Page])[]): SegmentData {
  const batch = engine.createBatch();
  for (const [name, of] of pages) {
    const bytes = encoder.encode(of.text);
    const ranges = rangesOf(of);
    const signs = Array.from(
      { length: ranges.length / 2 },
      (_, at) => ({ start: ranges[2 * at]!, end: ranges[2 * at + 1]! }),
    );
    if (of.kind === "plain") batch.loadPlain(bytes, ranges);
    else batch.load(bytes, of.kind, signs);
    batch.add(parsed(name, name, bytes), "english");
  }
  return batch.finish()!;
}

function sourceOf({ bytes, stats }: SegmentData, deletes: Uint8Array | null = null): SegmentSource {
  const read = (offset: number, into: Uint8Array): void => into.set(bytes.subarray(offset, offset + into.length));
  return { size: bytes.length, stats, deletes, read };
}

function compare(reader: SegmentReader, pages: ReadonlyMap<string, Page>, from: number, length: number): void {
  for (const chunk of reader.chunks()) {
    const of = pages.get(chunk.path)!;
    const bytes = encoder.encode(of.text);
    const visible = seen(of);
    const start = Math.floor(from * bytes.length);
    for (
      const [first, end] of [[0, bytes.length], [start, start + length], [chunk.byteStart, chunk.byteEnd]] as const
    ) {
      const shown = reader.visible(chunk.ref, bytes.subarray(first, end), first);
      assert.deepEqual(shown, visible.subarray(first, end), `${of.kind} ${first}-${end}: ${of.text}`);
    }
  }
  reader.free();
}

test("a segment shows its documents as their readers see them, also after deletions and merges", () => {
  fc.assert(
    fc.property(
      fc.array(page, { minLength: 2, maxLength: 4 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(3000),
      (all, from, length) => {
        const pages = all.map((one, at) => [`p${at}.md`, one] as const);
        const half = Math.ceil(pages.length / 2);
        const sources = [sourceOf(segmentOf(pages.slice(0, half))), sourceOf(segmentOf(pages.slice(half)))];
        compare(engine.openReader(sources), new Map(pages), from, length);
        const editor = engine.openEditor(sources);
        const [deletion] = editor.delete(["docs:p0.md"]);
        editor.free();
        const left = [{ ...sources[0]!, deletes: deletion!.deletes, stats: deletion!.stats }, sources[1]!];
        const merging = engine.openEditor(left);
        const merged = merging.merge([1, 0])!;
        merging.free();
        compare(engine.openReader([sourceOf(merged)]), new Map(pages), from, length);
      },
    ),
    { numRuns: 40, interruptAfterTimeLimit: 20_000 },
  );
});
