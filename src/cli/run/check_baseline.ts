/** The warnings that a project knows of: `ra check --baseline FILE` reports only others. */
import { RaError } from "../../errors.ts";
import { MAX_BYTES } from "../../host/read_limits.ts";
import type { CheckIssue } from "../../shapes/reports.ts";
import { isAbsolutePath, joinPath, parentPath, relativePath } from "../../text/paths.ts";
import type { Invocation } from "../invocation.ts";

const HEAD = "# Warnings that `ra check --baseline` leaves out: code, file, message. `--write-baseline` writes them.\n";

type Place = Pick<Invocation, "fs" | "directory">;

/** Leaves out the warnings of the file, and says how many. Throws `usage` without the file, and `io`. */
export function withoutKnown(
  { fs, directory }: Place,
  issues: readonly CheckIssue[],
  file: string,
): readonly CheckIssue[] {
  const path = joinPath(directory, file);
  const bytes = fs.readFile(path, { most: MAX_BYTES.baseline });
  if (bytes === undefined) {
    throw new RaError("usage", `--baseline: there is no file ${file}`, {
      hint: `write it by --write-baseline ${file}`,
    });
  }
  const known = new Map<string, number>();
  for (const line of new TextDecoder().decode(bytes).split("\n")) {
    const key = line.replace(/\r$/, "");
    if (key !== "" && !key.startsWith("#")) known.set(key, (known.get(key) ?? 0) + 1);
  }
  const total = sum(known);
  const rest = issues.filter((issue) => {
    const key = issue.level === "warning" ? keyOf(issue, parentPath(path)) : "";
    const left = known.get(key) ?? 0;
    if (left > 0) known.set(key, left - 1);
    return left === 0;
  });
  const gone = sum(known);
  return [...rest, ...notesOf(path, file, total - gone, gone)];
}

/** Writes the file: all warnings of now, sorted. Throws `io`. */
export function writeKnown({ fs, directory }: Place, issues: readonly CheckIssue[], file: string): number {
  const path = joinPath(directory, file);
  const keys = issues.filter(({ level }) => level === "warning").map((issue) => keyOf(issue, parentPath(path))).sort();
  fs.writeFile(path, new TextEncoder().encode(HEAD + keys.map((key) => `${key}\n`).join("")));
  return keys.length;
}

function notesOf(path: string, file: string, found: number, gone: number): readonly CheckIssue[] {
  const note = (message: string): CheckIssue => ({ level: "note", code: "baseline", message, path });
  return [
    ...(found === 0 ? [] : [note(`${found === 1 ? "1 warning is" : `${found} warnings are`} known and left out`)]),
    ...(gone === 0 ? [] : [
      note(
        `${gone === 1 ? "1 warning is" : `${gone} warnings are`} no longer found; write the file anew by ` +
          `--write-baseline ${file}`,
      ),
    ]),
  ];
}

/**
 * A line of the file. Lines of documents move, and what a message says after `; ` changes with the history, so neither
 * counts. Paths begin at the file.
 */
function keyOf({ code, path, message }: CheckIssue, folder: string): string {
  const shown = path === undefined ? "-" : isAbsolutePath(path) ? relativePath(folder, path) : path;
  return [code, shown, message.replace(/; .*$/s, "")].map((part) => part.replace(/\s+/g, " ")).join("\t");
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((all, count) => all + count, 0);
}
