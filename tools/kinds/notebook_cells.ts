/** The cells of a notebook that hold lines of the text that ra makes of it. */
import { read } from "../../src/document/formats/notebook/read_notebook.ts";
import { placeAt } from "../../src/document/formats/source_map.ts";
import { nextLine } from "../../src/text/lines.ts";
import type { Place } from "./questions.ts";

/**
 * From the cell of the heading, which ra's `source` leaves out, as its span begins after it. An empty line, which
 * divides cells, counts in none.
 */
export function inCells({ path, first, last }: Place, notebook: Uint8Array): Place {
  const { text, map } = read(notebook, path, { ocr: "never", languages: [] });
  const cells: number[] = [];
  let at = 0;
  for (let line = 1; line <= last && at < text.length; line++) {
    const next = nextLine(text, at);
    const isEmpty = new TextDecoder().decode(text.subarray(at, next)).trim() === "";
    if (line >= first && !isEmpty && map !== null) cells.push(placeAt(map, at));
    at = next;
  }
  return { path, first: cells[0] ?? 0, last: cells.at(-1) ?? 0 };
}
