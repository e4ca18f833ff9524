/** A file system that notes what is read and written outside some folders, and how much is done. */
import assert from "node:assert/strict";
import { RaError } from "../../src/errors.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { isInside, joinPath, parentPath } from "../../src/text/paths.ts";

export interface BoundedFiles extends FileSystem {
  /** Fails if something was read or written outside the folders, or if more was done than is bounded. */
  requireBounds(): void;
}

/** More operations than this on a folder of some files come from work without a bound. */
const MAX_OPERATIONS = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Where a path leads may be asked everywhere, and what kind of thing is there. */
export function boundedFiles(fs: FileSystem, folders: readonly string[]): BoundedFiles {
  const wrong: string[] = [];
  let [operations, bytes] = [0, 0];
  const place = (path: string): string => {
    const real = quietly(() => fs.realPath(path));
    if (real !== undefined) return real;
    const above = quietly(() => fs.realPath(parentPath(path)));
    return above === undefined ? path : joinPath(above, path.slice(path.lastIndexOf("/") + 1));
  };
  const use = (action: string, path: string): void => {
    operations++;
    const real = place(path);
    // Nothing is learnt from a file that is not there.
    if (folders.some((folder) => isInside(real, folder)) || fs.kindOf(path) === undefined) return;
    wrong.push(`${action} ${path}`);
  };
  const change = (action: string, path: string): void => {
    operations++;
    if (!folders.some((folder) => isInside(place(path), folder))) wrong.push(`${action} ${path}`);
  };
  const look = (): void => void operations++;
  return {
    ...fs,
    stat: (path) => (look(), fs.stat(path)),
    realPath: (path) => (look(), fs.realPath(path)),
    kindOf: (path) => (look(), fs.kindOf(path)),
    readDirectory: (path) => (use("list", path), fs.readDirectory(path)),
    readFile(path, options) {
      use("read", path);
      const found = fs.readFile(path, options);
      bytes += found?.length ?? 0;
      return found;
    },
    open: (path, options) => (use("open", path), fs.open(path, options)),
    writeFile: (path, content, options) => (change("write", path), fs.writeFile(path, content, options)),
    createWriter: (path, options) => (change("write", path), fs.createWriter(path, options)),
    appendLine: (path, line, options) => (change("append", path), fs.appendLine(path, line, options)),
    createExclusive: (path, content, options) => (change("create", path), fs.createExclusive(path, content, options)),
    touch: (path) => (change("touch", path), fs.touch(path)),
    rename: (from, to) => (change("move", from), change("move to", to), fs.rename(from, to)),
    removeFile: (path) => (change("remove", path), fs.removeFile(path)),
    makeDirectory: (path, options) => (change("make", path), fs.makeDirectory(path, options)),
    requireBounds() {
      assert.deepEqual(wrong, [], "it was used outside");
      assert.ok(operations <= MAX_OPERATIONS, `${operations} operations`);
      assert.ok(bytes <= MAX_BYTES, `${bytes} bytes were read`);
    },
  };
}

/** The answer, or undefined for an error that ra means. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RaError) return undefined;
    throw error;
  }
}

/** Runs it, and requires that an error is one of these. Tells whether it ran to its end. */
export async function refusedOnly(codes: readonly string[], work: () => unknown): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    assert.ok(error instanceof RaError && codes.includes(error.code), String((error as Error).stack));
    return false;
  }
}
