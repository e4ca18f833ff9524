/** A row is a chunk without the chunks below it. */
import type { IndexedChunk } from "../search/ports/catalogue.ts";
import type { PassageSource } from "../search/ports/passage_source.ts";
import { countLines, fromItsText } from "../search/retrieval/text_span.ts";

const NEWLINE = 0x0a;

/** The chunk with a span that begins after the frontmatter, and ends where its own text ends. */
export async function withOwnSpan(chunk: IndexedChunk, passages: PassageSource): Promise<IndexedChunk> {
  const above = await passages.read(chunk, { start: chunk.byteStart, end: chunk.textStart });
  const own = fromItsText(chunk, typeof above === "string" ? undefined : above.bytes);
  const byteEnd = Math.max(own.byteStart, chunk.body.at(-1)?.[1] ?? chunk.byteEnd);
  if (byteEnd >= chunk.byteEnd) return own;
  const below = await passages.read(chunk, { start: byteEnd, end: chunk.byteEnd });
  if (typeof below === "string") return own;
  const { bytes } = below;
  const isOpen = bytes.length > 0 && bytes.at(-1) !== NEWLINE;
  const endLine = chunk.endLine - countLines(bytes) - Number(isOpen);
  return { ...own, byteEnd, endLine: Math.max(own.startLine, endLine) };
}
