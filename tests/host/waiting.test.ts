import assert from "node:assert/strict";
import test from "node:test";
import { sleep } from "../../src/host/clock.ts";
import { shareOut } from "../../src/host/pool.ts";
import { backoffMs, BoundedBytes, failedExchange, isBusy, piecesOf, retryAfterMs } from "../../src/host/exchange.ts";
import { createTurns } from "../../src/host/turns.ts";

test("sleep() ends early when the signal aborts, and at once when it already has", async () => {
  const stop = new AbortController();
  const sleeping = sleep(600_000, stop.signal);
  stop.abort();
  await sleeping;
  await sleep(600_000, stop.signal);
  await sleep(1, undefined);
});

test("retryAfterMs() reads seconds and dates, and nothing else", () => {
  assert.equal(retryAfterMs("2"), 2_000);
  assert.equal(retryAfterMs("0.5"), 500);
  assert.equal(retryAfterMs("Thu, 01 Jan 1970 00:00:00 GMT"), 0);
  assert.ok(retryAfterMs(new Date(Date.now() + 60_000).toUTCString())! > 50_000);
  for (const header of ["soon", "", null, undefined]) assert.equal(retryAfterMs(header), undefined);
});

test("backoffMs() doubles the pause with each try, and only a busy server is asked again", () => {
  assert.deepEqual([1, 2, 3, 4].map((tries) => backoffMs(500, tries)), [500, 1_000, 2_000, 4_000]);
  assert.deepEqual([200, 404, 429, 500, 503].filter(isBusy), [429, 500, 503]);
});

test("failedExchange() says what the cause of a failure says, if there is one", () => {
  assert.equal(failedExchange(new TypeError("fetch failed", { cause: new Error("refused") })), "refused");
  assert.equal(failedExchange(new TypeError("fetch failed")), "fetch failed");
  assert.equal(failedExchange("closed"), "closed");
});

test("failedExchange() has words of its own for the codes of the runtimes", () => {
  const refused = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" });
  assert.equal(failedExchange(new TypeError("fetch failed", { cause: refused })), "the server refuses connections");
  assert.equal(failedExchange(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" })), "the name is not known");
});

test("BoundedBytes keeps the beginning up to its bound, and says when more has come", () => {
  const kept = new BoundedBytes(4);
  kept.add(Uint8Array.of(0x61, 0xc3));
  kept.add(Uint8Array.of(0xb6, 0x62));
  assert.deepEqual([kept.isOver, kept.text()], [false, "aöb"]);
  kept.add(Uint8Array.of(0x63));
  kept.add(Uint8Array.of(0x64));
  assert.deepEqual([kept.isOver, kept.bytes()], [true, Uint8Array.of(0x61, 0xc3, 0xb6, 0x62)]);
});

test("piecesOf() ends the answer when nobody reads on", async () => {
  let cancel = (): void => {};
  const ended = new Promise<void>((resolve) => cancel = resolve);
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(Uint8Array.of(1)),
    cancel,
  });
  for await (const piece of piecesOf(new Response(body))) {
    assert.deepEqual(piece, Uint8Array.of(1));
    break;
  }
  await ended;
  for await (const _ of piecesOf(new Response(null))) assert.fail("it has no body");
});

test("shareOut() gives each item to one lane, and all lanes work at the same time", async () => {
  const taken: string[] = [];
  let together = 0;
  let most = 0;
  await shareOut([..."abcdef"], ["one", "two"], async (item, at, lane) => {
    most = Math.max(most, ++together);
    await sleep(1, undefined);
    together--;
    taken[at] = `${item} ${lane}`;
  });
  assert.equal(most, 2);
  assert.deepEqual(taken.map((each) => each[0]), [..."abcdef"]);
  assert.deepEqual([...new Set(taken.map((each) => each.slice(2)))].sort(), ["one", "two"]);
});

test("shareOut() begins nothing new after a failure, waits for what is under way, and throws the failure", async () => {
  const ended: number[] = [];
  const sharing = shareOut([0, 1, 2, 3], ["one", "two"], async (item) => {
    if (item === 1) throw new Error("lost");
    await sleep(5, undefined);
    ended.push(item);
  });
  await assert.rejects(sharing, { message: "lost" });
  assert.deepEqual(ended, [0]);
});

test("createTurns() runs work one by one, also after a failure", async () => {
  const inTurn = createTurns();
  const told: string[] = [];
  const first = inTurn(async () => {
    await sleep(5, undefined);
    told.push("first");
    throw new Error("lost");
  });
  const second = inTurn(() => Promise.resolve(told.push("second")));
  await assert.rejects(first, { message: "lost" });
  await second;
  assert.deepEqual(told, ["first", "second"]);
});
