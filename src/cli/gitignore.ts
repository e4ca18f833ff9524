/** Keeps the index out of git. */
import ignore from "ignore";
import type { FileSystem } from "../host/file_system.ts";
import { joinPath, relativePath } from "../text/paths.ts";

/**
 * Adds `.ra/` to the repository's `.gitignore`, unless git already ignores the index. The file keeps its line ends.
 * Returns true if the file was changed.
 */
export function ignoreIndexFolder(fs: FileSystem, repository: string, folder: string): boolean {
  const path = joinPath(repository, ".gitignore");
  const bytes = fs.readFile(path);
  const text = bytes === undefined ? "" : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const index = joinPath(folder, ".ra");
  if (ignore().add(text).ignores(`${relativePath(repository, index)}/`)) return false;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" || text.endsWith("\n") ? "" : newline;
  fs.writeFile(path, new TextEncoder().encode(`${text}${gap}.ra/${newline}`));
  return true;
}
