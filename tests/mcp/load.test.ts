import assert from "node:assert/strict";
import { test } from "node:test";
import { runLoad } from "./load.ts";

test("clients at once over HTTP are all answered, with what is new, while files change", async () => {
  const { calls, changes } = await runLoad({ clients: 12, seconds: 3, documents: 40, changeEvery: 50 });
  assert.ok(calls >= 12 && changes > 0, `${calls} calls, ${changes} changes`);
});
