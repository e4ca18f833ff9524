/** Counts the documents that no answer knows of, because ra does not read them or because no tree holds them. */
import type { Config } from "../../config/config.ts";
import { hasReader } from "../../document/formats/registry.ts";
import type { DirectoryEntry, FileSystem } from "../../host/file_system.ts";
import { orAbsent } from "../../host/or_absent.ts";
import type { UnreadFiles } from "../../shapes/search.ts";
import type { Head } from "../published/head.ts";
import { isInside, joinPath } from "../../text/paths.ts";
import { DEPENDENCIES, documentExtension, GENERATED_FOLDERS, isMarkdownName } from "./document_kinds.ts";
import { findIgnoreRules, type IgnoreRules, NO_IGNORE_RULES, TooManyRules } from "./ignore_files.ts";
import type { TreeScan } from "./scan.ts";

/** How many entries of folders are looked at beside the trees. A project may have millions. */
const MAX_ENTRIES = 20_000;
/** How deep folders are looked into. */
const MAX_DEPTH = 30;

/** Of documents that no tree holds, so many folders are named. */
const MAX_FOLDERS = 5;

/** What a walk counted of a tree. */
type CountedTree = Pick<TreeScan, "passedOver" | "unentered" | "unreached"> & {
  readonly tree: Pick<TreeScan["tree"], "name" | "path">;
};

/** What the walk passed over in the trees, in their order, the most frequent kind first. */
export function unreadIn(scans: readonly CountedTree[]): readonly UnreadFiles[] {
  return scans.flatMap(({ tree, passedOver }) =>
    listed(tree.name, passedOver, (extension) => (hasReader(`a.${extension}`) ? "include" : "no reader"))
  );
}

/**
 * The documents in folders of the trees that generators fill or that no include reaches into, and the Markdown that
 * lies in the project and in no tree.
 * Looks at a limited number of entries, follows no link, and gives what it has counted by then.
 */
export function unreadAround(
  fs: FileSystem,
  { root, files }: Pick<Config, "root" | "files">,
  scans: readonly CountedTree[],
): readonly UnreadFiles[] {
  const budget = { entries: MAX_ENTRIES };
  const inside = scans.flatMap(({ tree, unentered }) => {
    const counts = new Map<string, number>();
    for (const folder of unentered) {
      const look = (path: string): string | undefined => documentExtension(path);
      const add = (extension: string): void => increase(counts, extension);
      countBelow({ fs, budget, add, look, enters: () => true }, joinPath(tree.path, folder), NO_IGNORE_RULES);
    }
    return listed(tree.name, counts, () => "exclude");
  });
  const trees = new Set(scans.map(({ tree }) => orAbsent(() => fs.realPath(tree.path)) ?? tree.path));
  const enters = (path: string, name: string): boolean =>
    !name.startsWith(".") && name !== DEPENDENCIES && !GENERATED_FOLDERS.has(name) && !trees.has(path);
  const look = (path: string): string | undefined => isMarkdownName(path) ? documentExtension(path) : undefined;
  const beside = scans.flatMap(({ tree, unreached }) => {
    const outside = new OutsideCounts(tree.path, trees);
    for (const name of unreached) {
      const folder = joinPath(tree.path, name);
      if (!enters(folder, name.slice(name.lastIndexOf("/") + 1))) continue;
      const add = (extension: string, path: string): void => outside.add(extension, joinPath(name, path), name);
      countBelow({ fs, budget, add, look, enters }, folder, rulesOf(() => findIgnoreRules(fs, folder)));
    }
    return outside.listed(tree.name);
  });
  // The home directory and a folder that a program names are no project.
  if (!files.some(({ global }) => !global)) return [...inside, ...beside];
  const real = orAbsent(() => fs.realPath(root)) ?? root;
  const outside = new OutsideCounts(real, trees);
  if (!trees.has(real)) {
    const add = (extension: string, path: string): void => outside.add(extension, path);
    countBelow({ fs, budget, add, look, enters }, real, rulesOf(() => findIgnoreRules(fs, real)));
  }
  return [...inside, ...beside, ...outside.listed(null)];
}

