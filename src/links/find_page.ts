/** Finds the document that a destination leads to. */
import type { FoundPlace } from "../shapes/links.ts";
import { fileExtension, fileName, fileStem, isInside, joinPath, normalizePath, parentPath } from "../text/paths.ts";
import { isIndexName } from "./canonical.ts";
import type { Destination } from "./destination.ts";
import {
  atPath,
  atPathOfAnyCase,
  chosen,
  foldersAbove,
  foldersBetween,
  type LinkingPage,
  ownFirst,
} from "./pages_at.ts";
import { readRepositoryFile, type RepositoryFile } from "./repository_address.ts";
import { baseOf, belowBase, ownPath } from "./site_address.ts";
import { hasMoved, type LinkMap, type Page, segmentsOf } from "./link_map.ts";

/** How a document was found. */
type PageReason = Exclude<FoundPlace["document"], "label">;

export interface FoundPage {
  readonly page: Page;
  readonly reason: PageReason;
  /** Whether nothing else can be meant. */
  readonly isSure: boolean;
  /** Other documents that fit as well. */
  readonly others: readonly Page[];
}

/** An address of an unknown host is one of these documents only if so many parts of its path fit. */
const MIN_PARTS = 2;

/** Undefined where no document fits. Without an origin, somebody has pasted the destination. */
export function findPage(map: LinkMap, destination: Destination, origin?: LinkingPage): FoundPage | undefined {
  switch (destination.form) {
    case "address":
      return atAddress(map, destination, origin);
    case "name":
      return destination.path === "" ? ownPage(origin) : byName(map, destination.path, origin);
    case "label":
      return undefined;
    case "path":
      if (destination.path === "") return ownPage(origin);
      return destination.path.startsWith("/")
        ? fromRoot(map, destination.path, origin)
        : fromDocument(map, destination.path, origin) ??
          inVault(map, destination.path, origin) ??
          (destination.isAnywhere
            ? byEnd(map, destination.path, origin, segmentsOf(destination.path).length)
            : undefined);
  }
}

/** Apps for notes resolve a Markdown link as a wiki link, by the name of a file or the end of its path. */
function inVault(map: LinkMap, path: string, origin: LinkingPage | undefined): FoundPage | undefined {
  const tree = map.trees.find(({ name }) => name === origin?.document.tree);
  const found = tree?.isVault === true && !path.endsWith("/") ? byName(map, path, origin) : undefined;
  return found?.reason === "title" ? undefined : found;
}

function ownPage(origin: LinkingPage | undefined): FoundPage | undefined {
  if (origin === undefined) return undefined;
  return { page: { ...origin, segments: [] }, reason: "own", isSure: true, others: [] };
}

/**
 * From the folder of the document. A site may serve `guide.md` as `guide/`, where relative links then start. A path
 * that ends with a slash is written for such a site.
 */
function fromDocument(map: LinkMap, path: string, origin: LinkingPage | undefined): FoundPage | undefined {
  if (origin !== undefined) {
    const folder = parentPath(origin.file);
    const stem = fileStem(origin.file);
    const served = isIndexName(stem) ? folder : joinPath(folder, stem);
    const isOfSite = /(?:^|\/)(?:\.{1,2}|)$/.test(path);
    const near = isOfSite ? [served, folder] : [folder, served];
    // A page with the name of its folder may be served in its place.
    const around = stem === fileName(folder) ? [...near, parentPath(folder)] : near;
    const bases = [...antoraPages(origin.file, path), ...around];
    const moved = ofMovedPage(map, bases, path, origin);
    if (moved !== undefined) return moved;
    for (const look of [atPath, atPathOfAnyCase]) {
      const pages = bases.flatMap((base) => chosen(look(map, base, path), origin) ?? []);
      // Hardly any page links to itself by its path.
      const away = pages.filter(({ page }) => page.file !== origin.file);
      const found = away.length > 0 ? away : pages;
      if (found.length > 0) return firstOf(found, look === atPath ? "path" : "other-case");
    }
    const alias = bases.map((base) => chosen(map.statedAt(joinPath(base, `./${path}`)), origin)).find((each) => each);
    const stated = alias ?? chosen(map.addressed(segmentsOf(path)), origin);
    if (stated !== undefined) return { ...stated, reason: "stated", isSure: stated.others.length === 0 };
    return fromTree(map, path, origin);
  }
  return byEnd(map, path, origin, 1);
}

/** Antora counts the paths of pages from the folder `pages` of the module. */
function antoraPages(file: string, path: string): readonly string[] {
  const pages = /^.*\/modules\/[^/]+\/pages(?=\/.*\.adoc$)/.exec(file)?.[0];
  return pages === undefined || /^\.{1,2}\//.test(path) ? [] : [pages];
}

