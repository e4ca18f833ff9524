/** Finds the files of a tree. */
import { rootProblem, type TreeRoot, unreadable } from "../../config/tree_root.ts";
import type { TreeConfig } from "../../config/config.ts";
import { createDocumentPlaces, type DocumentPlaces, LEADS_OUT } from "../../config/document_places.ts";
import type { EntryKind, FileStat, FileSystem } from "../../host/file_system.ts";
import { orAbsent } from "../../host/or_absent.ts";
import { documentExtension, GENERATED_FOLDERS } from "./document_kinds.ts";
import { compileSelection, type Selection } from "./globs.ts";
import { findIgnoreRules, type IgnoreRules, NO_IGNORE_RULES, TooManyRules } from "./ignore_files.ts";
import { type Fingerprint, fingerprintOf } from "./fingerprint.ts";
import { statSource } from "./read_source.ts";
import { navigationKind } from "../../document/navigation/navigation.ts";
import { relativePath } from "../../text/paths.ts";
import { hiddenNavigation } from "./navigation_files.ts";

export interface TreeWalk {
  /** The selected files, by path (UTF-16 order). */
  readonly files: readonly WalkedFile[];
  /** The directories that were listed, relative to the tree; the tree's own is the empty string. */
  readonly directories: readonly string[];
  /** Paths that a name selects but that cannot be read. A directory's path ends with `/`. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Files that may name and order the pages, relative to the tree. */
  readonly navigation: readonly string[];
  /** Links that no include matches, and that lead to a folder or to nothing that counts. */
  readonly links: readonly string[];
  /** The directory at the tree's path is missing or cannot be listed, so nothing is known about its files. */
  readonly missing: boolean;
  /** Why it is missing, for the user; undefined when it is not. */
  readonly problem: string | undefined;
  /** How many files each include selects, in the given order. */
  readonly includeMatches: readonly number[];
  /** How many documents no include matches, by extension. */
  readonly passedOver: ReadonlyMap<string, number>;
  /** Folders that generators and package managers fill, and that an exclude left out. */
  readonly unentered: readonly string[];
  /** Other folders that no include reaches into. */
  readonly unreached: readonly string[];
  /** The device that the tree's folder lies on; 0 when it is missing or has none. */
  readonly device: number;
}

interface WalkedFile {
  /** Relative to the tree, `/`-separated. */
  readonly path: string;
  /** Taken before anything is read. */
  readonly fingerprint: Fingerprint;
  /** Where a link leads, as a real path. Absent for a file that is not a link. */
  readonly target?: string;
}

/**
 * Walks a tree. It follows links to files inside `places`, but not links to directories. Entries whose name starts with
 * a dot need an include that spells the dot out. An exclude wins over every include, and so do ignore files. The walk
 * opens no files. `wasOn` is the device that the documents of the index lay on. Throws `config-value` for an invalid
 * glob.
 */
export function walkTree(
  fs: FileSystem,
  tree: WalkedTree,
  places: DocumentPlaces = createDocumentPlaces(fs, { root: null, trees: [tree] }),
  wasOn?: number,
): TreeWalk {
  const walk = new Walk(fs, tree, places);
  const device = orAbsent(() => fs.stat(tree.path))?.device ?? 0;
  const problem = rootProblem(fs, tree, wasOn) ?? walk.problem(wasOn);
  const { files, directories, skipped, navigation, links, includeMatches, passedOver, unentered, unreached } = walk;
  if (problem !== undefined) {
    const nothing = {
      files: [],
      directories: [],
      skipped: [],
      navigation: [],
      links: [],
      passedOver: new Map(),
      unentered: [],
      unreached: [],
    };
    return { ...nothing, missing: true, problem, includeMatches, device: 0 };
  }
  return {
    files: files.sort(byPath),
    directories,
    skipped: skipped.sort(byPath),
    navigation,
    links,
    missing: false,
    problem,
    includeMatches,
    passedOver,
    unentered,
    unreached,
    device,
  };
}

type WalkedTree =
  & TreeRoot
  & Pick<TreeConfig, "include" | "exclude" | "gitignore">
  & Partial<Pick<TreeConfig, "source_records">>;

class Walk {
  readonly files: WalkedFile[] = [];
  readonly directories: string[] = [];
  readonly skipped: { path: string; reason: string }[] = [];
  readonly navigation: string[] = [];
  readonly links: string[] = [];
  readonly includeMatches: number[];
  readonly passedOver = new Map<string, number>();
  readonly unentered: string[] = [];
  readonly unreached: string[] = [];
  readonly #fs: FileSystem;
  readonly #tree: WalkedTree;
  readonly #places: DocumentPlaces;
  readonly #selection: Selection;
  /** The tree's path, with a slash at its end. */
  readonly #base: string;

  constructor(fs: FileSystem, tree: WalkedTree, places: DocumentPlaces) {
    this.#fs = fs;
    this.#tree = tree;
    this.#places = places;
    this.#selection = compileSelection(tree.include, tree.exclude);
    this.includeMatches = tree.include.map(() => 0);
    this.#base = tree.path.endsWith("/") ? tree.path : `${tree.path}/`;
  }

