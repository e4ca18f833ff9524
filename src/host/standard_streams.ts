/** Standard input, output and error. Writes are synchronous, so that nothing is lost when the process ends. */
import * as fs from "node:fs";
import process from "node:process";
import { deno } from "./deno.ts";
import { failureCode, ioError } from "./io_error.ts";
import { isPermitted } from "./permissions.ts";
import { pause } from "./clock.ts";
import { exitNow, platform } from "./process.ts";

export interface OutputStream {
  readonly isTerminal: boolean;
  /** The width in characters; 80 when it is unknown. */
  columns(): number;
  /** The height in lines; 24 when it is unknown. */
  rows(): number;
  /** Writes everything. When the reader has closed the stream, the process ends silently with code 0. */
  write(text: string): void;
}

const NAMES = ["stdin", "stdout", "stderr"] as const;

export const standardOutput: OutputStream = outputStream(1);
export const standardError: OutputStream = outputStream(2);
/** Whether a user can type on standard input. */
export const inputIsTerminal = (): boolean => isTerminal(0);

/**
 * Loading `node:tty` takes Node 8 ms, because it opens streams. So it is loaded only for a stream that could be a
 * terminal.
 */
function isTerminal(descriptor: 0 | 1 | 2): boolean {
  if (deno !== undefined) return deno[NAMES[descriptor]].isTerminal();
  try {
    const found = fs.fstatSync(descriptor);
    if (!found.isCharacterDevice() || isNullDevice(found)) return false;
  } catch {
    // The stream is closed, or the system does not tell.
  }
  return process.getBuiltinModule("node:tty").isatty(descriptor);
}

function isNullDevice({ rdev }: fs.Stats): boolean {
  const path = "/dev/null";
  return platform !== "win32" && isPermitted({ name: "read", path }) &&
    fs.statSync(path, { throwIfNoEntry: false })?.rdev === rdev;
}

function outputStream(descriptor: 1 | 2): OutputStream {
  // `process.stdout` is used only for a terminal, because opening it makes a pipe non-blocking.
  const isShown = isTerminal(descriptor);
  return {
    isTerminal: isShown,
    columns: () => (isShown && terminalSize(descriptor).columns) || 80,
    rows: () => (isShown && terminalSize(descriptor).rows) || 24,
    write: (text) => writeAll(descriptor, new TextEncoder().encode(text)),
  };
}

function terminalSize(descriptor: 1 | 2): { readonly columns?: number; readonly rows?: number } {
  return deno?.consoleSize() ?? process[NAMES[descriptor]];
}

/**
 * The errors after a reader has gone. A pipe gives EPIPE. Bun gives its children a socket, which gives ECONNRESET when
 * unread data is left.
 */
const READER_GONE: ReadonlySet<string> = new Set(["EPIPE", "EOF", "ECONNRESET"]);

function writeAll(descriptor: 1 | 2, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += deno === undefined
        ? fs.writeSync(descriptor, bytes, written, bytes.length - written)
        : deno[NAMES[descriptor]].writeSync(bytes.subarray(written));
    } catch (error) {
      const code = failureCode(error);
      if (code === "EAGAIN") pause(1); // another program made the terminal non-blocking
      else if (READER_GONE.has(code)) exitNow(0);
      else if (descriptor === 2) return; // no stream is left to report it
      else throw ioError("write", "standard output", error);
    }
  }
}
