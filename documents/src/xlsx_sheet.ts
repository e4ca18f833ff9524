/** Reads the cells of a sheet. htmlparser2 reads without a tree, which a sheet with a million cells needs. */
import { Parser } from "htmlparser2";
import type { SheetCell } from "./table.ts";
import { movedFormula, type SharedFormula } from "./xlsx_formulas.ts";
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

const SCRIPTS: Readonly<Record<string, string>> = { superscript: "^", subscript: "_" };

/** Texts that cells share, without the readings of Japanese words beside them. */
export function sharedStrings(text: string): readonly string[] {
  const strings: string[] = [];
  let [value, isText, isReading] = ["", false, false];
  /** The mark of a run that is raised or lowered: `10^6`. */
  let mark = "";
  walk(text, {
    onOpen(name, attributes) {
      if (name === "si") value = "";
      else if (name === "r") mark = "";
      else if (name === "vertAlign") mark = SCRIPTS[attributes["val"] ?? ""] ?? "";
      else if (name === "t") {
        isText = true;
        if (/[\p{L}\p{N})]$/u.test(value)) value += mark;
        mark = "";
      } else if (name === "rPh") isReading = true;
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

/** What a sheet holds. */
export interface Sheet {
  /** The filled rows, without the columns that are empty in all of them. */
  readonly rows: readonly (readonly SheetCell[])[];
  readonly isCut: boolean;
  /** Formulas of which the file has no value. They stand in their cells. */
  readonly formulas: number;
  /** What is printed at the top and bottom of its pages, with Excel's signs. */
  readonly margins: readonly string[];
}

interface FilledRow {
  readonly number: number;
  readonly cells: Map<number, string>;
  readonly addresses: Map<number, string>;
}

/** `addressOf` tells where a link of the sheet leads, by its id. */
export function readSheet(text: string, workbook: Workbook, addressOf: (id: string) => string | undefined): Sheet {
  const reader = new SheetReader(workbook);
  walk(text, reader);
  return reader.finish(addressOf);
}

class SheetReader {
  readonly #workbook: Workbook;
  readonly #rows: FilledRow[] = [];
  /** The ids of links, by the place of the cell. A link of several cells is at the first. */
  readonly #links = new Map<string, string>();
  readonly #margins: string[] = [];
  readonly #shared = new Map<string, SharedFormula>();
  #row: FilledRow = { number: 0, cells: new Map(), addresses: new Map() };
  #column = -1;
  #cell = { kind: "n", style: 0 };
  #formula: { text: string; readonly shared: string | undefined } | undefined;
  #value = "";
  #reads: "value" | "formula" | "margin" | "" = "";
  #isReading = false;
  #formulas = 0;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  onOpen(name: string, attributes: XmlAttributes): void {
    if (name === "row") {
      this.#row = { number: rowOf(attributes["r"], this.#row.number + 1), cells: new Map(), addresses: new Map() };
      this.#column = -1;
    } else if (name === "c") {
      this.#column = columnOf(attributes["r"], this.#column + 1);
      this.#cell = { kind: attributes["t"] ?? "n", style: Number(attributes["s"] ?? 0) };
      [this.#value, this.#formula] = ["", undefined];
    } else if (name === "v" || name === "t") this.#reads = "value";
    else if (name === "f") {
      this.#reads = "formula";
      this.#formula = { text: "", shared: attributes["t"] === "shared" ? attributes["si"] : undefined };
    } else if (name === "rPh") this.#isReading = true;
    else if (name === "hyperlink") this.#link(attributes);
    else if (MARGINS.has(name)) [this.#reads, this.#value] = ["margin", ""];
  }

  onText(piece: string): void {
    if (this.#reads === "formula") this.#formula!.text += piece;
    else if (this.#reads !== "" && !this.#isReading) this.#value += piece;
  }

  onClose(name: string): void {
    if (name === "v" || name === "t" || name === "f") this.#reads = "";
    else if (name === "rPh") this.#isReading = false;
    else if (name === "c") this.#endCell();
    else if (name === "row") {
      if (this.#row.cells.size > 0 && this.#rows.length <= MAX_ROWS) this.#rows.push(this.#row);
    } else if (MARGINS.has(name)) {
      this.#reads = "";
      if (this.#margins.length < MARGINS.size) this.#margins.push(this.#value.slice(0, MAX_LETTERS));
    }
  }

  #endCell(): void {
    const { left } = this.#workbook;
    const formula = this.#formula === undefined ? "" : this.#formulaText(this.#formula);
    if (left.letters < 0 || this.#rows.length > MAX_ROWS || this.#column >= MAX_COLUMNS) return;
    const { kind, style } = this.#cell;
    // A text may be empty, and a number may not.
    const isWithout = formula !== "" && this.#value.trim() === "" && kind !== "str";
    const shown = (isWithout ? `=${formula}` : shownText(kind, style, this.#value, this.#workbook)).slice(
      0,
      MAX_LETTERS,
    );
    left.letters -= shown.length;
    if (shown.trim() === "") return;
    if (isWithout) this.#formulas++;
    this.#row.cells.set(this.#column, shown);
    const address = /^(?:_xlfn\.)?HYPERLINK\(\s*"([^"]+)"/i.exec(formula)?.[1];
    if (address !== undefined) this.#row.addresses.set(this.#column, address);
  }

  /** Cells that share a formula state it once. */
  #formulaText({ text, shared }: { readonly text: string; readonly shared: string | undefined }): string {
    if (shared === undefined) return text;
    const place = { row: this.#row.number, column: this.#column };
    if (text !== "") {
      this.#shared.set(shared, { text, ...place });
      return text;
    }
    const first = this.#shared.get(shared);
    return first === undefined ? "" : movedFormula(first, place);
  }

  #link(attributes: XmlAttributes): void {
    const id = Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1];
    const place = /^[A-Z]{1,3}\d+/i.exec(attributes["ref"] ?? "")?.[0].toUpperCase();
    if (id !== undefined && place !== undefined) this.#links.set(place, id);
  }

  finish(addressOf: (id: string) => string | undefined): Sheet {
    const { left } = this.#workbook;
    const rows = this.#rows;
    for (const { number, addresses, cells } of this.#links.size === 0 ? [] : rows) {
      for (const column of cells.keys()) {
        const address = addressOf(this.#links.get(`${lettersOf(column)}${number}`) ?? "");
        if (address !== undefined) addresses.set(column, address);
      }
    }
    const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].sort((a, b) => a - b);
    const most = Math.min(MAX_ROWS, Math.floor(Math.min(MAX_SLOTS, left.slots) / Math.max(1, columns.length)));
    const shown = rows.slice(0, most);
    left.slots -= shown.length * columns.length;
    return {
      rows: shown.map(({ cells, addresses }) =>
        columns.map((at): SheetCell => {
          const text = cells.get(at) ?? "";
          const address = addresses.get(at);
          return address === undefined ? text : { text, address };
        })
      ),
      isCut: rows.length > most || left.letters < 0,
      formulas: this.#formulas,
      margins: this.#margins,
    };
  }
}

/** Of the first page, of all, and of even ones. */
const MARGINS: ReadonlySet<string> = new Set([
  "firstHeader",
  "oddHeader",
  "evenHeader",
  "firstFooter",
  "oddFooter",
  "evenFooter",
]);

function rowOf(stated: string | undefined, next: number): number {
  const row = Number(stated ?? NaN);
  return Number.isSafeInteger(row) && row > 0 ? row : next;
}

/** The column of a place such as `AB12`, from 0. Cells without a place follow each other. */
function columnOf(place: string | undefined, next: number): number {
  const letters = /^\$?([A-Z]{1,3})\$?\d/i.exec(place ?? "")?.[1]?.toUpperCase();
  return letters === undefined
    ? next
    : [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The letters of a column from 0. */
function lettersOf(column: number): string {
  let [left, letters] = [column, ""];
  for (; left >= 0; left = Math.floor(left / 26) - 1) letters = String.fromCharCode(65 + (left % 26)) + letters;
  return letters;
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
    case "d":
      return value.replace(/T00:00:00(?:\.0+)?Z?$/, "");
    default:
      return value;
  }
}
