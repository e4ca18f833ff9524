/** Limits how many calls are open, so that a client with many calls leaves room for the others. */
import { RaError } from "../../errors.ts";
import type { Caller } from "./call.ts";
import { Turns } from "./turns.ts";

/** The most calls of one client that are passed on: the one that is answered, and eight behind it. */
const MAX_OF_CLIENT = 9;
/** The most calls of one client that wait until others of its own have their answers. */
const MAX_WAITING = 100;
/** The most calls of all clients that are passed on. */
const MAX_CALLS = 256;

/** The most results of one query. Nobody reads more at once. */
export const MAX_RESULTS = 100;
/** How many milliseconds ra computes one answer. Who asks a server does not wait longer, and others wait, too. */
export const MAX_ANSWER_MS = 5_000;

/**
 * Calls of one client wait for their turn. Throws `busy` for a call too many. If there are too many of all clients, the
 * newest call of the client with the most calls makes room.
 */
export function limitCalls(
  caller: Caller,
  { mostOfClient = MAX_OF_CLIENT, mostWaiting = MAX_WAITING, most = MAX_CALLS }: {
    readonly mostOfClient?: number;
    readonly mostWaiting?: number;
    readonly most?: number;
  } = {},
): Caller {
  const open = new Map<string, Set<AbortController>>();
  const turns = new Turns();
  let together = 0;

  const makeRoom = (own: number): void => {
    if (together < most) return;
    const longest = [...open.values()].reduce((a, b) => (b.size > a.size ? b : a));
    if (longest.size <= own + 1) throw busy();
    [...longest].at(-1)?.abort();
  };

  return {
    async ask(name, given, call) {
      if ((open.get(call.client)?.size ?? 0) >= mostOfClient) {
        if (turns.waiting(call.client) >= mostWaiting) throw busy(mostWaiting);
        await turns.next(call.client, call.signal);
      }
      const own = open.get(call.client) ?? new Set();
      makeRoom(own.size);
      const dropped = new AbortController();
      open.set(call.client, own.add(dropped));
      together++;
      const forget = (): void => {
        if (!own.delete(dropped)) return;
        together--;
        if (own.size === 0) open.delete(call.client);
        turns.give(call.client);
      };
      dropped.signal.addEventListener("abort", forget);
      try {
        return await caller.ask(name, given, { ...call, signal: AbortSignal.any([call.signal, dropped.signal]) });
      } catch (error) {
        throw dropped.signal.aborted ? busy() : error;
      } finally {
        forget();
      }
    },
    close: () => caller.close(),
  };
}

function busy(waiting?: number): RaError {
  return waiting === undefined
    ? new RaError("busy", "too many calls wait for their answers", { hint: "try again in a few seconds" })
    : new RaError("busy", `${waiting} of your calls wait already; no client may have more`, {
      hint: "wait for one of them, then call again",
    });
}
