/** The bar chart of `--explain`. It shows the candidates' scores, best first, and where the list was cut. */
import type { Palette } from "./color.ts";
import { formatScore } from "../quantity.ts";

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
/** How many bars to show before and after the cut. The chart gives only the number of the others. */
const SHOWN_BEFORE = 20;
const SHOWN_AFTER = 5;

/** Draws a line for each candidate, and a rule where the list was cut. `columns` is the width of the whole chart. */
export function scoreChart(scores: readonly number[], cutAt: number, columns: number, palette: Palette): string {
  if (scores.length === 0) return "";
  const numberWidth = String(Math.min(scores.length, cutAt + SHOWN_AFTER)).length;
  const scoreWidth = formatScore(highest(scores, -Infinity)).length;
  const room = Math.max(8, columns - numberWidth - scoreWidth - 4);
  const best = highest(scores, Number.MIN_VALUE);
  const line = (score: number, i: number): string => {
    const kept = i < cutAt;
    const bar = drawBar(Math.max(0, score) / best, room);
    const label = `${String(i + 1).padStart(numberWidth)}  ${formatScore(score).padStart(scoreWidth)}  `;
    return `${label}${kept ? palette.good(bar) : palette.dim(bar)}`.trimEnd();
  };
  const lines = scores.map(line);
  const before = fold(lines.slice(0, cutAt), SHOWN_BEFORE);
  const after = fold(lines.slice(cutAt), SHOWN_AFTER);
  const dropped = scores.length - cutAt;
  const cut = dropped > 0 ? [palette.caution(cutLine(scores, cutAt))] : [];
  return [...before, ...cut, ...after, ""].join("\n");
}

function highest(scores: readonly number[], least: number): number {
  return scores.reduce((best, score) => Math.max(best, score), least);
}

function cutLine(scores: readonly number[], cutAt: number): string {
  const last = scores[cutAt - 1];
  const next = scores[cutAt];
  const ratio = last === undefined || next === undefined || last <= 0 ? "" : `, ratio ${(next / last).toFixed(2)}`;
  return `── cut after ${cutAt}${ratio} ──`;
}

function fold(lines: readonly string[], shown: number): string[] {
  return lines.length <= shown ? [...lines] : [...lines.slice(0, shown), `… ${lines.length - shown} more`];
}

function drawBar(share: number, columns: number): string {
  const eighths = Math.round(share * columns * 8);
  return "█".repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? "");
}
