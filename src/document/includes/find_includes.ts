/**
 * Finds where a text of Markdown takes in other files: `{{#include file}}` of mdBook, `--8<-- "file"` of MkDocs,
 * `{* file *}` and `{! file !}` of its plug-ins, `{{< include file >}}` of Quarto, and `{include} file` and
 * `{literalinclude} file` of MyST.
 */
import type { ByteRange } from "../document.ts";

/** Lines from 1. Without an end, up to the last one. */
interface LineRange {
  readonly first: number;
  readonly last: number | null;
}

/** What stands after or from the first line with some text on, and up to one with another. */
export interface IncludedText {
  readonly after?: string | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  readonly to?: string | undefined;
}

export interface Include {
  /** As written. */
  readonly path: string;
  /** The part of the file. */
  readonly part: { readonly lines: readonly LineRange[] } | { readonly section: string } | IncludedText | null;
  /** Whether paths count from the file that they stand in, or from any folder above it. */
  readonly from: "file" | "above";
  /** Whether the same signs may be text. It counts only where there is such a file. */
  readonly isGuess: boolean;
}

/** One place in a text. Its bytes are no text, but for what is taken in. */
export interface IncludePlace extends ByteRange {
  readonly include: Include | null;
  /** What is taken in is text as it is written, without markup. */
  readonly isPlain?: boolean;
}

/** How texts of a format take in others. */
export interface IncludeFinder {
  /** The places in a text, in its order. At most `most` of them. */
  find(text: string, most: number): readonly IncludePlace[];
  /** What is taken in, as a reader sees it. By default, as it is written. */
  visible?(text: string): string;
  /** The format's reader hides the signs that stand for other files. */
  readonly hidesSigns?: true;
}

/** The bytes of a place that are no text. Of a file that is not there, the path is text. */
export function signsOf(
  { start, end, include }: IncludePlace,
  text: Uint8Array,
  isTaken: boolean,
): readonly ByteRange[] {
  if (include === null || isTaken) return [{ start, end }];
  if (include.isGuess) return [];
  const written = new TextDecoder("utf-8", { ignoreBOM: true }).decode(text.subarray(start, end));
  const bytesOf = (part: string): number => new TextEncoder().encode(part).length;
  const at = start + bytesOf(written.slice(0, Math.max(0, written.lastIndexOf(include.path))));
  return [{ start, end: at }, { start: at + bytesOf(include.path), end }].filter((range) => range.start < range.end);
}

