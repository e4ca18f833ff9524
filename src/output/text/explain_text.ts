/** `--explain`: shows how ra understood a query and what each phase kept. */
import type { Explanation } from "../../shapes/explanation.ts";
import type { TookPart } from "../../shapes/took_part.ts";
import { listsNotes } from "../lists_note.ts";
import { scoreChart } from "../terminal/chart.ts";
import type { Palette } from "../terminal/color.ts";
import { formatScoreParts } from "./score_parts_text.ts";
import { sanitize, sanitizeLine } from "../../text/sanitize.ts";
import { formatTable } from "../terminal/table.ts";

/** Prints the syntax tree, the parameters, the counts of the phases and the score chart. Ends with a newline. */
export function formatExplanation(
  took: TookPart,
  explanation: Explanation,
  columns: number,
  palette: Palette,
): string {
  const { ast, parameters, phases, scores, cut_at, results, lost_to_local_boost: lost } = explanation;
  const section = (title: string, body: string): string =>
    `${palette.heading(title)}\n${body.replace(/^(?=.)/gm, "  ")}`;
  const isUsual = took.lists.join() === "words" && took.lists_missing === undefined;
  const lists = [
    ["took part", took.lists.join(", ")],
    ...listsNotes(took).map((note) => ["missing", sanitizeLine(note)]),
  ];
  const rows = Object.entries(parameters).map(([name, value]) => [sanitizeLine(name), sanitizeLine(showValue(value))]);
  const counts = [
    ["candidates", String(phases.candidates)],
    ["left after the cut", String(phases.cut)],
    ["after aggregation", String(phases.aggregated)],
    ["returned", String(phases.returned)],
  ];
  return [
    section("Query", `${sanitize(ast).trimEnd()}\n`),
    rows.length === 0 ? "" : section("Parameters", formatTable(rows)),
    isUsual ? "" : section("Lists", formatTable(lists)),
    section("Phases", formatTable(counts, [1])),
    lost === undefined ? "" : palette.caution(`  local_boost alone pushed ${lost} of global trees below the cut\n`),
    scores.length === 0 ? "" : section("Scores", scoreChart(scores, cut_at, columns - 2, palette)),
    results.length === 0 ? "" : section("Results", results.map((result) => formatScoreParts(result, palette)).join("")),
  ].join("");
}

function showValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}
