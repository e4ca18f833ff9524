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
/** A variation selector is shown as an escape if another one stands before it. */
const SELECTOR = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]$/u;

export function createAnswerPieces(): AnswerPieces {
  let half = "";
  let before = "";
  const shown = (text: string): string => {
    const whole = before + text;
    const safe = sanitize(whole).slice(before.length);
    before = SELECTOR.exec(whole)?.[0] ?? "";
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
