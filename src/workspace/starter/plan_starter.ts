/** Chooses the tree that `ra init` writes: from the file of a site generator, or else by the names of folders. */
import { STARTER_TREE, type StarterTree } from "../../config/template.ts";
import { formatOf, TEXT_EXTENSIONS, TOLD_GLOBS } from "../../document/formats/registry.ts";
import { withFewEntries } from "../../host/few_entries.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { InitReport } from "../../shapes/reports.ts";
import { documentExtension } from "../../store/files/document_kinds.ts";
import { unreadAround, unreadIn } from "../../store/files/unread.ts";
import { walkTree } from "../../store/files/walk.ts";
import { compileGlob } from "../../text/globs.ts";
import { joinPath } from "../../text/paths.ts";
import { findSite, type LocatedSite, OTHERS } from "./find_site.ts";
import { joined, languageOf, languagesIn, versionsBelow, versionsIn } from "./languages.ts";
import { type Locale, partsIn, type SiteContent, SiteFolder } from "./site.ts";

export interface Starter extends Pick<InitReport, "documents" | "unread"> {
  /** Absolute paths of the documents. */
  readonly paths: readonly string[];
  readonly tree: StarterTree;
  /** The site whose file says where the documents lie. */
  readonly found: InitReport["found"];
}

/** What the default `include` reads by the extension. */
const READ = `**/*.{${TEXT_EXTENSIONS.join(",")}}`;
/** Where a project has so many times as many documents as its `docs`, they lie beside what they are about. */
const SCATTERED = 10;
/** How many entries of folders are looked at. A project may lie in a folder with millions. */
const MAX_ENTRIES = 200_000;

/**
 * The first that holds a document: the tree of a site, `docs` unless nearly all documents lie elsewhere, the folder
 * itself. Follows no link, and runs nothing.
 * `tree` of the defaults gives the values of the keys that the chosen tree leaves out.
 */
export function planStarter(fs: FileSystem, project: string): Starter {
  const limited = withFewEntries(fs, MAX_ENTRIES);
  let first: Starter | undefined;
  const candidates = candidatesIn(fs, project);
  for (const [at, { tree, site }] of candidates.entries()) {
    const starter = { ...counted(limited, project, tree), found: foundIn(site) };
    const wider = site === undefined ? candidates[at + 1] : undefined;
    if (wider !== undefined && starter.documents > 0) {
      const all = { ...counted(limited, project, wider.tree), found: null };
      if (all.manuals >= SCATTERED * starter.documents) return withOrigin(all, wider.tree);
    }
    if (starter.documents > 0) return withOrigin(starter, tree);
    first ??= starter;
  }
  return first!;
}

function withOrigin({ manuals: _, ...starter }: Starter & { readonly manuals: number }, tree: StarterTree): Starter {
  return { ...starter, tree: { ...tree, origin: originOf(starter, tree) } };
}

/** The globs that the file of a site gives for `exclude`. They may name what a build writes later. */
export function siteExcludes(fs: FileSystem, project: string): ReadonlySet<string> {
  return new Set(candidatesIn(fs, project).flatMap(({ tree: { exclude = [] } }) => exclude));
}

/** A tree, and the site whose file says something of it. */
interface PossibleTree {
  readonly tree: StarterTree;
  readonly site: LocatedSite | undefined;
}

function candidatesIn(fs: FileSystem, project: string): readonly PossibleTree[] {
  const top = new SiteFolder(fs, project, ".");
  const site = findSite(fs, project);
  const plain = top.isFolder("docs") ? ["docs", "."] : ["."];
  const own = site === undefined ? versionedFolders(top) : treeOf(top, site.folder.path, site.content);
  return [
    ...(own === undefined ? [] : [{ tree: own, site }]),
    ...plain.map((path) => {
      // What the site leaves out is no document of another tree either.
      const exclude = site === undefined ? [] : excludesIn(site.folder.path, site.content.exclude ?? [], path);
      return { tree: withFolders(top, { path, exclude }), site: exclude.length > 0 ? site : undefined };
    }),
  ];
}

function foundIn(site: LocatedSite | undefined): Starter["found"] {
  return site === undefined ? null : { generator: site.generator, file: site.file };
}

function originOf({ found }: Pick<Starter, "found">, tree: StarterTree): string | undefined {
  if (found !== null) return `From ${JSON.stringify(found.file)} (${found.generator}).`;
  return tree.locales === undefined && tree.versions === undefined ? undefined : "By the names of the folders.";
}

/** `manuals`: documents that are neither plain text nor pages, nor in folders of examples and tests. */
function counted(
  fs: FileSystem,
  project: string,
  tree: StarterTree,
): Omit<Starter, "found"> & { readonly manuals: number } {
  const path = joinPath(project, tree.path);
  const include = tree.include ?? [READ, ...TOLD_GLOBS];
  const walk = walkTree(fs, { path, include, exclude: tree.exclude ?? [], gitignore: true });
  // What only its first bytes tell is told by its name here.
  const files = walk.files.filter(({ path: file }) =>
    formatOf(file).told === undefined || documentExtension(file) !== undefined
  );
  const scan = { ...walk, files, tree: { name: STARTER_TREE, path } };
  const unread = [
    ...unreadIn([scan]),
    ...unreadAround(fs, { root: project, files: [{ path: project, global: false }] }, [scan]),
  ];
  const manuals = scan.files.filter(({ path: file }) => isManual(file)).length;
  return {
    tree,
    documents: files.length,
    manuals,
    paths: files.map(({ path: file }) => joinPath(path, file)),
    ...(unread.length === 0 ? {} : { unread }),
  };
}

