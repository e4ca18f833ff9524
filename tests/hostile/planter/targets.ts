/** Where something can be planted: the paths that a command used, one of each class. */
import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Kind, pathClass } from "./project_state.ts";

export interface Target {
  /** From the project. */
  readonly path: string;
  /** What names it in lists and on the command line. */
  readonly name: string;
  /** What is there before the command runs. */
  readonly before: Kind | undefined;
  /** What is there once the command has run. */
  readonly after: Kind | undefined;
}

/**
 * The targets among absolute paths, and the folders above them. `after` tells what a path of the project is once the
 * command has run. A random name cannot be planted.
 */
export function targetsAmong(
  paths: readonly string[],
  project: string,
  after: (path: string) => Kind | undefined,
): readonly Target[] {
  const inside = paths.filter((path) => path.startsWith(`${project}/`)).map((path) => path.slice(project.length + 1));
  const all = new Set(inside.flatMap((path) => withFolders(path)));
  const byName = new Map<string, Target>();
  for (const path of [...all].sort()) {
    const name = pathClass(path);
    const before = kindAt(join(project, path));
    if (before === undefined && /UUID|HASH|[*?]/.test(name)) continue;
    // Nothing can be put below a file.
    if (before === undefined && folderIsFile(project, path)) continue;
    const known = byName.get(name);
    if (known === undefined || (known.before === undefined && before !== undefined)) {
      byName.set(name, { path, name, before, after: after(path) });
    }
  }
  return [...byName.values()];
}

function withFolders(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

function kindAt(path: string): Kind | undefined {
  try {
    const found = lstatSync(path);
    return found.isFile() ? "file" : found.isDirectory() ? "directory" : found.isSymbolicLink() ? "symlink" : "other";
  } catch {
    return undefined;
  }
}

function folderIsFile(project: string, path: string): boolean {
  const above = dirname(path);
  if (above === ".") return false;
  const kind = kindAt(join(project, above));
  return kind === undefined ? folderIsFile(project, above) : kind !== "directory";
}
