import { RaError } from "../../errors.ts";
import { letOthersRun } from "../../host/clock.ts";
import type { Stoppable } from "../contract.ts";

/**
 * Runs asynchronous work one by one. Clients take turns; the calls of one client keep their order. Throws `interrupted`
 * if the signal ends the wait.
 */
export type Queue = <T>(work: () => Promise<T>, asked?: Stoppable) => Promise<T>;

/** Keeps two answers of one workspace from refreshing its index at the same time. */
export function createQueue(): Queue {
  /** The waiting calls of each client, in the order in which the clients have their turns. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let isRunning = false;

  const run = async (): Promise<void> => {
    isRunning = true;
    // Calls of the same moment share a look at the files, so they have to be here before the first one begins.
    await Promise.resolve();
    for (;;) {
      const [next] = waiting;
      if (next === undefined) break;
      const [client, calls] = next;
      const turn = calls.shift();
      waiting.delete(client);
      if (calls.length > 0) waiting.set(client, calls);
      await turn?.();
      // Calls and cancellations that arrived meanwhile come in.
      if (waiting.size > 0) await letOthersRun();
    }
    isRunning = false;
  };

  return (work, { signal, client = "" } = {}) =>
    new Promise((resolve, reject) => {
      const turn = async (): Promise<void> => {
        try {
          if (signal?.aborted) throw new RaError("interrupted", "the call was stopped before its turn came");
          resolve(await work());
        } catch (error) {
          reject(error);
        }
      };
      const own = waiting.get(client);
      if (own === undefined) waiting.set(client, [turn]);
      else own.push(turn);
      if (!isRunning) void run();
    });
}
