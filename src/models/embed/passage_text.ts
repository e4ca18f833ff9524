/** The text of a section that becomes its vector. */
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import type { PassageSource } from "../../search/ports/passage_source.ts";
import { decodeVisible } from "../../text/visible.ts";
import type { TokenCounter } from "./token_counter.ts";

/** No model that ra runs reads further. */
const MAX_CHARACTERS = 8_000;

/**
 * The titles above the section and its own, then its own text without the sections below it. Empty for a section
 * without text. Undefined where the file has changed since it was indexed.
 */
export async function passageText(chunk: IndexedChunk, passages: PassageSource): Promise<string | undefined> {
  let body = "";
  for (const [start, end] of chunk.body) {
    if (body.length > MAX_CHARACTERS) break;
    const passage = await passages.read(chunk, { start, end });
    if (typeof passage === "string") return undefined;
    body += `${decodeVisible(passage.visible).replace(/ {2,}/g, " ")}\n`;
  }
  return body.trim() === "" ? "" : `${chunk.breadcrumb}\n${body.slice(0, MAX_CHARACTERS)}`;
}

/** Like {@link passageText}. */
export type ReadPassageText = typeof passageText;

/**
 * Like {@link passageText}, with at most so many tokens. `mostOf` gives the number for a tree; undefined for as many as
 * the model reads.
 */
export function cappedPassageText(
  mostOf: (tree: string) => number | undefined,
  tokens: () => Promise<TokenCounter>,
): ReadPassageText {
  return async (chunk, passages) => {
    const text = await passageText(chunk, passages);
    const most = mostOf(chunk.tree);
    // No token is shorter than a character.
    if (text === undefined || most === undefined || text.length <= most) return text;
    return (await tokens()).cut(text, most).text;
  };
}
