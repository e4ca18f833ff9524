/** The chunks that a model could not embed, for people. */
import type { RagProblem } from "../../shapes/rag.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { count, thousands } from "../quantity.ts";
import type { Palette } from "../terminal/color.ts";

/** Chunks that are named. */
const MOST_SHOWN = 20;

/** A line for each, up to some, and one that counts them. */
export function formatNotEmbedded(number: number, problems: readonly RagProblem[], palette: Palette): string {
  const shown = problems.slice(0, MOST_SHOWN);
  const more = number > shown.length ? ` (${thousands(number - shown.length)} more; --json names the first 100)` : "";
  return [
    ...shown.map(({ path, reason }) => `${palette.caution(sanitizeLine(path ?? ""))}: ${sanitizeLine(reason)}\n`),
    `${count(number, "chunk")} without a vector${more}: words find ${
      number === 1 ? "it" : "them"
    }, and ra rag index --incremental tries again\n`,
  ].join("");
}
