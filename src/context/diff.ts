/** Reads unified diffs without context lines, as `git diff --unified=0` prints them. */
import { parsePatch } from "diff";
import type { FileChanges } from "./file_signals.ts";

export interface ChangedFile {
  /** Relative to the top of the repository. */
  readonly path: string;
  readonly changes: FileChanges;
}

/**
 * Lists the files whose text changed, with their changed lines. Leaves out deleted and binary files, and files that
 * only moved.
 */
export function parseDiff(diff: string): readonly ChangedFile[] {
  return parsePatch(diff).flatMap(({ newFileName, hunks }) => {
    if (newFileName === undefined || newFileName === "/dev/null" || hunks.length === 0) return [];
    const lines = new Set<number>();
    const removed: string[] = [];
    for (const hunk of hunks) {
      for (let at = 0; at < hunk.newLines; at++) lines.add(hunk.newStart + at);
      for (const line of hunk.lines) if (line.startsWith("-")) removed.push(line.slice(1));
    }
    return [{ path: newFileName.replace(/^b\//, ""), changes: { lines, removed: removed.join("\n") } }];
  });
}
