/** This process and others on the machine: folder, environment, identity, exit. What Deno denies counts as absent. */
import process from "node:process";
import * as fs from "node:fs";
import { RaError } from "../errors.ts";
import { deno } from "./deno.ts";
import { failureCode } from "./io_error.ts";
import { isPermitted } from "./permissions.ts";
import { monotonicMs, nowMs } from "./clock.ts";
import { isAbsolutePath, joinPath } from "../text/paths.ts";

/** The system, as Node names it: `linux`, `darwin`, `win32`. */
export const platform: string = deno === undefined
  ? process.platform
  : deno.build.os === "windows"
  ? "win32"
  : deno.build.os;

const slashes = (path: string): string => (platform === "win32" ? path.replaceAll("\\", "/") : path);

/** The working directory, separated by `/`. Throws `io` when it was removed. */
export function workingDirectory(): string {
  try {
    return slashes(deno === undefined ? process.cwd() : deno.cwd());
  } catch (cause) {
    throw new RaError("io", "cannot find the working directory: it was removed or may not be read", { cause });
  }
}

/** An environment variable; `undefined` when unset or denied. */
export function environmentVariable(name: string): string | undefined {
  if (!isPermitted({ name: "env", variable: name })) return undefined;
  return deno === undefined ? process.env[name] : deno.env.get(name);
}

/** What other threads and processes of ra may see: where the user's own files lie, and where programs do. */
const PASSED = [
  "HOME",
  "USERPROFILE",
  "XDG_DATA_HOME",
  "XDG_CONFIG_HOME",
  "XDG_CACHE_HOME",
  "APPDATA",
  "LOCALAPPDATA",
  "PATH",
  "SystemRoot",
  "SUDO_UID",
  "GIT_INDEX_FILE",
];