/** Some sites count addresses of several parts from the folder of the tree, with and without `/` before them. */
function fromTree(map: LinkMap, path: string, origin: LinkingPage): FoundPage | undefined {
  const tree = map.trees.find(({ name }) => name === origin.document.tree);
  if (tree === undefined || !/^\w[^/]*\/./.test(path) || fileExtension(path) !== "") return undefined;
  const roots = [tree.path, ...foldersBetween(tree.path, origin.file)];
  const found = [atPath, atPathOfAnyCase].flatMap((look) => roots.map((root) => chosen(look(map, root, path), origin)))
    .find((each) => each !== undefined);
  return found === undefined ? undefined : { ...found, reason: "site", isSure: false };
}

/**
 * The page that states the address in the place of its own, where no file has it, or only one that states another:
 * Docusaurus serves `introduction.md` with `id: start` as `start`. A path with an extension names a file.
 */
function ofMovedPage(
  map: LinkMap,
  bases: readonly string[],
  path: string,
  origin: LinkingPage,
): FoundPage | undefined {
  if (fileExtension(path) !== "") return undefined;
  const hasFile = bases.some((base) => atPath(map, base, path).length > 0);
  for (const base of bases) {
    const inFile = chosen(atPath(map, base, path), origin);
    if (hasFile && inFile === undefined) continue;
    const stated = chosen(map.movedTo(joinPath(base, `./${path}`)), origin);
    if (stated === undefined || stated.page.file === inFile?.page.file) continue;
    if (inFile === undefined || hasMoved(inFile.page)) {
      return { ...stated, reason: "stated", isSure: stated.others.length === 0 };
    }
    return { ...inFile, reason: "path", isSure: false, others: [...inFile.others, stated.page, ...stated.others] };
  }
  return undefined;
}

/**
 * From the root of the site: the folder of a tree, one of a language or version around the document, or one above the
 * tree.
 */
function fromRoot(map: LinkMap, path: string, origin: LinkingPage | undefined): FoundPage | undefined {
  const below = path.replace(/^\/+/, "");
  const trees = ownFirst(map.trees, origin);
  const roots = [
    ...new Set(trees.flatMap(({ path: folder }) => [
      folder,
      ...origin === undefined ? [] : foldersBetween(folder, origin.file),
      ...foldersAbove(folder),
    ])),
  ];
  const asFile = chosen(map.atFile(path), origin);
  if (asFile !== undefined) return { ...asFile, reason: "path", isSure: true };
  const { pages, isWhole: isStated } = statedBelow(map, below, origin);
  const stated = chosen(pages, origin);
  for (const look of [atPath, atPathOfAnyCase]) {
    if (look === atPathOfAnyCase && stated !== undefined) break;
    for (const root of roots) {
      const found = chosen(look(map, root, below === "" ? "." : below), origin);
      if (found !== undefined && !(stated !== undefined && hasMoved(found.page))) {
        const isExact = look === atPath;
        const isSure = (isExact || isAddress(below)) && found.others.length === 0;
        return { ...found, reason: isExact ? "site" : "other-case", isSure };
      }
    }
  }
  if (stated !== undefined) return { ...stated, reason: "stated", isSure: isStated && stated.others.length === 0 };
  const fromBase = belowBase(trees, path);
  const ofSite = fromBase === undefined ? undefined : fromRoot(map, fromBase, origin);
  if (ofSite !== undefined) return ofSite;
  const end = byEnd(map, below, origin, 1);
  if (end !== undefined) {
    const isWhole = end.page.segments.length === segmentsOf(below).length && end.others.length === 0;
    return isWhole ? { ...end, reason: "site", isSure: true } : end;
  }
  const unversioned = below.replace(VERSION, "");
  const found = unversioned === below ? undefined : fromRoot(map, `/${unversioned}`, origin);
  return found && { ...found, isSure: false };
}

/** Antora names the module before the page. Other addresses may begin at a folder of the tree. */
function statedBelow(
  map: LinkMap,
  below: string,
  origin: LinkingPage | undefined,
): { readonly pages: readonly Page[]; readonly isWhole: boolean } {
  const component = origin === undefined || !/^modules\/[^/]+\/pages\//.test(below)
    ? undefined
    : /^(.*?\/)modules\/[^/]+\/pages\//.exec(origin.file)?.[1];
  if (component !== undefined) return { pages: map.statedAt(joinPath(component, below)), isWhole: true };
  const segments = segmentsOf(below);
  const pages = map.addressed(segments);
  const isWhole = pages.length > 0 || fileExtension(below) !== "" || below.split("/").length < MIN_PARTS;
  return { pages: isWhole ? pages : map.addressedAtEnd(segments), isWhole };
}

/** A part of an address that names a version, and that no folder may have. */
const VERSION = /(?<=^|\/)(?:next|latest|stable|current|main|master|dev|v?\d+(?:\.(?:\d+|x))*)\//;

