/** Writes a new file piece by piece, for files that are too large for memory. */
import * as fs from "node:fs";
import type { FileWriter } from "./file_system.ts";
import { ioError } from "./io_error.ts";

/** Replaces what is at the path. It throws `io`, and so does the writer. */
export function createFileWriter(path: string): FileWriter {
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw ioError("write", path, error);
    }
  };
  let size = 0;
  let descriptor: number | undefined = attempt(() => {
    fs.rmSync(path, { force: true });
    return fs.openSync(path, "wx", 0o666);
  });
  return {
    get size() {
      return size;
    },
    write(bytes) {
      attempt(() => {
        for (let at = 0; at < bytes.length;) at += fs.writeSync(descriptor!, bytes, at, bytes.length - at);
      });
      size += bytes.length;
    },
    replace(offset, bytes) {
      attempt(() => {
        for (let at = 0; at < bytes.length;) {
          at += fs.writeSync(descriptor!, bytes, at, bytes.length - at, offset + at);
        }
      });
    },
    finish() {
      attempt(() => {
        fs.fsyncSync(descriptor!);
        fs.closeSync(descriptor!);
      });
      descriptor = undefined;
    },
    discard() {
      if (descriptor === undefined) return;
      fs.closeSync(descriptor);
      descriptor = undefined;
      fs.rmSync(path, { force: true });
    },
  };
}
