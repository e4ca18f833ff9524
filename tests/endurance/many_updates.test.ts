import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { open } from "../../src/workspace.ts";
import { assertAlike } from "../../tools/crash/index_answers.ts";
import { answers, buildFresh, updateManyTimes } from "../../tools/endurance/many_updates.ts";

test("hundreds of single-file updates leave few segments and files, and answers equal to a new index's", async () => {
  let time = (Date.now() - 30 * 86_400e3) * 1e6;
  const fs = createMemoryFileSystem({}, { nowNs: () => (time += 3e9) });
  const { segments, mostSegments, files } = await updateManyTimes({
    fs,
    project: "/project",
    documents: 60,
    updates: 150,
  });
  // Eight segments of a level merge into one, and 300 chunks make one level.
  assert.ok(mostSegments <= 8 && segments <= 8, `${mostSegments} segments, ${segments} at the end`);
  // A segment may have a deletion set, and the folder also holds head and manifest.
  assert.ok(files <= 2 * segments + 2, `${files} files`);
  await buildFresh(fs, "/project", "/fresh");
  const [updated, fresh] = [
    await open("/project", { home: null, fs }),
    await open("/fresh", { home: null, fs, trust: true }),
  ];
  assertAlike(await answers(updated), await answers(fresh), "the updated index and a new one");
});
