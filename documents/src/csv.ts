/** CSV and TSV (RFC 4180), with the separator that the first lines show. */
import type { Converted } from "./converted.ts";
import { decoded } from "./decoded.ts";
import { tableHtml } from "./table.ts";

const MAX_ROWS = 20_000;
/** Rows times columns: every row gets as many cells as the longest has. */
const MAX_SLOTS = 2_000_000;

export function convertCsv(bytes: Uint8Array, name: string): Converted {
  const { text, warnings: guessed } = decoded(bytes);
  const separator = /\.tsv$/i.test(name) ? "\t" : separatorOf(text);
  const rows = rowsOf(text, separator, MAX_ROWS + 1);
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 1);
  const most = Math.min(MAX_ROWS, Math.max(1, Math.floor(MAX_SLOTS / columns)));
  const cut = rows.length > most ? [`it has more than ${most} rows; the others are left out`] : [];
  const html = tableHtml(rows.slice(0, most));
  return {
    unit: null,
    parts: html === "" ? [] : [{ place: null, html }],
    title: null,
    metadata: {},
    warnings: [...guessed, ...cut],
  };
}

function separatorOf(text: string): string {
  const lines = text.split(/\r?\n/, 5).filter((line) => line !== "");
  const counts = [",", ";", "\t", "|"].map((sign) => Math.min(...lines.map((line) => line.split(sign).length)));
  return [",", ";", "\t", "|"][counts.indexOf(Math.max(...counts))]!;
}

function rowsOf(text: string, separator: string, most: number): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length && rows.length < most) {
    let cell = "";
    if (text[at] === '"') {
      for (at++; at < text.length; at++) {
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') cell += text[++at];
        else break;
      }
      at++;
    }
    const start = at;
    while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at++;
    row.push(cell + text.slice(start, at));
    if (text[at] === separator) {
      at++;
      if (at < text.length) continue;
      row.push("");
    }
    if (text[at] === "\r") at++;
    if (text[at] === "\n") at++;
    rows.push(row);
    row = [];
  }
  return rows;
}