const MDBOOK = /\\?\{\{[ \t]{0,8}#(include|rustdoc_include|playground|playpen|title)[ \t]([^{}\r\n]{1,1000})\}\}/g;
const SNIPPET = /^[ \t]*(;*)-+8<-+[ \t]+(?:"([^"\r\n]+)"|'([^'\r\n]+)')[ \t]*\r?$/gm;
/** Both ends of a block of names. */
const BLOCK = /^[ \t]*-+8<-+[ \t]*\r?$/gm;
const LISTED = /^[ \t]*\{\*[ \t]+(\S{1,500})([^*{}\r\n]{0,500})\*\}[ \t]*\r?$/gm;
const MARKED = /\{![ \t]*(?:>[ \t]*)?([^\s!{}[\]]{1,500})[ \t]*(?:\[ln:([\d,\- ]{1,200})\][ \t]*)?!\}/g;

const QUARTO = /^[ \t]*\{\{<[ \t]+include[ \t]+(?:"([^"\r\n]{1,500})"|([^\s"<>]{1,500}))[ \t]+>\}\}[ \t]*\r?$/gm;
/** The first line of a directive, its options, and the line that closes it. */
const MYST =
  /^(`{3,}|:{3,}|~{3,})\{(?:include|literalinclude)\}[ \t]+(\S[^\r\n]{0,499}?)[ \t]*\r?\n((?::[\w-]{1,50}:[^\r\n]{0,500}\r?\n){0,20})[ \t]*\1[ \t]*\r?$/gm;

/** Whether a text may have such a place. Looks at single bytes, as it is asked of every document. */
export function mayInclude(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(BRACE); at !== -1; at = bytes.indexOf(BRACE, at + 1)) {
    const next = bytes[at + 1];
    if (next === STAR || next === MARK || (next === BRACE && hasHash(bytes, at + 2))) return true;
    if (next === BRACE && bytes[at + 2] === LESS && isWord(bytes, at + 3, "include")) return true;
    if (isWord(bytes, at + 1, "include}") || isWord(bytes, at + 1, "literalinclude}")) return true;
  }
  for (let at = bytes.indexOf(EIGHT); at !== -1; at = bytes.indexOf(EIGHT, at + 1)) {
    if (bytes[at + 1] === LESS && bytes[at + 2] === DASH && bytes[at - 1] === DASH) return true;
  }
  return false;
}

const [BRACE, STAR, MARK, EIGHT, LESS, DASH, HASH] = [0x7b, 0x2a, 0x21, 0x38, 0x3c, 0x2d, 0x23];
const [SPACE, TAB] = [0x20, 0x09];

function hasHash(bytes: Uint8Array, at: number): boolean {
  while (bytes[at] === SPACE || bytes[at] === TAB) at++;
  return bytes[at] === HASH;
}

/** Whether a word stands here or behind blanks. */
function isWord(bytes: Uint8Array, at: number, word: string): boolean {
  while (bytes[at] === SPACE || bytes[at] === TAB) at++;
  for (let sign = 0; sign < word.length; sign++) if (bytes[at + sign] !== word.charCodeAt(sign)) return false;
  return true;
}

/** The places in a text, in its order. At most `most` of them. */
export function findIncludes(text: string, most: number): readonly IncludePlace[] {
  const found = [...mdbookPlaces(text), ...snippetPlaces(text), ...blockPlaces(text), ...pluginPlaces(text)];
  found.push(...quartoPlaces(text), ...mystPlaces(text));
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: IncludePlace[] = [];
  for (const place of found) {
    if (apart.length >= most) break;
    if (place.start >= (apart.at(-1)?.end ?? 0)) apart.push(place);
  }
  return inBytes(text, apart);
}

function* mdbookPlaces(text: string): Generator<IncludePlace> {
  for (const match of text.matchAll(MDBOOK)) {
    const [whole, kind, written = ""] = match;
    if (whole.startsWith("\\")) continue;
    const [start, end] = [match.index, match.index + whole.length];
    if (kind === "title") {
      if (isInCode(text, start)) continue;
      // The title is text; the signs around it are not.
      const inner = start + whole.indexOf(written, whole.indexOf("#title"));
      yield { start, end: inner, include: null };
      yield { start: inner + written.length, end, include: null };
      continue;
    }
    const target = kind === "playground" || kind === "playpen" ? written.trim().split(/\s/)[0]! : written.trim();
    yield { start, end, include: { ...mdbookTarget(target), from: "file", isGuess: isInCode(text, start) } };
  }
}

/** Whether a place of a line stands in inline code, where pages about such signs have them. */
function isInCode(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - MAX_LINE), at);
  return before.slice(before.lastIndexOf("\n") + 1).split("`").length % 2 === 0;
}

/** Characters of a line that are looked at. */
const MAX_LINE = 2000;

/** `file:2` is one line, `file:2:10` some, `file:name` an anchor. */
function mdbookTarget(target: string): Pick<Include, "path" | "part"> {
  const [path = "", first, last] = target.split(":");
  if (first === undefined) return { path, part: null };
  if (!/^\d*$/.test(first)) return { path, part: { section: first } };
  return { path, part: { lines: [rangeOf(first, last ?? first)] } };
}

function rangeOf(first: string, last: string | undefined): LineRange {
  return { first: Math.max(1, Number(first) || 1), last: last === undefined || last === "" ? null : Number(last) };
}

function* snippetPlaces(text: string): Generator<IncludePlace> {
  for (const match of text.matchAll(SNIPPET)) {
    const [whole, escape, double, single] = match;
    const place = { start: match.index, end: match.index + whole.length };
    const target = snippetTarget(double ?? single ?? "");
    if (escape === "" && target !== undefined) yield { ...place, include: target };
  }
}

/** The names between two lines of signs. */
function* blockPlaces(text: string): Generator<IncludePlace> {
  const ends = [...text.matchAll(BLOCK)].map(({ 0: whole, index }) => ({ start: index, end: index + whole.length }));
  for (let at = 0; at + 1 < ends.length; at += 2) {
    const [open, close] = [ends[at]!, ends[at + 1]!];
    yield { ...open, include: null };
    let start = open.end;
    for (const line of text.slice(open.end, close.start).split("\n")) {
      const name = line.trim();
      const include = name === "" || name.startsWith(";") ? undefined : snippetTarget(name);
      if (line !== "") yield { start, end: start + line.length, include: include ?? null };
      start += line.length + 1;
    }
    yield { ...close, include: null };
  }
}

