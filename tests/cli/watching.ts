/** `ra watch` as a child process, read line by line. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { childEnvironment, commandLine } from "./run_ra.ts";

export interface Watching {
  /** The next line of stdout, without its end; fails when the process ends, or says nothing for half a minute. */
  nextLine(): Promise<string>;
  /** What stderr has said so far. */
  stderr(): string;
  /** Waits until stderr has said this; fails when the process ends, or does not say it for half a minute. */
  says(pattern: RegExp): Promise<void>;
  /** Presses Ctrl-C; the exit code, or the signal where the process did not end by itself. */
  interrupt(): Promise<number | string | null>;
}

export function startWatching(args: readonly string[], directory: string): Watching {
  const { command, args: before } = commandLine([directory]);
  const child = spawn(command, [...before, "watch", ...args], {
    cwd: directory,
    env: childEnvironment(join(directory, "no-home")),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  let rest = "";
  let errors = "";
  let ended = false;
  let wake = (): void => {};
  child.stdout.on("data", (piece) => {
    const parts = (rest + String(piece)).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    wake();
  });
  child.stderr.on("data", (piece) => {
    errors += String(piece);
    wake();
  });
  const closed = new Promise<number | string | null>((resolve) => {
    child.on("close", (code, signal) => {
      ended = true;
      wake();
      resolve(code ?? signal);
    });
  });
  const until = async (isThere: () => boolean): Promise<void> => {
    const deadline = Date.now() + 30_000;
    while (!isThere()) {
      if (ended || Date.now() > deadline) throw new Error(`ra watch did not say it; on stderr: ${errors}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 500);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  return {
    async nextLine() {
      await until(() => lines.length > 0);
      return lines.shift()!;
    },
    stderr: () => errors,
    says: (pattern) => until(() => pattern.test(errors)),
    async interrupt() {
      // Not child.kill(): after it Deno reports the signal, whatever code the child ended with.
      if (child.pid !== undefined && !ended) process.kill(child.pid, "SIGINT");
      return await closed;
    },
  };
}