/** An address of a site in small letters, which generators make of names in any case. */
function isAddress(path: string): boolean {
  return path === path.toLowerCase() && /^(?:html?)?$/.test(fileExtension(path.replace(/\/$/, "")));
}

/** A link of a document to another host leads there, unless a tree states that it is its own. */
function atAddress(
  map: LinkMap,
  { host = "", path }: Destination,
  origin: LinkingPage | undefined,
): FoundPage | undefined {
  if (ownPath(map, { host, path }) === undefined) {
    const file = readRepositoryFile(host, path);
    const found = file && inRepository(map, file, origin);
    if (found !== undefined || (file !== undefined && file.paths[0] !== "")) return found;
    return origin === undefined ? byEnd(map, path, undefined, MIN_PARTS) : undefined;
  }
  for (const tree of map.trees) {
    const base = baseOf(tree);
    if (base?.host !== host || !isInside(`${path}/`, `${base.path}/`)) continue;
    const found = fromRoot(map, `/${path.slice(base.path.length).replace(/^\/+/, "")}`, origin);
    if (found === undefined) continue;
    const isSure = found.isSure && tree.base_url !== undefined;
    return found.reason === "site" ? { ...found, isSure, reason: "base-url" } : { ...found, isSure };
  }
  return undefined;
}

/** An address of another repository leads there. Where no tree's repository is known, the end of the path decides. */
function inRepository(map: LinkMap, file: RepositoryFile, origin: LinkingPage | undefined): FoundPage | undefined {
  const own = map.trees.filter(({ repository }) => repository?.name === file.name && repository.host === file.host);
  for (const path of own.length === 0 ? [] : file.paths) {
    for (const { repository } of ownFirst(own, origin)) {
      const found = chosen(atPath(map, repository!.folder, path === "" ? "." : path), origin);
      if (found !== undefined) {
        return { ...found, reason: "repository", isSure: file.isMain && found.others.length === 0 };
      }
    }
  }
  const isKnown = map.trees.some(({ repository }) => repository !== undefined);
  return isKnown && (origin !== undefined || own.length > 0)
    ? undefined
    : byEnd(map, file.paths[0] ?? "", origin, MIN_PARTS);
}

/**
 * A wiki link names a file, with as much of its path as is needed, or a title. The nearest one counts: in the same
 * folder, or with the shortest path.
 */
function byName(map: LinkMap, name: string, origin: LinkingPage | undefined): FoundPage | undefined {
  if (/^\.{1,2}\//.test(name)) return fromDocument(map, name, origin);
  const parts = segmentsOf(name);
  const last = name.split("/").at(-1) ?? name;
  const named = map.named(last).filter(({ segments, document }) =>
    !name.includes("/") || [segments, segmentsOf(document.path)].some((path) => commonEnd(path, parts) === parts.length)
  );
  const byFile = chosen(named, origin);
  if (byFile !== undefined) return { ...byFile, reason: "name", isSure: byFile.others.length === 0 };
  const byTitle = chosen(map.titled(last), origin);
  return byTitle === undefined ? undefined : { ...byTitle, reason: "title", isSure: byTitle.others.length === 0 };
}

/**
 * The documents whose path ends like the destination, or that the destination ends with: an address may begin with
 * parts that only the site knows. `least` parts have to fit.
 */
function byEnd(map: LinkMap, path: string, origin: LinkingPage | undefined, least: number): FoundPage | undefined {
  const wanted = segmentsOf(withoutSteps(path));
  const last = wanted.at(-1);
  if (last === undefined) return undefined;
  const fitting = map.endingWith(last).map((page) => ({ page, parts: commonEnd(page.segments, wanted) }))
    .filter(({ page, parts }) => parts >= least && (parts === wanted.length || parts === page.segments.length));
  const most = Math.max(0, ...fitting.map(({ parts }) => parts));
  const found = chosen(fitting.filter(({ parts }) => parts === most).map(({ page }) => page), origin);
  return found === undefined ? undefined : { ...found, reason: "path-end", isSure: false };
}

/** Without the steps up, which lead out of a path that stands alone. */
function withoutSteps(path: string): string {
  return normalizePath(path).replace(/^(?:\.\.\/)+/, "");
}

function commonEnd(one: readonly string[], other: readonly string[]): number {
  let parts = 0;
  while (parts < one.length && parts < other.length && one.at(-1 - parts) === other.at(-1 - parts)) parts++;
  return parts;
}

function firstOf(found: readonly Pick<FoundPage, "page" | "others">[], reason: PageReason): FoundPage {
  const [first, ...more] = found as [Pick<FoundPage, "page" | "others">, ...Pick<FoundPage, "page" | "others">[]];
  const others = [...first.others, ...more.map(({ page }) => page).filter(({ file }) => file !== first.page.file)];
  return { page: first.page, reason, isSure: reason === "path" && first.others.length === 0, others };
}
