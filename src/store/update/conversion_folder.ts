/** Where conversions are kept, for all projects of a user. */
import type { FileSystem } from "../../host/file_system.ts";
import { userCacheFolder } from "../../host/process.ts";
import { joinPath } from "../../text/paths.ts";

/** Null without a home directory, and for a file system of this process alone. */
export function conversionFolder(fs: FileSystem, home: string | null): string | null {
  const cache = userCacheFolder(home);
  return cache === undefined || fs.isShared !== true ? null : joinPath(cache, "converted");
}
