import assert from "node:assert/strict";
import { test } from "node:test";
import { runLoad } from "./load.ts";

test("many clients over HTTP all get current answers while files change", async () => {
  const { calls, changes } = await runLoad({ clients: 12, seconds: 3, documents: 40, changeEvery: 50 });
  assert.ok(calls >= 12 && changes > 0, `${calls} calls, ${changes} changes`);
});
