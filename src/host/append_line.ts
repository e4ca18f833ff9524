/** Adds a line to a file that only its owner may read. */
import * as fs from "node:fs";
import type { WriteOptions } from "./file_system.ts";
import { ioError, systemFailure } from "./io_error.ts";
import { openFlags } from "./node_reads.ts";
import { entryKind, requireOneName, requireRegular } from "./regular.ts";

const NEWLINE = 0x0a;

/**
 * Two processes that add lines at once lose none. What a killed writer left of a line stays a line of its own. With
 * `durable`, the line is on the disk when this returns. Throws `io`, also where something else than a file is at the
 * path, or a file with another name.
 */
export function appendLine(path: string, line: string, { durable = true }: WriteOptions = {}): void {
  try {
    const old = fs.lstatSync(path, { throwIfNoEntry: false });
    if (old !== undefined) requireRegular(entryKind(old));
    const { O_APPEND = 0, O_CREAT = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDWR = 0 } = openFlags();
    const descriptor = fs.openSync(path, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK, 0o600);
    try {
      const opened = fs.fstatSync(descriptor);
      requireRegular(entryKind(opened));
      requireOneName(opened.nlink);
      // Windows may not number an open file.
      const isOther = old !== undefined && opened.ino !== 0 && (old.ino !== opened.ino || old.dev !== opened.dev);
      if (isOther) throw systemFailure("REPLACED");
      const { size } = opened;
      const last = new Uint8Array(1);
      if (size > 0) fs.readSync(descriptor, last, 0, 1, size - 1);
      const bytes = new TextEncoder().encode(`${size > 0 && last[0] !== NEWLINE ? "\n" : ""}${line}\n`);
      // One write with O_APPEND, so that lines of others do not come in between.
      const written = fs.writeSync(descriptor, bytes);
      if (written < bytes.length) fs.writeSync(descriptor, bytes, written);
      if (durable) fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  } catch (error) {
    throw ioError("write", path, error);
  }
}
