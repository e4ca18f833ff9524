/** The files that coding agents read: what would change in them, and the change itself. */
import { RaError } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { joinPath } from "../text/paths.ts";
import { decodeText } from "./decode_text.ts";
import { findMarkedPart, replacePart } from "./marked_part.ts";

export interface AgentFile {
  /** Absolute; of several names for one file the first. */
  readonly path: string;
  /** Other names that were asked for and lead to the same file. */
  readonly links: readonly string[];
  readonly state: "new" | "changed" | "unchanged";
  readonly before: string;
  readonly after: string;
}

/**
 * What each file would hold, the generated part being `content`. Nothing is written. Throws `agents-edited` for a part
 * that was edited by hand, unless `force`; `agents-markers`, `not-text` and `io` for files that cannot be changed.
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
      throw new RaError("io", "it is not a regular file; nothing was written", { path });
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

/** Writes what differs, through links. A file that cannot be written in full gets its old content back. Throws `io`. */
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

/** The first failure is the one to report. */
function restore(write: () => void): void {
  try {
    write();
  } catch {
    // Where writing is not allowed at all, nothing was changed.
  }
}

/**
 * Those of the names that have a generated part, and are out of date by it; files that cannot be read are not looked
 * at.
 */
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
