import assert from "node:assert/strict";
import { test } from "node:test";
import { RaError } from "../../../src/errors.ts";
import type { Caller } from "../../../src/serve/threads/call.ts";
import { limitCalls } from "../../../src/serve/threads/limit_calls.ts";

/** Makes a caller whose calls wait until they are let go or stopped. */
function waitingCaller(limits: { readonly mostOfClient: number; readonly most: number }) {
  const open: (() => void)[] = [];
  const caller: Caller = limitCalls({
    ask: (name, _, { signal }) =>
      new Promise((resolve, reject) => {
        open.push(() => resolve(name));
        signal.addEventListener("abort", () => reject(new RaError("interrupted", "stopped")));
      }),
    close: () => {},
  }, limits);
  const ask = (client: string, name = client): Promise<string> =>
    caller.ask(name, undefined, { client, signal: new AbortController().signal }).then(
      String,
      (error: unknown) => (error instanceof RaError ? error.code : String(error)),
    );
  return { ask, letGo: () => open.splice(0).forEach((answer) => answer()) };
}

test("a client has only so many calls open, and others are not affected", async () => {
  const { ask, letGo } = waitingCaller({ mostOfClient: 2, most: 100 });
  const calls = [ask("a"), ask("a"), ask("a"), ask("b")];
  assert.equal(await calls[2], "busy");
  letGo();
  assert.deepEqual(await Promise.all(calls), ["a", "a", "busy", "b"]);
  const again = ask("a");
  letGo();
  assert.equal(await again, "a");
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
