/** A view of a file system in which one file has another content. */
import type { FileSystem } from "./file_system.ts";
import { createMemoryFileSystem } from "./memory_file_system.ts";

/** `path` is absolute and real. Nobody writes the file through the view. */
export function overlaidFile(fs: FileSystem, path: string, bytes: Uint8Array): FileSystem {
  const file = createMemoryFileSystem({ [path]: bytes });
  const of = (asked: string): FileSystem => asked === path ? file : fs;
  return {
    ...fs,
    stat: (asked) => of(asked).stat(asked),
    realPath: (asked) => of(asked).realPath(asked),
    kindOf: (asked) => of(asked).kindOf(asked),
    readFile: (asked, options) => of(asked).readFile(asked, options),
    open: (asked, options) => of(asked).open(asked, options),
  };
}
