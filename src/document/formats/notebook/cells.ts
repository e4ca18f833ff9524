/** The cells of a notebook, whatever its JSON holds. */
import { RaError } from "../../../errors.ts";
import { type CellPiece, isText, type JsonObject, objectOf, textOf } from "./cell_piece.ts";
import { neededJson } from "./needed_json.ts";
import { outputsOf } from "./outputs.ts";

export interface NotebookCell {
  /** Counted from 1. */
  readonly place: number;
  readonly pieces: readonly CellPiece[];
}

export interface Notebook {
  readonly cells: readonly NotebookCell[];
  readonly title: string | null;
  readonly left: UnreadParts;
  /** The cells that are not as the format says. */
  readonly damaged: readonly number[];
}

/** How much of a notebook is not text of it. */
export interface UnreadParts {
  outputs: number;
  pictures: number;
  attachments: number;
}

/** Throws `not-text` for bytes that are not a notebook. */
export function readCells(bytes: Uint8Array, withOutputs: boolean): Notebook {
  const whole = parsed(bytes);
  const metadata = objectOf(whole["metadata"]);
  const reading = new CellReading(languageOf(metadata), withOutputs);
  const cells = cellsOf(whole).map((cell, at) => reading.cell(cell, at + 1));
  const title = textOf(metadata["title"]).trim();
  return { cells, title: title === "" ? null : title, left: reading.left, damaged: reading.damaged };
}

function parsed(bytes: Uint8Array): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(neededJson(bytes)));
  } catch (error) {
    if (error instanceof RaError) throw error;
    throw new RaError("not-text", "a notebook whose JSON is broken", { cause: error });
  }
  return objectOf(value);
}

/** Version 3 has worksheets, whose cells follow each other. */
function cellsOf(notebook: JsonObject): readonly unknown[] {
  const { cells, worksheets } = notebook;
  if (Array.isArray(cells)) return cells;
  const sheets = Array.isArray(worksheets) ? worksheets.map((sheet) => objectOf(sheet)["cells"]) : [];
  if (sheets.some(Array.isArray)) return sheets.flatMap((sheet) => Array.isArray(sheet) ? sheet : []);
  throw new RaError("not-text", "a notebook without a list of cells");
}

class CellReading {
  readonly left: UnreadParts = { outputs: 0, pictures: 0, attachments: 0 };
  readonly damaged: number[] = [];
  readonly #language: string;
  readonly #withOutputs: boolean;

  constructor(language: string, withOutputs: boolean) {
    this.#language = language;
    this.#withOutputs = withOutputs;
  }

  cell(value: unknown, place: number): NotebookCell {
    const cell = objectOf(value);
    const kind = cell["cell_type"];
    const source = cell["source"] ?? cell["input"];
    const text = textOf(source);
    const isKnown = kind === "markdown" || kind === "code" || kind === "raw" || kind === "heading";
    if (!isKnown || !isText(source)) this.damaged.push(place);
    this.left.attachments += Object.keys(objectOf(cell["attachments"])).length;
    const { pieces, outputs, pictures } = outputsOf(cell["outputs"], this.#withOutputs);
    this.left.outputs += outputs;
    this.left.pictures += pictures;
    const own = text.trim() === "" ? [] : [this.#piece(cell, kind, text)];
    return { place, pieces: [...own, ...pieces] };
  }

  #piece(cell: JsonObject, kind: unknown, text: string): CellPiece {
    if (kind === "markdown") return { kind, text: this.#withoutPictures(text), language: "" };
    // Version 3 has cells that are headings.
    if (kind === "heading") {
      const level = Math.min(6, Math.max(1, Math.trunc(Number(cell["level"])) || 1));
      return { kind: "markdown", text: `${"#".repeat(level)} ${text.replace(/\s+/g, " ").trim()}`, language: "" };
    }
    if (kind !== "code") return { kind: "raw", text, language: "" };
    return { kind, text, language: languageName(cell["language"]) ?? this.#language };
  }

  /** Pictures may stand in the text itself. */
  #withoutPictures(text: string): string {
    if (!text.includes(";base64,")) return text;
    return text.replace(PICTURE, (_, start: string) => {
      this.left.pictures++;
      return start;
    });
  }
}

const PICTURE = /(data:[\w.+/-]{1,100};base64,)[A-Za-z0-9+/=]{64,}/g;

function languageOf(metadata: JsonObject): string {
  const { language_info: info, kernelspec } = metadata;
  return languageName(objectOf(info)["name"]) ?? languageName(objectOf(kernelspec)["language"]) ?? "";
}

/** What may stand behind a fence. */
function languageName(value: unknown): string | undefined {
  return typeof value === "string" && /^[\w+#.-]{1,40}$/.test(value) ? value : undefined;
}
