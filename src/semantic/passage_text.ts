/** The text of a section that becomes its vector. */
import type { IndexedChunk } from "../ports/catalogue.ts";
import type { PassageSource } from "../ports/passage_source.ts";
import { blankRanges } from "../text/ranges.ts";

/** No model that ra runs reads further. */
const MOST_CHARACTERS = 8_000;

/**
 * The titles above the section and its own, then its own text without the sections below it. Empty for a section
 * without text. Undefined where the file has changed since it was indexed.
 */
export async function passageText(chunk: IndexedChunk, passages: PassageSource): Promise<string | undefined> {
  let body = "";
  for (const [start, end] of chunk.body) {
    if (body.length > MOST_CHARACTERS) break;
    const passage = await passages.read(chunk, { start, end });
    if (typeof passage === "string") return undefined;
    const bytes = passage.hidden === null ? passage.bytes : blankRanges(passage.bytes, passage.hidden);
    body += `${new TextDecoder().decode(bytes)}\n`;
  }
  return body.trim() === "" ? "" : `${chunk.breadcrumb}\n${body.slice(0, MOST_CHARACTERS)}`;
}
