/** Plans and makes the changes to the files that coding agents read. */
import { RaError } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
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
 * Plans what each file will hold with `content` as its generated part. Writes nothing. Throws `agents-edited` if the
 * generated part was edited by hand, unless `force` is set. Throws `agents-markers`, `not-text` or `io` for files that
 * cannot be changed.
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
    const kind = fs.stat(path)?.kind;
    if (kind !== undefined && kind !== "file") {
      throw new RaError("io", "this is not a regular file; nothing was written", { path });
    }
    const real = kind === undefined ? path : fs.realPath(path) ?? path;
    const known = files.get(real);
    if (known !== undefined) {
      files.set(real, { ...known, links: [...known.links, path] });
      continue;
    }
    const before = kind === undefined ? "" : decodeText(fs.readFile(path) ?? new Uint8Array(), path);
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
    files.set(real, {
      path,
      links: [],
      state: kind === undefined ? "new" : after === before ? "unchanged" : "changed",
      before,
      after,
    });
  }
  return [...files.values()];
}

/**
 * Writes the files that differ, and follows links. If a file cannot be written in full, it gets its old content back.
 * Throws `io`.
 */
export function writeAgentFiles(fs: FileSystem, files: readonly AgentFile[]): void {
  const encoder = new TextEncoder();
  for (const { path, state, before, after } of files) {
    if (state === "unchanged") continue;
    try {
      fs.writeFile(path, encoder.encode(after), { durable: true });
    } catch (error) {
      restore(
        () => (state === "new" ? fs.removeFile(path) : fs.writeFile(path, encoder.encode(before), { durable: true })),
      );
      throw error;
    }
  }
}

/** A failure here is ignored, because the caller reports the first one. */
function restore(write: () => void): void {
  try {
    write();
  } catch {
    // If ra may not write here at all, it has changed nothing.
  }
}

/** Picks the files whose generated part is out of date. Skips files that cannot be read. */
export function outdatedFiles(
  fs: FileSystem,
  root: string,
  names: readonly string[],
  content: string,
): readonly string[] {
  return names.filter((name) => {
    try {
      const bytes = fs.readFile(joinPath(root, name));
      const part = bytes === undefined ? undefined : findMarkedPart(decodeText(bytes, name), name);
      return part !== undefined && part.content !== content;
    } catch (error) {
      if (error instanceof RaError) return false;
      throw error;
    }
  });
}
