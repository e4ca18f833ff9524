import assert from "node:assert/strict";
import { test } from "node:test";
import { killWriters } from "./kill_loop.ts";

test("writers killed at random moments leave the old index or the new one, and nothing that stays", async () => {
  const { killed, steps } = await killWriters(15, 1);
  assert.ok(killed >= 3 && steps >= 3, `${killed} writers were killed in ${steps} steps`);
});
