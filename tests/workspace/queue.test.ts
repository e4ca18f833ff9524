import assert from "node:assert/strict";
import { test } from "node:test";
import { createQueue } from "../../src/workspace/live/queue.ts";

test("clients take turns, and the calls of one client keep their order", async () => {
  const queue = createQueue();
  const order: string[] = [];
  const call = (client: string, name: string): Promise<void> =>
    queue(() => Promise.resolve(void order.push(name)), { client });
  await Promise.all([
    ...["a1", "a2", "a3", "a4"].map((name) => call("a", name)),
    ...["b1", "b2"].map((name) => call("b", name)),
    call("c", "c1"),
  ]);
  assert.deepEqual(order, ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
});

test("a call that is cancelled while another one runs never begins", async () => {
  const queue = createQueue();
  const stop = new AbortController();
  const first = queue(() => Promise.resolve(setImmediate(() => stop.abort())), { client: "a" });
  const second = queue(() => Promise.resolve("ran"), { client: "a", signal: stop.signal }).catch((
    { code }: { readonly code: string },
  ) => code);
  await first;
  assert.equal(await second, "interrupted");
});

test("a call that fails does not hold up the next one", async () => {
  const queue = createQueue();
  const failed = queue(() => Promise.reject(new Error("no")));
  const next = queue(() => Promise.resolve(1));
  await assert.rejects(failed, /no/);
  assert.equal(await next, 1);
});