  /**
   * Walks, and returns the problem that makes the result unusable. Files may seem deleted when a tree cannot be listed
   * or was unmounted meanwhile, so the caller must not take them for gone.
   */
  problem(wasOn: number | undefined): string | undefined {
    const inode = this.#fs.stat(this.#tree.path)?.inode;
    const rules = this.#tree.gitignore ? rulesOf(() => findIgnoreRules(this.#fs, this.#tree.path)) : NO_IGNORE_RULES;
    if (typeof rules === "string") return rules;
    this.#visit("", rules);
    if (this.directories.length === 0) return this.skipped[0]?.reason;
    return rootProblem(this.#fs, this.#tree, wasOn) ??
      (this.#fs.stat(this.#tree.path)?.inode === inode ? undefined : "it was replaced while ra listed its files");
  }

  #visit(directory: string, outer: IgnoreRules): void {
    let entries;
    try {
      entries = this.#fs.readDirectory(under(this.#tree.path, directory));
    } catch (error) {
      this.skipped.push({ path: `${directory}/`, reason: unreadable(error) });
      return;
    }
    const rules = rulesOf(() => outer.enter(directory, entries));
    if (typeof rules === "string") {
      this.skipped.push({ path: `${directory}/`, reason: rules });
      return;
    }
    this.directories.push(directory);
    const hidden = hiddenNavigation(this.#fs, under(this.#tree.path, directory), entries);
    for (const path of hidden) this.navigation.push(relativePath(this.#tree.path, path));
    const prefix = directory === "" ? "" : `${directory}/`;
    for (const { name, kind } of entries) {
      const path = prefix + name;
      if (kind === "directory") {
        if (!this.#selection.reaches(path)) {
          this.#passBy(path, name, rules);
          continue;
        }
        if (rules.ignores(path, true)) continue;
        if (isMangled(name) && this.#fs.stat(under(this.#tree.path, path)) === undefined) {
          this.skipped.push({ path: `${path}/`, reason: "the name is not UTF-8" });
        } else this.#visit(path, rules);
      } else this.#take(path, name, kind, rules);
    }
  }

  #take(path: string, name: string, kind: EntryKind, rules: IgnoreRules): void {
    if (navigationKind(path) !== undefined && !rules.ignores(path, false)) this.navigation.push(path);
    const includes = this.#selection.includesOf(path);
    if (includes.length === 0) {
      if (kind === "symlink" && this.#selection.reaches(path) && !rules.ignores(path, true)) this.links.push(path);
      else if (kind === "file") this.#passOver(path, name, rules);
      return;
    }
    if (rules.ignores(path, false)) return;
    const found = look(this.#fs, this.#base + path, name, kind, this.#tree.source_records === true);
    if (found === undefined) return;
    if (typeof found === "string") {
      this.skipped.push({ path, reason: found });
      return;
    }
    const target = kind === "symlink" ? this.#targetOf(this.#base + path) : undefined;
    if (kind === "symlink" && target === undefined) {
      this.skipped.push({ path, reason: LEADS_OUT });
      return;
    }
    const fingerprint = fingerprintOf(found);
    this.files.push(target === undefined ? { path, fingerprint } : { path, fingerprint, target });
    for (const index of includes) this.includeMatches[index] = (this.includeMatches[index] ?? 0) + 1;
  }

  /** Counts a document that no include matches. The user knows what an exclude and an ignore file leave out. */
  #passOver(path: string, name: string, rules: IgnoreRules): void {
    const extension = name.startsWith(".") ? undefined : documentExtension(name);
    if (extension === undefined || this.#selection.leavesOut(path) || rules.ignores(path, false)) return;
    this.passedOver.set(extension, (this.passedOver.get(extension) ?? 0) + 1);
  }

  #passBy(path: string, name: string, rules: IgnoreRules): void {
    if (rules.ignores(path, true)) return;
    if (!this.#selection.leavesOut(path)) {
      if (!name.startsWith(".")) this.unreached.push(path);
    } else if (GENERATED_FOLDERS.has(name)) this.unentered.push(path);
  }

  /** The real path that a link leads to. Undefined when it does not count. */
  #targetOf(link: string): string | undefined {
    const target = orAbsent(() => this.#places.reach(link));
    return target ?? undefined;
  }
}

/** The file's stat, or the reason why it is skipped. Undefined when it vanished after the directory was listed. */
function look(
  fs: FileSystem,
  path: string,
  name: string,
  kind: EntryKind,
  hasRecord: boolean,
): FileStat | string | undefined {
  if (kind === "other") return "not a regular file";
  try {
    const stat = statSource(fs, path, hasRecord);
    if (stat?.kind === "file") return stat;
    if (stat?.kind === "directory") return "a link to a directory";
    if (stat !== undefined) return "not a regular file";
    if (isMangled(name)) return "the name is not UTF-8";
    return kind === "symlink" ? "a broken link" : undefined;
  } catch (error) {
    return unreadable(error);
  }
}

/** The rules, or why they cannot be used. */
function rulesOf(find: () => IgnoreRules): IgnoreRules | string {
  try {
    return find();
  } catch (error) {
    if (error instanceof TooManyRules) return error.message;
    throw error;
  }
}

function under(folder: string, name: string): string {
  return folder === "" || name === "" ? folder + name : folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

/** The runtime replaces bytes that are not UTF-8 by U+FFFD. The resulting name does not lead to the file. */
function isMangled(name: string): boolean {
  return name.includes("\uFFFD");
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
