/** The writers' lock is a file that only one process can create. It names its owner. Readers take no lock. */
import type { FileSystem } from "../../host/file_system.ts";
import { every, nowMs, wait } from "../../host/clock.ts";
import { placeRefused } from "../../host/io_error.ts";
import { MAX_BYTES } from "../../host/read_limits.ts";
import { hostName, isAlive, onExit, processId, processStartedMs, processStartTicks } from "../../host/process.ts";

/** A lock that is held. It updates its file every 10 s while the event loop runs. */
export interface Lock {
  readonly owner: LockOwner;
  /** Proves that the owner is alive. Call it between long synchronous steps. Returns false when the lock was lost. */
  touch(): boolean;
  /** Whether this process still holds the lock. Ask before you publish. */
  isHeld(): boolean;
  /** Removes the lock if this process still holds it. */
  release(): void;
}

/** The JSON in the lock file. */
export interface LockOwner {
  readonly pid: number;
  /** The machine's name; null when the owner was not allowed to read it. */
  readonly host: string | null;
  /** When the owner's process started, ISO 8601. */
  readonly started: string;
  /** The same in clock ticks since boot, where the system knows it. It shows that a process id was reused. */
  readonly ticks: number | null;
  /** Unique for every lock. */
  readonly token: string;
}

export interface LockOptions {
  /** How long to wait for a live owner, in milliseconds. */
  readonly timeoutMs: number;
  /** Called once when another process holds the lock. The owner is undefined when the file does not name one. */
  readonly onWait?: ((owner: LockOwner | undefined) => void) | undefined;
  /** Replaces the look at this machine's processes, for tests. */
  readonly machine?: LockMachine | undefined;
}

export interface LockMachine {
  readonly host: string | undefined;
  readonly nowMs: () => number;
  readonly isAlive: (pid: number) => boolean | undefined;
  readonly startTicks: (pid: number) => number | undefined;
}

const HEARTBEAT_MS = 10_000;
/** A lock file without an owner is still being written, or its writer died. After this time, it counts as dead. */
const TORN_AFTER_MS = 5_000;
/** An owner whose process cannot be looked up counts as dead when its file was not updated for this long. */
const SILENT_AFTER_MS = 60_000;
/** The same for an owner whose process id exists but may belong to another program by now. */
const REUSED_AFTER_MS = 600_000;
const MAX_PAUSE_MS = 100;

/**
 * Takes the lock at `path`. The folder must exist. Takes over the lock of a dead owner, and waits for a live one.
 * Returns `undefined` when the timeout passes. Throws `io` when the lock file cannot be made at all. An interrupt of
 * the process releases the lock.
 */
export async function acquireLock(fs: FileSystem, path: string, options: LockOptions): Promise<Lock | undefined> {
  const machine = options.machine ?? thisMachine();
  const deadline = machine.nowMs() + options.timeoutMs;
  const owner: LockOwner = {
    pid: processId,
    host: machine.host ?? null,
    started: new Date(processStartedMs).toISOString(),
    ticks: machine.startTicks(processId) ?? null,
    token: crypto.randomUUID(),
  };
  const content = new TextEncoder().encode(`${JSON.stringify(owner)}\n`);
  for (let attempt = 0, told = false;; attempt++) {
    if (fs.createExclusive(path, content)) return holdLock(fs, path, owner);
    const found = look(fs, path);
    if (found?.owner === undefined && found !== undefined && !isTorn(found.content)) {
      throw placeRefused("replace", path, "FOREIGN");
    }
    if (found === undefined || isStale(found, machine)) {
      if (found !== undefined) takeAway(fs, path, found, owner.token, machine);
      if (attempt < 5) continue; // the lock is free now, unless others were faster each time
    } else if (!told) {
      told = true;
      options.onWait?.(found.owner);
    }
    const left = deadline - machine.nowMs();
    if (left <= 0) return undefined;
    const longest = Math.min(MAX_PAUSE_MS, 5 * 2 ** Math.min(attempt, 5));
    await wait(Math.min(left, longest * (0.5 + Math.random() / 2)));
  }
}

function thisMachine(): LockMachine {
  return { host: hostName(), nowMs, isAlive, startTicks: processStartTicks };
}

interface FoundLock {
  readonly owner: LockOwner | undefined;
  readonly content: string;
  readonly mtimeNs: number;
  readonly inode: number;
}