/** The variables that other threads and processes of ra get. */
export function passedEnvironment(): Readonly<Record<string, string>> {
  return Object.fromEntries(PASSED.flatMap((name) => {
    const value = environmentVariable(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

/** The home directory from HOME or USERPROFILE, separated by `/`. `undefined` when unset or denied. */
export function homeDirectory(): string | undefined {
  const home = environmentVariable("HOME") || environmentVariable("USERPROFILE");
  return home === undefined || home === "" ? undefined : slashes(home);
}

/**
 * The folder for what ra remembers about a user, beside no project: `~/.local/share/ra`, or the system's equivalent.
 * `undefined` when there is no home directory.
 */
export function userDataFolder(home: string | null): string | undefined {
  const stated = environmentVariable(platform === "win32" ? "LOCALAPPDATA" : "XDG_DATA_HOME");
  if (stated !== undefined && isAbsolutePath(slashes(stated))) return joinPath(slashes(stated), "ra");
  return home === null ? undefined : joinPath(home, ".local/share/ra");
}

/**
 * The folder for what ra can make again, and for what it wrote where: `~/.cache/ra`, or the system's equivalent.
 * `undefined` when there is no home directory.
 */
export function userCacheFolder(home: string | null): string | undefined {
  const stated = environmentVariable(platform === "win32" ? "LOCALAPPDATA" : "XDG_CACHE_HOME");
  if (stated !== undefined && isAbsolutePath(slashes(stated))) {
    return joinPath(slashes(stated), platform === "win32" ? "ra/cache" : "ra");
  }
  return home === null ? undefined : joinPath(home, ".cache/ra");
}

/**
 * Whether this user is neither the one who runs ra, nor root, nor the one who became root by `sudo`. False where the
 * system or Deno does not tell who runs ra.
 */
export function isOtherUser(user: number | undefined): boolean {
  if (user === undefined || user === 0 || !isPermitted({ name: "sys", kind: "uid" })) return false;
  const own = deno === undefined ? process.getuid?.() : deno.uid() ?? undefined;
  if (own === undefined || user === own) return false;
  return own !== 0 || environmentVariable("SUDO_UID") !== String(user);
}

/** The arguments after the program's name. */
export function commandArguments(): readonly string[] {
  return deno === undefined ? process.argv.slice(2) : deno.args;
}

export const processId: number = deno?.pid ?? process.pid;

/** When this process started, in milliseconds since 1970. */
export const processStartedMs: number = Math.round(
  nowMs() - (deno === undefined ? process.uptime() * 1000 : monotonicMs()),
);

/** The machine's name; `undefined` when denied. */
export function hostName(): string | undefined {
  return isPermitted({ name: "sys", kind: "hostname" }) ? process.getBuiltinModule("node:os").hostname() : undefined;
}

/** How many processors ra can use at the same time; at least 1. */
export function processorCount(): number {
  return Math.max(
    1,
    globalThis.navigator?.hardwareConcurrency ?? process.getBuiltinModule("node:os").availableParallelism(),
  );
}

/** Whether a process of this machine is running; `undefined` when the system does not tell. */
export function isAlive(pid: number): boolean | undefined {
  if (pid === processId) return true;
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (!isPermitted({ name: "run" })) return undefined;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    const code = failureCode(error);
    return code === "ESRCH" ? false : code === "EPERM" ? true : undefined;
  }
}

/**
 * Distinguishes a process from a later one with the same id. It is the start time in clock ticks since boot, from
 * `/proc/PID/stat` (field 22). `undefined` when there is no such file.
 */
export function processStartTicks(pid: number): number | undefined {
  const path = `/proc/${pid}/stat`;
  if (platform !== "linux" || !isPermitted({ name: "read", path })) return undefined;
  try {
    const line = fs.readFileSync(path, "utf8");
    // The name in parentheses may hold spaces and parentheses; field 3 follows the last one.
    const ticks = Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[19]);
    return Number.isFinite(ticks) ? ticks : undefined;
  } catch {
    return undefined;
  }
}

/** Sets the exit code for when the process has nothing left to do. */
export function setExitCode(code: number): void {
  // It is 0 already, and Deno takes 10 ms to load `process`.
  if (code !== 0) process.exitCode = code;
}

const cleanups = new Set<() => void>();
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Runs the actions registered with {@link onExit} and ends the process now. */
export function exitNow(code: number): never {
  cleanUp();
  process.exit(code);
}

/**
 * Registers an action for an early end: SIGINT (exit code 130), SIGTERM (143) or {@link exitNow}. Call the returned
 * function to unregister it. Where the embedding program handles a signal itself, the action runs and that program
 * decides when to end. Signals arrive only when the thread returns to its event loop.
 */
export function onExit(action: () => void): () => void {
  if (cleanups.size === 0) {
    for (const signal of signalNames()) {
      if (deno === undefined) process.on(signal, handlers[signal]);
      else deno.addSignalListener(signal, handlers[signal]);
    }
  }
  cleanups.add(action);
  return () => {
    if (!cleanups.delete(action) || cleanups.size > 0) return;
    for (const signal of signalNames()) {
      if (deno === undefined) process.removeListener(signal, handlers[signal]);
      else deno.removeSignalListener(signal, handlers[signal]);
    }
  };
}

/** Calls `action` at Ctrl-C in place of ending the process. Call the returned function to end that. */
export function onInterrupt(action: () => void): () => void {
  process.on("SIGINT", action);
  return () => void process.removeListener("SIGINT", action);
}

const handlers = { SIGINT: () => onSignal("SIGINT"), SIGTERM: () => onSignal("SIGTERM") } as const;

function signalNames(): readonly (keyof typeof SIGNALS)[] {
  // Windows has no SIGTERM, and Deno refuses to listen for it there.
  return platform === "win32" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
}

function onSignal(signal: keyof typeof SIGNALS): void {
  cleanUp();
  const own = deno === undefined ? 1 : 0;
  if (process.listenerCount(signal) <= own) process.exit(SIGNALS[signal]);
}

function cleanUp(): void {
  for (const action of [...cleanups].reverse()) {
    try {
      action();
    } catch {
      // The process is ending. The next action still runs.
    }
  }
}

const { node, bun }: Readonly<Record<string, string | undefined>> = deno === undefined ? process.versions : {};

/** The major version of Node. Undefined in Deno and Bun. */
export const nodeVersion: number | undefined = bun === undefined && node !== undefined
  ? Number.parseInt(node)
  : undefined;

/** The runtime and its version, such as `Node 20.19.0`. */
export const runtimeName: string = deno !== undefined
  ? `Deno ${deno.version.deno}`
  : bun !== undefined
  ? `Bun ${bun}`
  : `Node ${node}`;
