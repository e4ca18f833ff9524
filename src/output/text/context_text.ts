/** Shows the terms that `ra context` searches with. */
import type { ContextReport } from "../../shapes/inspection.ts";
import type { ExplainedFile } from "../../shapes/explanation.ts";
import type { Palette } from "../terminal/color.ts";
import { formatBytes, formatScore } from "../quantity.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { formatTable } from "../terminal/table.ts";

/** Shows each file with its terms: weight, tf, idf, sections that hold it, sources. Ends with a newline. */
export function formatFileTerms(files: readonly ExplainedFile[], palette: Palette): string {
  return files.map(({ file, terms }) => {
    const head = palette.heading(`Terms of ${sanitizeLine(file)}`);
    return terms.length === 0
      ? `${head}\n  none that the documentation has\n`
      : `${head}\n${indented(termTable(terms))}`;
  }).join("");
}

/** Prints `ra inspect ctx`. Ends with a newline. */
export function formatContextReport(
  { file, language, bytes, sampled, rules, trees, include, query, terms }: ContextReport,
  palette: Palette,
): string {
  const part = sampled < bytes ? `, the first ${formatBytes(sampled)} read` : "";
  const rows = [
    ["File", `${sanitizeLine(file)} (${formatBytes(bytes)}${part})`],
    ["Language", language ?? "not known; read as text"],
    [
      "Rules",
      rules.length === 0
        ? "none"
        : rules.map(({ glob, defined_in: from }) =>
          `${sanitizeLine(glob)} (${from === null ? "built in" : sanitizeLine(from)})`
        ).join(", "),
    ],
    [
      "Trees",
      trees === null
        ? "all"
        : trees.length === 0
        ? "none: no tree is allowed by all rules"
        : trees.map(sanitizeLine).join(", "),
    ],
    ...(include.length === 0 ? [] : [["Includes", include.map(sanitizeLine).join(", ")]]),
    [
      "Query",
      query === null
        ? "none: there is no index yet"
        : query === ""
        ? "none: the file has nothing to search for"
        : sanitizeLine(query),
    ],
  ];
  const head = rows.map(([name, value]) => `${palette.heading(`${name}:`)} ${value}\n`).join("");
  return terms.length === 0 ? head : `${head}\n${termTable(terms)}`;
}

function termTable(terms: ContextReport["terms"]): string {
  const shown = (value: number | null): string => (value === null ? "" : formatScore(value));
  const rows = terms.map((
    { term, weight, tf, df, idf, sources },
  ) => [sanitizeLine(term), shown(weight), shown(tf), shown(idf), String(df ?? ""), sources.join(", ")]);
  return formatTable([["term", "weight", "tf", "idf", "df", "sources"], ...rows], [1, 2, 3, 4]);
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
