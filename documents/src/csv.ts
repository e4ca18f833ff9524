/** CSV and TSV. Papa Parse reads them, and guesses the separator. */
import Papa from "papaparse";
import type { Converted } from "./converted.ts";
import { decoded } from "./decoded.ts";
import { tableHtml } from "./table.ts";

const MAX_ROWS = 20_000;
/** Rows times columns: every row gets as many cells as the longest has. */
const MAX_SLOTS = 2_000_000;

const SEPARATORS = [",", ";", "\t", "|"];
/** The line with which Excel learns the separator. */
const SEPARATOR_LINE = /^sep=([,;\t|])\n/i;

export function convertCsv(bytes: Uint8Array, name: string): Converted {
  const { text, warnings: guessed } = decoded(bytes);
  // Papa Parse takes one kind of line end for a file.
  const lines = text.replace(/\r\n?/g, "\n");
  const stated = SEPARATOR_LINE.exec(lines);
  const { data: rows, errors, meta } = Papa.parse<string[]>(lines.slice(stated?.[0].length ?? 0), {
    delimiter: stated?.[1] ?? (/\.tsv$/i.test(name) ? "\t" : ""),
    delimitersToGuess: SEPARATORS,
    newline: "\n",
    // Empty lines would count as rows of one cell in the guess.
    skipEmptyLines: true,
    preview: MAX_ROWS + 1,
  });
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 1);
  const most = Math.min(MAX_ROWS, Math.max(1, Math.floor(MAX_SLOTS / columns)));
  const isCut = rows.length > most || meta.truncated;
  const cut = isCut ? [`it has more than ${most} rows; the others are left out`] : [];
  const wrong = errors.find(({ type }) => type === "Quotes")?.row;
  const quoted = wrong === undefined
    ? []
    : [`a quotation mark in row ${wrong + 1} is out of place: cells may be joined`];
  const html = tableHtml(rows.slice(0, most));
  return {
    unit: null,
    parts: html === "" ? [] : [{ place: null, html }],
    title: null,
    metadata: {},
    warnings: [...guessed, ...quoted, ...cut],
  };
}
