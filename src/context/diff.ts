/** Unified diffs without context lines, as `git diff --unified=0` prints them. */
import type { Changes } from "./file_signals.ts";

export interface ChangedFile {
  /** Relative to the top of the repository. */
  readonly path: string;
  readonly changes: Changes;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The files that a diff leaves in place, with their changed lines; deleted and binary ones are not among them. */
export function parseDiff(diff: string): readonly ChangedFile[] {
  const files: { path: string; lines: Set<number>; removed: string[] }[] = [];
  // Lines of a hunk are counted: one that starts with `---` or `+++` may well be text.
  let minus = 0;
  let plus = 0;
  let isHunk = false;
  let file: (typeof files)[number] | undefined;
  for (const line of diff.split("\n")) {
    if (isHunk && minus > 0 && line.startsWith("-")) {
      minus--;
      file?.removed.push(line.slice(1));
      continue;
    }
    if (isHunk && plus > 0 && line.startsWith("+")) {
      plus--;
      continue;
    }
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      const [, before = "1", start = "0", after = "1"] = hunk;
      minus = Number(before);
      plus = Number(after);
      isHunk = true;
      for (let at = 0; at < plus; at++) file?.lines.add(Number(start) + at);
    } else if (line.startsWith("diff --git ")) {
      isHunk = false;
      file = undefined;
    } else if (!isHunk && line === "+++ /dev/null") file = undefined;
    else if (!isHunk && line.startsWith("+++ ")) {
      files.push(file = { path: unquoted(line.slice(4)).replace(/^b\//, ""), lines: new Set(), removed: [] });
    }
  }
  return files.map(({ path, lines, removed }) => ({ path, changes: { lines, removed: removed.join("\n") } }));
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 };

/**
 * A name as git writes it: in quotes with C escapes where it holds odd characters, and with a tab behind it where it
 * holds a space.
 */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name.replace(/\t$/, "");
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [, escaped, plain] of name.slice(1, name.lastIndexOf('"')).matchAll(/\\([0-7]{3}|.)|([^\\]+)/gs)) {
    if (plain !== undefined) bytes.push(...encoder.encode(plain));
    else bytes.push(ESCAPES[escaped!] ?? Number.parseInt(escaped!, 8));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
