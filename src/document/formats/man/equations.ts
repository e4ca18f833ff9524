/** Reads equations of eqn. They are shown as they are written. */
import type { SourceLine } from "../lines.ts";
import type { ManPage } from "./page.ts";

/** Returns the line after the equation, which starts at the line `from`. */
export function readEquation(page: ManPage, lines: readonly SourceLine[], from: number): number {
  const { found } = page;
  page.break();
  let at = from;
  for (; at < lines.length; at++) {
    const { start, end } = lines[at]!;
    if (/^[.'][ \t]*EN\b/.test(found.text.slice(start, Math.min(end, start + 20)))) {
      found.hide(start, end);
      at++;
      break;
    }
    if (found.text[start] === ".") return at;
    page.text(start, end);
  }
  page.break();
  return at;
}
