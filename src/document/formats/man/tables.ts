/** Reads the tables of tbl. */
import type { SourceLine } from "../lines.ts";
import type { TextRange } from "../markup.ts";
import type { RoffBase } from "./roff.ts";

/** The longest description of columns. */
const MAX_FORMAT = 60;
const FONT = /^\.[ \t]*(?:B|I|BR|IR|RB|RI|BI|IB|SM|SB)[ \t]+/;

type TblCell = readonly TextRange[];

export class RoffTable {
  readonly #reader: RoffBase;
  readonly #lines: readonly SourceLine[];
  #tab = "\t";
  #rows = 0;

  constructor(reader: RoffBase, lines: readonly SourceLine[]) {
    this.#reader = reader;
    this.#lines = lines;
  }

  /** `readRequest` reads the line of a request and tells the next line. Returns the line after the table. */
  read(from: number, readRequest: (at: number) => number): number {
    let at = from;
    if (at < this.#lines.length && /;[ \t]*$/.test(this.#lineOf(at))) {
      this.#tab = /\btab[ \t]*\([ \t]*(.)[ \t]*\)/i.exec(this.#lineOf(at))?.[1] ?? this.#tab;
      this.#hide(at++);
    }
    at = this.#format(at);
    while (at < this.#lines.length) {
      const line = this.#lineOf(at);
      if (line[0] === "." && !/^\.\s*\d/.test(line)) {
        const name = /^\.[ \t]*(\S*)/.exec(line)![1]!;
        if (name === "SH" || name === "Sh" || name === "TS") break;
        if (/^(?:\\"|B|I|BR|IR|RB|RI|BI|IB|SM|SB)/.test(name)) at = readRequest(at);
        else this.#hide(at++);
        if (name === "TE") break;
        if (name === "T&") at = this.#format(at);
      } else if (/^[ \t]*[_=]?[ \t]*$/.test(line)) this.#hide(at++);
      else at = this.#row(at);
    }
    this.#reader.page.break();
    return at;
  }

  #lineOf(at: number): string {
    return this.#reader.found.text.slice(this.#lines[at]!.start, this.#lines[at]!.end);
  }

  #hide(at: number): void {
    this.#reader.found.hide(this.#lines[at]!.start, this.#lines[at]!.end);
  }

  /** Hides the description of the columns. */
  #format(first: number): number {
    for (let to = first; to < Math.min(this.#lines.length, first + MAX_FORMAT); to++) {
      const line = this.#lineOf(to);
      if (line[0] === ".") break;
      if (!/\.[ \t]*$/.test(line)) continue;
      for (let at = first; at <= to; at++) this.#hide(at);
      return to + 1;
    }
    const { start } = this.#lines[Math.min(first, this.#lines.length - 1)]!;
    this.#reader.found.problem("a table does not describe its columns", start);
    return first;
  }

  /** A row of one line, or of several where a cell has text of its own. */
  #row(first: number): number {
    const { found, page } = this.#reader;
    const { text } = found;
    const cells: TblCell[] = [];
    const { start } = this.#lines[first]!;
    let [line, place] = [first, start];
    for (;;) {
      const { end } = this.#lines[line]!;
      let cellEnd = text.slice(place, end).indexOf(this.#tab);
      cellEnd = cellEnd < 0 ? end : place + cellEnd;
      const written = text.slice(place, cellEnd).trim();
      if (written === "T{") {
        found.hide(place, cellEnd);
        const { after, ranges } = this.#textBlock(line + 1);
        cells.push(ranges);
        if (after === undefined) return this.#lines.length;
        [line, place] = [after, this.#lines[after]!.start + 2];
      } else {
        cells.push(this.#cell(place, cellEnd, written));
        place = cellEnd;
      }
      if (place >= this.#lines[line]!.end) break;
      // Another sign than the tab must keep words apart.
      const isApart = /\s/.test(text[place - 1] ?? " ") || /\s/.test(text[place + 1] ?? " ");
      if (this.#tab !== "\t" && isApart) found.hide(place, place + 1);
      place++;
    }
    page.row(start, this.#lines[line]!.end, cells, this.#rows++ === 0 && cells.length > 1);
    return line + 1;
  }

  #cell(from: number, to: number, written: string): TblCell {
    if (!/^(?:_|=|\\_|\\\^)$/.test(written)) return [{ start: from, end: this.#reader.roff.read(from, to) }];
    this.#reader.found.hide(from, to);
    return [];
  }

  /** The lines up to `T}`, which stands in the line `after`. */
  #textBlock(first: number): { readonly after: number | undefined; readonly ranges: TblCell } {
    const { found, roff } = this.#reader;
    const ranges: TextRange[] = [];
    for (let line = first; line < this.#lines.length; line++) {
      const { start, end } = this.#lines[line]!;
      const written = this.#lineOf(line);
      if (written.startsWith("T}")) {
        found.hide(start, start + 2);
        return { after: line, ranges };
      }
      if (written[0] === "." && /^\.[ \t]*TE\b/.test(written)) break;
      const [font = ""] = written[0] === "." ? FONT.exec(written) ?? [] : [];
      const isHidden = written[0] === "." && font === "";
      found.hide(start, isHidden ? end : start + font.length);
      if (!isHidden) ranges.push({ start: start + font.length, end: roff.read(start + font.length, end) });
    }
    return { after: undefined, ranges };
  }
}
