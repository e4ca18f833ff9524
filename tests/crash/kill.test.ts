import assert from "node:assert/strict";
import { test } from "node:test";
import { killWriters } from "../../tools/crash/kill_loop.ts";

test("a killed writer leaves the old index or the new one, and no stray files after the next update", async () => {
  const { steps } = await killWriters({ seconds: 15, atLeast: 3, seed: 1 });
  assert.ok(steps >= 1, "no writer had begun");
});
