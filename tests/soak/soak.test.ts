import assert from "node:assert/strict";
import { test } from "node:test";
import { soak } from "../../tools/soak/soak.ts";

test("eight readers and two writers at once see no error, no wrong text and no lost update", async () => {
  const { passages, updates } = await soak(12, 1);
  assert.ok(passages >= 1 && updates >= 4, `${passages} passages, ${updates} updates`);
});
