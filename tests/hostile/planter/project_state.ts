/** What lies in the project before and after a run, and what of it belongs to ra. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

export type Kind = "file" | "directory" | "symlink" | "other";

interface Entry {
  readonly kind: Kind;
  /** The same for the same content. */
  readonly content: string;
}

/** By the path from the project. No link is followed. */
export type ProjectState = ReadonlyMap<string, Entry>;

/** Larger files are compared by size and time. */
const LARGE = 8 * 1024 * 1024;

export function projectState(project: string): ProjectState {
  const found = new Map<string, Entry>();
  const visit = (folder: string): void => {
    for (const name of readdirSync(join(project, folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const entry = entryAt(join(project, path));
      found.set(path, entry);
      if (entry.kind === "directory") visit(path);
    }
  };
  visit("");
  return found;
}

function entryAt(path: string): Entry {
  const found = lstatSync(path);
  if (found.isDirectory()) return { kind: "directory", content: "" };
  if (found.isSymbolicLink()) return { kind: "symlink", content: readlinkSync(path) };
  if (!found.isFile()) return { kind: "other", content: "" };
  const content = found.size > LARGE
    ? `${found.size} ${found.mtimeMs}`
    : createHash("sha256").update(readFileSync(path)).digest("hex");
  return { kind: "file", content };
}

/**
 * The path without what differs between two runs: hashes, random names, the port of the site, and the number after a
 * name that was taken.
 */
export function pathClass(path: string): string {
  return path
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "UUID")
    .replace(/[0-9a-f]{32,}/g, "HASH")
    .replace(/\/text\/([a-z]+-\d+)-[\w-]{22}$/, "/text/$1-HASH")
    .replace(/\/objects\/[0-9a-f]{2}(?=\/|$)/, "/objects/XX")
    .replace(/\/[0-9a-f]{38}$/, "/HASH")
    .replace(/127\.0\.0\.1_\d+/g, "SITE");
}

/** By the class of a path: what ra makes there. */
export type Owned = ReadonlyMap<string, Kind>;

/** What was not there before. */
export function madeSince(before: ProjectState, after: ProjectState): Owned {
  return new Map(
    [...after].filter(([path]) => !before.has(path)).map(([path, { kind }]) => [pathClass(path), kind]),
  );
}

/** What not every run makes: files of an index, and the note of a crawl that did not end. */
const NOT_ALWAYS =
  /^rag\/data\/raw\/web\/run\.json$|^(?:.+\/)?\.ra(?:\/index(?:\/(?:text(?:\/[a-z]+-\d+-HASH)?|head\.json(?:\.damaged)?|files-HASH\.json|HASH\.(?:seg|del|vec)))?)?$/;

/** The number after the name of a folder or a text that was taken. */
const FREE = /-\d+(?=\/|\.md$|$)/g;

/** Where a folder in which ra writes leads within the project. */
interface Alias {
  readonly path: string;
  readonly leadsTo: string;
}

export interface Permitted {
  readonly owned: Owned;
  readonly alias?: Alias | undefined;
  /** Files of the user's that the command is there to write. */
  readonly writes: readonly string[];
}

/** What a run changed, removed or made that is not ra's: one line each. */
export function foreignChanges(
  before: ProjectState,
  after: ProjectState,
  { owned, writes, alias }: Permitted,
): readonly string[] {
  const lines: string[] = [];
  const ownName = (path: string): string =>
    pathClass(
      alias !== undefined && (path === alias.leadsTo || path.startsWith(`${alias.leadsTo}/`))
        ? `${alias.path}${path.slice(alias.leadsTo.length)}`
        : path,
    );
  for (const [path, { kind, content }] of before) {
    const now = after.get(path);
    if (now?.kind === kind && now.content === content) continue;
    if (writes.includes(path)) continue;
    const own = owned.get(ownName(path));
    // A link or a pipe where ra has a file of its own may give way. A folder or a file of another kind may not.
    if (own !== undefined && (own === kind || (own === "file" && (kind === "symlink" || kind === "other")))) continue;
    lines.push(now === undefined ? `removed ${kind} ${path}` : `changed ${kind} ${path}`);
  }
  for (const [path, { kind }] of after) {
    if (before.has(path) || writes.includes(path)) continue;
    const name = ownName(path);
    if (owned.has(name) || owned.has(name.replace(FREE, "")) || NOT_ALWAYS.test(name)) continue;
    lines.push(`made ${kind} ${path}`);
  }
  return lines;
}
