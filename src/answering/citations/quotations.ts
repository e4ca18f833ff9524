/** Finds what an answer puts in quotation marks, and whether it stands in a passage. */
import { fromMarkdown } from "mdast-util-from-markdown";
import { toString } from "mdast-util-to-string";

export interface Quotation {
  /** Without its marks. */
  readonly text: string;
  /** Where it stands in the text that was searched, with its marks. */
  readonly start: number;
  readonly end: number;
}

/** Straight marks may also be inches or minutes, so they count only around words. */
const QUOTED = [
  /(?<![\p{L}\p{N}])"(?=\S)([^"]*?\S)"(?![\p{L}\p{N}])/gu,
  /“([^”“]+)”/gu,
  /„([^“”„]+)[“”]/gu,
  /«\s?([^»«]+?)\s?»/gu,
  /»([^»«]+)«/gu,
  /「([^」「]+)」/gu,
  /『([^』『]+)』/gu,
  /(?<![\p{L}\p{N}])‘(?=\S)([^‘]*?\S)’(?![\p{L}\p{N}])/gu,
];

/** In their order. Of two that overlap, the longer one. */
export function quotationsIn(text: string): readonly Quotation[] {
  const found = QUOTED.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: whole, 1: quoted, index }) => ({
      text: quoted!,
      start: index,
      end: index + whole.length,
    }))
  );
  return found
    .filter((one) => !found.some((other) => one !== other && other.start <= one.start && one.end <= other.end))
    .sort((a, b) => a.start - b.start);
}

/** Whether the words stand in the text of one of the passages, in this order. Omissions (`…`) may lie between them. */
export function standsIn(quotation: string, passages: readonly string[]): boolean {
  const parts = quotation.split(/\s*(?:\[\s*)?(?:…|\.{3})(?:\s*\])?\s*/u).map(normalised).filter((part) => part !== "");
  if (parts.length === 0) return true;
  return passages.some((passage) =>
    [passage, toString(fromMarkdown(passage))].some((text) => hasInOrder(normalised(text), parts))
  );
}

function hasInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

/**
 * Without what a quotation may change: white space, the kind of quotation marks, the signs of Markdown, the case of
 * letters, and punctuation at the ends.
 */
function normalised(text: string): string {
  return text.normalize("NFKC")
    .replace(/["“”„«»‹›「」『』]/gu, '"')
    .replace(/[’‘‚`´]/gu, "'")
    .replace(/[‐‑‒–—]/gu, "-")
    .replace(/\\(?=\p{P})/gu, "")
    .replace(/[*_'"~]/gu, "")
    .replace(/^\s*(?:[>#|-]+\s*)+/gmu, " ")
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/^[\s.,;:!?()]+|[\s.,;:!?()]+$/gu, "")
    .toLowerCase();
}
