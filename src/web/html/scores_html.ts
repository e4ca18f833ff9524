/** The score chart of `--explain`: candidates best first, and where they were cut. */
import type { Explanation } from "../../retrieval/result.ts";
import { escapeHtml } from "./html.ts";

/** Bars at most; the tail after the cut is what is left out. */
const BARS = 48;
const WIDTH = 5;
const GAP = 2;
const HEIGHT = 40;

/** A small chart that opens into the phases and the query as it was understood; nothing where there are no scores. */
export function scoresHtml(explanation: Explanation | undefined): string {
  if (explanation === undefined || explanation.scores.length === 0 || explanation.scores[0]! <= 0) return "";
  const { scores, cut_at, phases, ast } = explanation;
  const steps = [
    ["candidates", phases.candidates],
    ["after the cut", phases.cut],
    ["after merging", phases.aggregated],
    ["shown", phases.returned],
  ] as const;
  return `<details class="scores"><summary>${
    chartSvg(scores, cut_at)
  }<span>Scores</span></summary><div class="explanation">` +
    `<dl>${steps.map(([name, count]) => `<div><dt>${name}</dt><dd>${count}</dd></div>`).join("")}</dl>` +
    `<p>${escapeHtml(chartText(scores, cut_at))}</p><pre tabindex="0" aria-label="The query as understood">${
      escapeHtml(ast.trimEnd())
    }</pre></div></details>`;
}

/** The chart in words. */
export function chartText(scores: readonly number[], cutAt: number): string {
  const range = `${scores.length === 1 ? "One candidate" : `${scores.length} candidates`}, scores from ${
    shown(scores[0] ?? 0)
  } to ${shown(scores.at(-1) ?? 0)}`;
  return cutAt < scores.length
    ? `${range}; cut after ${cutAt}, where they fall from ${shown(scores[cutAt - 1] ?? 0)} to ${
      shown(scores[cutAt] ?? 0)
    }.`
    : `${range}; no cut.`;
}

const shown = (score: number): string => score.toFixed(score < 10 ? 2 : 1);

/** Attributes only, no style: the page's policy allows none. */
function chartSvg(scores: readonly number[], cutAt: number): string {
  const bars = scores.slice(0, BARS);
  const best = Math.max(...bars, Number.MIN_VALUE);
  const rects = bars.map((score, at) => {
    const height = Math.max(1.5, (Math.max(0, score) / best) * HEIGHT);
    return `<rect class="${at < cutAt ? "kept" : "cut"}" x="${at * (WIDTH + GAP)}" y="${
      (HEIGHT - height).toFixed(1)
    }" width="${WIDTH}" height="${height.toFixed(1)}" rx="1"/>`;
  });
  const cutX = cutAt * (WIDTH + GAP) - GAP / 2;
  const line = cutAt > 0 && cutAt < bars.length ? `<line x1="${cutX}" x2="${cutX}" y1="0" y2="${HEIGHT}"/>` : "";
  const width = Math.max(bars.length, 6) * (WIDTH + GAP);
  return `<svg class="chart" preserveAspectRatio="none" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}" role="img" aria-label="${
    escapeHtml(chartText(scores, cutAt))
  }">${rects.join("")}${line}</svg>`;
}
