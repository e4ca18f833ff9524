/** For a look at a folder that may hold millions of files. */
import type { FileSystem } from "./file_system.ts";

/** Folders give nothing after so many entries. */
export function withFewEntries(fs: FileSystem, most: number): FileSystem {
  let left = most;
  return new Proxy(fs, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name !== "readDirectory") return value.bind(target);
      return (path: string) => {
        if (left <= 0) return [];
        const entries = target.readDirectory(path);
        left -= entries.length;
        return entries;
      };
    },
  });
}
