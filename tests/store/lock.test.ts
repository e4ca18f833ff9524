import test from "node:test";
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import * as nodeFs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { FileSystem } from "../../src/host/file_system.ts";
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { acquireLock, type LockMachine, type LockOwner } from "../../src/store/lock/lock.ts";

const compiled = import.meta.url.endsWith(".js");
const worker = fileURLToPath(new URL(compiled ? "./lock_worker.js" : "./lock_worker.ts", import.meta.url));
const runtimeArguments = "Deno" in globalThis ? ["run", "-A", "--no-check"] : [];

function start(mode: "count" | "hold", ...rest: string[]): ChildProcess {
  return spawn(process.execPath, [...runtimeArguments, worker, mode, ...rest], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}
const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => child.stdout?.once("data", (data: unknown) => resolve(String(data).trim())));
const ended = (child: ChildProcess): Promise<number | null> => new Promise((resolve) => child.once("exit", resolve));

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = nodeFs.mkdtempSync(path.join(os.tmpdir(), "ra-lock-")).replaceAll("\\", "/");
  try {
    await use(folder);
  } finally {
    nodeFs.rmSync(folder, { recursive: true, force: true });
  }
}

const disk = createDiskFileSystem();
const START_MS = Date.UTC(2026, 5, 1);

/** A machine called `here` with a settable time, on which the listed processes run (id → start ticks). */
function fakeMachine(
  running: Readonly<Record<number, number | undefined>>,
): LockMachine & { advance(ms: number): void } {
  let time = START_MS;
  return {
    host: "here",
    nowMs: () => (time += 1),
    isAlive: (pid) => pid in running || pid === process.pid,
    startTicks: (pid) => running[pid],
    advance: (ms) => void (time += ms),
  };
}

/** A lock file that another process left at START_MS. */
function leftBehind(owner: Partial<LockOwner> | string): ReturnType<typeof createMemoryFileSystem> {
  const content = typeof owner === "string"
    ? owner
    : JSON.stringify({ pid: 77, host: "here", started: "", ticks: 5, token: "theirs", ...owner });
  return createMemoryFileSystem({ "/i/lock": content }, { nowNs: () => START_MS * 1e6 });
}

/** What the lock file says of its owner. */
function ownerAt(fs: FileSystem, path: string): LockOwner {
  return JSON.parse(new TextDecoder().decode(fs.readFile(path)));
}

test("acquireLock() blocks a second caller until release()", async () => {
  const fs = createMemoryFileSystem();
  fs.makeDirectory("/i");
  const first = await acquireLock(fs, "/i/lock", { timeoutMs: 0 });
  assert.ok(first);
  assert.equal(first.isHeld(), true);
  const waitedFor: unknown[] = [];
  const second = acquireLock(fs, "/i/lock", { timeoutMs: 5000, onWait: (owner) => waitedFor.push(owner?.pid) });
  assert.equal(await acquireLock(fs, "/i/lock", { timeoutMs: 0 }), undefined);
  first.release();
  const lock = await second;
  assert.equal(lock?.isHeld(), true);
  assert.equal(first.isHeld(), false);
  first.release();
  assert.equal(ownerAt(fs, "/i/lock").token, lock?.owner.token);
  assert.deepEqual(waitedFor, [process.pid]);
  lock?.release();
  assert.equal(fs.stat("/i/lock"), undefined);
  assert.deepEqual(fs.readDirectory("/i"), []);
});

test("acquireLock() waits for a live owner, and takes over from a dead owner or a reused process id", async () => {
  const live = leftBehind({});
  assert.equal(await acquireLock(live, "/i/lock", { timeoutMs: 20, machine: fakeMachine({ 77: 5 }) }), undefined);
  assert.equal(ownerAt(live, "/i/lock").token, "theirs");

  const reused = leftBehind({});
  const lock = await acquireLock(reused, "/i/lock", { timeoutMs: 20, machine: fakeMachine({ 77: 6 }) });
  assert.equal(lock?.isHeld(), true);
  lock?.release();

  const dead = leftBehind({});
  const other = await acquireLock(dead, "/i/lock", { timeoutMs: 20, machine: fakeMachine({}) });
  assert.equal(other?.isHeld(), true);
  other?.release();
  assert.deepEqual(dead.readDirectory("/i"), []);
});

