/** Images that documents show, from the folders of the trees and from nowhere else. */
import type { Config } from "../../config/config.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { fileExtension, isInside, joinPath } from "../../text/paths.ts";
import { IMAGE_TYPES } from "../rendering/link_target.ts";

/** Bytes. */
const LARGEST = 20 * 1024 * 1024;

export interface ImageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/**
 * The image at `/image/TREE/PATH`; undefined for anything that is hidden, no image, too large, or outside the tree, by
 * a link too.
 */
export function readImage(pathname: string, { trees }: Pick<Config, "trees">, fs: FileSystem): ImageFile | undefined {
  const [name, ...segments] = decodedSegments(pathname.slice("/image/".length)) ?? [];
  const root = trees.find((tree) => tree.name === name)?.path;
  const type = Object.hasOwn(IMAGE_TYPES, fileExtension(pathname)) ? IMAGE_TYPES[fileExtension(pathname)] : undefined;
  if (root === undefined || type === undefined || segments.length === 0 || !segments.every(isPlain)) return undefined;
  const realRoot = fs.realPath(root);
  const path = fs.realPath(joinPath(root, segments.join("/")));
  if (realRoot === undefined || path === undefined || !isInside(path, realRoot)) return undefined;
  // A link may lead from an innocent name to another file of the tree.
  const stat = fileExtension(path) === fileExtension(pathname) ? fs.stat(path) : undefined;
  if (stat?.kind !== "file" || stat.size > LARGEST) return undefined;
  const bytes = fs.readFile(path);
  return bytes === undefined ? undefined : { bytes: new Uint8Array(bytes), type };
}

function decodedSegments(path: string): readonly string[] | undefined {
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function isPlain(segment: string): boolean {
  return segment !== "" && !segment.startsWith(".") && !/[/\\\0]/.test(segment);
}
