/** XLSX: each sheet is a table. read-excel-file knows dates and shared strings, and is small. */
import readXlsxFile from "read-excel-file/node";
import { escapeHtml, openArchive, openXmlProperties } from "./archive.ts";
import { ConversionFailure, type Converted, type Part } from "./converted.ts";
import { tableHtml } from "./table.ts";

const MOST_ROWS = 20_000;

export async function convertXlsx(bytes: Uint8Array): Promise<Converted> {
  const archive = openArchive(bytes, (name) => /\.xml$|\.rels$/.test(name));
  if (!archive.names.includes("xl/workbook.xml")) throw new ConversionFailure("this is no XLSX workbook");
  const warnings: string[] = [];
  const parts: Part[] = [];
  try {
    for (const [at, { sheet: name, data }] of (await readXlsxFile(Buffer.from(bytes))).entries()) {
      const rows = data.map((row) => row.map(cellText));
      if (rows.length > MOST_ROWS) warnings.push(`sheet ${name} has ${rows.length} rows; ${MOST_ROWS} are read`);
      const table = tableHtml(rows.slice(0, MOST_ROWS));
      if (table !== "") parts.push({ place: at + 1, name, html: `<h2>${escapeHtml(name)}</h2>${table}` });
    }
  } catch (error) {
    throw new ConversionFailure(`the workbook is damaged: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { unit: "sheet", parts, ...openXmlProperties(archive), warnings };
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, "").replace(/\.000Z$/, "Z");
  return String(value);
}
