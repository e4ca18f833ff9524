/** What source files were searched with, for people. */
import type { ExplainedFile } from "../search/result.ts";
import type { Palette } from "./colour.ts";
import { formatScore } from "./quantity.ts";
import { sanitiseLine } from "./sanitise.ts";
import { formatTable } from "./table.ts";

/** Each file with its terms: weight, tf, idf, sections that hold it, sources; ends with a newline. */
export function formatFileTerms(files: readonly ExplainedFile[], palette: Palette): string {
  return files.map(({ file, terms }) => {
    const head = palette.heading(`Terms of ${sanitiseLine(file)}`);
    return terms.length === 0 ? `${head}\n  none that the documentation has\n` : `${head}\n${indented(termTable(terms))}`;
  }).join("");
}

export function termTable(terms: ExplainedFile["terms"]): string {
  const rows = terms.map(({ term, weight, tf, df, idf, sources }) => [sanitiseLine(term), formatScore(weight), formatScore(tf), formatScore(idf), String(df), sources.join(", ")]);
  return formatTable([["term", "weight", "tf", "idf", "df", "sources"], ...rows], [1, 2, 3, 4]);
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
