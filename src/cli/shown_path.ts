/** Paths as people type them. */
import { isAbsolutePath, relativePath } from "../text/paths.ts";

/** An absolute path becomes relative to `from` where that is shorter. Other paths stay as they are. */
export function shownPath(from: string, path: string): string {
  if (!isAbsolutePath(path)) return path;
  const relative = relativePath(from, path);
  return relative === "." || relative.length >= path.length ? path : relative;
}
