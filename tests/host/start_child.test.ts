import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { createConverterProcess } from "../../src/host/converter_process.ts";
import { isAlive } from "../../src/host/process.ts";
import { childPlace } from "../../src/host/start_child.ts";
import { startWorker } from "../../src/host/workers.ts";

interface Told {
  readonly folder: string;
  readonly holds: readonly string[];
  readonly planted: string | null;
  readonly pid: number;
}

/** What was ended is there until the process that started it asks for its exit code, which a thread cannot any more. */
function runs(pid: number): boolean {
  if (process.platform !== "linux") return isAlive(pid) === true;
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

const isBun = process.versions["bun"] !== undefined;
const module = (name: string): URL => new URL(name, import.meta.url);

test("a process of ra begins in an empty folder of its own, which goes with it", async () => {
  process.env["RA_PLANTED"] = "planted";
  const converter = createConverterProcess(childPlace(module("./child_worker.ts"), []));
  try {
    const answer = await converter.convert({ task: "", bytes: new Uint8Array(), timeoutMs: 60_000, mostBytes: 0 });
    if ("reason" in answer) return assert.fail(answer.reason);
    const { folder, holds, planted } = answer.value as Told;
    assert.notEqual(folder, process.cwd());
    // On Bun, an empty configuration keeps away those of the folders above, and a `.env` may have set any variable.
    assert.deepEqual(holds, isBun ? ["tsconfig.json"] : []);
    if (isBun) assert.equal(planted, null);
    converter.close();
    assert.ok(!existsSync(folder));
  } finally {
    converter.close();
    delete process.env["RA_PLANTED"];
  }
});

test("a process that a thread started ends with the thread, and its folder goes", async () => {
  const thread = startWorker(module("./child_thread_worker.ts"))!;
  const { folder, pid } = await thread.ask("start") as Told;
  assert.equal(runs(pid), true);
  thread.close();
  for (let tries = 0; runs(pid) && tries < 100; tries++) await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(runs(pid), false);
  assert.ok(!existsSync(folder));
});
