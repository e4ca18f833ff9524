/** Reads the cells of a sheet. htmlparser2 reads without a tree, which a sheet with a million cells needs. */
import { Parser } from "htmlparser2";
import type { NumberFormats } from "./xlsx_numbers.ts";

export interface Workbook {
  readonly strings: readonly string[];
  readonly formats: NumberFormats;
  /** What its sheets may still hold together. */
  readonly left: Room;
}

interface Room {
  slots: number;
  letters: number;
}

const MAX_ROWS = 20_000;
/** Of a table: rows times columns. */
const MAX_SLOTS = 2_000_000;
const MAX_COLUMNS = 16_384;
/** Of a cell, as Excel has it. */
const MAX_LETTERS = 32_767;

/** A sheet may state a few cells far from each other, and many cells may share one text. */
export const roomOfWorkbook = (): Room => ({ slots: 4 * MAX_SLOTS, letters: 64 * 1024 * 1024 });

type XmlAttributes = Readonly<Record<string, string | undefined>>;

/** Tells the elements by their names without prefix. `onText` gets pieces of text. */
function walk(
  text: string,
  on: {
    onOpen(name: string, attributes: XmlAttributes): void;
    onText(text: string): void;
    onClose(name: string): void;
  },
): void {
  const plain = (name: string): string => name.slice(name.indexOf(":") + 1);
  const parser = new Parser({
    onopentag: (name, attributes) => on.onOpen(plain(name), attributes),
    ontext: (piece) => on.onText(piece),
    onclosetag: (name) => on.onClose(plain(name)),
  }, { xmlMode: true, decodeEntities: true });
  parser.end(text);
}

/** Texts that cells share, without the readings of Japanese words beside them. */
export function sharedStrings(text: string): readonly string[] {
  const strings: string[] = [];
  let [value, isText, isReading] = ["", false, false];
  walk(text, {
    onOpen(name) {
      if (name === "si") value = "";
      else if (name === "t") isText = true;
      else if (name === "rPh") isReading = true;
    },
    onText(piece) {
      if (isText && !isReading) value += piece;
    },
    onClose(name) {
      if (name === "si") strings.push(value);
      else if (name === "t") isText = false;
      else if (name === "rPh") isReading = false;
    },
  });
  return strings;
}

/** The filled rows, without the columns that are empty in all of them. */
export function sheetRows(
  text: string,
  workbook: Workbook,
): { readonly rows: readonly (readonly string[])[]; readonly isCut: boolean } {
  const rows: Map<number, string>[] = [];
  let row: Map<number, string> = new Map();
  let [column, kind, style, value, isValue, isReading] = [-1, "n", 0, "", false, false];
  const { left } = workbook;
  walk(text, {
    onOpen(name, attributes) {
      if (name === "row") {
        row = new Map();
        column = -1;
      } else if (name === "c") {
        column = columnOf(attributes["r"], column + 1);
        [kind, style, value] = [attributes["t"] ?? "n", Number(attributes["s"] ?? 0), ""];
      } else if (name === "v" || name === "t") isValue = true;
      else if (name === "rPh") isReading = true;
    },
    onText(piece) {
      if (isValue && !isReading) value += piece;
    },
    onClose(name) {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "rPh") isReading = false;
      else if (name === "c") {
        if (left.letters < 0 || rows.length > MAX_ROWS) return;
        const shown = shownText(kind, style, value, workbook).slice(0, MAX_LETTERS);
        left.letters -= shown.length;
        if (shown.trim() !== "" && column < MAX_COLUMNS) row.set(column, shown);
      } else if (name === "row" && row.size > 0 && rows.length <= MAX_ROWS) rows.push(row);
    },
  });
  const columns = [...new Set(rows.flatMap((cells) => [...cells.keys()]))].sort((a, b) => a - b);
  const most = Math.min(MAX_ROWS, Math.floor(Math.min(MAX_SLOTS, left.slots) / Math.max(1, columns.length)));
  const shown = rows.slice(0, most);
  left.slots -= shown.length * columns.length;
  return {
    rows: shown.map((cells) => columns.map((at) => cells.get(at) ?? "")),
    isCut: rows.length > most || left.letters < 0,
  };
}

/** The column of a place such as `AB12`, from 0. Cells without a place follow each other. */
function columnOf(place: string | undefined, next: number): number {
  const letters = /^\$?([A-Z]{1,3})\$?\d/i.exec(place ?? "")?.[1]?.toUpperCase();
  return letters === undefined
    ? next
    : [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;
}

function shownText(kind: string, style: number, value: string, { strings, formats }: Workbook): string {
  switch (kind) {
    case "s":
      return strings[Number(value)] ?? "";
    case "b":
      return value.trim() === "1" ? "TRUE" : "FALSE";
    case "n": {
      const number = Number(value);
      return value.trim() === "" || !Number.isFinite(number) ? value : formats(style, number);
    }
    default:
      return value;
  }
}
