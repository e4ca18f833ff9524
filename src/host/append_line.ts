/** Adds a line to a file that only its owner may read. */
import * as fs from "node:fs";
import { ioError } from "./io_error.ts";
import { entryKind, requireRegular } from "./regular.ts";

const NEWLINE = 0x0a;

/**
 * The line is on the disk when this returns. Two processes that add lines at once lose none. What a killed writer left
 * of a line stays a line of its own. Throws `io`, also where something else than a file is at the path.
 */
export function appendLine(path: string, line: string): void {
  try {
    const old = fs.lstatSync(path, { throwIfNoEntry: false });
    if (old !== undefined) requireRegular(entryKind(old));
    const descriptor = fs.openSync(path, "a+", 0o600);
    try {
      const { size } = fs.fstatSync(descriptor);
      const last = new Uint8Array(1);
      if (size > 0) fs.readSync(descriptor, last, 0, 1, size - 1);
      const bytes = new TextEncoder().encode(`${size > 0 && last[0] !== NEWLINE ? "\n" : ""}${line}\n`);
      // One write with O_APPEND, so that lines of others do not come in between.
      const written = fs.writeSync(descriptor, bytes);
      if (written < bytes.length) fs.writeSync(descriptor, bytes, written);
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  } catch (error) {
    throw ioError("write", path, error);
  }
}
