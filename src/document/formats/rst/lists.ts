/** Reads lists: with bullets, with numbers, of fields, of options, and lines of verse. */
import { readInline } from "./inline.ts";
import { indentedEnd, isBlankLine, isSpace, leastIndent, type Line, partOf } from "./lines.ts";
import type { BodyScope, RstState } from "./state.ts";

const BULLET = /[-+*•‣⁃](?= |\t|$)/my;
const ENUMERATOR = /(?:\((\w{1,9}|#)\)|(\w{1,9}|#)([.)]))(?= |\t|$)/my;
const ROMAN = /^(?=.)m{0,4}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/i;
const FIELD = /:(?![: ])((?:[^:\\\n]|\\.|:(?![ `\n]|$))+)(?<! ):(?= |\t|$)/my;
const OPTION = "(?:--[\\w][\\w-]*|[-+][\\w?@]|/[A-Za-z])(?:[ =]?(?:[A-Za-z][\\w-]*|<[^<>\\n]+>))?";
const OPTIONS = new RegExp(`${OPTION}(?:, ${OPTION})*(?=  |[ \\t]*$)`, "my");

/** The match of a pattern at a place that ends within the line. */
function matchAt(pattern: RegExp, text: string, { start, end }: Line): RegExpExecArray | undefined {
  pattern.lastIndex = start;
  const found = pattern.exec(text);
  return found === null || start + found[0].length > end ? undefined : found;
}

/** The name of a field, as it stands in a line: `:name: value`. */
export function fieldAt(text: string, line: Line): { readonly name: string; readonly valueStart: number } | undefined {
  const [whole, name] = matchAt(FIELD, text, line) ?? [];
  return whole === undefined ? undefined : { name: name!, valueStart: line.start + whole.length };
}

export function readBullet(
  state: RstState,
  lines: Line[],
  at: number,
  to: number,
  scope: BodyScope,
): number | undefined {
  const line = lines[at]!;
  const found = matchAt(BULLET, state.text, line);
  return found === undefined ? undefined : readItem(state, lines, at, to, scope, line.start + 1, false);
}

/** A number is one of a list if the next line belongs to it or begins with the next number. */
export function readEnumerated(
  state: RstState,
  lines: Line[],
  at: number,
  to: number,
  scope: BodyScope,
): number | undefined {
  const { text } = state;
  const line = lines[at]!;
  const ordinal = ordinalAt(text, line);
  if (ordinal === undefined) return undefined;
  const next = at + 1 < to ? lines[at + 1]! : undefined;
  if (next !== undefined && !isBlankLine(next) && next.indent <= scope.margin) {
    const following = ordinalAt(text, next);
    const isNext = following !== undefined && following.form === ordinal.form &&
      (following.values.includes("#") || ordinal.values.some((value) => following.values.includes(Number(value) + 1)));
    if (!isNext) return undefined;
  }
  return readItem(state, lines, at, to, scope, line.start + ordinal.length, true);
}

/** What a number may be: `i` is one and nine. */
function ordinalAt(text: string, line: Line) {
  const [whole, inParens, before, after] = matchAt(ENUMERATOR, text, line) ?? [];
  if (whole === undefined) return undefined;
  const written = inParens ?? before!;
  const values: (number | "#")[] = written === "#" ? ["#"] : /^\d+$/.test(written) ? [Number(written)] : [
    ...(/^[A-Za-z]$/.test(written) ? [written.toLowerCase().charCodeAt(0) - 96] : []),
    ...(ROMAN.test(written) && (written === written.toLowerCase() || written === written.toUpperCase())
      ? [romanValue(written)]
      : []),
  ];
  return values.length === 0
    ? undefined
    : { values, length: whole.length, form: inParens === undefined ? after : "()" };
}

const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function romanValue(written: string): number {
  const digits = [...written.toLowerCase()].map((letter) => ROMAN_DIGITS[letter]!);
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0);
}

/** An item whose sign ends at `signEnd`. Its text begins after that, and its further lines in the same column. */
function readItem(
  state: RstState,
  lines: Line[],
  at: number,
  to: number,
  scope: BodyScope,
  signEnd: number,
  ordered: boolean,
): number {
  const line = lines[at]!;
  state.found.hide(line.start, signEnd);
  const first = partOf(state.text, line, signEnd, line.end, line.indent + signEnd - line.start);
  const isEmpty = isBlankLine(first);
  const end = Math.max(at + 1, indentedEnd(lines, at + 1, to, isEmpty ? scope.margin + 1 : first.indent));
  const margin = isEmpty ? leastIndent(lines, at + 1, end) ?? scope.margin + 1 : first.indent;
  state.block(scope, { kind: "item", ordered, start: signEnd, end: signEnd });
  lines[at] = first;
  state.within(lines, at, end, margin, scope);
  return end;
}

/** Text after a sign on the first line, and lines that are indented at all. */
export function readHanging(
  state: RstState,
  lines: Line[],
  at: number,
  to: number,
  scope: BodyScope,
  textStart: number,
): number {
  const line = lines[at]!;
  const end = Math.max(at + 1, indentedEnd(lines, at + 1, to, scope.margin + 1));
  const margin = leastIndent(lines, at + 1, end) ?? scope.margin + 1;
  const first = partOf(state.text, line, textStart, line.end, margin);
  lines[at] = { ...first, indent: margin };
  state.within(lines, at, end, margin, scope);
  return end;
}

export function readField(
  state: RstState,
  lines: Line[],
  at: number,
  to: number,
  scope: BodyScope,
): number | undefined {
  const line = lines[at]!;
  const field = fieldAt(state.text, line);
  if (field === undefined) return undefined;
  const { found } = state;
  found.hide(line.start, line.start + 1);
  found.hide(field.valueStart - 1, field.valueStart);
  readInline(state, { start: line.start + 1, end: field.valueStart - 1 });
  state.block(scope, { kind: "term", start: line.start, end: field.valueStart });
  state.block(scope, { kind: "definition", start: field.valueStart, end: field.valueStart });
  return readHanging(state, lines, at, to, scope, field.valueStart);
}

/** Fields at the start of a document are what it states of itself. */
export function readProperties(state: RstState, lines: Line[], at: number, to: number, scope: BodyScope): number {
  const { text, found } = state;
  for (let next = at; next < to;) {
    const line = lines[next]!;
    const field = isBlankLine(line) ? undefined : fieldAt(text, line);
    if (isBlankLine(line)) {
      next++;
      continue;
    }
    if (field === undefined || line.indent !== scope.margin) return next;
    const end = Math.max(next + 1, indentedEnd(lines, next + 1, to, scope.margin + 1));
    const last = lines[end - 1]!;
    const value = text.slice(field.valueStart, Math.max(field.valueStart, last.end)).replace(/\s+/g, " ").trim();
    const name = field.name.trim().toLowerCase();
    found.hide(line.start, Math.max(line.end, last.end));
    if (value !== "") found.property(name, value);
    next = end;
  }
  return to;
}

export function readOption(
  state: RstState,
  lines: Line[],
  at: number,
  to: number,
  scope: BodyScope,
): number | undefined {
  const line = lines[at]!;
  const [whole] = matchAt(OPTIONS, state.text, line) ?? [];
  if (whole === undefined) return undefined;
  const optionEnd = line.start + whole.length;
  const hasText = optionEnd < line.end ||
    (at + 1 < to && !isBlankLine(lines[at + 1]!) && lines[at + 1]!.indent > scope.margin);
  if (!hasText) return undefined;
  state.block(scope, { kind: "term", start: line.start, end: optionEnd });
  state.found.mark("code", line.start, optionEnd);
  state.block(scope, { kind: "definition", start: optionEnd, end: optionEnd });
  return readHanging(state, lines, at, to, scope, optionEnd);
}

/** Lines that begin with `|`, and those that go on with them. */
export function readVerse(
  state: RstState,
  lines: Line[],
  at: number,
  to: number,
  scope: BodyScope,
): number | undefined {
  const { text } = state;
  const isVerse = (line: Line): boolean =>
    text[line.start] === "|" && (line.end === line.start + 1 || isSpace(text.charCodeAt(line.start + 1)));
  if (!isVerse(lines[at]!)) return undefined;
  let next = at;
  while (next < to) {
    const line = lines[next]!;
    if (isBlankLine(line) || (line.indent === scope.margin && !isVerse(line))) break;
    const isNew = line.indent === scope.margin;
    if (isNew) state.found.hide(line.start, line.start + 1);
    const range = { start: isNew ? Math.min(line.end, line.start + 2) : line.start, end: line.end };
    readInline(state, range);
    state.block(scope, { kind: "line", ...range });
    next++;
  }
  return next;
}
