/** Runs modules of the suite as processes of their own, on the current runtime. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** Starts the module `name` (without extension) beside `base`. Its standard output is a pipe. */
export function startModule(base: string, name: string, ...parameters: readonly string[]): ChildProcess {
  const module = fileURLToPath(new URL(`./${name}${base.endsWith(".js") ? ".js" : ".ts"}`, base));
  const runtime = "Deno" in globalThis ? ["run", "-A", "--no-check"] : [];
  return spawn(process.execPath, [...runtime, module, ...parameters], { stdio: ["ignore", "pipe", "pipe"] });
}

export interface Ended {
  /** The exit code, or the signal that ended it. */
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Collects the output of a process until it ends. */
export function ended(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (data: unknown) => void (stdout += String(data)));
  child.stderr?.on("data", (data: unknown) => void (stderr += String(data)));
  return new Promise((resolve) =>
    child.once("close", (code, signal) => resolve({ code: signal ?? code, stdout, stderr }))
  );
}

/** Resolves when the process has printed something, or has ended. */
export function spoke(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.stdout?.once("data", () => resolve());
    child.once("close", () => resolve());
  });
}

/** Makes a folder for `work` and removes it afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ra-crash-"))).replaceAll("\\", "/");
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Reads the value of `--name N` from the command line. */
export function numberOption(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? otherwise : Number(process.argv[at + 1]);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`--${name} takes a positive number`);
  return value;
}

/** Makes numbers from 0 to 1 that depend only on `seed` (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