function isManual(path: string): boolean {
  const { view } = formatOf(path);
  return (view === "markdown" || view === "markup") && !path.split("/").some((name) => OTHERS.test(name));
}

/** `docs` and `versioned_docs` beside each other. */
function versionedFolders(top: SiteFolder): StarterTree | undefined {
  if (!top.isFolder("docs") || !top.isFolder("versioned_docs")) return undefined;
  const versions = versionsIn(top, "versioned_docs");
  return versions.length === 0 ? undefined : treeOf(top, ".", {
    folders: ["docs", "versioned_docs"],
    versions: ["docs", ...versions],
  });
}

/** The tree that holds all folders of a site. */
function treeOf(top: SiteFolder, site: string, content: SiteContent): StarterTree | undefined {
  const places = content.folders.flatMap((folder) => {
    const place = partsIn(site, folder)?.join("/");
    return place === undefined || !top.isFolder(place || ".") ? [] : [place || "."];
  });
  const [manual, ...others] = [...new Set(places)];
  if (manual === undefined) return undefined;
  const apart = others.filter((place) => belowTree(place, manual) === undefined);
  const path = apart.reduce(commonFolder, manual);
  const inTree = (folder: string): readonly string[] => {
    const place = partsIn(site, folder)?.join("/");
    const below = place === undefined ? undefined : belowTree(place || ".", path);
    return below === undefined ? [] : [below];
  };
  const locales = (content.locales ?? []).flatMap(([code, folder]) => inTree(folder).map((one): Locale => [code, one]));
  const versions = (content.versions ?? []).flatMap(inTree);
  const include = apart.length === 0
    ? undefined
    : [manual, ...apart].flatMap((place) =>
      [belowTree(place, path)].flatMap((below) => below === undefined ? [] : [joined(escaped(below), READ)])
    );
  return withFolders(top, {
    path,
    include,
    exclude: excludesIn(site, content.exclude ?? [], path),
    locales: locales.length < 2 ? undefined : locales,
    versions: versions.length < 2 ? undefined : versions,
    base_url: siteAddress(content.base_url),
    format: content.format === undefined || content.format.length === 0 ? undefined : content.format,
  });
}

/** The address of a site as a key may state it. */
function siteAddress(stated: string | undefined): string | undefined {
  if (stated === undefined || !/^https?:\/\//i.test(stated) || !URL.canParse(stated)) return undefined;
  const { hostname, username, password, href } = new URL(stated);
  const isPublic = hostname.includes(".") && !/(?:^|\.)example\.\w+$/.test(hostname);
  return isPublic && username === "" && password === "" ? href : undefined;
}

/** Adds languages and versions that the names of folders tell, where the site says none. */
function withFolders(top: SiteFolder, tree: StarterTree): StarterTree {
  const { path } = tree;
  const relative = (place: string): string => belowTree(place, path) ?? ".";
  const found = [versionsIn(top, path), versionsBelow(top, path)].find((places) => places.length > 0) ?? [];
  const versions = tree.versions ?? some(found.map(relative));
  if (tree.locales !== undefined || tree.include !== undefined) return { ...tree, versions };
  const inner = languagesIn(top, path, ".").map(([code, place]): Locale => [code, relative(place)]);
  if (inner.length > 0) return { ...tree, versions, locales: inner };
  return versions === undefined ? beside(top, tree) ?? tree : { ...tree, versions };
}

/** Where the tree lies in the folder of a language, others of which lie beside it: the tree of them all. */
function beside(top: SiteFolder, tree: StarterTree): StarterTree | undefined {
  const parts = tree.path.split("/");
  const depth = parts.findIndex((part) => languageOf(part) !== undefined);
  if (depth < 0) return undefined;
  const path = parts.slice(0, depth).join("/") || ".";
  const below = parts.slice(depth + 1).join("/") || ".";
  const found = languagesIn(top, path, below);
  if (found.length === 0) return undefined;
  const locales = found.map(([code, place]): Locale => [code, belowTree(place, path) ?? "."]);
  return {
    path,
    locales,
    include: below === "." && locales.every(([, place]) => !place.includes("/"))
      ? undefined
      : [joined("*", escaped(below), READ)],
    exclude: (tree.exclude ?? []).map((glob) => glob.startsWith("**/") ? glob : joined("*", escaped(below), glob)),
  };
}

/** Globs of a site as those of a tree. What lies outside the tree, and what is no glob, is left away. */
function excludesIn(site: string, globs: readonly string[], path: string): readonly string[] {
  const found = globs.filter(isGlob).flatMap((glob) => {
    if (glob.startsWith("**/") && path !== ".") return [glob];
    const place = partsIn(escaped(site), glob)?.join("/");
    const below = place === undefined || place === "" ? undefined : belowTree(place, escaped(path));
    return below === undefined || below === "." ? [] : [below];
  });
  return [...new Set(found)];
}

function isGlob(glob: string): boolean {
  try {
    return compileGlob(glob) !== undefined;
  } catch {
    return false;
  }
}

/** A path in the project as one in the tree; undefined where it lies outside. */
function belowTree(place: string, path: string): string | undefined {
  if (path === ".") return place;
  if (place === path) return ".";
  return place.startsWith(`${path}/`) ? place.slice(path.length + 1) : undefined;
}

function commonFolder(a: string, b: string): string {
  const [one, other] = [a.split("/"), b.split("/")];
  const same = one.findIndex((part, depth) => part !== other[depth]);
  return (same < 0 ? one : one.slice(0, same)).join("/") || ".";
}

/** The name of a folder as a glob of itself. */
function escaped(path: string): string {
  return path.replace(/[\\*?[\]{}!]/g, "\\$&");
}

function some<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}
