import { RaError } from "../../errors.ts";
import type { StopSignal } from "../../ports/work.ts";

/** Runs asynchronous work one by one, in the order of the calls. Throws `interrupted` if the signal ends the wait. */
export type Queue = <T>(work: () => Promise<T>, signal?: StopSignal) => Promise<T>;

/** Keeps two answers of one workspace from refreshing its index at the same time. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work, signal) => {
    const turn = async () => {
      if (signal?.aborted) throw new RaError("interrupted", "the call was stopped before its turn came");
      return await work();
    };
    const next = last.then(turn, turn);
    last = next;
    return next;
  };
}
