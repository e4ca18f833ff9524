/** Changes in directories, through `node:fs`, on Node, Deno and Bun. */
import * as fs from "node:fs";
import process from "node:process";
import { failureCode, ioError, meansAbsent, systemFailure } from "./io_error.ts";
import { isPermitted } from "./permissions.ts";

/**
 * Whether watching a directory covers everything below it. macOS and Windows do that themselves; on Linux the runtimes
 * imitate it, and Node then loses sight of a file that was replaced by a rename.
 */
export const WATCHES_BELOW = process.platform === "darwin" || process.platform === "win32";

/**
 * Linux's numbers of file systems that change on another machine without an event here: NFS, SMB, CIFS, AFS, Ceph, 9P.
 */
const REMOTE = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400, 0x01021997]);

/**
 * Calls `onChange` with the name of what was made, written, renamed or removed in a directory, `undefined` where the
 * system does not tell; where {@link WATCHES_BELOW}, with the path from the directory. The answer ends it; nothing
 * keeps the process alive. `undefined` when there is no such directory; throws `io` when it cannot be watched, and
 * `onFailure` gets that error when watching ends by itself.
 */
export function watchDirectory(
  path: string,
  onChange: (name: string | undefined) => void,
  onFailure: (error: Error) => void,
): (() => void) | undefined {
  if (!isPermitted({ name: "read", path })) return undefined;
  if (isRemote(path)) throw ioError("watch", path, systemFailure("REMOTE"));
  try {
    const watcher = fs.watch(path, { persistent: false, recursive: WATCHES_BELOW }, (_event, name) => {
      onChange(
        typeof name === "string" ? (process.platform === "win32" ? name.replaceAll("\\", "/") : name) : undefined,
      );
    });
    watcher.on("error", (error) => {
      // Windows reports a directory that was removed like this; whoever looks next sees that it is gone.
      if (meansAbsent(error) || (failureCode(error) === "EPERM" && !fs.existsSync(path))) onChange(undefined);
      else onFailure(ioError("watch", path, error));
    });
    return () => watcher.close();
  } catch (error) {
    if (meansAbsent(error)) return undefined;
    throw ioError("watch", path, failureCode(error) === "ENOSPC" ? systemFailure("WATCHES") : error);
  }
}

function isRemote(path: string): boolean {
  if (process.platform !== "linux" || !isPermitted({ name: "sys", kind: "statfs" })) return false;
  try {
    return REMOTE.has(fs.statfsSync(path).type >>> 0);
  } catch {
    return false;
  }
}
