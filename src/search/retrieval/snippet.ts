/** Makes short excerpts of a chunk around its matches. */
import type { MatchRange, Snippet } from "../../shapes/search.ts";

/** A piece of text that is one whole match or contains none. */
export interface SnippetPiece {
  readonly text: string;
  readonly match: boolean;
}

interface MatchSpan {
  readonly start: number;
  readonly end: number;
}

/** How far a cut may move to fall between words. Text without spaces is cut between characters. */
const WORD_REACH = 24;

/**
 * The part of `body` with the most different matches, and among equals with the most matches. It is about `length`
 * UTF-16 code units long. White space is collapsed, joiners are left out, and `…` marks a cut. `matches` are byte
 * ranges of `body` in UTF-8, in any order. `body` is the text of a chunk without breadcrumb and frontmatter.
 */
export function makeSnippet(
  body: string | Uint8Array,
  matches: readonly MatchRange[],
  { length = 150 }: { readonly length?: number } = {},
): Snippet {
  if (typeof body !== "string" && body.length > LONG) return snippetOfLong(body, matches, length);
  const original = typeof body === "string" ? body : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const ranges = disjoint(matches);
  // There are as many code units as bytes, so all are ASCII.
  const isAscii = typeof body !== "string" && body.length === original.length;
  const { text, spans } = collapse(original, isAscii ? ranges : inUnits(original, ranges));
  const wordOf = ({ start, end }: MatchSpan): string => text.slice(start, Math.min(end, start + length));
  const window = windowOf(text, densest(spans, length, wordOf), length);
  const before = window.start > 0 ? "…" : "";
  const after = window.end < text.length ? "…" : "";
  const shift = before.length - window.start;
  const shown = spans
    .map(({ start, end }) => ({ start: Math.max(start, window.start) + shift, end: Math.min(end, window.end) + shift }))
    .filter(({ start, end }) => start < end);
  return { text: `${before}${text.slice(window.start, window.end)}${after}`, ranges: shown };
}

/** Of a longer text, only the part around its densest matches is converted: a text may have 256 MB. */
const LONG = 1024 * 1024;
/** Bytes of that part on both sides of the matches. */
const AROUND = 16 * 1024;

function snippetOfLong(body: Uint8Array, matches: readonly MatchRange[], length: number): Snippet {
  const decoder = new TextDecoder();
  const wordOf = ({ start, end }: MatchSpan): string =>
    decoder.decode(body.subarray(start, Math.min(end, start + length)));
  const ranges = disjoint(matches);
  const core = densest(ranges, length, wordOf);
  const start = characterBefore(body, Math.max(0, core.start - AROUND));
  const end = characterBefore(body, Math.min(body.length, core.end + AROUND));
  const within = ranges.filter((range) => range.start >= start && range.end <= end);
  const shifted = within.map((range) => ({ start: range.start - start, end: range.end - start }));
  return makeSnippet(body.subarray(start, end), shifted, { length });
}

/** The start of the character that holds the byte at `at`. */
function characterBefore(bytes: Uint8Array, at: number): number {
  while (at > 0 && at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at--;
  return at;
}

/** Splits the snippet at its matches. */
export function snippetPieces({ text, ranges }: Snippet): readonly SnippetPiece[] {
  const ends = [0, ...ranges.map(({ end }) => end)];
  const pieces = ranges.flatMap(({ start, end }, at): readonly SnippetPiece[] => [
    { text: text.slice(ends[at], start), match: false },
    { text: text.slice(start, end), match: true },
  ]);
  return [...pieces, { text: text.slice(ends.at(-1)), match: false }].filter((piece) => piece.text !== "");
}

/** How many different words are marked. */
export function wordsIn(snippet: Snippet): number {
  return new Set(snippetPieces(snippet).filter(({ match }) => match).map(({ text }) => text.toLowerCase())).size;
}

/** Joins several snippets with ` … `. A text that stands in another one is shown once, with the marks of both. */
export function joinSnippets(snippets: readonly Snippet[]): Snippet {
  return snippets.reduce((joined, { text, ranges }) => {
    const at = joined.text.indexOf(text);
    if (at !== -1) return { text: joined.text, ranges: disjoint([...joined.ranges, ...moved(ranges, at)]) };
    if (text.includes(joined.text)) {
      return { text, ranges: disjoint([...ranges, ...moved(joined.ranges, text.indexOf(joined.text))]) };
    }
    const before = `${joined.text}${JOINT}`;
    const shift = before.length;
    return {
      text: before + text,
      ranges: [...joined.ranges, ...moved(ranges, shift)],
    };
  });
}

function moved(ranges: readonly MatchRange[], by: number): readonly MatchRange[] {
  return ranges.map(({ start, end }) => ({ start: start + by, end: end + by }));
}

const JOINT = " … ";

function disjoint(ranges: readonly MatchRange[]): readonly MatchRange[] {
  const merged: MatchRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && range.start < last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else if (range.start < range.end) merged.push(range);
  }
  return merged;
}

