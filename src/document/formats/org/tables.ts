/** Reads the tables of Org. */
import type { SourceLine } from "../lines.ts";
import type { MarkupBuilder, TextRange } from "../markup.ts";
import type { OrgObjects } from "./objects.ts";

const RULE = /^\|[-+|]*-[-+|]*$/;
/** Widths of columns and their groups. */
const COOKIES = /^\|(?:[ \t]*(?:<[lrc]?\d*>|[/<>]|<>)?[ \t]*\|)+$/;

export function isRow(text: string): boolean {
  return text[0] === "|";
}

/** Returns the line after the table. */
export function readTable(
  found: MarkupBuilder,
  objects: OrgObjects,
  lines: readonly SourceLine[],
  { from, to, depth }: { readonly from: number; readonly to: number; readonly depth: number },
): number {
  const textOf = (at: number): string => found.text.slice(lines[at]!.start, lines[at]!.end).trim();
  let after = from;
  while (after < to && isRow(textOf(after))) after++;
  const rule = firstRule();
  for (let at = from; at < after; at++) {
    const { start, end } = lines[at]!;
    const text = textOf(at);
    const isCookies = text.length < 1000 && COOKIES.test(text) && /[<>]/.test(text);
    if (RULE.test(text) || isCookies) found.hide(start, end);
    else found.block({ kind: "row", depth, start, end, cells: cellsOf(start, end), isHead: at < rule });
  }
  return after;

  /** Rows before the first rule are names when there are rows after it. */
  function firstRule(): number {
    let names = 0;
    for (let at = from; at < after; at++) {
      if (!RULE.test(textOf(at))) names++;
      else if (names > 0) return at + 1 < after && !RULE.test(textOf(at + 1)) ? at : from;
    }
    return from;
  }

  function cellsOf(start: number, end: number): readonly (readonly TextRange[])[] {
    const cells: TextRange[][] = [];
    const { text } = found;
    let bar = text.indexOf("|", start);
    while (bar < end) {
      // Words stay apart.
      if (bar === start || /\s/.test(text[bar - 1]!) || bar + 1 >= end || /\s/.test(text[bar + 1]!)) {
        found.hide(bar, bar + 1);
      }
      let next = text.indexOf("|", bar + 1);
      if (next < 0 || next > end) next = end;
      let [first, last] = [bar + 1, next];
      while (first < last && /\s/.test(text[first]!)) first++;
      while (last > first && /\s/.test(text[last - 1]!)) last--;
      if (next < end || first < last) cells.push([{ start: first, end: last }]);
      if (first < last) objects.read(first, last);
      bar = next;
    }
    return cells;
  }
}