function read(fs: FileSystem, path: string): string | undefined {
  const bytes = fs.readFile(path, { most: MAX_BYTES.lock, noLink: true });
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

function look(fs: FileSystem, path: string): FoundLock | undefined {
  const content = read(fs, path);
  const stat = fs.stat(path);
  if (stat === undefined || content === undefined) return undefined;
  return { owner: parseOwner(content), content, mtimeNs: stat.mtimeNs, inode: stat.inode };
}

function parseOwner(content: string): LockOwner | undefined {
  try {
    const value = JSON.parse(content) as Partial<LockOwner> | null;
    if (typeof value?.pid !== "number" || typeof value.token !== "string") return undefined;
    const { pid, token, host, started, ticks } = value;
    return {
      pid,
      token,
      host: host ?? null,
      started: typeof started === "string" ? started : "",
      ticks: typeof ticks === "number" ? ticks : null,
    };
  } catch {
    return undefined;
  }
}

/** How the content of a lock begins. */
const START = '{"pid":';

/** Whether this may be what a killed process or a power failure left of a lock. Another file is not ra's. */
function isTorn(content: string): boolean {
  const written = content.replaceAll("\0", "");
  return written.slice(0, START.length) === START.slice(0, written.length);
}

function isStale(found: FoundLock, machine: LockMachine): boolean {
  const silentMs = silenceOf(found, machine);
  const { owner } = found;
  if (owner === undefined) return silentMs > TORN_AFTER_MS;
  const alive = owner.host !== null && owner.host === machine.host ? machine.isAlive(owner.pid) : undefined;
  if (alive === undefined) return silentMs > SILENT_AFTER_MS;
  if (!alive) return true;
  const ticks = machine.startTicks(owner.pid);
  if (owner.ticks === null || ticks === undefined) return silentMs > REUSED_AFTER_MS;
  return owner.ticks !== ticks;
}

/** How long ago a file was touched. A time in the future says as little as one that long ago. */
function silenceOf({ mtimeNs }: { readonly mtimeNs: number }, machine: LockMachine): number {
  return Math.abs(machine.nowMs() - mtimeNs / 1e6);
}

/** A token, or what is left of one. */
const TOKEN = /^[0-9a-f-]{0,36}\0*$/;

/**
 * Removes a stale lock, and no other. Without the second file, two processes could both see the stale lock, and the
 * slower one would remove the faster one's new lock. The second file lets only one process at a time compare and
 * remove.
 */
function takeAway(fs: FileSystem, path: string, stale: FoundLock, token: string, machine: LockMachine): void {
  const guard = `${path}.takeover`;
  if (!fs.createExclusive(guard, new TextEncoder().encode(token))) {
    const left = fs.stat(guard);
    // A guard lives for microseconds. An old one belongs to a process that was killed in that time.
    if (left === undefined || silenceOf(left, machine) <= TORN_AFTER_MS) return;
    const token = new TextDecoder().decode(fs.readFile(guard, { most: MAX_BYTES.lock, noLink: true }));
    if (!TOKEN.test(token)) throw placeRefused("remove", guard, "FOREIGN");
    fs.removeFile(guard);
    return;
  }
  try {
    const now = look(fs, path);
    const unchanged = now?.content === stale.content && now.inode === stale.inode && now.mtimeNs === stale.mtimeNs;
    const guarded = read(fs, guard) === token;
    if (unchanged && guarded) fs.removeFile(path);
  } finally {
    fs.removeFile(guard);
  }
}

function holdLock(fs: FileSystem, path: string, owner: LockOwner): Lock {
  let released = false;
  const isHeld = (): boolean => {
    const content = released ? undefined : read(fs, path);
    return content !== undefined && parseOwner(content)?.token === owner.token;
  };
  const touch = (): boolean => {
    if (!isHeld()) return false;
    fs.touch(path);
    return true;
  };
  const release = (): void => {
    if (released) return;
    stopBeating();
    forget();
    if (isHeld()) fs.removeFile(path);
    released = true;
  };
  const stopBeating = every(HEARTBEAT_MS, () => {
    try {
      touch();
    } catch {
      // A full disk must not end the process from a timer. The next step of the work reports it.
    }
  });
  const forget = onExit(release);
  return { owner, touch, isHeld, release };
}