/** Counts documents that no tree holds, by kind and by folder. */
class OutsideCounts {
  readonly #byKind = new Map<string, Map<string, number>>();
  readonly #top: string;
  readonly #trees: readonly string[];

  /** `top` is the folder that paths are relative to. */
  constructor(top: string, trees: Iterable<string>) {
    this.#top = top;
    this.#trees = [...trees];
  }

  /** `within` is a folder that an include does not reach, unlike those around it. */
  add(extension: string, path: string, within = ""): void {
    const folders = this.#byKind.get(extension) ?? new Map<string, number>();
    this.#byKind.set(extension, folders);
    increase(folders, this.#folderOf(path, within));
  }

  /** The topmost folder around a document that holds no tree: a tree for it would not hold another one. */
  #folderOf(path: string, within: string): string {
    const parts = path.split("/").slice(0, -1);
    for (let depth = within.split("/").length; depth <= parts.length; depth++) {
      const folder = parts.slice(0, depth).join("/");
      if (!this.#trees.some((tree) => isInside(tree, joinPath(this.#top, folder)))) return folder;
    }
    return parts.join("/") || ".";
  }

  listed(tree: string | null): readonly UnreadFiles[] {
    const sums = [...this.#byKind].map(([extension, folders]) =>
      [extension, [...folders.values()].reduce((sum, files) => sum + files, 0)] as const
    );
    return listed(tree, new Map(sums), () => "outside").map((counted) => ({
      ...counted,
      folders: [...this.#byKind.get(counted.extension.slice(1))!].map(([path, files]) => ({ path, files }))
        .sort((a, b) => b.files - a.files || (a.path < b.path ? -1 : 1)).slice(0, MAX_FOLDERS),
    }));
  }
}

/** What the last look around the trees counted. */
export function countedBefore(
  { unread = [] }: Pick<Head, "unread">,
  scans: readonly CountedTree[],
): readonly UnreadFiles[] {
  const isHere = (name: string | null): boolean => name === null || scans.some(({ tree }) => tree.name === name);
  return unread.filter(({ tree, reason }) => (reason === "exclude" || reason === "outside") && isHere(tree));
}

interface Counting {
  readonly fs: FileSystem;
  readonly budget: { entries: number };
  /** Takes a document, whose path is relative to the folder that is looked into. */
  add(extension: string, path: string): void;
  /** The extension to count a file by. */
  look(path: string): string | undefined;
  enters(path: string, name: string): boolean;
}

function countBelow(
  { fs, budget, add, look, enters }: Counting,
  top: string,
  rules: IgnoreRules | undefined,
): void {
  const visit = (relative: string, outer: IgnoreRules | undefined, depth: number): void => {
    const folder = relative === "" ? top : joinPath(top, relative);
    const entries = orAbsent(() => entriesOf(fs, folder));
    const inner = entries && outer && rulesOf(() => outer.enter(relative, entries));
    if (entries === undefined || inner === undefined) return;
    for (const { name, kind } of entries) {
      if (budget.entries-- <= 0) return;
      const path = relative === "" ? name : `${relative}/${name}`;
      if (kind === "directory") {
        if (depth < MAX_DEPTH && enters(joinPath(top, path), name) && !inner.ignores(path, true)) {
          visit(path, inner, depth + 1);
        }
      } else if (kind === "file" && !name.startsWith(".")) {
        const extension = look(name);
        if (extension !== undefined && !inner.ignores(path, false)) add(extension, path);
      }
    }
  };
  visit("", rules, 0);
}

/** A folder that may not be read holds nothing to count. */
function entriesOf(fs: FileSystem, folder: string): readonly DirectoryEntry[] {
  return fs.kindOf(folder) === "directory" ? fs.readDirectory(folder) : [];
}

function rulesOf(find: () => IgnoreRules): IgnoreRules | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof TooManyRules) return undefined;
    throw error;
  }
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function listed(
  tree: string | null,
  counts: ReadonlyMap<string, number>,
  reasonOf: (extension: string) => UnreadFiles["reason"],
): readonly UnreadFiles[] {
  return [...counts]
    .map(([extension, files]) => ({ tree, extension: `.${extension}`, files, reason: reasonOf(extension) }))
    .sort((a, b) => b.files - a.files || (a.extension < b.extension ? -1 : 1));
}
