/** The text of a section that becomes its vector. */
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import type { PassageSource } from "../../search/ports/passage_source.ts";
import { decodeVisible } from "../../text/visible.ts";
import { leadLine } from "./lead_line.ts";
import type { TokenCounter } from "./token_counter.ts";

/** No model that ra runs reads further. Services do. */
const MAX_CHARACTERS = 8_000;
const decoder = new TextDecoder();
/** Of the head of a table. */
const MAX_LEAD = 300;

/**
 * The titles above the section and its own, then what it continues and its own text without the sections below it.
 * Empty for a section without text. Undefined where the file has changed since it was indexed. `most` is about the
 * number of characters.
 */
export async function passageText(
  chunk: IndexedChunk,
  passages: PassageSource,
  most = MAX_CHARACTERS,
): Promise<string | undefined> {
  let body = "";
  for (const [start, end] of chunk.body) {
    if (body.length > most) break;
    const passage = await passages.read(chunk, { start, end });
    if (typeof passage === "string") return undefined;
    body += `${shownText(passage.visible)}\n`;
  }
  if (body.trim() === "") return "";
  const lines = /#(L\d+-L\d+)$/.exec(chunk.id)?.[1];
  // A window of code has its lines as a title, which say nothing.
  const isWindow = lines !== undefined && chunk.breadcrumb.endsWith(` › ${lines}`);
  const titles = isWindow ? chunk.breadcrumb.slice(0, -` › ${lines}`.length) : chunk.breadcrumb;
  const lead = lines === undefined || isWindow ? "" : await leadText(chunk, passages);
  return `${titles}\n${lead}${body.slice(0, most)}`;
}

/** The head of the table that a section of prose continues, or the first line of its fence. */
async function leadText(chunk: IndexedChunk, passages: PassageSource): Promise<string> {
  const line = await leadLine(chunk, passages);
  const passage = line === undefined ? undefined : await passages.read(chunk, line);
  if (passage === undefined || typeof passage === "string") return "";
  // What stands behind the marks of a fence is not shown. It says which language follows.
  const text = shownText(passage.visible).trim() || decoder.decode(passage.bytes).replace(/[`~>]/g, "").trim();
  return text === "" ? "" : `${text.slice(0, MAX_LEAD)}\n`;
}

function shownText(visible: Uint8Array): string {
  return decodeVisible(visible).replace(/ {2,}/g, " ");
}

/** Like {@link passageText}. */
export type ReadPassageText = (chunk: IndexedChunk, passages: PassageSource) => Promise<string | undefined>;

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
