/** A line on stderr that says what is being done, where a terminal shows it. */
import { monotonicMs } from "../../host/clock.ts";
import { standardError } from "../../host/standard_streams.ts";
import { rewritesLines } from "../../host/terminal.ts";
import { sanitizeLine } from "../../text/sanitize.ts";

/** Milliseconds between two drawings. */
const INTERVAL = 100;

export interface ProgressLine {
  /** Draws the line anew, unless it was drawn just now. */
  show(what: string): void;
  /** Prints a line that stays, also where there is no terminal. */
  say(what: string): void;
  clear(): void;
}

/** With `quiet`, it shows nothing. */
export function createProgressLine(quiet: boolean): ProgressLine {
  const isShown = !quiet && rewritesLines(standardError);
  let drawn = 0;
  const clear = (): void => {
    if (drawn > 0) standardError.write("\r\u001b[K");
    drawn = 0;
  };
  return {
    show(what) {
      const now = monotonicMs();
      if (!isShown || now - drawn < INTERVAL) return;
      drawn = now;
      standardError.write(`\r${sanitizeLine(what).slice(0, standardError.columns() - 1)}\u001b[K`);
    },
    say(what) {
      clear();
      if (!quiet) standardError.write(`ra: ${what}\n`);
    },
    clear,
  };
}
