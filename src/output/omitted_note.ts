/** Says what ra leaves out of documents. */
import { omittedPieces } from "../document/omitted.ts";
import type { OmittedText } from "../shapes/reports.ts";
import { count, thousands } from "./quantity.ts";

/** `1,230 running heads in 214 documents, 2 hidden sheets in 1 document`. */
export function omittedNote(omitted: readonly OmittedText[]): string {
  return omitted.map(({ kind, count: pieces, files }) =>
    `${omittedPieces(kind, pieces).replace(/^\d+/, thousands(pieces))} in ${count(files, "document")}`
  ).join(", ");
}

/** Where the lines stand. */
export const OMITTED_LINES = "`ra inspect doc FILE` shows them";
