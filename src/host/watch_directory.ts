/** Watches directories through `node:fs`, on Node, Deno and Bun. */
import * as fs from "node:fs";
import { failureCode, ioError, meansAbsent, systemFailure } from "./io_error.ts";
import { isPermitted } from "./permissions.ts";
import { platform } from "./process.ts";

/**
 * Whether watching a directory also covers everything below it. macOS and Windows do this themselves. On Linux, the
 * runtimes imitate it, and Node then loses a file that is replaced by a rename.
 */
export const WATCHES_BELOW = platform === "darwin" || platform === "win32";

/**
 * Linux's numbers of the file systems that can change on another machine without an event here: NFS, SMB, CIFS, AFS,
 * Ceph, 9P.
 */
const REMOTE = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400, 0x01021997]);

/**
 * Calls `onChange` with the name of every entry that is made, written, renamed or removed in a directory. The name is
 * `undefined` when the system does not tell it. Where {@link WATCHES_BELOW} is true, the name is a path relative to the
 * directory. Call the returned function to stop. Watching does not keep the process alive. Returns `undefined` when
 * there is no such directory. Throws `io` when it cannot be watched. `onFailure` gets the error when watching ends by
 * itself.
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
        typeof name === "string" ? (platform === "win32" ? name.replaceAll("\\", "/") : name) : undefined,
      );
    });
    watcher.on("error", (error) => {
      // Windows reports the removal of the directory like this. The caller looks again and finds it gone.
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
  if (platform !== "linux" || !isPermitted({ name: "sys", kind: "statfs" })) return false;
  try {
    return REMOTE.has(fs.statfsSync(path).type >>> 0);
  } catch {
    return false;
  }
}
