/** `ra serve` as a child process. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { childEnvironment, commandLine } from "../cli/run_ra.ts";

export interface PageService {
  /** What it printed first: `http://127.0.0.1:PORT`. */
  readonly url: string;
  stderr(): string;
  /** Presses Ctrl-C; the exit code, or the signal. */
  stop(): Promise<number | string | null>;
}

/** Under Deno it may listen on loopback, and reach nothing else. */
export async function startService(directory: string, args: readonly string[] = []): Promise<PageService> {
  const { command, args: before } = commandLine([directory]);
  const permitted = before.map((word) => (word === "--deny-net" ? "--allow-net=127.0.0.1" : word));
  const child = spawn(command, [...permitted, "serve", "--port", "0", "--open", "no", ...args], {
    cwd: directory, env: childEnvironment(join(directory, "no-home")), stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let said = "";
  let hasEnded = false;
  child.stdout.on("data", (piece) => (printed += String(piece)));
  child.stderr.on("data", (piece) => (said += String(piece)));
  const ended = new Promise<number | string | null>((resolve) => child.on("close", (code, signal) => {
    hasEnded = true;
    resolve(code ?? signal);
  }));
  const deadline = Date.now() + 30_000;
  while (!printed.includes("\n")) {
    if (hasEnded || Date.now() > deadline) throw new Error(`ra serve does not serve: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url: printed.trimEnd(),
    stderr: () => said,
    stop() {
      if (child.pid !== undefined && !hasEnded) process.kill(child.pid, "SIGINT");
      return ended;
    },
  };
}
