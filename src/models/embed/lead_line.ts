/** Finds what a section of prose continues: the head of a table, or the first line of fenced code. */
import type { ByteRange } from "../../document/document.ts";
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import type { WrittenPassages } from "../../search/ports/passage_source.ts";
import { LineBlocks } from "../../text/line_blocks.ts";

/** How far a document has been read, and what its next line continues. */
interface Reached {
  readonly docId: string;
  readonly at: number;
  readonly blocks: LineBlocks;
  readonly lead: ByteRange | undefined;
}

/** Bytes that are read for one section. A document of which more lies between two sections is not prose. */
const MAX_READ = 4 * 1024 * 1024;
const NEWLINE = 0x0a;
const decoder = new TextDecoder();

/** Sections come in the order of the document, so what was read for one is where the next goes on. */
const reached = new WeakMap<WrittenPassages, Reached>();

/** The line of its document that the section continues. Undefined where it begins with something of its own. */
export async function leadLine(chunk: IndexedChunk, passages: WrittenPassages): Promise<ByteRange | undefined> {
  const last = reached.get(passages);
  const from = last?.docId === chunk.docId && last.at <= chunk.byteStart
    ? last
    : { docId: chunk.docId, at: 0, blocks: new LineBlocks(), lead: undefined };
  if (chunk.byteStart - from.at > MAX_READ) return undefined;
  const above = await passages.read(chunk, { start: from.at, end: chunk.byteStart });
  if (typeof above === "string") return undefined;
  const blocks = from.blocks.copy();
  let { lead } = from;
  let start = 0;
  let before = start;
  for (let end = lineEnd(above.bytes, start); end > start; end = lineEnd(above.bytes, start)) {
    const { block, begins, isHeadAbove } = blocks.take(decoder.decode(above.bytes.subarray(start, end)));
    if (block === null) lead = undefined;
    else if (begins) lead = { start: from.at + start, end: from.at + end };
    else if (isHeadAbove) lead = { start: from.at + before, end: from.at + start };
    [before, start] = [start, end];
  }
  reached.set(passages, { docId: chunk.docId, at: chunk.byteStart, blocks, lead });
  if (lead === undefined) return undefined;
  const own = await passages.read(chunk, { start: chunk.byteStart, end: chunk.byteEnd });
  if (typeof own === "string") return undefined;
  const next = blocks.copy().take(decoder.decode(own.bytes.subarray(0, lineEnd(own.bytes, 0))));
  return next.block === null || next.begins ? undefined : lead;
}

/** The offset after the line that begins at `start`. */
function lineEnd(bytes: Uint8Array, start: number): number {
  const at = bytes.indexOf(NEWLINE, start);
  return at < 0 ? bytes.length : at + 1;
}
