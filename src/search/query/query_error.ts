/** Errors about a query. They show the problem, the query on its own line, a caret under the place, and a hint. */
import { RaError, type RaErrorCode } from "../../errors.ts";

/** How many columns of the query are shown on either side of the caret. The rest becomes `…`. */
const REACH = 36;

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Writes control, formatting and unpaired characters of `text` as escapes, so that it can go to a terminal. */
export function visibleText(text: string): string {
  let shown = "";
  for (const character of text) shown += visible(character);
  return shown;
}

/** A {@link queryError} for a query that cannot be parsed. */
export function querySyntaxError(text: string, at: number, problem: string, hint: string): RaError {
  return queryError("query-syntax", text, at, problem, hint);
}

/** An error whose message shows `text` with a caret under the UTF-16 offset `at`. */
export function queryError(code: RaErrorCode, text: string, at: number, problem: string, hint: string): RaError {
  // A query may be megabytes long, so only the text near the place is used.
  const before = fit(Array.from(text.slice(Math.max(0, at - 4 * REACH), at)).reverse());
  const after = fit(Array.from(text.slice(at, at + 4 * REACH)));
  const left = before.cells.reverse().join("");
  const cutLeft = before.cut || at > 4 * REACH;
  const cutRight = after.cut || text.length > at + 4 * REACH;
  const line = `${cutLeft ? "…" : ""}${left}${after.cells.join("")}${cutRight ? "…" : ""}`;
  const caret = `${" ".repeat(before.width + (cutLeft ? 1 : 0))}^`;
  return new RaError(code, `query: ${problem}\n  ${line}\n  ${caret}`, {
    column: Array.from(text.slice(0, at)).length + 1,
    hint,
  });
}

function fit(characters: readonly string[]): { cells: string[]; width: number; cut: boolean } {
  const cells: string[] = [];
  let width = 0;
  for (const character of characters) {
    const shown = visible(character);
    const columns = shown === character ? columnsOf(character) : shown.length;
    if (width + columns > REACH) return { cells, width, cut: true };
    cells.push(shown);
    width += columns;
  }
  return { cells, width, cut: false };
}

function columnsOf(character: string): number {
  if (/\p{M}/u.test(character)) return 0;
  const isWide =
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u
      .test(character);
  return isWide ? 2 : 1;
}

function visible(character: string): string {
  if (!/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(character)) return character;
  return NAMED[character] ?? `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
