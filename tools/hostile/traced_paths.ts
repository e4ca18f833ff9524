/** The paths that a run uses, as the system sees them: what `strace -f -y -e trace=%file` wrote. */
import { resolve } from "node:path";

export interface TracedPath {
  readonly path: string;
  /** The name of the program that used it, such as `git`. */
  readonly program: string;
  readonly call: string;
}

const CALL = /^(\d+)\s+(\w+)\((.*)$/;
const TEXT = /(?:AT_FDCWD<([^>]*)>|AT_FDCWD|\d+<([^>]*)>)?,?\s*"((?:[^"\\]|\\.)*)"/g;
/** The second text of these says what a link leads to, or which arguments a program gets. */
const ONE_PATH = new Set(["execve", "symlink", "symlinkat", "readlink", "readlinkat", "getxattr", "lgetxattr"]);

/** `directory` is the folder that the first process runs in. */
export function tracedPaths(lines: readonly string[], directory: string): readonly TracedPath[] {
  const folders = new Map<string, string>();
  const programs = new Map<string, string>();
  const found = new Map<string, TracedPath>();
  let first: string | undefined;
  for (const line of lines) {
    const child = /^(\d+)\s+(?:clone3?|v?fork)\(.*\)\s*=\s*(\d+)/.exec(line);
    if (child !== null) {
      const [, parent = "", pid = ""] = child;
      folders.set(pid, folders.get(parent) ?? directory);
      programs.set(pid, programs.get(parent) ?? "");
      continue;
    }
    const [, pid, call, rest] = CALL.exec(line) ?? [];
    if (pid === undefined || call === undefined || rest === undefined) continue;
    first ??= pid;
    const folder = folders.get(pid) ?? directory;
    const paths = [...rest.matchAll(TEXT)].map(([, cwd, at, text]) => resolve(cwd ?? at ?? folder, unescaped(text!)));
    const isDone = /=\s*(?:0|\d+(?:<[^>]*>)?)\s*$/.test(rest);
    if (call === "chdir" && isDone && paths[0] !== undefined) folders.set(pid, paths[0]);
    if (call === "execve" && isDone && paths[0] !== undefined) programs.set(pid, nameOf(paths[0]));
    for (const path of paths.slice(0, ONE_PATH.has(call) ? 1 : 2)) {
      const program = programs.get(pid) ?? programs.get(first) ?? "";
      found.set(`${program} ${path}`, { path, program, call });
    }
  }
  return [...found.values()];
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function unescaped(text: string): string {
  return text.replace(
    /\\(?:([0-7]{1,3})|(.))/g,
    (_, octal: string | undefined, sign: string | undefined) =>
      octal !== undefined ? String.fromCharCode(Number.parseInt(octal, 8)) : sign === "n" ? "\n" : sign ?? "",
  );
}
