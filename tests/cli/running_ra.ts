/** Runs `ra` as a child process that keeps running, and reads its output. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { childEnvironment, commandLine } from "./run_ra.ts";

/** The exit code, or the signal that ended the process. */
export type Ending = number | string | null;

export interface RunningRa {
  /** The complete lines of stdout so far. */
  readonly lines: readonly string[];
  /** All of stdout so far. */
  stdout(): string;
  /** The output on stderr so far. */
  stderr(): string;
  /** Waits until the condition is true. Fails with `complaint` when the process ends first, or after half a minute. */
  until(isThere: () => boolean, complaint: string): Promise<void>;
  /** Writes to standard input. */
  write(text: string): void;
  closeInput(): Promise<Ending>;
  signal(name: "SIGINT" | "SIGTERM" | "SIGKILL"): Promise<Ending>;
}

export interface StartOptions {
  /** Under Deno the command may listen on loopback, and reach nothing else. */
  readonly listens?: boolean;
  /** Under Deno the command may do everything, as packages with native code need. */
  readonly everything?: boolean;
  /** Further variables. */
  readonly env?: Readonly<Record<string, string>>;
}

export function startRa(
  args: readonly string[],
  directory: string,
  { listens = false, everything = false, env = {} }: StartOptions = {},
): RunningRa {
  const { command, args: before } = commandLine([directory]);
  const permitted = everything
    ? before.filter((word) => !/^--(?:allow|deny)-/.test(word)).flatMap((
      word,
    ) => (word === "run" ? [word, "-A"] : [word]))
    : listens
    ? before.map((word) => (word === "--deny-net" ? "--allow-net=127.0.0.1" : word))
    : before;
  const child = spawn(command, [...permitted, ...args], {
    cwd: directory,
    env: { ...childEnvironment(join(directory, "no-home")), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const lines: string[] = [];
  let printed = "";
  let rest = "";
  let said = "";
  let hasEnded = false;
  let wake = (): void => {};
  child.stdout.on("data", (piece) => {
    printed += String(piece);
    const parts = (rest + String(piece)).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    wake();
  });
  child.stderr.on("data", (piece) => {
    said += String(piece);
    wake();
  });
  child.stdin.on("error", () => {});
  const ended = new Promise<Ending>((resolve) => {
    child.on("close", (code, signal) => {
      hasEnded = true;
      wake();
      resolve(code ?? signal);
    });
  });
  return {
    lines,
    stdout: () => printed,
    stderr: () => said,
    async until(isThere, complaint) {
      const deadline = Date.now() + 30_000;
      while (!isThere()) {
        if (hasEnded || Date.now() > deadline) throw new Error(`${complaint}; on stderr: ${said}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 500);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    write: (text) => void child.stdin.write(text),
    closeInput() {
      child.stdin.end();
      return ended;
    },
    signal(name) {
      // child.kill() would make Deno report the signal, whatever the exit code.
      if (child.pid !== undefined && !hasEnded) process.kill(child.pid, name);
      return ended;
    },
  };
}
