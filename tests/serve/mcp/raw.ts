/** Speaks to `ra mcp` byte by byte, to test what only the wire shows. */
import { type Ending, startRa } from "../../cli/running_ra.ts";

export interface RawServer {
  send(message: object | string): void;
  /** Writes text as it is, without a line break. */
  write(text: string): void;
  /** Returns the next line of stdout that fits. Fails when the server ends first, or after half a minute. */
  until(isIt: (message: Readonly<Record<string, unknown>>) => boolean): Promise<Readonly<Record<string, unknown>>>;
  /** The complete lines of stdout so far. */
  lines(): readonly string[];
  stderr(): string;
  /** Closes standard input and returns the exit code, or the signal. */
  close(): Promise<Ending>;
  signal(name: "SIGINT" | "SIGTERM"): Promise<Ending>;
}

export function startRaw(directory: string, args: readonly string[] = []): RawServer {
  const running = startRa(["mcp", ...args], directory);
  let read = 0;
  return {
    send: (message) => running.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
    write: running.write,
    async until(isIt) {
      let message: Readonly<Record<string, unknown>> = {};
      await running.until(() => {
        while (read < running.lines.length) {
          message = JSON.parse(running.lines[read++]!) as Readonly<Record<string, unknown>>;
          if (isIt(message)) return true;
        }
        return false;
      }, "the server did not say it");
      return message;
    },
    lines: () => running.lines,
    stderr: running.stderr,
    close: running.closeInput,
    signal: running.signal,
  };
}

export const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
export const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };

export function toolCall(id: number, name: string, given: object, meta?: object): object {
  return {
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name, arguments: given, ...(meta === undefined ? {} : { _meta: meta }) },
  };
}
