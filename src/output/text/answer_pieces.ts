/** Shows an answer piece by piece as it shows at once: what hides text may begin in one piece and end in the next. */
import { sanitize } from "../../text/sanitize.ts";

export interface AnswerPieces {
  /** What of the pieces so far can be shown, and was not shown before. */
  push(piece: string): string;
  /** What is left at the end. */
  end(): string;
}

/** Half a character, and half an end of a line. */
const HALF = /[\ud800-\udbff\r]$/;
/**
 * The variation selector at the end of a text, or nothing: it is shown as an escape if another one stands before it.
 * The V8 of Deno 2.9 does not find the ones of two units by a regular expression with `$`.
 */
function selectorAtEnd(text: string): string {
  const [last = ""] = [...text.slice(-2)].slice(-1);
  const code = last.codePointAt(0) ?? 0;
  return (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef) ? last : "";
}

export function createAnswerPieces(): AnswerPieces {
  let half = "";
  let before = "";
  const shown = (text: string): string => {
    const whole = before + text;
    const safe = sanitize(whole).slice(before.length);
    before = selectorAtEnd(whole);
    return safe;
  };
  return {
    push(piece) {
      const text = half + piece;
      half = HALF.exec(text)?.[0] ?? "";
      return shown(text.slice(0, text.length - half.length));
    },
    end: () => shown(half),
  };
}
