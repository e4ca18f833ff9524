/** Shows matches in a terminal. */
import type { MatchRange, Snippet } from "../../shapes/search.ts";
import { makeSnippet, type SnippetPiece, snippetPieces } from "../../search/retrieval/snippet.ts";
import type { Palette } from "./color.ts";
import { sanitize, sanitizeTextLine } from "../../text/sanitize.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Cuts `content` at its match ranges, which are sorted and disjoint and count UTF-8 bytes. */
function pieces(content: string, ranges: readonly MatchRange[]): SnippetPiece[] {
  if (ranges.length === 0) return [{ text: content, match: false }];
  const bytes = encoder.encode(content);
  const found: SnippetPiece[] = [];
  let at = 0;
  const take = (end: number, match: boolean): void => {
    if (end > at) found.push({ text: decoder.decode(bytes.subarray(at, end)), match });
    at = Math.max(at, end);
  };
  for (const { start, end } of ranges) {
    take(Math.min(start, bytes.length), false);
    take(Math.min(end, bytes.length), true);
  }
  take(bytes.length, false);
  return found;
}

/** Prepares content for a terminal: shows control characters and colours matches. */
export function highlightContent(content: string, ranges: readonly MatchRange[], palette: Palette): string {
  if (!palette.enabled) return sanitize(content);
  return pieces(content, ranges).map((piece) => paint(sanitize(piece.text), piece.match, palette)).join("");
}

/** A line of content with at least one match. */
export interface MatchLine {
  /** Counted from 0, from the first line of `content`. */
  readonly index: number;
  /** Coloured and safe for a terminal. */
  readonly text: string;
}

/** A longer line is cut around its matches, in UTF-16 code units. */
const MAX_LINE_LENGTH = 300;

/** Finds the lines of `content` that a match touches. */
export function matchLines(content: string, ranges: readonly MatchRange[], palette: Palette): MatchLine[] {
  const lines: SnippetPiece[][] = [[]];
  for (const piece of pieces(content, ranges)) {
    piece.text.split("\n").forEach((part, i) => {
      if (i > 0) lines.push([]);
      if (part !== "") lines.at(-1)!.push({ text: part.replace(/\r$/, ""), match: piece.match });
    });
  }
  return lines.flatMap((line, index) => {
    if (!line.some(({ match }) => match)) return [];
    return [{ index, text: shortened(line).map(({ text, match }) => paint(sanitize(text), match, palette)).join("") }];
  });
}

/** The part of a long line with the most matches. */
function shortened(line: readonly SnippetPiece[]): readonly SnippetPiece[] {
  const text = line.map((piece) => piece.text).join("");
  if (text.trim().length <= MAX_LINE_LENGTH) return line;
  let bytes = 0;
  const matches = line.flatMap((piece) => {
    const start = bytes;
    bytes += encoder.encode(piece.text).length;
    return piece.match ? [{ start, end: bytes }] : [];
  });
  return snippetPieces(makeSnippet(text, matches, { length: MAX_LINE_LENGTH }));
}

/** Prepares a snippet for a terminal, on one line. */
export function highlightSnippet(snippet: Snippet, palette: Palette): string {
  return snippetPieces(snippet)
    .map(({ text, match }) => paint(sanitizeTextLine(text), match, palette))
    .join("").replace(/ {2,}/g, " ").trim();
}

/** Colours line by line, so that a match across a line end does not colour the start of the next line. */
function paint(text: string, match: boolean, palette: Palette): string {
  if (!match || text === "") return text;
  return text.split("\n").map((line) => (line === "" ? "" : palette.match(line))).join("\n");
}
