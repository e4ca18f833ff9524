/** Reads the tables of tbl. */
import type { SourceLine } from "../lines.ts";
import type { TextRange } from "../markup.ts";
import type { RoffReader } from "./roff_reader.ts";

/** The longest description of columns. */
const MAX_FORMAT = 60;

/** `readRequest` reads the line of a request and tells the next line. Returns the line after the table. */
export function readTable(
  { found, page, roff }: RoffReader,
  lines: readonly SourceLine[],
  from: number,
  readRequest: (at: number) => number,
): number {
  const { text } = found;
  const lineOf = (at: number): string => text.slice(lines[at]!.start, lines[at]!.end);
  const hide = (at: number): void => found.hide(lines[at]!.start, lines[at]!.end);
  let tab = "\t";
  let at = from;
  if (at < lines.length && /;[ \t]*$/.test(lineOf(at))) {
    tab = /\btab[ \t]*\([ \t]*(.)[ \t]*\)/i.exec(lineOf(at))?.[1] ?? tab;
    hide(at++);
  }
  at = format(at);
  let row = 0;
  while (at < lines.length) {
    const line = lineOf(at);
    if (line[0] === "." && !/^\.\s*\d/.test(line)) {
      const name = /^\.[ \t]*(\S*)/.exec(line)![1];
      if (name === "TE") {
        hide(at++);
        break;
      }
      if (name === "SH" || name === "Sh" || name === "TS") break;
      if (name === "T&") {
        hide(at);
        at = format(at + 1);
      } else if (/^(?:\\"|B|I|BR|IR|RB|RI|BI|IB|SM|SB)/.test(name!)) at = readRequest(at);
      else hide(at++);
    } else if (/^[ \t]*[_=]?[ \t]*$/.test(line)) hide(at++);
    else at = readRow(at, row++ === 0);
  }
  page.break();
  return at;

  function format(first: number): number {
    for (let to = first; to < Math.min(lines.length, first + MAX_FORMAT); to++) {
      if (text[lines[to]!.start] === ".") break;
      if (!/\.[ \t]*$/.test(lineOf(to))) continue;
      for (let line = first; line <= to; line++) hide(line);
      return to + 1;
    }
    found.problem("a table does not describe its columns", lines[Math.min(first, lines.length - 1)]!.start);
    return first;
  }

  /** A row of one line, or of several where a cell has text of its own. */
  function readRow(first: number, isHead: boolean): number {
    const cells: (readonly TextRange[])[] = [];
    const { start } = lines[first]!;
    let [line, place] = [first, start];
    for (;;) {
      const { end } = lines[line]!;
      let cellEnd = text.indexOf(tab, place);
      if (cellEnd < 0 || cellEnd > end) cellEnd = end;
      const written = text.slice(place, cellEnd).trim();
      if (written === "T{") {
        found.hide(place, cellEnd);
        const { after, ranges } = textBlock(line + 1);
        cells.push(ranges);
        if (after === undefined) return lines.length;
        [line, place] = [after.line, after.place];
      } else {
        cell(place, cellEnd, written, cells);
        place = cellEnd;
      }
      const { end: lineEnd } = lines[line]!;
      if (place >= lineEnd) break;
      // Another sign than the tab must keep words apart.
      if (tab !== "\t" && (/\s/.test(text[place - 1] ?? " ") || /\s/.test(text[place + 1] ?? " "))) {
        found.hide(place, place + 1);
      }
      place++;
    }
    page.row(start, lines[line]!.end, cells, isHead && cells.length > 1);
    return line + 1;
  }

  function cell(from: number, to: number, written: string, cells: (readonly TextRange[])[]): void {
    if (/^(?:_|=|\\_|\\\^)$/.test(written)) {
      found.hide(from, to);
      cells.push([]);
    } else cells.push([{ start: from, end: roff.read(from, to) }]);
  }

  function textBlock(first: number) {
    const ranges: TextRange[] = [];
    for (let line = first; line < lines.length; line++) {
      const { start, end } = lines[line]!;
      if (text.startsWith("T}", start)) {
        found.hide(start, start + 2);
        return { after: { line, place: start + 2 }, ranges };
      }
      if (text[start] === ".") {
        const [request] = /^\.[ \t]*(?:B|I|BR|IR|RB|RI|BI|IB|SM|SB)[ \t]+/.exec(text.slice(start, end)) ?? [];
        if (/^\.[ \t]*TE\b/.test(text.slice(start, Math.min(end, start + 20)))) return { after: undefined, ranges };
        found.hide(start, request === undefined ? end : start + request.length);
        if (request === undefined) continue;
        ranges.push({ start: start + request.length, end: roff.read(start + request.length, end) });
      } else ranges.push({ start, end: roff.read(start, end) });
    }
    return { after: undefined, ranges };
  }
}
