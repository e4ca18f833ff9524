/** How the head names places. */
import { isInside, relativePath } from "../../text/paths.ts";

/** A path as the head stores it: relative where possible, so that you can move a project together with its index. */
export function storedPath(root: string, path: string): string {
  return isInside(path, root) ? relativePath(root, path) : path;
}
