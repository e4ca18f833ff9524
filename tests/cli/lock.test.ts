import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { acquireLock } from "../../src/store/lock/lock.ts";
import { PROJECT, withProject } from "./project.ts";
import { childEnvironment, commandLine, runRa } from "./run_ra.ts";

/** Holds the project's lock in this process while `work` runs. */
async function whileLocked(directory: string, work: () => void | Promise<void>): Promise<void> {
  mkdirSync(join(directory, ".ra/index"), { recursive: true });
  const lock = await acquireLock(createDiskFileSystem(), join(directory, ".ra/index/lock"), { timeoutMs: 0 });
  assert.ok(lock);
  try {
    await work();
  } finally {
    lock.release();
  }
}

test("ra update fails with index-locked when another process writes for longer than --lock-timeout", () =>
  withProject(PROJECT, (directory) =>
    whileLocked(directory, () => {
      const run = runRa(["update", "--lock-timeout", "0.1"], { cwd: directory });
      assert.deepEqual([run.code, run.stdout], [1, ""]);
      assert.match(run.stderr, /^ra: waiting for /m);
      assert.match(run.stderr, /^ra: .ra\/index: another update is still running$/m);
    })));

test("ra search warns and answers from the published index while another process writes", () =>
  withProject(PROJECT, async (directory) => {
    assert.equal(runRa(["update"], { cwd: directory }).code, 0);
    writeFileSync(join(directory, "docs/new.md"), "# New\n\nFresh text.\n");
    await whileLocked(directory, () => {
      const run = runRa(["search", "--list", "--lock-timeout", "0.1", "overheating"], { cwd: directory });
      assert.equal(run.code, 0, run.stderr);
      assert.match(run.stdout, /^docs:errors\.md$/m);
      assert.match(run.stderr, /^ra: warning: /m);
      assert.equal(runRa(["-q", "search", "--lock-timeout", "0.1", "overheating"], { cwd: directory }).stderr, "");
    });
  }));

function interrupt(pid: number | undefined): void {
  if (pid !== undefined) process.kill(pid, "SIGINT");
}

test(
  "Ctrl-C ends a waiting update with 130 and keeps the other process's lock",
  { skip: process.platform === "win32" },
  () =>
    withProject(PROJECT, async (directory) => {
      await whileLocked(directory, async () => {
        const { command, args } = commandLine([directory]);
        const child = spawn(command, [...args, "update", "--lock-timeout", "60"], {
          cwd: directory,
          env: childEnvironment(join(directory, "no-home")),
          stdio: ["ignore", "ignore", "pipe"],
        });
        const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve(code ?? signal)));
        // child.kill() would make Deno report the signal, whatever the exit code.
        child.stderr.on("data", (text) => void (String(text).includes("waiting") && interrupt(child.pid)));
        assert.equal(await ended, 130);
        assert.ok(existsSync(join(directory, ".ra/index/lock")));
      });
    }),
);