/** `file:2` is from line 2 on, `file:2:10,20:30` are some lines, `file:name` is a section. Undefined for an address. */
function snippetTarget(target: string): Include | undefined {
  if (/^[a-z][\w+.-]*:\/\//i.test(target)) return undefined;
  const colon = target.indexOf(":");
  const path = (colon < 0 ? target : target.slice(0, colon)).trim();
  const rest = colon < 0 ? "" : target.slice(colon + 1).trim();
  const base = { path, from: "above", isGuess: false } as const;
  if (rest === "") return { ...base, part: null };
  if (!/^[\d:, ]+$/.test(rest)) return { ...base, part: { section: rest } };
  const lines = rest.split(",").map((range) => {
    const [first = "", last] = range.trim().split(":");
    return rangeOf(first, last);
  });
  return { ...base, part: { lines } };
}

function* pluginPlaces(text: string): Generator<IncludePlace> {
  const places = [...text.matchAll(LISTED), ...text.matchAll(MARKED)];
  for (const { 0: whole, 1: path = "", 2: options = "", index } of places) {
    if (!/\.\w/.test(path)) continue;
    const ranges = whole.trimStart().startsWith("{*") ? /\bln\[([\d:, ]+)\]/.exec(options)?.[1] : options;
    const lines = (ranges ?? "").split(",").filter((range) => range.trim() !== "").map((range) => {
      const [first = "", last] = range.trim().split(/[:-]/);
      return rangeOf(first, last ?? first);
    });
    const part = lines.length === 0 ? null : { lines };
    yield { start: index, end: index + whole.length, include: { path, part, from: "above", isGuess: true } };
  }
}

const FENCE = /^[ \t>]{0,100}(`{3,}|~{3,})([^\r\n]*)\r?$/gm;

/** The blocks of code of a text, in its order. */
function codeBlocks(text: string): readonly ByteRange[] {
  const blocks: ByteRange[] = [];
  let open: { readonly mark: string; readonly start: number } | undefined;
  for (const { 1: mark = "", 2: info = "", index } of text.matchAll(FENCE)) {
    if (open === undefined) open = { mark, start: index };
    else if (mark.startsWith(open.mark) && info.trim() === "") {
      blocks.push({ start: open.start, end: index });
      open = undefined;
    }
  }
  return open === undefined ? blocks : [...blocks, { start: open.start, end: text.length }];
}

/** Tells of places in ascending order whether they stand in a block of code. One that begins there does not. */
function createBlockTest(text: string): (at: number) => boolean {
  let blocks: readonly ByteRange[] | undefined;
  let next = 0;
  return (at) => {
    blocks ??= codeBlocks(text);
    while (next < blocks.length && blocks[next]!.end <= at) next++;
    return next < blocks.length && blocks[next]!.start < at;
  };
}

/** A path from `/` counts from the folder of the site. In a block of code, such signs are often an example. */
function* quartoPlaces(text: string): Generator<IncludePlace> {
  const isInBlock = createBlockTest(text);
  for (const { 0: whole, 1: quoted, 2: bare = "", index } of text.matchAll(QUARTO)) {
    const written = quoted ?? bare;
    const path = written.replace(/^\/+/, "");
    const from = path === written ? "file" : "above";
    const include = { path, part: null, from, isGuess: isInBlock(index) } as const;
    yield { start: index, end: index + whole.length, include };
  }
}

function* mystPlaces(text: string): Generator<IncludePlace> {
  const isInBlock = createBlockTest(text);
  for (const { 0: whole, 2: path = "", 3: options = "", index } of text.matchAll(MYST)) {
    const written = /^:lines:[ \t]*([\d,\- \t]+)$/m.exec(options)?.[1] ?? "";
    const lines = written.split(",").filter((range) => range.trim() !== "").map((range) => {
      const [first = "", last] = range.trim().split("-");
      return rangeOf(first, last ?? first);
    });
    const part = lines.length === 0 ? null : { lines };
    yield { start: index, end: index + whole.length, include: { path, part, from: "file", isGuess: isInBlock(index) } };
  }
}

/** The same places, in bytes of UTF-8. */
function inBytes(text: string, places: readonly IncludePlace[]): readonly IncludePlace[] {
  const encoder = new TextEncoder();
  let [unit, byte] = [0, 0];
  const bytesTo = (to: number): number => {
    byte += encoder.encode(text.slice(unit, to)).length;
    unit = to;
    return byte;
  };
  return places.map(({ start, end, include }) => ({ start: bytesTo(start), end: bytesTo(end), include }));
}
