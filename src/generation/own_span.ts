/** A row is a chunk without the chunks below it. */
import type { IndexedChunk } from "../search/ports/catalogue.ts";
import type { PassageSource } from "../search/ports/passage_source.ts";

const NEWLINE = 0x0a;

/** The chunk with a span that ends where its own text ends. */
export async function withOwnSpan(chunk: IndexedChunk, passages: PassageSource): Promise<IndexedChunk> {
  const byteEnd = chunk.body.at(-1)?.[1] ?? chunk.byteEnd;
  if (byteEnd >= chunk.byteEnd) return chunk;
  const below = await passages.read(chunk, { start: byteEnd, end: chunk.byteEnd });
  if (typeof below === "string") return chunk;
  const { bytes } = below;
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
  const isOpen = bytes.length > 0 && bytes.at(-1) !== NEWLINE;
  return { ...chunk, byteEnd, endLine: Math.max(chunk.startLine, chunk.endLine - lines - Number(isOpen)) };
}
