/**
 * A second implementation of the strategies `adaptive`, `leaves`, `code` and `prose`, made from their description alone
 * and for clarity, not for speed. Offsets are UTF-16 units. Spans come without white space at their ends, as the
 * description does not say whose that is.
 */
import type { SIZES } from "../parse_text.ts";

export interface SecondHeading {
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
  readonly sizes: typeof SIZES;
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

const size = (text: string): number => Array.from(text).length;

/** Cuts at the first level that has two headings or more. */
export function adaptive({ text, from, headings, preambleTitle, isText, sizes }: SecondInput): SecondSection[] {
  if (isText) return [];
  const isLarge = size(text) >= sizes.min_chunk_size;
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
  const isSmall = size(text) < sizes.min_document_chars;
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
  const hasPreamble = !isText && size(text.slice(from, preamble.end).trim()) >= sizes.min_leaf_chars;
  const nodes = [
    { depth: 0, title, slug: null, lineStart: from, start: from, end: text.length },
    ...(hasPreamble ? [preamble] : []),
    ...sections,
  ];
  const parts = nodes.flatMap((node) => {
    const inner = nodes.filter((other) => other.depth > node.depth && node.start <= other.start && other.end <= node.end);
    const pieces = without(node, inner);
    const total = pieces.reduce((sum, { start, end }) => sum + size(text.slice(start, end).trim()), 0);
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
  const starts = lines.reduce<number[]>((all, line) => [...all, all.at(-1)! + line.length], [0]);
  const sections: SecondSection[] = [];
  let first = starts.findLastIndex((start) => start <= from);
  for (let isLast = false; !isLast && first < lines.length;) {
    let end = Math.min(first + sizes.code_max_lines, lines.length);
    isLast = end === lines.length;
    const half = first + Math.ceil(sizes.code_max_lines / 2);
    const blank = lines.findLastIndex((line, index) => half <= index && index < end && line.trim() === "");
    if (!isLast && blank !== -1) end = blank + 1;
    const slug = `L${first + 1}-L${end}`;
    if (size(text.slice(starts[first], starts[end]).trim()) >= 5) {
      sections.push({ depth: 1, title, slug, start: Math.max(from, starts[first]!), end: starts[end]! });
    }
    first = Math.max(first + 1, end - sizes.overlap_lines);
  }
  return sound(text, sections);
}

/** Packs sentences; headings begin new sections where the one before is long enough. */
export function prose({ text, from, headings, title, sizes }: SecondInput): SecondSection[] {
  const edges = headings.flatMap(({ lineStart, bodyStart }) => [lineStart, bodyStart]);
  const units = cutLong(text, split({ start: from, end: text.length }, [...edges, ...sentenceEnds(text)]), sizes.prose_max_chars);
  const sections: { start: number; end: number }[] = [];
  for (const { start, end } of units) {
    const last = sections.at(-1);
    const isHeading = headings.some(({ lineStart }) => lineStart === start);
    const fits = last !== undefined && size(text.slice(last.start, end).trim()) <= sizes.prose_max_chars;
    const isFull = isHeading && last !== undefined &&
      size(text.slice(last.start, last.end).trim()) >= sizes.min_chunk_chars;
    if (fits && !isFull) last.end = end;
    else sections.push({ start, end });
  }
  return sound(text, sections.map(({ start, end }) => ({ depth: 1, title: "", slug: null, start, end }))).map((section) => ({
    ...section,
    title: headings.findLast(({ lineStart }) => lineStart <= section.start)?.text ?? title,
    slug: `L${lineAt(text, section.start)}-L${lineAt(text, section.end - 1)}`,
  }));
}

/** Cuts a body at paragraphs, at sentences where these are too long, and at white space where those are. */
function cutBody(text: string, piece: Range, sizes: typeof SIZES): Range[] {
  const max = sizes.max_leaf_chars;
  const paragraphs = split(piece, matchEnds(text, /\n[^\S\n]*\n\s*/g));
  const sentences = paragraphs.flatMap((paragraph) =>
    sizeOf(text, paragraph) > max ? split(paragraph, sentenceEnds(text)) : [paragraph]
  );
  const parts: { start: number; end: number }[] = [];
  for (const unit of cutLong(text, sentences, max)) {
    const last = parts.at(-1);
    if (last !== undefined && sizeOf(text, { start: last.start, end: unit.end }) <= max) last.end = unit.end;
    else parts.push({ ...unit });
  }
  return parts.reduce<{ start: number; end: number }[]>((all, part) => {
    if (all.length > 0 && sizeOf(text, part) < sizes.min_leaf_chars) all.at(-1)!.end = part.end;
    else all.push(part);
    return all;
  }, []);
}

const sizeOf = (text: string, { start, end }: Range): number => size(text.slice(start, end).trim());

/** A sentence ends before white space that no lower-case letter follows, at a sign of East Asia, or at a blank line. */
function sentenceEnds(text: string): number[] {
  return matchEnds(text, /[.!?…]\s+(?![\s\p{Ll}])|[。！？]\s*|\n[^\S\n]*\n\s*/gu);
}

function matchEnds(text: string, pattern: RegExp): number[] {
  return Array.from(text.matchAll(pattern), (match) => match.index + match[0].length);
}

/** Cuts ranges that are too long at the last white space that fits, or where there is none, at the size. */
function cutLong(text: string, ranges: readonly Range[], max: number): Range[] {
  return ranges.flatMap((range) => {
    const pieces: Range[] = [];
    let { start } = range;
    while (sizeOf(text, { start, end: range.end }) > max) {
      const leading = /^\s*/.exec(text.slice(start, range.end))![0].length;
      const fitting = Array.from(text.slice(start + leading, range.end)).slice(0, max + 1).join("");
      const space = fitting.search(/\s\S*$/);
      const end = start + leading + (space > 0 ? space + 1 : Array.from(fitting).slice(0, max).join("").length);
      pieces.push({ start, end });
      start = end;
    }
    return [...pieces, { start, end: range.end }];
  });
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
  return text.slice(start, end).trim() === "";
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** In the order of the text, outer ones first, without blank ones and white space at the ends. */
function sound(text: string, sections: readonly SecondSection[]): SecondSection[] {
  return sections
    .filter(({ start, end }) => !isBlank(text, start, end))
    .map(({ depth, title, slug, start, end }) => {
      const span = text.slice(start, end);
      return { depth, title, slug, start: end - span.trimStart().length, end: start + span.trimEnd().length };
    })
    .sort((a, b) => a.start - b.start || a.depth - b.depth);
}
