/** Finds the cells of tables. */
import { type AsciidocLine, endOf, restOf } from "./lines.ts";
import type { AsciidocState } from "./state.ts";

export interface TableCell {
  readonly lines: AsciidocLine[];
  /** What kind of text it is, such as `a`. */
  readonly style: string | undefined;
  /** Columns and rows that it takes. */
  readonly span: number;
  readonly rows: number;
  /** The line in which it begins. */
  readonly line: number;
}

const SPEC = String.raw`(?:(\d+(?:\.\d*)?|(?:\d*\.)?\d+)([*+]))?(?:[<^>](?:\.[<^>]?)?|(?:[<^>]?\.)?[<^>])?([a-z])?`;
const SPEC_AT_START = new RegExp(`^[ \\t]*${SPEC}$`);
const SPEC_AT_END = new RegExp(`[ \\t]+${SPEC}$`);
/** What a cell is stands in so few characters. */
const MAX_SPEC = 40;

type CellSpec = Pick<TableCell, "style" | "span" | "rows">;

const PLAIN: CellSpec = { style: undefined, span: 1, rows: 1 };

function specOf([, times, sign, style]: RegExpExecArray): CellSpec {
  if (sign !== "+") return { ...PLAIN, style };
  const [columns = "", rows = ""] = times!.split(".");
  return { style, span: Math.max(1, Number(columns) || 1), rows: Math.max(1, Number(rows) || 1) };
}

/** Cells that a sign such as `|` begins. */
export function barCells(lines: readonly AsciidocLine[], sign: string, state: AsciidocState): TableCell[] {
  const cells: TableCell[] = [];
  const open = (spec: CellSpec, line: number): void => {
    cells.push({ lines: [], ...spec, line });
  };
  for (const [number, line] of lines.entries()) {
    const { text, start } = line;
    const first = text.indexOf(sign);
    const spec = first < 0 || first > MAX_SPEC ? null : SPEC_AT_START.exec(text.slice(0, first));
    let from = 0;
    if (spec !== null) {
      open(specOf(spec), number);
      from = first + sign.length;
      state.found.hide(start, start + from);
    } else if (cells.length === 0 && text !== "") open(PLAIN, number);
    for (let at = text.indexOf(sign, from); at >= 0; at = text.indexOf(sign, at + sign.length)) {
      if (text[at - 1] === "\\") {
        state.found.hide(start + at - 1, start + at);
        continue;
      }
      const before = text.slice(Math.max(from, at - MAX_SPEC), at);
      const next = SPEC_AT_END.exec(before);
      const to = next === null ? at : at - next[0].length;
      cells.at(-1)!.lines.push({ text: text.slice(from, to).trimEnd(), start: start + from });
      hideSign(line, to, at, sign, state);
      open(next === null ? PLAIN : specOf(next), number);
      from = at + sign.length;
    }
    cells.at(-1)?.lines.push(restOf(line, from));
  }
  return cells;
}

/** The sign stays where nothing else keeps the words apart. */
function hideSign({ text, start }: AsciidocLine, from: number, at: number, sign: string, state: AsciidocState): void {
  const end = at + sign.length;
  const isApart = from < at || end >= text.length || /\s/.test(text[end]!) || /\s/.test(text[at - 1] ?? " ");
  const keep = from < at ? from + 1 : from;
  state.found.hide(start + keep, start + (isApart ? end : at));
}

/** Cells with a sign between them, one row a line. In CSV, quotation marks may enclose a cell. */
export function separatedCells(
  lines: readonly AsciidocLine[],
  sign: string,
  isQuoted: boolean,
  state: AsciidocState,
): TableCell[] {
  const cells: TableCell[] = [];
  let isOpen = false;
  for (const [number, line] of lines.entries()) {
    if (!isOpen && line.text === "") continue;
    let at = 0;
    while (at <= line.text.length) {
      if (!isOpen) cells.push({ lines: [], ...PLAIN, line: number });
      const { end, open }: CellEnd = isQuoted
        ? quotedEnd(line, at, sign, isOpen, state)
        : escapedEnd(line, at, sign, state);
      cells.at(-1)!.lines.push({ text: line.text.slice(at, end), start: line.start + at });
      isOpen = open;
      if (end >= line.text.length) break;
      at = end + sign.length;
    }
  }
  return cells;
}

interface CellEnd {
  readonly end: number;
  /** The cell goes on in the next line. */
  readonly open: boolean;
}

function escapedEnd({ text, start }: AsciidocLine, from: number, sign: string, state: AsciidocState): CellEnd {
  let end = text.indexOf(sign, from);
  while (end > 0 && text[end - 1] === "\\") {
    state.found.hide(start + end - 1, start + end);
    end = text.indexOf(sign, end + 1);
  }
  return { end: end < 0 ? text.length : end, open: false };
}

function quotedEnd(line: AsciidocLine, from: number, sign: string, isOpen: boolean, state: AsciidocState): CellEnd {
  const { text, start } = line;
  let at = from;
  if (!isOpen) {
    while (text[at] === " ") at++;
    if (text[at] !== '"') {
      const end = text.indexOf(sign, from);
      return { end: end < 0 ? text.length : end, open: false };
    }
    state.found.hide(start + at, start + at + 1);
    at++;
  }
  let close = text.indexOf('"', at);
  while (close >= 0 && text[close + 1] === '"') {
    state.found.hide(start + close, start + close + 1);
    close = text.indexOf('"', close + 2);
  }
  if (close < 0) return { end: text.length, open: true };
  state.found.hide(start + close, start + close + 1);
  const end = text.indexOf(sign, close);
  return { end: end < 0 ? endOf(line) - start : end, open: false };
}
