import assert from "node:assert/strict";
import { test } from "node:test";
import { createRateLimit } from "../../../src/serve/http/rate_limit.ts";
import { createSessions } from "../../../src/serve/mcp/http/sessions.ts";

test("createRateLimit() admits a burst, and then the given number of requests a second", () => {
  let time = 0;
  const take = createRateLimit({ perSecond: 10, burst: 3, now: () => time });
  assert.deepEqual([take(), take(), take(), take()], [true, true, true, false]);
  time = 100;
  assert.deepEqual([take(), take()], [true, false]);
  time = 1e6;
  assert.deepEqual([take(), take(), take(), take()], [true, true, true, false]);
});

test("createSessions() closes the session that is idle longest when there are too many, and all sessions that are idle for too long", () => {
  let time = 0;
  const closed: string[] = [];
  const sessions = createSessions<{ readonly id: string; close(): void }>({ most: 2, quietMs: 100, now: () => time });
  const add = (id: string): void => sessions.add(id, { id, close: () => void closed.push(id) });
  add("a");
  add("b");
  assert.equal(sessions.find("a")?.id, "a");
  add("c");
  assert.deepEqual(closed, ["b"]);
  assert.equal(sessions.find("b"), undefined);
  time = 60;
  sessions.find("c");
  time = 120;
  add("d");
  assert.deepEqual(closed, ["b", "a"]);
  sessions.remove("d");
  sessions.closeAll();
  assert.deepEqual(closed, ["b", "a", "c"]);
});
