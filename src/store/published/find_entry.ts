/**
 * Finds single files in the text of a manifest. An answer shows few files, and parsing the rows of a thousand others
 * takes a search from a shell 4 ms.
 */
import { RaError } from "../../errors.ts";
import { entryOf, type FileEntry, type ManifestRow, type RowContext } from "./manifest.ts";
import { requireRow, requireTree } from "./manifest_shape.ts";

/** The start of a tree's list of files, and the end of what describes the tree. */
const FILES = '"files":[';

/**
 * The entry of a file. `json` is a manifest as `encodeManifest` writes it: each row is a line. Throws `index-damaged`
 * when what it finds is not as ra writes it.
 */
export function findEntry(json: string, tree: string, path: string): FileEntry | undefined {
  // A quote inside a string of JSON follows a backslash, so no string holds what is looked for here.
  const start = json.indexOf(`{"tree":${JSON.stringify(tree)},"origin":`);
  const from = start === -1 ? -1 : json.indexOf(FILES, start);
  if (from === -1 || json[from + FILES.length] !== "\n") return undefined; // a tree without files
  const end = json.indexOf("\n]}", from);
  const at = json.indexOf(`\n${JSON.stringify([path]).slice(0, -1)},`, from);
  if (at === -1 || at > end) return undefined;
  try {
    const about = JSON.parse(`${json.slice(start, from)}${FILES}]}`) as RowContext;
    requireTree(tree, about);
    const row = JSON.parse(json.slice(at + 1, json.indexOf("\n", at + 1)).replace(/,$/, "")) as ManifestRow;
    requireRow(row, about.formats.length);
    return entryOf(row, about);
  } catch (cause) {
    throw new RaError("index-damaged", "the list of files is not readable", { cause });
  }
}
