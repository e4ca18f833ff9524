/** The span of a chunk without the frontmatter above its text. */
import type { IndexedChunk } from "../ports/catalogue.ts";

const NEWLINE = 0x0a;

/**
 * The chunk with a span that begins where its text begins. `bytes` begin where the chunk does. Without them the line
 * stays that of the frontmatter, because only the text says how many lines it has.
 */
export function fromItsText(chunk: IndexedChunk, bytes: Uint8Array | undefined): IndexedChunk {
  const { byteStart, textStart, startLine, endLine } = chunk;
  if (textStart === byteStart) return chunk;
  const lines = bytes === undefined ? 0 : countLines(bytes.subarray(0, textStart - byteStart));
  return { ...chunk, byteStart: textStart, startLine: Math.min(startLine + lines, endLine) };
}

/** The number of line ends. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}
