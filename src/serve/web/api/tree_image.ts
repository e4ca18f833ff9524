/** Reads the images that documents show, from the folders of the trees and from nowhere else. */
import type { Config } from "../../../config/config.ts";
import { createDocumentPlaces } from "../../../config/document_places.ts";
import type { FileSystem } from "../../../host/file_system.ts";
import { fileExtension, joinPath } from "../../../text/paths.ts";
import { IMAGE_TYPES } from "../rendering/link_target.ts";

/** The most bytes of an image. */
const MAX_SIZE = 20 * 1024 * 1024;

export interface ImageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/**
 * Reads the image at `/image/TREE/PATH`. Undefined for a hidden file, a file that is not an image or too large, and a
 * link that leads out of the project and its trees.
 */
export function readImage(
  pathname: string,
  config: Pick<Config, "root" | "trees">,
  fs: FileSystem,
): ImageFile | undefined {
  const [name, ...segments] = decodedSegments(pathname.slice("/image/".length)) ?? [];
  const root = config.trees.find((tree) => tree.name === name)?.path;
  const type = Object.hasOwn(IMAGE_TYPES, fileExtension(pathname)) ? IMAGE_TYPES[fileExtension(pathname)] : undefined;
  if (root === undefined || type === undefined || segments.length === 0 || !segments.every(isPlain)) return undefined;
  const path = createDocumentPlaces(fs, config).reach(joinPath(root, segments.join("/")));
  if (path === undefined || path === null) return undefined;
  // A symbolic link with the name of an image may lead to another file of the tree.
  const stat = fileExtension(path) === fileExtension(pathname) ? fs.stat(path) : undefined;
  if (stat?.kind !== "file" || stat.size > MAX_SIZE) return undefined;
  const bytes = fs.readFile(path, { most: MAX_SIZE });
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
