/**
 * A second implementation of the strategies `adaptive`, `leaves`, `code` and `prose`, made from their description alone
 * and for clarity, not for speed. Offsets are UTF-16 units. Spans come without white space at their ends, as the
 * description does not say whose that is.
 */
import type { Sizes } from "../parse_text.ts";

interface SecondHeading {
  readonly level: number;
  readonly text: string;
  readonly lineStart: number;
  readonly bodyStart: number;
}

export interface SecondInput {
  readonly text: string;
  /** Where the text begins: after the byte order mark and the frontmatter. */
  readonly from: number;
  readonly headings: readonly SecondHeading[];
  readonly title: string;
  /** The title of text that stands before all sections. */
  readonly preambleTitle: string;
  /** The file has no headings by its format. */
  readonly isText: boolean;
  readonly sizes: Sizes;
}

export interface SecondSection {
  readonly depth: number;
  readonly title: string;
  /** The slug where the strategy gives it, or its end for a part; null where it is that of the title. */
  readonly slug: string | null;
  readonly start: number;
  readonly end: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

const size = (text: string): number => text.length - (text.match(/[\uDC00-\uDFFF]/g)?.length ?? 0);

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, "");

/** Cuts at the first level that has two headings or more. */
export function adaptive({ text, from, headings, preambleTitle, isText, sizes }: SecondInput): SecondSection[] {
  if (isText) return [];
  const isLarge = size(withoutMark(text)) >= sizes.min_chunk_size;
  const level = [1, 2, 3, 4, 5, 6].find((one) => headings.filter((heading) => heading.level === one).length >= 2);
  const cuts = headings.filter((heading) => isLarge && heading.level === level);
  return sound(text, [
    { depth: 1, title: preambleTitle, slug: "preamble", start: from, end: cuts[0]?.lineStart ?? text.length },
    ...cuts.map((heading, index) => ({
      depth: 1,
      title: heading.text,
      slug: null,
      start: heading.bodyStart,
      end: cuts[index + 1]?.lineStart ?? text.length,
    })),
  ]);
}

/** Takes small sections into the one around them, and cuts large bodies. */
export function leaves(input: SecondInput): SecondSection[] {
  const { text, from, headings, preambleTitle, title, isText, sizes } = input;
  const isSmall = size(withoutMark(text)) < sizes.min_document_chars;
  if (isText && isSmall) return [];
  const whole = { depth: 1, title: preambleTitle, slug: "preamble", lineStart: from, start: from, end: text.length };
  if (isSmall) return sound(text, [whole]);
  const sections = headings
    .map((heading, index) => ({
      depth: heading.level,
      title: heading.text,
      slug: null,
      lineStart: heading.lineStart,
      start: heading.bodyStart,
      end: headings.slice(index + 1).find(({ level }) => level <= heading.level)?.lineStart ?? text.length,
    }))
    .filter(({ start, end }) => !isBlank(text, start, end) && size(text.slice(start, end)) >= sizes.min_leaf_chars);
  const preamble = { ...whole, end: sections[0]?.lineStart ?? text.length };
  const isWorthIt = sections.length === 0 || sizeOf(text, preamble) >= sizes.min_leaf_chars;
  const hasPreamble = !isText && isWorthIt && !isBlank(text, from, preamble.end);
  const nodes = [
    { depth: 0, title, slug: null, lineStart: from, start: from, end: text.length },
    ...(hasPreamble ? [preamble] : []),
    ...sections,
  ];
  const parts = nodes.flatMap((node) => {
    const inner = nodes.filter((other) =>
      other.depth > node.depth && node.start <= other.start && other.end <= node.end
    );
    const pieces = without(node, inner).filter(({ start, end }) => !isBlank(text, start, end));
    const total = pieces.reduce((sum, { start, end }) => sum + sizeOf(text, { start, end }), 0);
    if (total <= sizes.max_leaf_chars) return [];
    return pieces
      .flatMap((piece) => cutBody(text, piece, sizes))
      .map((part, index) => ({ depth: node.depth + 1, title: node.title, slug: `part-${index + 1}`, ...part }));
  });
  return sound(text, [...nodes.slice(1), ...parts]);
}

/** Windows of lines, each with the last lines of the one before. */
export function code({ text, from, title, sizes }: SecondInput): SecondSection[] {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length);
  const sections: SecondSection[] = [];
  let first = starts.findLastIndex((start) => start <= from);
  for (let isLast = false; !isLast && first < lines.length;) {
    const room = sizes.code_max_chars ?? Infinity;
    let end = first + 1;
    const sizeTo = (line: number): number => size(text.slice(starts[first], starts[line]));
    while (end < Math.min(first + sizes.code_max_lines, lines.length) && sizeTo(end + 1) <= room) end++;
    const isFull = end < Math.min(first + sizes.code_max_lines, lines.length);
    isLast = end === lines.length;
    const half = first + Math.ceil((end - first) / 2);
    const blank = lines.findLastIndex((line, index) => half <= index && index < end && trimmed(line) === "");
    if (!isLast && blank !== -1) end = blank + 1;
    const slug = `L${first + 1}-L${end}`;
    const [start, stop] = [Math.max(from, starts[first]!), starts[end]!];
    if (size(text.slice(start, stop).trim()) >= 5) sections.push({ depth: 1, title, slug, start, end: stop });
    const overlap = isFull ? Math.min(sizes.overlap_lines, Math.floor((end - first) / 4)) : sizes.overlap_lines;
    first = Math.max(first + 1, end - overlap);
  }
  return sound(text, sections);
}

