/** Writes a file piece by piece, for files that are too large for memory. */
import * as fs from "node:fs";
import type { FileWriter, WriterOptions } from "./file_system.ts";
import { ioError } from "./io_error.ts";
import { openFlags } from "./node_reads.ts";
import { entryKind, requireRegular } from "./regular.ts";

/** Replaces what is at the path, or goes on with it. It throws `io`, and so does the writer. */
export function createFileWriter(path: string, { goesOn = false }: WriterOptions = {}): FileWriter {
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw ioError("write", path, error);
    }
  };
  let descriptor: number | undefined = attempt(() => goesOn ? openAtEnd(path) : openNew(path));
  let size = goesOn ? attempt(() => fs.fstatSync(descriptor!).size) : 0;
  return {
    get size() {
      return size;
    },
    write(bytes) {
      attempt(() => {
        for (let at = 0; at < bytes.length;) {
          at += fs.writeSync(descriptor!, bytes, at, bytes.length - at, size + at);
        }
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

function openNew(path: string): number {
  fs.rmSync(path, { force: true });
  return fs.openSync(path, "wx", 0o666);
}

function openAtEnd(path: string): number {
  const old = fs.lstatSync(path, { throwIfNoEntry: false });
  if (old !== undefined) requireRegular(entryKind(old));
  const { O_CREAT = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY = 0 } = openFlags();
  const descriptor = fs.openSync(path, O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o666);
  try {
    requireRegular(entryKind(fs.fstatSync(descriptor)));
    return descriptor;
  } catch (error) {
    fs.closeSync(descriptor);
    throw error;
  }
}
