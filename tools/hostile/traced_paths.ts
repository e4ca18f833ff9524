/** The paths that a run uses, as the system sees them: what `strace -f -y -e trace=%file` writes. */
import { resolve } from "node:path";

export interface TracedPath {
  readonly path: string;
  /** The name of the program that used it, such as `git`. */
  readonly program: string;
}

const CALL = /^(\d+)\s+(\w+)\((.*)$/;
const STARTED = /^(\d+)\s+(?:<\.\.\. )?(?:clone3?|v?fork)\b.*=\s*(\d+)/;
/** A text, perhaps after the folder that it is relative to. */
const TEXT = /(?:AT_FDCWD<([^>]*)>|AT_FDCWD|\d+<([^>]*)>)?,?\s*"((?:[^"\\]|\\.)*)"/g;
/** What other texts of a call say is not a path that is used. */
const ONE_PATH = /^(?:execve|symlink|l?getxattr|readlink(?:at)?)$/;

/** `directory` is the folder that the first process runs in. */
export function tracedPaths(lines: readonly string[], directory: string): readonly TracedPath[] {
  const folders = new Map<string, string>();
  const programs = new Map<string, string>();
  const found = new Map<string, TracedPath>();
  let first = "";
  for (const line of lines) {
    const [, parent, child] = STARTED.exec(line) ?? [];
    if (parent !== undefined && child !== undefined) {
      folders.set(child, folders.get(child) ?? folders.get(parent) ?? directory);
      programs.set(child, programs.get(child) ?? programs.get(parent) ?? "");
      continue;
    }
    const [, pid, call, rest] = CALL.exec(line) ?? [];
    if (pid === undefined || call === undefined || rest === undefined) continue;
    if (first === "") first = pid;
    const folder = folders.get(pid) ?? directory;
    const paths = [...rest.matchAll(TEXT)].map(([, cwd, at, text]) => resolve(cwd ?? at ?? folder, unescaped(text!)));
    const [path] = paths;
    if (path === undefined) continue;
    const isRefused = /=\s*-1 /.test(rest);
    if (call === "chdir" && !isRefused) folders.set(pid, path);
    if (call === "execve" && !isRefused) programs.set(pid, path.slice(path.lastIndexOf("/") + 1));
    const program = programs.get(pid) ?? programs.get(first) ?? "";
    for (const used of ONE_PATH.test(call) ? [path] : paths) found.set(`${program} ${used}`, { path: used, program });
  }
  return [...found.values()];
}

function unescaped(text: string): string {
  return text.replace(
    /\\(?:([0-7]{1,3})|(.))/g,
    (_, octal: string | undefined, sign: string | undefined) =>
      octal !== undefined ? String.fromCharCode(Number.parseInt(octal, 8)) : sign === "n" ? "\n" : sign ?? "",
  );
}
