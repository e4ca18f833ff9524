/** Finds the headings without numbers and the title of a text whose other headings are numbered, or in capitals. */
import { isTitleWord, TAGS } from "./numbers.ts";
import type { PlainLines } from "./plain_lines.ts";
import { linesOf, type PlainTitle } from "./underlined.ts";

const MOST_LETTERS = 60;
const MOST_CONTENTS = 120;
const ENTRY = /^(\p{L}[^.]*(?:\.[^. ][^.]*)*?)[ \t]*(?:\.{3,}|(?:[ \t]\.){3,})[ \t.]*\d+$/u;
const TITLE = /^\p{Lu}[\p{L}\p{N}'’/&(),. -]*:?$/u;
/** The columns of a page. */
const PAGE_WIDTH = 72;
const MOST_OFF = 8;
const MOST_TITLE_LINES = 4;
const LEAST_INDENT = 4;
const CAPITALS = /^\p{Lu}[\p{Lu}\p{N}'’/&(),. -]*:?$/u;
const LEAST_CAPITALS = 3;

/** Lines alone at the margin that the table of contents lists, and others where all other text is indented. */
export function marginTitles(
  lines: PlainLines,
  known: readonly PlainTitle[],
  isIndented: boolean,
): readonly PlainTitle[] {
  const taken = linesOf(known);
  const contents = contentsOf(lines);
  const found: PlainTitle[] = [];
  for (let at = 0; at < lines.lines.length; at++) {
    if (taken.has(at) || !isAlone(lines, at) || lines.lengthOf(at) > MOST_LETTERS) continue;
    const text = lines.textOf(at);
    const isTitle = TITLE.test(text) && !/[.,]$/.test(text) && text.split(/\s+/).every(isTitleWord);
    if (!contents.has(wordsOf(text)) && !(isTitle && isIndented)) continue;
    const below = lines.lines[at + 1];
    const isOver = below !== undefined && (below.indent > lines.margin || !isIndented);
    if (isOver) found.push({ first: at, at, next: at + 1 });
  }
  return found;
}

/** The titles in the table of contents, which stand before dots and the number of a page. */
function contentsOf(lines: PlainLines): ReadonlySet<string> {
  const found = new Set<string>();
  for (let at = 0; at < lines.lines.length; at++) {
    const length = lines.lengthOf(at);
    if (length === 0 || length > MOST_CONTENTS || !isDigit(lines.text.charCodeAt(lines.lines[at]!.end - 1))) continue;
    const [, title] = ENTRY.exec(lines.textOf(at)) ?? [];
    if (title !== undefined) found.add(wordsOf(title));
  }
  return found;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function wordsOf(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

function isAlone(lines: PlainLines, at: number): boolean {
  return lines.isFree(at) && lines.isFree(at + 1) && lines.lines[at]!.indent === lines.margin;
}

/** The lines in the middle of the page that come first, or after one paragraph. */
export function centredTitle(lines: PlainLines, before: number): PlainTitle | undefined {
  let at = 0;
  for (let paragraph = 0; paragraph < 2 && at < before; paragraph++) {
    let next = at + 1;
    while (!lines.isFree(next)) next++;
    if (next <= before && next - at <= MOST_TITLE_LINES && isCentred(lines, at, next)) return { first: at, at, next };
    at = next;
  }
  return undefined;
}

function isCentred(lines: PlainLines, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const { indent } = lines.lines[at]!;
    const right = PAGE_WIDTH + lines.margin - indent - lines.lengthOf(at);
    if (indent - lines.margin < LEAST_INDENT || Math.abs(indent - lines.margin - right) > MOST_OFF) return false;
    if (!/\p{L}/u.test(lines.textOf(at)) || / {4}|\t/.test(lines.textOf(at))) return false;
  }
  return true;
}

/** Lines of capitals alone at the margin, each with other text below it. */
export function capitalTitles(lines: PlainLines, known: readonly PlainTitle[]): readonly PlainTitle[] {
  const taken = linesOf(known);
  const found: PlainTitle[] = [];
  for (let at = 0; at < lines.lines.length; at++) {
    if (taken.has(at) || !isAlone(lines, at) || lines.lengthOf(at) > MOST_LETTERS) continue;
    const text = lines.textOf(at).replace(TAGS, "");
    const isTitle = CAPITALS.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) >= 4 && !/[.,]$/.test(text);
    if (isTitle) found.push({ first: at, at, next: at + 1 });
  }
  const isEach = found.every(({ next }) => next < lines.lines.length && /\p{Ll}{2}/u.test(lines.textOf(next)));
  return found.length >= LEAST_CAPITALS && isEach ? found : [];
}
