/** The score chart: the candidates, best first, and where the list was cut. */
import type { Explanation } from "../../../shapes/explanation.ts";
import { type Markup, markup, NO_MARKUP } from "../../../output/html/markup.ts";

/** The most bars. The chart leaves out the rest. */
const BARS = 48;
const WIDTH = 5;
const GAP = 2;
const HEIGHT = 40;

/** A small chart that opens into the phases and the query as ra read it. Empty if there are no scores. */
export function scoresHtml(explanation: Explanation | undefined): Markup {
  if (explanation === undefined || explanation.scores.length === 0 || explanation.scores[0]! <= 0) return NO_MARKUP;
  const { scores, cut_at, phases, ast } = explanation;
  const steps = [
    ["candidates", phases.candidates],
    ["after the cut", phases.cut],
    ["after merging", phases.aggregated],
    ["shown", phases.returned],
  ] as const;
  const counts = steps.map(([name, count]) => markup`<div><dt>${name}</dt><dd>${count}</dd></div>`);
  return markup`<details class="scores"><summary>${
    chartSvg(scores, cut_at)
  }<span>Scores</span></summary>${markup`<div class="explanation"><dl>${counts}</dl><p>${
    chartText(scores, cut_at)
  }</p>`}<pre tabindex="0" aria-label="The query as understood">${ast.trimEnd()}</pre></div></details>`;
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

/** Uses attributes only, because the page's policy forbids styles. */
function chartSvg(scores: readonly number[], cutAt: number): Markup {
  const bars = scores.slice(0, BARS);
  const best = Math.max(...bars, Number.MIN_VALUE);
  const rects = bars.map((score, at) => {
    const height = Math.max(1.5, (Math.max(0, score) / best) * HEIGHT);
    return markup`<rect class="${at < cutAt ? "kept" : "cut"}" x="${at * (WIDTH + GAP)}" y="${
      (HEIGHT - height).toFixed(1)
    }" width="${WIDTH}" height="${height.toFixed(1)}" rx="1"/>`;
  });
  const cutX = cutAt * (WIDTH + GAP) - GAP / 2;
  const line = cutAt > 0 && cutAt < bars.length && markup`<line x1="${cutX}" x2="${cutX}" y1="0" y2="${HEIGHT}"/>`;
  const width = Math.max(bars.length, 6) * (WIDTH + GAP);
  return markup`<svg class="chart" preserveAspectRatio="none" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}" role="img" aria-label="${
    chartText(scores, cutAt)
  }">${rects}${line}</svg>`;
}
