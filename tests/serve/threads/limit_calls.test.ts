import assert from "node:assert/strict";
import { test } from "node:test";
import { RaError } from "../../../src/errors.ts";
import type { Caller } from "../../../src/serve/threads/call.ts";
import { limitCalls } from "../../../src/serve/threads/limit_calls.ts";

/** Makes a caller whose calls wait until they are let go or stopped. */
function waitingCaller(
  limits: { readonly mostOfClient: number; readonly mostWaiting?: number; readonly most: number },
) {
  const open: (() => void)[] = [];
  const caller: Caller = limitCalls({
    ask: (name, _, { signal }) =>
      new Promise((resolve, reject) => {
        open.push(() => resolve(name));
        signal.addEventListener("abort", () => reject(new RaError("interrupted", "stopped")));
      }),
    close: () => {},
  }, limits);
  const ask = (client: string, name = client, signal = new AbortController().signal): Promise<string> =>
    caller.ask(name, undefined, { client, signal }).then(
      String,
      (error: unknown) => (error instanceof RaError ? error.code : String(error)),
    );
  return { ask, letGo: () => open.splice(0).forEach((answer) => answer()) };
}

/** Lets the calls that are passed on end until all of these have an answer. */
async function answers(calls: readonly Promise<string>[], letGo: () => void): Promise<readonly string[]> {
  const timer = setInterval(letGo, 1);
  try {
    return await Promise.all(calls);
  } finally {
    clearInterval(timer);
  }
}

test("the calls of a client wait for their turn, in their order, and others are not affected", async () => {
  const { ask, letGo } = waitingCaller({ mostOfClient: 2, most: 100 });
  const ended: string[] = [];
  const calls = Array.from({ length: 20 }, (_, at) => ask("a", String(at)));
  calls.forEach((call) => void call.then((name) => ended.push(name)));
  const other = ask("b");
  letGo();
  assert.equal(await other, "b");
  await answers(calls, letGo);
  assert.deepEqual(ended, Array.from({ length: 20 }, (_, at) => String(at)));
});

test("a client with too many calls that wait is told so, and can go on afterwards", async () => {
  const { ask, letGo } = waitingCaller({ mostOfClient: 2, mostWaiting: 1, most: 100 });
  const calls = [ask("a"), ask("a"), ask("a"), ask("a")];
  assert.equal(await calls[3], "busy");
  assert.deepEqual(await answers(calls, letGo), ["a", "a", "a", "busy"]);
  assert.deepEqual(await answers([ask("a")], letGo), ["a"]);
});

test("a call that waits can be cancelled, and takes no turn", async () => {
  const { ask, letGo } = waitingCaller({ mostOfClient: 1, most: 100 });
  const stop = new AbortController();
  const calls = [ask("a", "1"), ask("a", "2", stop.signal), ask("a", "3"), ask("a", "4", AbortSignal.abort())];
  stop.abort();
  assert.match(await calls[1]!, /abort/i);
  assert.match(await calls[3]!, /abort/i);
  assert.deepEqual(await answers([calls[0]!, calls[2]!], letGo), ["1", "3"]);
});

test("when there are too many calls, the client with the most makes room", async () => {
  const { ask, letGo } = waitingCaller({ mostOfClient: 3, most: 4 });
  const greedy = [ask("a", "1"), ask("a", "2"), ask("a", "3")];
  const others = [ask("b"), ask("c")];
  assert.equal(await greedy[2], "busy");
  // Nobody has so many calls that another client should lose one.
  assert.equal(await ask("b"), "busy");
  letGo();
  assert.deepEqual(await Promise.all([...greedy, ...others]), ["1", "2", "busy", "b", "c"]);
});