test("acquireLock() takes over from an owner whose process it cannot look up only after a minute of silence", async () => {
  for (const host of ["elsewhere", null]) {
    const fs = leftBehind({ host });
    const machine = fakeMachine({});
    machine.advance(59_000);
    assert.equal(await acquireLock(fs, "/i/lock", { timeoutMs: 20, machine }), undefined);
    machine.advance(2_000);
    const lock = await acquireLock(fs, "/i/lock", { timeoutMs: 20, machine });
    assert.equal(lock?.isHeld(), true);
    lock?.release();
  }
});

test("acquireLock() treats an empty or torn lock file as stale after five seconds", async () => {
  for (const content of ["", '{"pid":77,"ho', '{"pi', '{"pid":null}', "\0\0\0"]) {
    const fs = leftBehind(content);
    const machine = fakeMachine({ 77: 5 });
    assert.equal(await acquireLock(fs, "/i/lock", { timeoutMs: 20, machine }), undefined);
    machine.advance(5_000);
    const lock = await acquireLock(fs, "/i/lock", { timeoutMs: 20, machine });
    assert.equal(lock?.isHeld(), true);
    lock?.release();
  }
});

test("acquireLock() does not take over while another process is taking over, unless that process died there", async () => {
  const fs = leftBehind({});
  fs.writeFile("/i/lock.takeover", new TextEncoder().encode("0a1b-2c"));
  const machine = fakeMachine({});
  assert.equal(await acquireLock(fs, "/i/lock", { timeoutMs: 20, machine }), undefined);
  assert.equal(ownerAt(fs, "/i/lock").token, "theirs");
  machine.advance(6_000);
  const lock = await acquireLock(fs, "/i/lock", { timeoutMs: 20, machine });
  assert.equal(lock?.isHeld(), true);
  lock?.release();
});

test("acquireLock() takes over a lock from the future as it does one from long ago", async () => {
  const machine = fakeMachine({});
  const day = 24 * 3600_000;
  for (const content of [undefined, '{"pid":1', JSON.stringify({ pid: 1, host: null, token: "theirs" })]) {
    const fs = content === undefined ? leftBehind({ host: null }) : createMemoryFileSystem({ "/i/lock": content });
    fs.setModified("/i/lock", (machine.nowMs() + day) * 1e6);
    fs.writeFile("/i/lock.takeover", new TextEncoder().encode("0a1b-2c"));
    fs.setModified("/i/lock.takeover", (machine.nowMs() + day) * 1e6);
    const lock = await acquireLock(fs, "/i/lock", { timeoutMs: 100, machine });
    assert.equal(lock?.isHeld(), true, content);
    lock?.release();
  }
});

test("acquireLock() leaves a file of somebody else's alone that has the name of a lock", async () => {
  const machine = fakeMachine({});
  machine.advance(1e9);
  for (const content of ["my lock", "null", "{}", "[]"]) {
    const fs = createMemoryFileSystem({ "/i/lock": content });
    await assert.rejects(acquireLock(fs, "/i/lock", { timeoutMs: 20, machine }), { code: "place-refused" });
    assert.equal(new TextDecoder().decode(fs.readFile("/i/lock")), content);
  }
  const fs = leftBehind({});
  fs.writeFile("/i/lock.takeover", new TextEncoder().encode("mine too"));
  await assert.rejects(acquireLock(fs, "/i/lock", { timeoutMs: 20, machine }), { code: "place-refused" });
  assert.equal(new TextDecoder().decode(fs.readFile("/i/lock.takeover")), "mine too");
});

