/** Compares the navigation of trees with what the index knows of it, while an update is planned. */
import type { TreeConfig } from "../../config/config.ts";
import type { DocumentPlaces } from "../../config/document_places.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { Warning } from "../../errors.ts";
import { joinPath } from "../../text/paths.ts";
import type { PagePlace } from "../../document/navigation/place_pages.ts";
import type { FileEntry, NavigationPlace } from "../published/manifest.ts";
import { isSameNavigation, type StoredNavigation } from "../published/stored_navigation.ts";
import type { IndexedTree } from "../published/head.ts";
import type { TreeScan } from "../files/scan.ts";
import type { TreeNavigation } from "./tree_navigation.ts";

/** A navigation file that does not count. */
export interface NavigationProblem {
  readonly tree: TreeConfig;
  /** Relative to the tree. */
  readonly path: string;
  readonly problem: string;
}

/** The warnings about navigation files that do not count, or not as a whole. */
export function navigationWarnings(problems: readonly NavigationProblem[]): readonly Warning[] {
  return problems.map(({ tree, path, problem }) => ({
    code: "navigation-unreadable",
    message: `tree ${tree.name}: the titles and the order of ${path} ${problem}`,
    path: joinPath(tree.path, path),
  }));
}

/** The navigation files of trees that do not count, or not as a whole, as an index or a plan has them. */
export function navigationProblems(
  trees: readonly Pick<IndexedTree, "name" | "navigation">[],
  scans: readonly Pick<TreeScan, "tree">[],
): readonly NavigationProblem[] {
  return scans.flatMap(({ tree }) => {
    const files = trees.find(({ name }) => name === tree.name)?.navigation?.files ?? [];
    return files.flatMap(({ path, problem }) => (problem === undefined ? [] : [{ tree, path, problem }]));
  });
}

/** What has changed in the navigation of the trees of one plan. */
export class NavigationChanges {
  /** How many entries have another place than before, and how many trees have other labels of folders. */
  moved = 0;
  /** How many trees have files that need not be read the next time. */
  newlyTrusted = 0;
  /** What cannot be read, where the index does not know it yet. */
  readonly problems: NavigationProblem[] = [];
  readonly #source: FileSystem;
  readonly #within: DocumentPlaces;

  constructor({ source, places }: { readonly source: FileSystem; readonly places: DocumentPlaces }) {
    this.#source = source;
    this.#within = places;
  }

  /** Reads the navigation of a tree again. Undefined where it has none. */
  async read(scan: TreeScan, before: StoredNavigation | undefined): Promise<TreeNavigation | undefined> {
    if (scan.navigation.length === 0) {
      if (before !== undefined) this.newlyTrusted += 1;
      return undefined;
    }
    // Few trees have such a file, and its reader loads a parser of YAML.
    const { readTreeNavigation } = await import("./tree_navigation.ts");
    const navigation = readTreeNavigation(this.#source, this.#within, scan);
    const isKnown = (path: string, problem: string): boolean =>
      before?.files.some((file) => file.path === path && file.problem === problem) === true;
    for (const { path, problem } of navigation.files) {
      if (problem !== undefined && !isKnown(path, problem)) this.problems.push({ tree: scan.tree, path, problem });
    }
    const isNew = !isSameNavigation(before, scan.navigation) && isSameNavigation(navigation, scan.navigation);
    if (isNew) this.newlyTrusted += 1;
    // The labels of folders are read from the head.
    if (JSON.stringify(before?.folders ?? []) !== JSON.stringify(navigation.folders)) this.moved += 1;
    return navigation;
  }

  /** An entry that stays, at its place in the navigation. */
  placed(entry: FileEntry, place: PagePlace | undefined): FileEntry {
    if (isSamePlace(entry.place, place)) return entry;
    this.moved += 1;
    return { ...entry, place: placeOf(place) };
  }
}

/** Whether the navigation gives a document another title, or one for the first time. */
export function isRenamed({ place: before, given }: FileEntry, place: PagePlace | undefined): boolean {
  if (given !== undefined) return given !== (place?.title ?? "");
  return before === undefined && place !== undefined && place.title !== null;
}

/** The part of a place that an entry keeps. */
export function placeOf(place: NavigationPlace | undefined): NavigationPlace | undefined {
  return place && { position: place.position, section: place.section };
}

function isSamePlace(before: NavigationPlace | undefined, now: NavigationPlace | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  return before.position === now.position && before.section.length === now.section.length &&
    before.section.every((title, at) => title === now.section[at]);
}