/** Packs sentences, rows of tables and fences. Headings begin new sections where the one before is long enough. */
export function prose({ text, from, headings, title, sizes }: SecondInput): SecondSection[] {
  const begins = new Set(headings.map(({ lineStart }) => lineStart));
  const { prose_max_chars: max } = sizes;
  const parts = split({ start: from, end: text.length }, [...begins]).flatMap((range) => blocksIn(text, range, max));
  const units = parts.flatMap((part) => part.isBlock ? [part] : sentencesIn(text, part));
  const wholes = new Set(parts.filter((part) => part.isBlock && sizeOf(text, part) <= max).map(({ start }) => start));
  const sections = packed(text, units, max, sizes.min_chunk_chars, begins, wholes);
  return sound(
    text,
    sections.map(({ start, end }) => ({
      depth: 1,
      title: headings.findLast(({ lineStart }) => lineStart <= start)?.text || title,
      slug: `L${lineAt(text, start)}-L${lineAt(text, end - 1)}`,
      start,
      end,
    })),
  );
}

/**
 * A fence is a block if it is short enough, else each of its lines is. So is each row of a table; the line of dashes
 * belongs to its head, and the first row does if there is room. Blank lines belong to the block above.
 */
function blocksIn(text: string, range: Range, max: number): (Range & { isBlock: boolean })[] {
  const ends = matchEnds(text, range, /\n/g);
  const lines = split(range, ends).map((line) => ({ ...line, text: text.slice(line.start, line.end) }));
  const isDashes = (at: number): boolean => {
    const line = lines[at]?.text ?? "";
    return line.includes("|") && /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?\s*$/.test(line);
  };
  const all: (Range & { isBlock: boolean })[] = [];
  const add = (from: number, to: number, isBlock: boolean): void => {
    while (isBlock && trimmed(lines[to]?.text ?? "end") === "") to++;
    all.push({ start: lines[from]!.start, end: lines[to - 1]!.end, isBlock });
    at = to;
  };
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!.text;
    const marks = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/.exec(line.replace(/\n$/, ""))?.[1];
    if (marks !== undefined) {
      const close = lines.findIndex(({ text: one }, index) =>
        index > at && new RegExp(`^[ \\t>]*${marks[0]}{${marks.length},}\\s*$`).test(one)
      );
      const to = close < 0 ? lines.length : close + 1;
      if (size(text.slice(lines[at]!.start, lines[to - 1]!.end)) <= max) add(at, to, true);
      else for (const stop = to; at < stop;) add(at, at + 1, true);
    } else if (/^[ \t>]*\|/.test(line) || (line.includes("|") && isDashes(at + 1))) {
      const isHead = isDashes(at + 1);
      const first = at + (isHead ? 2 : 1);
      let to = first;
      while (lines[to]?.text.includes("|") === true && !/^[ \t>]*(`{3,}|~{3,})/.test(lines[to]!.text)) to++;
      const hasRow = to > first && size(text.slice(lines[at]!.start, lines[first]!.end)) <= max;
      add(at, hasRow ? first + 1 : first, true);
      while (at < to) add(at, at + 1, true);
    } else add(at, at + 1, false);
  }
  return all.reduce<(Range & { isBlock: boolean })[]>((joined, part) => {
    const last = joined.at(-1);
    if (last === undefined || last.isBlock || part.isBlock) return [...joined, part];
    return [...joined.slice(0, -1), { ...spanOf(last, part), isBlock: false }];
  }, []);
}

/**
 * Packs units into ranges of at most `max` characters. A range under `min` also takes the beginning of the unit that
 * does not fit, unless that is to stay whole.
 */
function packed(
  text: string,
  units: readonly Range[],
  max: number,
  min: number,
  begins = new Set<number>(),
  wholes = new Set<number>(),
): Range[] {
  const ranges: Range[] = [];
  let last = { start: units[0]?.start ?? 0, end: units[0]?.start ?? 0 };
  for (const unit of units) {
    const isOver = sizeOf(text, spanOf(last, unit)) > max;
    const isFull = begins.has(unit.start) || isOver;
    const mustEnd = isOver && wholes.has(unit.start) && last.end > last.start;
    if (mustEnd || (isFull && sizeOf(text, last) >= min)) {
      ranges.push(last);
      last = { start: unit.start, end: unit.start };
    }
    const pieces = cutLong(text, unit, max - sizeOf(text, last), max);
    for (const piece of pieces.slice(0, -1)) {
      ranges.push(spanOf(last, piece));
      last = { start: piece.end, end: piece.end };
    }
    last = spanOf(last, pieces.at(-1)!);
  }
  return [...ranges, last].filter(({ start, end }) => start < end);
}

/**
 * Cuts a body at paragraphs, at sentences where these are too long, and at white space where those are. A paragraph
 * that is cut shares no part with others. Small parts join the one before, or at the start, the one after.
 */
function cutBody(text: string, piece: Range, sizes: Sizes): Range[] {
  const { max_leaf_chars: max, min_leaf_chars: min } = sizes;
  const paragraphs = split(piece, matchEnds(text, piece, /\n[ \t\r]*\n\s*/g));
  const runs: Range[][] = [];
  for (const [index, paragraph] of paragraphs.entries()) {
    if (sizeOf(text, paragraph) > max) runs.push(sentencesIn(text, paragraph), []);
    else if (index === 0) runs.push([paragraph]);
    else runs.at(-1)!.push(paragraph);
  }
  const parts = runs.flatMap((run) => packed(text, run, max, 0));
  const isSmall = (range: Range): boolean => sizeOf(text, range) < min || isBlank(text, range.start, range.end);
  return joined(parts, (last, part) => isSmall(last) || isSmall(part)).filter((part) => !isSmall(part));
}

const spanOf = (first: Range, last: Range): Range => ({ start: first.start, end: last.end });

/** Joins each range with what is joined of those before it, where the condition holds. */
function joined(ranges: readonly Range[], isOne: (last: Range, next: Range) => boolean): Range[] {
  return ranges.reduce<Range[]>((all, range) => {
    const last = all.at(-1);
    return last !== undefined && isOne(last, range) ? [...all.slice(0, -1), spanOf(last, range)] : [...all, range];
  }, []);
}

const sizeOf = (text: string, { start, end }: Range): number => size(text.slice(start, end));

/**
 * A sentence ends before white space that no lower-case letter follows, at a sign of East Asia, or at a blank line.
 * Quotation marks and brackets that close belong to it.
 */
function sentencesIn(text: string, range: Range): Range[] {
  const end = /[.!?…]["'”’»)\]]*\s+(?![\s\p{Ll}])|[。！？]+["'”’»）」』]*\s*|\n[ \t\r]*\n\s*/gu;
  return split(range, matchEnds(text, range, end));
}

function matchEnds(text: string, { start, end }: Range, pattern: RegExp): number[] {
  return Array.from(text.slice(start, end).matchAll(pattern), (match) => start + match.index + match[0].length);
}

/**
 * Cuts what is longer than `first` and then `max`: behind the last white space of the second half that fits, or else at
 * the size.
 */
function cutLong(text: string, range: Range, first: number, max: number): Range[] {
  const pieces: Range[] = [];
  let { start } = range;
  for (let room = first; sizeOf(text, { start, end: range.end }) > room; room = max) {
    const fitting = Array.from(text.slice(start, range.end)).slice(0, room).join("");
    const space = fitting.search(/\s\S*$/);
    const end = start + (space >= fitting.length >> 1 ? space + 1 : fitting.length);
    pieces.push({ start, end });
    start = end;
  }
  return [...pieces, { start, end: range.end }];
}

function split({ start, end }: Range, at: readonly number[]): Range[] {
  const inner = new Set(at.filter((offset) => start < offset && offset < end));
  const edges = [start, ...Array.from(inner).sort((a, b) => a - b), end];
  return edges.slice(1).map((edge, index) => ({ start: edges[index]!, end: edge }));
}

/** The pieces of a range that are in none of the inner ones. */
function without(range: Range, inner: readonly { lineStart: number; end: number }[]): Range[] {
  const pieces: Range[] = [];
  let { start } = range;
  for (const one of inner) {
    if (one.lineStart > start) pieces.push({ start, end: one.lineStart });
    start = Math.max(start, one.end);
  }
  return start < range.end ? [...pieces, { start, end: range.end }] : pieces;
}

function isBlank(text: string, start: number, end: number): boolean {
  return trimmed(text.slice(start, end)) === "";
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** In the order of the text, outer ones first, without blank ones and white space at the ends. */
function sound(text: string, sections: readonly SecondSection[]): SecondSection[] {
  return sections
    .filter(({ start, end }) => !isBlank(text, start, end))
    .map((section) => withoutBlank(text, section))
    .sort((a, b) => a.start - b.start || a.depth - b.depth);
}

/** The section without white space at its ends. */
export function withoutBlank(text: string, section: SecondSection): SecondSection {
  const span = text.slice(section.start, section.end);
  const start = section.start + /^\p{White_Space}*/u.exec(span)![0].length;
  return { ...section, start, end: start + trimmed(span).length };
}

// U+FEFF is a sign like others inside of a document, which `trim()` takes away.
function trimmed(text: string): string {
  const start = /^\p{White_Space}*/u.exec(text)![0].length;
  let end = text.length;
  while (end > start && /\p{White_Space}/u.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}