/** White space other than a single space between words, and joiners, which stand for markup between letters. */
const UNEVEN = /^[\s\x7f]+|(?: (?=[\s\x7f])|[^\S ]|\x7f)[\s\x7f]*| $/g;

/**
 * Collapses white space to single spaces, leaves out joiners, and converts spans of the text to spans of the collapsed
 * text.
 */
function collapse(
  original: string,
  ranges: readonly MatchSpan[],
): { readonly text: string; readonly spans: readonly MatchSpan[] } {
  const edges = ranges.flatMap(({ start, end }) => [start, end]);
  const places: number[] = [];
  let text = "";
  let from = 0;
  for (const { 0: run, index: at } of original.matchAll(UNEVEN)) {
    const end = at + run.length;
    const before = text.length + at - from;
    const shown = at === 0 || end === original.length || !/\s/.test(run) ? "" : " ";
    for (let edge = edges[places.length]; edge !== undefined && edge < end; edge = edges[places.length]) {
      places.push(edge > at ? before + shown.length : text.length + edge - from);
    }
    text += original.slice(from, at) + shown;
    from = end;
  }
  for (const edge of edges.slice(places.length)) places.push(text.length + Math.min(edge, original.length) - from);
  text += original.slice(from);
  const spans = ranges.map((_, index) => ({ start: places[2 * index]!, end: places[2 * index + 1]! }));
  return { text, spans: spans.filter(({ start, end }) => text.slice(start, end).trim() !== "") };
}

/**
 * Converts byte ranges of a text in UTF-8, sorted and disjoint, to ranges of code units. A character that begins before
 * an edge counts whole.
 */
function inUnits(text: string, ranges: readonly MatchRange[]): readonly MatchSpan[] {
  let index = 0;
  let seen = 0;
  const unitAt = (bytes: number): number => {
    for (; index < text.length && seen < bytes; index++) seen += bytesOfUnit(text, index);
    return isLowOfPair(text, index) ? index + 1 : index;
  };
  return ranges.map(({ start, end }) => ({ start: unitAt(start), end: unitAt(end) }));
}

/** The UTF-8 bytes of the code unit at `index`. The first half of a surrogate pair counts all bytes of the pair. */
function bytesOfUnit(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (isLowOfPair(text, index)) return 0;
  return isLowOfPair(text, index + 1) ? 4 : 3;
}

function isLowOfPair(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
}

/**
 * The span from the first to the last match of the best run that fits into `length`. Empty when there are no matches.
 */
function densest(spans: readonly MatchSpan[], length: number, wordOf: (span: MatchSpan) => string): MatchSpan {
  const words = spans.map((span) => wordOf(span).toLowerCase());
  const counts = new Map<string, number>();
  let best = { start: 0, end: 0, different: 0, count: 0 };
  let next = 0;
  for (let first = 0; first < spans.length; first++) {
    const start = spans[first]!.start;
    if (next <= first) {
      next = first + 1;
      counts.set(words[first]!, 1);
    }
    while (next < spans.length && spans[next]!.end - start <= length) {
      counts.set(words[next]!, (counts.get(words[next]!) ?? 0) + 1);
      next++;
    }
    const count = next - first;
    if (counts.size > best.different || (counts.size === best.different && count > best.count)) {
      best = { start, end: spans[next - 1]!.end, different: counts.size, count };
    }
    const left = counts.get(words[first]!)! - 1;
    if (left === 0) counts.delete(words[first]!);
    else counts.set(words[first]!, left);
  }
  return best;
}

/** Extends `core` on both sides. It cuts between words if a word ends nearby, and otherwise between characters. */
function windowOf(text: string, core: MatchSpan, length: number): MatchSpan {
  if (text.length <= length) return { start: 0, end: text.length };
  const coreEnd = Math.min(core.end, core.start + length);
  const slack = length - (coreEnd - core.start);
  let start = Math.max(0, core.start - Math.floor(slack / 2));
  let end = Math.min(text.length, start + length);
  start = Math.max(0, end - length);
  if (start > 0 && text[start - 1] !== " ") {
    const space = text.indexOf(" ", start);
    start = space !== -1 && space < core.start && space - start < WORD_REACH ? space + 1 : characterStart(text, start);
  }
  if (end < text.length && text[end] !== " ") {
    const space = text.lastIndexOf(" ", end);
    end = space >= coreEnd && end - space < WORD_REACH && space > start ? space : characterStart(text, end);
  }
  return { start, end: Math.max(end, start) };
}

/** The start of the character (grapheme) that contains the code unit at `index`. */
function characterStart(text: string, index: number): number {
  // Two ASCII characters never form one grapheme. A line end could, but it is a space by now.
  if (text.charCodeAt(index) < 0x80 && text.charCodeAt(index - 1) < 0x80) return index;
  const from = Math.max(0, index - 64);
  const around = text.slice(from, index + 64);
  return from + (new Intl.Segmenter().segment(around).containing(index - from)?.index ?? index - from);
}
