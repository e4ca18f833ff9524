/** Reads the navigation files of a tree, and tells what they say of its documents. */
import type { DocumentPlaces } from "../../config/document_places.ts";
import { LEADS_OUT } from "../../config/document_places.ts";
import type { FolderLabel } from "../../document/navigation/navigation.ts";
import { placeEditions } from "../../document/navigation/place_editions.ts";
import { type PagePlace, placePages, type ReadNavigation } from "../../document/navigation/place_pages.ts";
import { readNavigation } from "../../document/navigation/read_navigation.ts";
import { readCategory } from "../../document/navigation/yaml_navigation.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { MAX_BYTES, sizeText } from "../../host/read_limits.ts";
import { fileName, joinPath, parentPath } from "../../text/paths.ts";
import type { NavigationFile } from "../files/navigation_files.ts";
import type { TreeScan } from "../files/scan.ts";
import { type StoredNavigation, storedStamp } from "../published/stored_navigation.ts";

export interface TreeNavigation extends StoredNavigation {
  /** By the paths of documents. */
  readonly places: ReadonlyMap<string, PagePlace>;
}

/** A file that cannot be read costs no more than what it says. The problem is kept with it. */
export function readTreeNavigation(fs: FileSystem, within: DocumentPlaces, scan: TreeScan): TreeNavigation {
  const { tree, navigation: files, checkedAt } = scan;
  const read: ReadNavigation[] = [];
  const folders: [string, string | null, number | null][] = [];
  const stored = files.map((file) => {
    const found = readOne(fs, within, joinPath(tree.path, file.path), file);
    if ("items" in found) read.push(found);
    else if ("title" in found) folders.push([parentPath(file.path), found.title, found.position]);
    const about = { path: file.path, stamp: storedStamp(file.fingerprint), checkedAt };
    if ("problem" in found) return { ...about, problem: `do not count: ${found.problem}` };
    const cut = "cut" in found ? found.cut : undefined;
    return cut === undefined ? about : { ...about, problem: `count in part: ${cut}` };
  });
  const paths = scan.files.map(({ path }) => path);
  return { files: stored, folders, places: placeEditions(placePages(tree.path, paths, read), paths, tree) };
}

type Found = ReadNavigation | FolderLabel | { readonly problem: string };

function readOne(
  fs: FileSystem,
  within: DocumentPlaces,
  path: string,
  { kind, fingerprint }: NavigationFile,
): Found {
  if (fingerprint === null) return { problem: "it is not a regular file" };
  if (fingerprint.size > MAX_BYTES.navigation) {
    return { problem: `it is larger than ${sizeText(MAX_BYTES.navigation)}` };
  }
  try {
    const real = within.reach(path);
    if (real === null || real === undefined) return { problem: LEADS_OUT };
    const bytes = fs.readFile(real, { noLink: true, most: MAX_BYTES.navigation });
    const text = new TextDecoder().decode(bytes ?? new Uint8Array());
    if (kind === "category") return readCategory(text);
    return { kind, folder: parentPath(path), ...readNavigation(kind, text, fileName(path)) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof RaError && error.code !== "io") throw error;
    return { problem: message };
  }
}
