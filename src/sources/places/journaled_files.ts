/** A folder of which ra reads, replaces and removes only what it wrote itself. */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { WrittenFiles } from "./written_files.ts";

/** The file system, with files below the folder of `written` noted as they are written. */
export function journaledFiles(fs: FileSystem, written: WrittenFiles): FileSystem {
  const below = (path: string): string | undefined =>
    path.startsWith(`${written.folder}/`) ? path.slice(written.folder.length + 1) : undefined;
  return {
    ...fs,
    readFile(path, options) {
      const own = below(path);
      return own === undefined || written.isOwn(own) ? fs.readFile(path, options) : undefined;
    },
    writeFile(path, bytes, options) {
      const own = below(path);
      if (own === undefined) return fs.writeFile(path, bytes, options);
      // What was damaged is fetched again.
      if (written.write(own, bytes, { durable: false, anyway: true }) !== "foreign") return;
      throw new RaError("place-refused", `cannot write ${path}: something is there that ra did not write`, {
        path,
        hint: "move it away, or take the folder over with --prune",
      });
    },
    removeFile(path) {
      const own = below(path);
      if (own === undefined) fs.removeFile(path);
      else if (written.knows(own)) written.remove(own);
    },
  };
}
