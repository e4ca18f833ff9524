/** `ra mcp` spoken to byte by byte: what only the wire shows. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { childEnvironment, commandLine } from "../cli/run_ra.ts";

export interface RawServer {
  send(message: object | string): void;
  /** The next line of stdout that this is true of; fails when the server ends, or says nothing for half a minute. */
  until(isIt: (message: Readonly<Record<string, unknown>>) => boolean): Promise<Readonly<Record<string, unknown>>>;
  /** Every line of stdout so far. */
  lines(): readonly string[];
  stderr(): string;
  /** Closes its standard input; the exit code, or the signal. */
  close(): Promise<number | string | null>;
  signal(name: "SIGINT" | "SIGTERM"): Promise<number | string | null>;
}

export function startRaw(directory: string, args: readonly string[] = []): RawServer {
  const { command, args: before } = commandLine([directory]);
  const child = spawn(command, [...before, "mcp", ...args], { cwd: directory, env: childEnvironment(join(directory, "no-home")), stdio: ["pipe", "pipe", "pipe"] });
  const lines: string[] = [];
  let rest = "";
  let said = "";
  let read = 0;
  let hasEnded = false;
  let wake = (): void => {};
  child.stdout.on("data", (piece) => {
    const parts = (rest + String(piece)).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    wake();
  });
  child.stderr.on("data", (piece) => (said += String(piece)));
  child.stdin.on("error", () => {});
  const ended = new Promise<number | string | null>((resolve) => {
    child.on("close", (code, signal) => {
      hasEnded = true;
      wake();
      resolve(code ?? signal);
    });
  });
  return {
    send: (message) => void child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
    async until(isIt) {
      const deadline = Date.now() + 30_000;
      for (;;) {
        while (read < lines.length) {
          const message = JSON.parse(lines[read++]!) as Readonly<Record<string, unknown>>;
          if (isIt(message)) return message;
        }
        if (hasEnded || Date.now() > deadline) throw new Error(`the server did not say it; on stderr: ${said}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 500);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    lines: () => lines,
    stderr: () => said,
    close() {
      child.stdin.end();
      return ended;
    },
    signal(name) {
      if (child.pid !== undefined && !hasEnded) process.kill(child.pid, name);
      return ended;
    },
  };
}

export const INITIALIZE = {
  jsonrpc: "2.0", id: 1, method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
export const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };

export function toolCall(id: number, name: string, given: object, meta?: object): object {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: given, ...(meta === undefined ? {} : { _meta: meta }) } };
}
