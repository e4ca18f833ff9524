import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { startWorker, type WorkerThread } from "../../src/host/workers.ts";

async function withModule(code: string, use: (thread: WorkerThread) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ra-workers-"));
  try {
    const path = join(folder, "thread.mjs");
    writeFileSync(path, `import { parentPort } from "node:worker_threads";\n${code}\n`);
    const thread = startWorker(pathToFileURL(path));
    assert.ok(thread !== undefined);
    await use(thread);
    thread.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("startWorker() starts nothing when the module does not exist", () => {
  assert.equal(startWorker(pathToFileURL(join(tmpdir(), "ra-no-such-module.mjs"))), undefined);
  assert.equal(startWorker(new URL("data:text/javascript,0")), undefined);
});

test("ask() returns each question's own answer, and rejects with the error that a thread reports", () =>
  withModule(
    'parentPort.on("message", (n) => parentPort.postMessage(n < 0 ? { failure: "negative" } : { value: n * 2 }));',
    async (thread) => {
      assert.equal(await thread.ask(4), 8);
      await assert.rejects(thread.ask(-1), (failure) => failure === "negative");
      assert.equal(await thread.ask(5), 10);
    },
  ));

test("ask() rejects when the thread has ended, and when it ends without an answer", async () => {
  await withModule("process.exit(3);", async (thread) => {
    await assert.rejects(thread.ask(1));
    await assert.rejects(thread.ask(2));
  });
  await withModule('parentPort.on("message", () => process.exit(3));', async (thread) => {
    await assert.rejects(thread.ask(1));
    await assert.rejects(thread.ask(2));
  });
});

test("ask() passes on a thread's messages before its answer", () =>
  withModule(
    'parentPort.on("message", (n) => { for (let i = 0; i < n; i++) parentPort.postMessage({ note: i }); parentPort.postMessage({ value: n }); });',
    async (thread) => {
      const notes: unknown[] = [];
      assert.equal(await thread.ask(3, (note) => notes.push(note)), 3);
      assert.deepEqual(notes, [0, 1, 2]);
    },
  ));
