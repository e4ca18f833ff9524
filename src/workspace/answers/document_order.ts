/** The order of a tree's documents: that of the navigation of its site, then that of folders and paths. */
import type { FolderLabel } from "../../document/navigation/navigation.ts";
import type { IndexedDocument } from "../../search/ports/catalogue.ts";
import type { NavigationPlace } from "../../store/published/manifest.ts";
import { fileStem, parentPath } from "../../text/paths.ts";

/** Where a document stands in its tree. */
export interface OrderedDocument {
  readonly document: IndexedDocument;
  /** Counted from 1. */
  readonly position: number;
  /** The titles around it in the navigation, from the outermost on. */
  readonly section: readonly string[];
}

/** What is known of the navigation of a tree. */
export interface TreeOrder {
  placeOf(path: string): NavigationPlace | undefined;
  /** By the path of the folder. */
  readonly labels: ReadonlyMap<string, FolderLabel>;
}

/** Where frontmatter has the place of a page among those of its folder, in Docusaurus, Hugo and Jekyll. */
const WEIGHTS = ["sidebar_position", "weight", "nav_order"];
/** The page of a folder. */
const INDEX = /^(?:index|readme|_index)$/i;

/** The documents of one tree, which come by path. Those that the navigation names come first. */
export function orderDocuments(
  documents: readonly IndexedDocument[],
  { placeOf, labels }: TreeOrder,
): readonly OrderedDocument[] {
  const folders = new Folders(documents, labels);
  const placed = documents.map((document, at) => ({
    document,
    at,
    segments: document.path.split("/"),
    place: placeOf(document.path),
  }));
  placed.sort((a, b) => (a.place?.position ?? Infinity) - (b.place?.position ?? Infinity) || folders.compare(a, b));
  return placed.map(({ document, place }, at) => ({
    document,
    position: at + 1,
    section: place !== undefined && place.section.length > 0 ? place.section : folders.titlesAbove(document.path),
  }));
}

/** The path of a document, and its number in the order of paths. */
interface Numbered {
  readonly segments: readonly string[];
  readonly at: number;
}

/** What documents and labels say of the folders that they lie in. */
class Folders {
  readonly #titles = new Map<string, string>();
  /** By the paths of folders and documents. */
  readonly #weights = new Map<string, number>();

  constructor(documents: readonly IndexedDocument[], labels: ReadonlyMap<string, FolderLabel>) {
    for (const { path, title, metadata } of documents) {
      const stem = fileStem(path);
      const isIndex = INDEX.test(stem);
      const weight = weightOf(metadata);
      if (weight !== undefined) this.#weights.set(isIndex ? parentPath(path) : path, weight);
      // Hugo has the title of a folder in such a page.
      if (stem === "_index") this.#titles.set(parentPath(path), title);
    }
    for (const [folder, { title, position }] of labels) {
      if (title !== null) this.#titles.set(folder, title);
      if (position !== null) this.#weights.set(folder, position);
    }
  }

  titlesAbove(path: string): readonly string[] {
    if (this.#titles.size === 0) return [];
    return foldersOf(path).flatMap((folder) => this.#titles.get(folder) ?? []);
  }

  compare(a: Numbered, b: Numbered): number {
    if (this.#weights.size === 0) return a.at - b.at;
    const differ = a.segments.findIndex((segment, at) => segment !== b.segments[at]);
    const [first, second] = [this.#weightAt(a.segments, differ), this.#weightAt(b.segments, differ)];
    return first === second ? a.at - b.at : first - second;
  }

  /** The weight of the folder or the page that these segments lead to, up to one of them. */
  #weightAt(segments: readonly string[], at: number): number {
    const isPage = at === segments.length - 1;
    if (isPage && INDEX.test(fileStem(segments[at]!))) return -Infinity;
    return this.#weights.get(segments.slice(0, at + 1).join("/")) ?? Infinity;
  }
}

function weightOf(metadata: IndexedDocument["metadata"]): number | undefined {
  const [stated] = WEIGHTS.flatMap((name) => metadata[name]?.[0] ?? []);
  const weight = Number(stated);
  return stated === undefined || stated.trim() === "" || !Number.isFinite(weight) ? undefined : weight;
}

/** The folders around a path, from the outermost on. */
function foldersOf(path: string): readonly string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, at) => segments.slice(0, at + 1).join("/"));
}
