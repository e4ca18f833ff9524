/** A run of `ra rag eval` as one HTML page without scripts, which needs no other file. */
import type { CitedAnswer } from "../../shapes/answering.ts";
import type { CheckedSentence, EvaluatedRow, EvaluationReport, ScenarioResult } from "../../shapes/evaluation.ts";
import { sanitize, sanitizeLine } from "../../text/sanitize.ts";
import { count } from "../quantity.ts";
import type { EvaluationMeasure } from "../text/evaluation_text.ts";
import { EVALUATION_STYLE } from "./evaluation_style.ts";
import { type Markup, markup, safeMarkup } from "./markup.ts";

type Change = NonNullable<EvaluationReport["baseline"]>["changes"][number];

const MEASURES: readonly (readonly [key: EvaluationMeasure, name: string])[] = [
  ["ndcg", "nDCG@10"],
  ["recall", "Recall"],
  ["citation_precision", "Citation precision"],
  ["citation_recall", "Citation recall"],
];
const PROBLEMS: Readonly<Record<CitedAnswer["problems"][number]["kind"], string>> = {
  uncited: "no citation",
  unknown_citation: "no such passage",
  misquote: "not in the passages",
};
/** The page loads nothing and runs nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** Failures come first. */
export function evaluationPage(report: EvaluationReport): string {
  const { scenarios, baseline, at, summary } = report;
  const changes = new Map(baseline?.changes.map((change) => [change.id, change]));
  const ordered = [...scenarios].sort((a, b) => Number(a.passed) - Number(b.passed));
  const title = `${summary.failed === 0 ? "All" : `${summary.passed} of`} ${
    count(scenarios.length, "scenario")
  } passed`;
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${title}</title>
<style>${safeMarkup(EVALUATION_STYLE)}</style>
</head>
<body>
<header><h1>${title}</h1>${facts(report)}${tiles(report)}</header>
<nav aria-label="Scenarios"><ol>${
    ordered.map((scenario) =>
      markup`<li class="${state(scenario)}"><a href="#${anchor(scenario)}">${sanitizeLine(scenario.id)}</a>${
        badge(changes.get(scenario.id))
      }</li>`
    )
  }</ol>${goneHtml(baseline?.changes ?? [])}</nav>
<main>${ordered.map((scenario) => scenarioHtml(scenario, changes.get(scenario.id)))}</main>
<footer>Run at <time>${at}</time>. Made by <code>ra rag eval</code>.</footer>
</body>
</html>
`;
  return page.toString();
}

function facts({ at, config, file, model, embedding_model, reranker, generation, baseline }: EvaluationReport): Markup {
  const entries: readonly (readonly [string, string])[] = [
    ["Scenarios", file],
    ["Configuration", config],
    ["Language model", model ?? "none: the passages are the answer"],
    ["Embeddings", embedding_model ?? "none"],
    ["Reranker", reranker ?? "none"],
    ["Index", generation?.slice(0, 12) ?? "none"],
    ["Run", at],
    ...(baseline === undefined ? [] : [["Beside", baseline.at] as const]),
  ];
  return markup`<dl class="facts">${
    entries.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${sanitizeLine(value)}</dd></div>`)
  }</dl>`;
}

/** The means, each with that of the earlier run. */
function tiles({ summary, baseline }: EvaluationReport): Markup {
  const before = baseline?.summary;
  const { problems, tokens } = summary;
  const entries: readonly (readonly [name: string, value: string, was: string | undefined])[] = [
    ["Passed", `${summary.passed} of ${summary.passed + summary.failed}`, before && `${before.passed}`],
    ...MEASURES.map(([key, name]) => [name, shown(summary[key]), before && shown(before[key])] as const),
    ...(Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[]).map((kind) =>
      [sentenceCase(PROBLEMS[kind]), String(problems[kind]), before && String(before.problems[kind])] as const
    ),
    ["Tokens in", String(tokens.input ?? "–"), before && String(before.tokens.input ?? "–")],
    ["Tokens out", String(tokens.output ?? "–"), before && String(before.tokens.output ?? "–")],
    ["Seconds", summary.seconds.toFixed(1), before?.seconds.toFixed(1)],
  ];
  return markup`<dl class="tiles">${
    entries.map(([name, value, was]) =>
      markup`<div><dt>${name}</dt><dd>${value}${was !== undefined && markup` <small>was ${was}</small>`}</dd></div>`
    )
  }</dl>`;
}

function scenarioHtml(scenario: ScenarioResult, change: Change | undefined): Markup {
  const { id, question, passed, reasons, answer, rows, seconds } = scenario;
  const measures = MEASURES.map(([key, name]) =>
    markup`<li>${name} ${shown(scenario[key])}${
      change !== undefined && change.change !== "new" && markup` <small>was ${shown(change[key])}</small>`
    }</li>`
  );
  return markup`<article id="${anchor(scenario)}" class="${state(scenario)}">
<h2><span class="state">${passed ? "pass" : "fail"}</span> ${sanitizeLine(id)}${badge(change)}</h2>
<p class="question">${sanitizeLine(question)}</p>
${reasons.length > 0 && markup`<ul class="reasons">${reasons.map((why) => markup`<li>${sanitize(why)}</li>`)}</ul>`}
<ul class="measures">${measures}<li>${seconds.toFixed(1)} s</li></ul>
<div class="columns">
<section><h3>Answer</h3>${
    answer === null ? markup`<p>none</p>` : markup`<div class="answer">${sanitize(answer.answer)}</div>`
  }${earlierHtml(change, answer?.answer)}</section>
<section><h3>Retrieved</h3>${rowsHtml(rows)}</section>
</div>
${sentencesHtml(scenario)}
</article>
`;
}

function rowsHtml(rows: readonly EvaluatedRow[]): Markup {
  if (rows.length === 0) return markup`<p>nothing</p>`;
  return markup`<ol class="rows">${
    rows.map((row) =>
      markup`<li><details><summary>${row.expected && markup`<b class="mark good">expected</b> `}${
        row.cited && markup`<b class="mark">cited</b> `
      }<code>${placeOf(row)}</code> ${sanitizeLine(row.title)} <small>${
        row.score.toFixed(3)
      }</small></summary><pre tabindex="0">${sanitize(row.content).trim()}</pre></details></li>`
    )
  }</ol>`;
}

/** Each sentence beside the passages that it cites. */
function sentencesHtml({ sentences, rows }: ScenarioResult): Markup | false {
  if (sentences.length === 0) return false;
  const byNumber = new Map(rows.map((row) => [row.rank, row]));
  return markup`<section class="sentences"><h3>Sentences and what they cite</h3><table><tbody>${
    sentences.map((sentence) =>
      markup`<tr><td>${sanitize(sentence.text)}${problemsHtml(sentence)}</td><td>${
        sentence.citations.map((number) => citationHtml(number, byNumber.get(number)))
      }</td></tr>`
    )
  }</tbody></table></section>`;
}

function problemsHtml({ problems }: CheckedSentence): readonly Markup[] {
  return problems.map((kind) => markup` <b class="mark bad">${PROBLEMS[kind]}</b>`);
}

function citationHtml(number: number, row: EvaluatedRow | undefined): Markup {
  if (row === undefined) return markup`<p><b class="mark bad">[${number}] no such passage</b></p>`;
  return markup`<details open><summary>[${number}] <code>${placeOf(row)}</code> ${
    sanitizeLine(row.title)
  }</summary><pre tabindex="0">${sanitize(row.content).trim()}</pre></details>`;
}

function earlierHtml(change: Change | undefined, now: string | undefined): Markup | false {
  if (change === undefined || change.answer === null || change.answer === now) return false;
  return markup`<details class="earlier"><summary>The answer of the earlier run</summary><div class="answer">${
    sanitize(change.answer)
  }</div></details>`;
}

function goneHtml(changes: readonly Change[]): Markup | false {
  const gone = changes.filter(({ change }) => change === "gone").map(({ id }) => sanitizeLine(id));
  return gone.length > 0 && markup`<p>No longer there: ${gone.join(", ")}</p>`;
}

function badge(change: Change | undefined): Markup | false {
  return change !== undefined && change.change !== "same" &&
    markup` <b class="mark ${change.change === "broken" ? "bad" : "good"}">${change.change}</b>`;
}

function placeOf({ source_id, path, start_line, end_line, page }: EvaluatedRow): string {
  return `${sanitizeLine(`${source_id}:${path}`)}:${start_line}-${end_line}${page === null ? "" : ` (page ${page})`}`;
}

function anchor({ id }: ScenarioResult): string {
  return `scenario-${encodeURIComponent(id)}`;
}

function state({ passed }: ScenarioResult): string {
  return passed ? "passed" : "failed";
}

function shown(value: number | null): string {
  return value === null ? "–" : value.toFixed(2);
}

function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
