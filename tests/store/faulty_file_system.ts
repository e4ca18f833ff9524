// A file system that counts its operations and makes one of them fail.
import type { FileSystem } from "../../src/host/file_system.ts";
import { ioError, systemFailure } from "../../src/host/io_error.ts";

/**
 * `fails`: the operation does nothing and reports an error. `torn`: a write leaves half of its bytes and reports an
 * error. `dies`: like `fails`, and every later operation fails too, as after a kill. `dies torn`: the same after half a
 * write. `late`: the operation succeeds but reports an error.
 */
export type Fault = "fails" | "torn" | "dies" | "dies torn" | "late";

export interface FaultyFileSystem extends FileSystem {
  /** The number of operations so far, including the failed one. */
  readonly operations: number;
}

export interface FaultOptions {
  /** Runs before each operation. */
  readonly before?: () => void;
  /** Whether range reads through handles count as operations. Default: yes. */
  readonly reads?: boolean;
  /** The system's code of the failure. Default: EIO. */
  readonly code?: "EIO" | "ENOSPC" | "EACCES";
}

/** Wraps `fs`. Operation number `at` (from 1) fails. */
export function createFaultyFileSystem(
  fs: FileSystem,
  at: number,
  fault: Fault,
  options: FaultOptions = {},
): FaultyFileSystem {
  const { before = () => {}, reads = true, code = "EIO" } = options;
  let count = 0;
  function run<T>(path: string, work: () => T, half: () => void = () => {}): T {
    before();
    count += 1;
    const dead = count > at && fault.startsWith("dies");
    if (count !== at && !dead) return work();
    if (!dead && fault === "late") work();
    if (!dead && fault.endsWith("torn")) half();
    throw ioError("use", path, systemFailure(code));
  }
  return {
    get operations() {
      return count;
    },
    stat: (path) => run(path, () => fs.stat(path)),
    readDirectory: (path) => run(path, () => fs.readDirectory(path)),
    realPath: (path) => run(path, () => fs.realPath(path)),
    kindOf: (path) => run(path, () => fs.kindOf(path)),
    readFile: (path, options) => run(path, () => fs.readFile(path, options)),
    open: (path, options) =>
      run(path, () => {
        const handle = fs.open(path, options);
        if (handle === undefined) return undefined;
        return { size: handle.size, read, close: () => handle.close() };

        function read(offset: number, into: Uint8Array): void {
          if (reads) run(path, () => handle!.read(offset, into));
          else handle!.read(offset, into);
        }
      }),
    writeFile: (path, bytes, options) => run(path, () => fs.writeFile(path, bytes, options)),
    createWriter: (path, options) => run(path, () => fs.createWriter(path, options)),
    appendLine: (path, line, options) => run(path, () => fs.appendLine(path, line, options)),
    createExclusive: (path, bytes, options) =>
      run(
        path,
        () => fs.createExclusive(path, bytes, options),
        () => void fs.createExclusive(path, bytes.subarray(0, bytes.length >> 1)),
      ),
    touch: (path) => run(path, () => fs.touch(path)),
    rename: (from, to) => run(to, () => fs.rename(from, to)),
    removeFile: (path) => run(path, () => fs.removeFile(path)),
    makeDirectory: (path) => run(path, () => fs.makeDirectory(path)),
  };
}
