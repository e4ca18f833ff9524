/** What is being done, on stderr: a line that a terminal rewrites, or elsewhere one every ten seconds. */
import { every, monotonicMs } from "../../host/clock.ts";
import { standardError } from "../../host/standard_streams.ts";
import { rewritesLines } from "../../host/terminal.ts";
import { sanitizeLine } from "../../text/sanitize.ts";

/** Milliseconds between two drawings on a terminal, and between two lines elsewhere. */
const DRAW_EVERY = 100;
export const SAY_EVERY = 10_000;

export interface ProgressLine {
  /** Says what is being done now. */
  show(what: string): void;
  /** Prints a line that stays. */
  say(what: string): void;
  clear(): void;
}

export interface ProgressScreen {
  readonly rewrites: boolean;
  columns(): number;
  write(text: string): void;
  /** Milliseconds since some fixed moment. */
  now(): number;
  every(milliseconds: number, action: () => void): () => void;
}

const STDERR: ProgressScreen = {
  get rewrites() {
    return rewritesLines(standardError);
  },
  columns: () => standardError.columns(),
  write: (text) => standardError.write(text),
  now: monotonicMs,
  every,
};

/** With `quiet`, it shows nothing. */
export function createProgressLine(quiet: boolean, screen: ProgressScreen = STDERR): ProgressLine {
  if (quiet) return { show() {}, say() {}, clear() {} };
  return screen.rewrites ? rewrittenLine(screen) : repeatedLine(screen);
}

function rewrittenLine({ columns, write, now }: ProgressScreen): ProgressLine {
  let drawn = 0;
  const clear = (): void => {
    if (drawn > 0) write("\r\u001b[K");
    drawn = 0;
  };
  return {
    show(what) {
      if (now() - drawn < DRAW_EVERY) return;
      drawn = now();
      write(`\r${sanitizeLine(what).slice(0, columns() - 1)}\u001b[K`);
    },
    say(what) {
      clear();
      write(`ra: ${what}\n`);
    },
    clear,
  };
}

/** The work may hold the thread, or say nothing for minutes: whichever of it and the clock comes first prints. */
function repeatedLine({ write, now, every }: ProgressScreen): ProgressLine {
  let [what, since, printed] = ["", now(), now()];
  let stop: (() => void) | undefined;
  const print = (): void => {
    if (what === "" || now() - printed < SAY_EVERY) return;
    printed = now();
    const seconds = Math.round((printed - since) / 1000);
    write(`ra: ${sanitizeLine(what)}${seconds < SAY_EVERY / 1000 ? "" : `, for ${seconds} s`}\n`);
  };
  const begin = (next: string): void => {
    if (next !== what) [what, since] = [next, now()];
    stop ??= every(SAY_EVERY, print);
  };
  return {
    show(next) {
      begin(next);
      print();
    },
    say(next) {
      begin(next);
      printed = now();
      write(`ra: ${next}\n`);
    },
    clear() {
      stop?.();
      stop = undefined;
      what = "";
    },
  };
}
