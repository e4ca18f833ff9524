/** Standard input, output and error, written at once so that nothing is lost when the process ends. */
import { fstatSync, type Stats, statSync, writeSync } from "node:fs";
import process from "node:process";
import { failureCode, ioError } from "./io_error.ts";
import { isPermitted } from "./permissions.ts";
import { pause } from "./clock.ts";
import { exitNow } from "./process.ts";

export interface OutputStream {
  readonly isTerminal: boolean;
  /** Width in characters, 80 where it is not known. */
  columns(): number;
  /** Writes everything. When the reader is gone, the process ends quietly with code 0. */
  write(text: string): void;
}

export const standardOutput: OutputStream = outputStream(1);
export const standardError: OutputStream = outputStream(2);
/** Whether somebody sits at the keyboard. */
export const inputIsTerminal = (): boolean => isTerminal(0);

/**
 * `node:tty` opens streams when it is loaded, 8 ms of a start of Node, and is asked only about what could be a
 * terminal.
 */
function isTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    const found = fstatSync(descriptor);
    if (!found.isCharacterDevice() || isNullDevice(found)) return false;
  } catch {
    // It is closed, or the system does not say.
  }
  return process.getBuiltinModule("node:tty").isatty(descriptor);
}

function isNullDevice({ rdev }: Stats): boolean {
  const path = "/dev/null";
  return process.platform !== "win32" && isPermitted({ name: "read", path }) &&
    statSync(path, { throwIfNoEntry: false })?.rdev === rdev;
}

function outputStream(descriptor: 1 | 2): OutputStream {
  // `process.stdout` is touched only for a terminal: opening it would make a pipe non-blocking.
  const isShown = isTerminal(descriptor);
  return {
    isTerminal: isShown,
    columns: () => (isShown && (descriptor === 1 ? process.stdout : process.stderr).columns) || 80,
    write: (text) => writeAll(descriptor, new TextEncoder().encode(text)),
  };
}

/** A pipe breaks; a socket, which Bun gives its children for one, is reset when what was sent had not been read. */
const READER_GONE: ReadonlySet<string> = new Set(["EPIPE", "EOF", "ECONNRESET"]);

function writeAll(descriptor: 1 | 2, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(descriptor, bytes, written, bytes.length - written);
    } catch (error) {
      const code = failureCode(error);
      if (code === "EAGAIN") pause(1); // a terminal that another program made non-blocking
      else if (READER_GONE.has(code)) exitNow(0);
      else if (descriptor === 2) return; // nowhere left to say it
      else throw ioError("write", "standard output", error);
    }
  }
}
