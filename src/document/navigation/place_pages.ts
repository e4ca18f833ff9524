/** Finds the documents that the entries of navigation files mean. */
import { cutTitle } from "../limits.ts";
import { fileStem, joinPath, parentPath } from "../../text/paths.ts";
import type { Navigation, NavigationKind } from "./navigation.ts";

/** A navigation file of a tree, as it was read. */
export interface ReadNavigation extends Navigation {
  readonly kind: NavigationKind;
  /** The folder of the file, absolute. */
  readonly folder: string;
}

/** What the navigation of a tree says of a document. */
export interface PagePlace {
  /** Null where the file names the page alone. */
  readonly title: string | null;
  /** The higher, the later. Documents of a folder that the file leaves to the generator share one. */
  readonly position: number;
  readonly section: readonly string[];
  /** The navigation names the page in another language. A heading of its own in the first line counts more. */
  readonly isTranslated?: true;
}

/** The pages that stand for their folder. */
const INDEX = /^(?:index|readme|_index)$/i;
/** The number before a name, which Docusaurus leaves out of ids. */
const NUMBER = /(^|\/)\d+\s*[-_.]+\s*(?=[^/\d\s-])/g;

/** More folders that are left to the generator are not looked into. */
const MAX_FOLDERS = 500;

/**
 * The places of a tree's documents. A document has the place that the first of the navigations gives it; the last of
 * them comes first in the order, as it lies above the others. `root` is the folder of the tree; `paths` are relative to
 * it.
 */
export function placePages(
  root: string,
  paths: readonly string[],
  navigations: readonly ReadNavigation[],
): ReadonlyMap<string, PagePlace> {
  const pages = new Pages(root, paths);
  const placed = new Set<string>();
  const ordered = navigations.map((navigation) => {
    const bases = navigation.bases.map((base) => joinPath(navigation.folder, base.replace(/^\/+/, "") || "."));
    const found = bases.map((base) => pages.all(navigation, base));
    const counts = found.map((list) => list.reduce((sum, { length }) => sum + length, 0));
    const best = found[counts.indexOf(Math.max(...counts))] ?? [];
    return navigation.items.map(({ title, section, target }, at) => ({
      title: title === null || "below" in target ? null : cutTitle(title),
      section: section.map(cutTitle),
      paths: (best[at] ?? []).filter((path) => !placed.has(path) && placed.add(path)),
    }));
  });
  const places = new Map<string, PagePlace>();
  let position = 0;
  for (const { title, section, paths: own } of ordered.reverse().flat()) {
    for (const path of own) places.set(path, { title, position, section });
    if (own.length > 0) position++;
  }
  return places;
}

/** The documents of a tree, by the names that a navigation may give them. */
class Pages {
  readonly #root: string;
  readonly #paths: readonly string[];
  /** By path, path without extension, and folder. */
  readonly #byName = new Map<string, string>();
  /** By path without extension and without numbers. Made when it is needed. */
  #unnumbered: Map<string, string> | undefined;

  constructor(root: string, paths: readonly string[]) {
    this.#root = root.endsWith("/") ? root : `${root}/`;
    this.#paths = paths;
    for (const path of paths) {
      for (const name of namesOf(path)) if (!this.#byName.has(name)) this.#byName.set(name, path);
    }
  }

  /** For each entry, the documents that it means if the pages lie in this folder. */
  all({ items, kind }: ReadNavigation, base: string): readonly (readonly string[])[] {
    const named = items.map(({ target }) => ("page" in target ? this.#page(target.page, base, kind) : undefined));
    const known = new Set(named);
    let folders = 0;
    return items.map(({ target }, at) => {
      const page = named[at];
      if (page !== undefined) return [page];
      if (!("below" in target) || ++folders > MAX_FOLDERS) return [];
      return this.#below(target.below, base).filter((path) => !known.has(path));
    });
  }

  #page(written: string, base: string, kind: NavigationKind): string | undefined {
    const page = decoded(written.replace(/[?#].*$/, "")).replace(/^\/+/, "").replace(/\/+$/, "");
    const found = this.#at(base, page, kind);
    // Collections of Jekyll lie in folders whose names begin with an underscore.
    return found ?? (kind === "jekyll" && page !== "" ? this.#at(base, `_${page}`, kind) : undefined);
  }

  #at(base: string, page: string, kind: NavigationKind): string | undefined {
    const path = joinPath(base, page === "" ? "." : page);
    if (`${path}/` === this.#root) return this.#byName.get("");
    if (!path.startsWith(this.#root)) return undefined;
    const name = path.slice(this.#root.length);
    const found = this.#byName.get(name) ?? this.#byName.get(name.replace(/\.html?$/i, ""));
    if (found !== undefined || kind !== "docusaurus") return found;
    this.#unnumbered ??= new Map(this.#paths.map((one) => [withoutExtension(one).replace(NUMBER, "$1"), one]));
    return this.#unnumbered.get(name.replace(NUMBER, "$1"));
  }

  #below(written: string, base: string): readonly string[] {
    const folder = joinPath(base, decoded(written).replace(/^\/+|\/+$/g, "") || ".");
    if (`${folder}/` === this.#root) return this.#paths;
    if (!folder.startsWith(this.#root)) return [];
    const start = `${folder.slice(this.#root.length)}/`;
    return this.#paths.filter((path) => path.startsWith(start));
  }
}

/** The path, the path without its extension, and the folder for which the page stands. */
function namesOf(path: string): readonly string[] {
  const stem = withoutExtension(path);
  if (!INDEX.test(fileStem(path))) return [path, stem];
  const folder = parentPath(path);
  return [path, stem, folder === "." ? "" : folder];
}

function withoutExtension(path: string): string {
  return path.replace(/\.[^./]+$/, "");
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
