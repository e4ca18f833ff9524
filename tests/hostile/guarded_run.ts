/** Runs ra as a child process, and stops it when it takes more time or memory than it may. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { childEnvironment, commandLine } from "../cli/run_ra.ts";
import type { Answer, Command } from "./hostile.ts";
import type { Scratch } from "./scratch.ts";

/** What a command may take. */
export interface Limits {
  /** Seconds of the processors, which do not depend on what else the machine does. Only Linux tells them. */
  readonly cpuSeconds: number;
  /** Seconds by the clock: much longer, because the machine may be busy, and a command that waits uses no processor. */
  readonly seconds: number;
  /** The most memory that the process has at one time. Only Linux tells it. */
  readonly bytes: number;
}

export const LIMITS: Limits = { cpuSeconds: 5, seconds: 30, bytes: 500e6 };

/** How often the process is looked at, in milliseconds. */
const LOOK_EVERY = 25;
/** More output than this is a failure by itself. */
const MAX_OUTPUT = 32 * 1024 * 1024;
/** The kernel counts processor time in ticks: 100 a second on every Linux that runs these tests. */
const TICKS = 100;

export interface Usage {
  readonly seconds: number;
  readonly bytes: number;
}

/** A program and its first arguments. Tests of the harness give another one than ra. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

export async function runGuarded(
  { args, input = "", env = {}, asks }: Command,
  { place, environment }: Scratch,
  limits: Limits = LIMITS,
  program: Program = raWithEveryPermission(),
): Promise<Answer & { readonly usage: Usage }> {
  const what = `ra ${args.join(" ")}`;
  const start = performance.now();
  const child = spawn(program.command, [...program.args, ...args], {
    cwd: place.project,
    env: { ...childEnvironment(place.home), ...environment, ...env },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true, // Its own group, so that what it started ends with it.
  });
  const { pid } = child;
  assert.ok(pid !== undefined, `${what} did not start`);
  const output = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  let size = 0;
  let complaint: string | undefined;
  let usage: Usage = { seconds: 0, bytes: 0 };
  const stop = (why: string): void => {
    complaint ??= `${what} ${why}`;
    kill(pid);
  };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (piece: Uint8Array) => {
      output[name].push(piece);
      size += piece.length;
      if (size > MAX_OUTPUT) stop(`printed more than ${MAX_OUTPUT / 1024 / 1024} MB`);
    });
  }
  if (asks !== undefined) {
    child.stdout.once("data", (piece: unknown) => {
      const [line = ""] = String(piece).split("\n");
      void asks(line.trim()).catch(() => {}).then(() => child.kill("SIGTERM"));
    });
  }
  child.stdin.on("error", () => {}); // It may end before it has read everything.
  child.stdin.end(input);
  const timer = setInterval(() => {
    usage = larger(usage, usageOf(pid));
    if (usage.bytes > limits.bytes) stop(`took ${Math.round(usage.bytes / 1e6)} MB`);
    else if (usage.seconds > limits.cpuSeconds) stop(`used the processors for ${usage.seconds.toFixed(1)} s`);
    else if (performance.now() - start > limits.seconds * 1000) stop(`did not end within ${limits.seconds} s`);
  }, LOOK_EVERY);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  }).finally(() => {
    clearInterval(timer);
    kill(pid);
  });
  const [stdout, stderr] = [output.stdout, output.stderr].map((pieces) => Buffer.concat(pieces).toString("utf8"));
  assert.equal(complaint, undefined, `${complaint}; on stderr: ${stderr?.slice(0, 2000)}`);
  if (usage.seconds === 0) usage = { ...usage, seconds: (performance.now() - start) / 1000 };
  return { code, stdout: stdout!, stderr: stderr!, usage };
}

/** Under Deno ra gets every permission here: it is ra that must not go outside, not Deno that stops it. */
function raWithEveryPermission(): Program {
  const { command, args } = commandLine([]);
  const isPermission = (word: string): boolean => /^--(?:allow|deny)-/.test(word);
  return {
    command,
    args: args.some(isPermission)
      ? [...args.filter((word) => !isPermission(word)).slice(0, -1), "--allow-all", args.at(-1)!]
      : args,
  };
}

/**
 * Processor time of a process and of what it started, and the most memory that one of them had. Zero where the system
 * does not tell.
 */
function usageOf(pid: number): Usage {
  try {
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0";
    // The second field is the name in brackets, which may hold spaces. Fields 14 to 17 are the time of the process, and
    // that of its children that have ended.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const running = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter((child) => child !== "")
    ).map((child) => usageOf(Number(child)));
    return {
      bytes: Math.max(Number(peak) * 1024, ...running.map(({ bytes }) => bytes)),
      seconds: ticks / TICKS + running.reduce((sum, { seconds }) => sum + seconds, 0),
    };
  } catch {
    return { bytes: 0, seconds: 0 };
  }
}

function larger(one: Usage, other: Usage): Usage {
  return { seconds: Math.max(one.seconds, other.seconds), bytes: Math.max(one.bytes, other.bytes) };
}

function kill(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
