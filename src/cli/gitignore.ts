/** Keeps the index out of git. */
import ignore from "ignore";
import type { FileSystem } from "../host/file_system.ts";
import { MAX_BYTES } from "../host/read_limits.ts";
import { joinPath, relativePath } from "../text/paths.ts";

/** A file to write. */
interface NewGitignore {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Plans to add `.ra/` to the repository's `.gitignore`. Undefined if git already ignores the index. The file keeps its
 * line ends. Throws `io`, also for a link: git does not follow it either.
 */
export function planGitignore(fs: FileSystem, repository: string, folder: string): NewGitignore | undefined {
  const path = joinPath(repository, ".gitignore");
  const bytes = fs.readFile(path, { most: MAX_BYTES.ignoreRules, noLink: true });
  const text = bytes === undefined ? "" : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const index = joinPath(folder, ".ra");
  if (ignore().add(text).ignores(`${relativePath(repository, index)}/`)) return undefined;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" || text.endsWith("\n") ? "" : newline;
  return { path, bytes: new TextEncoder().encode(`${text}${gap}.ra/${newline}`) };
}
