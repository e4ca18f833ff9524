// A damaged segment can make the core trap. A new instance of the core then takes its place.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SegmentData } from "../../../src/store/engine/engine.ts";
import { loadEngine } from "../../../src/store/engine/load.ts";
import { trappingSegments } from "../../workspace/plant_index.ts";
import { parsed } from "./parsed.ts";

const engine = await loadEngine();
const encoder = new TextEncoder();

function built(): SegmentData {
  const batch = engine.createBatch();
  for (let at = 0; at < 30; at++) {
    const text = encoder.encode(`# Doc ${at}\n\nneedle number${at}\n`);
    batch.load(text);
    batch.add(parsed(`d${at}.md`, `Doc ${at}`, text), "english");
  }
  return batch.finish()!;
}

test("after a trap, open readers and new batches work", async () => {
  const { bytes, stats } = built();
  const reader = engine.openReader([{
    size: bytes.length,
    stats,
    deletes: null,
    read: (offset, into) => into.set(bytes.subarray(offset, offset + into.length)),
  }]);
  const ids = reader.ids();
  assert.equal(ids.length, 30);
  let traps = 0;
  for await (const _ of trappingSegments(bytes, stats)) {
    assert.deepEqual(reader.ids(), ids);
    assert.deepEqual(built().bytes.length, bytes.length);
    if (++traps === 20) break;
  }
  assert.equal(traps, 20);
  reader.free();
});

test("a batch that a trap interrupts fails with an error and can be freed", async () => {
  const { bytes, stats } = built();
  const batch = engine.createBatch();
  for await (const _ of trappingSegments(bytes, stats)) break;
  assert.throws(() => batch.load(encoder.encode("# New\n")), { code: "engine" });
  batch.free();
});
