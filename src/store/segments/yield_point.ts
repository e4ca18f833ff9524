/** Keeps long synchronous work interruptible. */
import { interrupted } from "../../errors.ts";
import { monotonicMs, wait } from "../../host/clock.ts";

/**
 * Called between files. It lets timers and signals run now and then. Throws `interrupted` once the signal is raised.
 */
export type YieldPoint = () => Promise<void>;

const SLICE_MS = 25;

/** A yield point that gives way every 25 ms. */
export function createYieldPoint(signal: AbortSignal | undefined): YieldPoint {
  let last = monotonicMs();
  return async () => {
    if (monotonicMs() - last > SLICE_MS) {
      await wait(0);
      last = monotonicMs();
    }
    if (signal?.aborted === true) throw interrupted("the update");
  };
}
