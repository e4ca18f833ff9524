/** Plans and makes the changes to the files that coding agents read. */
import { RaError } from "../errors.ts";
import type { EntryKind, FileSystem } from "../host/file_system.ts";
import { MAX_BYTES } from "../host/read_limits.ts";
import { joinPath } from "../text/paths.ts";
import { decodeText } from "./decode_text.ts";
import { findMarkedPart, replacePart } from "./marked_part.ts";

export interface AgentFile {
  /** Absolute. If several of the given names lead to the file, this is the first. */
  readonly path: string;
  /** The other given names that lead to the same file. */
  readonly links: readonly string[];
  readonly state: "new" | "changed" | "unchanged";
  readonly before: string;
  readonly after: string;
}

/**
 * Plans what each file will hold with `content` as its generated part. Writes nothing. A link counts only if it leads
 * to one of the files before it. Throws `agents-edited` if the generated part was edited by hand, unless `force` is
 * set. Throws `agents-markers`, `not-text` or `io` for files that cannot be changed.
 */
export function planAgentFiles(
  fs: FileSystem,
  root: string,
  names: readonly string[],
  content: string,
  force: boolean,
): readonly AgentFile[] {
  const files = new Map<string, AgentFile>();
  for (const name of names) {
    const path = joinPath(root, name);
    const kind = fs.kindOf(path);
    const known = kind === "symlink" ? files.get(fs.realPath(path) ?? path) : undefined;
    if (known !== undefined) {
      files.set(known.path, { ...known, links: [...known.links, path] });
      continue;
    }
    if (kind !== undefined && kind !== "file") throw wrongKind(kind, path);
    const before = decodeText(readOwn(fs, path) ?? new Uint8Array(), path);
    const part = findMarkedPart(before, path);
    if (part?.edited === true && part.content !== content && !force) {
      throw new RaError("agents-edited", "the generated part was edited by hand; nothing was written", {
        path,
        line: before.slice(0, part.start).split("\n").length,
        hint:
          "move the edits out of the part, or to .agents.md; --force overwrites them, and `ra agents --force --diff` shows what would go",
      });
    }
    const after = replacePart(before, part, content);
    files.set(path, {
      path,
      links: [],
      state: kind === undefined ? "new" : after === before ? "unchanged" : "changed",
      before,
      after,
    });
  }
  return [...files.values()];
}

function readOwn(fs: FileSystem, path: string): Uint8Array | undefined {
  return fs.readFile(path, { most: MAX_BYTES.instructions, noLink: true });
}

function wrongKind(kind: EntryKind, path: string): RaError {
  return kind === "symlink"
    ? new RaError("io", "this is a symbolic link, and ra writes no file through a link; nothing was written", {
      path,
      hint: "replace it by a regular file; CLAUDE.md and GEMINI.md may be links to the AGENTS.md beside them",
    })
    : new RaError("io", "this is not a regular file; nothing was written", {
      path,
      hint: "remove it, and run the command again",
    });
}

/** Writes the files that differ. A file that cannot be written keeps its old content. Throws `io`. */
export function writeAgentFiles(fs: FileSystem, files: readonly AgentFile[]): void {
  const encoder = new TextEncoder();
  for (const { path, state, after } of files) {
    if (state !== "unchanged") fs.writeFile(path, encoder.encode(after));
  }
}

/** Picks the files whose generated part is out of date. Skips links and files that cannot be read. */
export function outdatedFiles(
  fs: FileSystem,
  root: string,
  names: readonly string[],
  content: string,
): readonly string[] {
  return names.filter((name) => {
    try {
      const bytes = readOwn(fs, joinPath(root, name));
      const part = bytes === undefined ? undefined : findMarkedPart(decodeText(bytes, name), name);
      return part !== undefined && part.content !== content;
    } catch (error) {
      if (error instanceof RaError) return false;
      throw error;
    }
  });
}