test("acquireLock() refuses a lock that is a link, a pipe or huge at once", async () => {
  for (
    const plant of [
      (fs: MemoryFileSystem) => fs.addSymlink("/i/lock", "/outside"),
      (fs: MemoryFileSystem) => fs.addOther("/i/lock"),
      (fs: MemoryFileSystem) => fs.writeFile("/i/lock", new Uint8Array(1e6)),
    ]
  ) {
    const fs = createMemoryFileSystem({ "/outside": "{}", "/i/x": "" });
    plant(fs);
    await assert.rejects(acquireLock(fs, "/i/lock", { timeoutMs: 60_000 }), { code: "io", path: "/i/lock" });
  }
});

test("touch() and release() leave a lock alone after another process takes it over", async () => {
  const fs = createMemoryFileSystem();
  fs.makeDirectory("/i");
  const lock = await acquireLock(fs, "/i/lock", { timeoutMs: 0 });
  const before = fs.stat("/i/lock")?.mtimeNs ?? 0;
  assert.equal(lock?.touch(), true);
  assert.ok((fs.stat("/i/lock")?.mtimeNs ?? 0) > before);
  const theirs = JSON.stringify({ pid: 1, host: "other", started: "", ticks: null, token: "theirs" });
  fs.writeFile("/i/lock", new TextEncoder().encode(theirs));
  assert.equal(lock?.touch(), false);
  assert.equal(lock?.isHeld(), false);
  lock?.release();
  assert.equal(new TextDecoder().decode(fs.readFile("/i/lock")), theirs);
});

test("acquireLock() fails with io when it cannot make the lock file", async () => {
  const fs = createMemoryFileSystem();
  await assert.rejects(acquireLock(fs, "/none/lock", { timeoutMs: 1000 }), { code: "io" });
});

test("the lock of a live process blocks others until that process is killed", async () => {
  await inFolder(async (folder) => {
    const holder = start("hold", `${folder}/lock`);
    assert.equal(await firstLine(holder), "held");
    let waitedFor: number | undefined;
    const refused = await acquireLock(disk, `${folder}/lock`, {
      timeoutMs: 50,
      onWait: (owner) => (waitedFor = owner?.pid),
    });
    assert.equal(refused, undefined);
    assert.equal(waitedFor, holder.pid);
    const gone = ended(holder);
    holder.kill("SIGKILL");
    await gone;
    assert.equal(ownerAt(disk, `${folder}/lock`).pid, holder.pid);
    const lock = await acquireLock(disk, `${folder}/lock`, { timeoutMs: 5000 });
    assert.equal(lock?.isHeld(), true);
    lock?.release();
  });
});

test(
  "an interrupted process releases its lock and ends with 130",
  { skip: process.platform === "win32" },
  async () => {
    await inFolder(async (folder) => {
      const holder = start("hold", `${folder}/lock`);
      assert.equal(await firstLine(holder), "held");
      const gone = ended(holder);
      // `holder.kill` would make Deno report the signal, whatever the exit code.
      process.kill(holder.pid as number, "SIGINT");
      assert.equal(await gone, 130);
      assert.deepEqual(disk.readDirectory(folder), []);
    });
  },
);

test("eight processes that count under the lock lose no step, starting from a dead owner's lock", async () => {
  await inFolder(async (folder) => {
    const holder = start("hold", `${folder}/lock`);
    await firstLine(holder);
    const gone = ended(holder);
    holder.kill("SIGKILL");
    await gone;
    nodeFs.writeFileSync(`${folder}/counter`, "0");
    const counters = Array.from(
      { length: 8 },
      () => ended(start("count", `${folder}/lock`, `${folder}/counter`, "20")),
    );
    assert.deepEqual(await Promise.all(counters), [0, 0, 0, 0, 0, 0, 0, 0]);
    assert.equal(nodeFs.readFileSync(`${folder}/counter`, "utf8"), "160");
    assert.deepEqual(disk.readDirectory(folder).map((entry) => entry.name), ["counter"]);
  });
});
