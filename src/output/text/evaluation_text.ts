/** `ra rag eval` and `ra rag compare`, for people. */
import { wrapAnsi } from "fast-wrap-ansi";
import type { ComparedQuestion, ComparisonReport, EvaluationReport, ScenarioResult } from "../../shapes/evaluation.ts";
import { sanitize, sanitizeLine, sanitizeTextLine } from "../../text/sanitize.ts";
import { count } from "../quantity.ts";
import type { Palette } from "../terminal/color.ts";
import { formatTable } from "../terminal/table.ts";
import { displayWidth } from "../terminal/width.ts";

export type EvaluationMeasure = "ndcg" | "recall" | "citation_precision" | "citation_recall";

const MEASURES: readonly (readonly [key: EvaluationMeasure, name: string])[] = [
  ["ndcg", "nDCG@10"],
  ["recall", "recall"],
  ["citation_precision", "cited right"],
  ["citation_recall", "cited all"],
];

/** A row for each scenario, the reasons of those that failed, and the means. */
export function formatEvaluation(report: EvaluationReport, palette: Palette): string {
  const { summary, scenarios, baseline } = report;
  const changes = new Map(baseline?.changes.map((change) => [change.id, change]));
  const header = [
    "",
    ...MEASURES.map(([, name]) => name),
    "s",
    ...(baseline === undefined ? [] : ["before"]),
    "scenario",
  ];
  const rows = scenarios.map((scenario) => [
    scenario.passed ? palette.good("pass") : palette.bad("FAIL"),
    ...MEASURES.map(([key]) => shown(scenario[key])),
    scenario.seconds.toFixed(1),
    ...(baseline === undefined ? [] : [changes.get(scenario.id)?.change ?? ""]),
    `${palette.id(sanitizeLine(scenario.id))}  ${sanitizeLine(scenario.question)}`,
  ]);
  const mean = [
    "all",
    ...MEASURES.map(([key]) => shown(summary[key])),
    summary.seconds.toFixed(1),
    ...(baseline === undefined ? [] : [""]),
    "",
  ];
  const was = baseline === undefined
    ? []
    : [["was", ...MEASURES.map(([key]) => shown(baseline.summary[key])), baseline.summary.seconds.toFixed(1), "", ""]];
  const table = formatTable([header.map((name) => palette.dim(name)), ...rows, mean, ...was], [1, 2, 3, 4, 5]);
  const gone = baseline?.changes.filter(({ change }) => change === "gone").map(({ id }) => sanitizeLine(id)) ?? [];
  return [
    table,
    ...scenarios.filter(({ passed }) => !passed).map((scenario) => reasonsOf(scenario, palette)),
    ...(gone.length === 0 ? [] : [`no longer there: ${gone.join(", ")}\n`]),
    totals(report),
  ].join("\n");
}

function reasonsOf({ id, reasons }: ScenarioResult, palette: Palette): string {
  return `${palette.id(sanitizeLine(id))}\n${
    reasons.map((reason) => `  ${palette.caution(sanitizeTextLine(reason))}\n`).join("")
  }`;
}

function totals({ summary: { passed, failed, problems, tokens } }: EvaluationReport): string {
  const { uncited, unknown_citation, misquote } = problems;
  const total = failed === 0
    ? `${count(passed, "scenario")} passed`
    : `${count(passed + failed, "scenario")}: ${passed} passed, ${failed} failed`;
  return `${total}\nproblems: ${uncited} without a citation, ${unknown_citation} with an unknown one, ` +
    `${count(misquote, "misquotation")}\ntokens: ${tokens.input ?? "?"} of prompts, ${
      tokens.output ?? "?"
    } of answers\n`;
}

function shown(value: number | null): string {
  return value === null ? "–" : value.toFixed(2);
}

const GAP = "  │  ";
/** Narrower columns are not read well. */
const MIN_WIDTH = 30;

/** Both answers of each question in columns, or one below the other where there is no room. */
export function formatComparison({ questions, model }: ComparisonReport, columns: number, palette: Palette): string {
  return questions.map((compared) => {
    const { question, alone, retrieved } = compared;
    const heads = [
      `${model} alone, ${alone.seconds.toFixed(1)} s`,
      `with the documents, ${compared.seconds.toFixed(1)} s`,
    ];
    const texts = [sanitize(alone.answer).trim(), withCitations(retrieved)];
    return `${palette.heading(sanitizeLine(question))}\n\n${besides(heads, texts, columns, palette)}`;
  }).join("\n");
}

function withCitations({ answer, citations, problems }: ComparedQuestion["retrieved"]): string {
  const lines = [
    ...citations.map(({ number, source_id, path, start_line, end_line }) =>
      `[${number}] ${sanitizeLine(`${source_id}:${path}`)}:${start_line}-${end_line}`
    ),
    ...(problems.length === 0 ? [] : [count(problems.length, "problem")]),
  ];
  return [sanitize(answer).trim(), ...(lines.length === 0 ? [] : [lines.join("\n")])].join("\n\n");
}

/** Keeps the indentation of the line, and lets no piece after it begin with a space. */
function wrapped(line: string, width: number): readonly string[] {
  const [first = "", ...others] = wrapAnsi(line, width, { hard: true, trim: false }).split("\n");
  return [first, ...others.map((piece) => piece.trimStart())];
}

function besides(
  heads: readonly string[],
  texts: readonly string[],
  columns: number,
  palette: Palette,
): string {
  const width = Math.floor((columns - displayWidth(GAP)) / 2);
  if (width < MIN_WIDTH) return heads.map((head, at) => `${palette.dim(head)}\n${texts[at]}\n`).join("\n");
  const [left = [], right = []] = texts.map((text, at) => [
    palette.dim(heads[at]!),
    ...text.split("\n").flatMap((line) => wrapped(line, width)),
  ]);
  const lines = Array.from({ length: Math.max(left.length, right.length) }, (_, at) => {
    const [one = "", other = ""] = [left[at], right[at]];
    return `${one}${" ".repeat(Math.max(0, width - displayWidth(one)))}${palette.dim(GAP)}${other}`.trimEnd();
  });
  return `${lines.join("\n")}\n`;
}
