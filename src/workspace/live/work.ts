/** Limits what one answer may cost. */
import { RaError } from "../../errors.ts";
import { monotonicMs, wait } from "../../host/clock.ts";
import type { StopSignal, Work } from "../../search/ports/work.ts";

/**
 * The most work for one answer, in units (docs/errors.md says what a unit is). The costliest of 340 benchmark queries
 * takes 35 units a passage, and a query of the 40 most frequent words 94. So over a million passages there is room for
 * 20 times as much.
 */
const MAX_WORK = 2_000_000_000;

/** After how many milliseconds timers and signals of this thread get their turn. */
const SLICE_MS = 25;

interface Limits {
  readonly signal: StopSignal | undefined;
  /** In milliseconds from now. */
  readonly timeLimit: number | undefined;
}

/** The account of an answer that begins now. */
export function createWork({ signal, timeLimit }: Limits): Work {
  const began = monotonicMs();
  let slice = began;
  const work: Work = {
    left: MAX_WORK,
    check() {
      if (signal?.aborted === true) throw new RaError("interrupted", "the call was stopped before it had its answer");
      if (work.left < 0) throw tooMuchWork();
      if (timeLimit !== undefined && monotonicMs() - began > timeLimit) throw tooLong(timeLimit);
    },
    async goOn() {
      if (monotonicMs() - slice > SLICE_MS) {
        await wait(0);
        slice = monotonicMs();
      }
      work.check();
    },
  };
  return work;
}

const HINT = "ask for fewer or rarer words, for fewer results, or for fewer trees";

function tooLong(timeLimit: number): RaError {
  return new RaError("too-expensive", `the answer takes longer than ${timeLimit / 1000} seconds`, { hint: HINT });
}

function tooMuchWork(): RaError {
  return new RaError("too-expensive", "the answer takes too much work", { hint: HINT });
}
