/** Finds the files of a repository that links lead to and that are no documents of a tree. */
import { PAGE_EXTENSIONS } from "../document/formats/registry.ts";
import {
  fileExtension,
  fileStem,
  isInside,
  joinPath,
  normalizePath,
  parentPath,
  relativePath,
  withAncestors,
} from "../text/paths.ts";
import type { DriftDocument } from "./document.ts";
import type { LinkTargets } from "./link_targets.ts";
import type { Repository } from "./repository.ts";
import { belowBase } from "../links/site_address.ts";
import type { WrittenLink } from "../links/written_link.ts";

export type LinkedFile =
  /** A file or folder, by its path in the repository, and whether it lies out of the tree. */
  | { readonly state: "file"; readonly path: string; readonly isAway?: boolean }
  | { readonly state: "outside" | "other-site" | "generated" }
  /** Relative to the repository, where the link means it. Out of the tree, it may be a page of another book. */
  | {
    readonly state: "missing";
    readonly target: string;
    readonly otherCase: string | undefined;
    readonly isAway?: boolean;
  };

/** Endings that site generators let you leave out of a link. */
const PAGE_ENDINGS = [
  "",
  ...PAGE_EXTENSIONS.map((extension) => `.${extension}`),
  ...["index.md", "index.mdx", "README.md", "readme.md", "_index.md"].map((name) => `/${name}`),
];

/** A path that is not one of a document. It is decoded. */
export function findFile(
  document: DriftDocument,
  path: string,
  kind: WrittenLink["kind"],
  targets: Pick<LinkTargets, "repository" | "isDocumentFolder" | "isVault" | "map">,
): LinkedFile {
  return path.startsWith("/") ? fromSite(document, path, targets) : fromDocument(document, path, kind, targets);
}

/** From the folder of the document, or from the address at which a site serves it. */
function fromDocument(
  { inRepository, format, origin }: DriftDocument,
  path: string,
  kind: WrittenLink["kind"],
  { repository, isVault }: Parameters<typeof findFile>[3],
): LinkedFile {
  const own = parentPath(inRepository);
  const [target, served] = [own, `${own}/${fileStem(inRepository)}`].map((base) =>
    normalizePath(`${base}/${path}`)
  ) as [string, string];
  const tree = treeFolder(origin.file, origin.document.path);
  const isAway = !isInside(joinPath(parentPath(origin.file), path), tree);
  for (const whole of [target, served]) {
    if (isAbove(whole)) continue;
    const found = pageAt(whole, repository);
    if (found !== undefined) return { state: "file", path: found, isAway };
  }
  if (isAbove(target)) return { state: "outside" };
  const above = repository.isDocusaurus && /\.mdx?$/.test(path)
    ? withAncestors(own).map((folder) => normalizePath(`${folder}/${path}`)).find(repository.has)
    : undefined;
  if (above !== undefined) return { state: "file", path: above };
  const translated = translatedTarget(target, repository);
  if (translated !== undefined) return { state: "file", path: translated };
  // AsciiDoc and Sphinx look for pictures and files in folders that their settings name.
  const name = path.replace(/^(?:\.{1,2}\/)+/, "");
  const byName = isVault(origin.document.tree) || (format !== "markdown" && format !== "mdx");
  if (byName && repository.hasEnding(name)) return { state: "file", path: name };
  const isUnsure = isAway && !isMeant(target, kind, repository);
  return { state: "missing", target, otherCase: repository.inOtherCase(target), isAway: isUnsure };
}

/**
 * A path out of the tree means a file of the repository where that has such a folder, and not the page of a book. Books
 * name pages of others by their sources too: such a page is meant only where the very folder is there.
 */
function isMeant(target: string, kind: WrittenLink["kind"], repository: Repository): boolean {
  const extension = fileExtension(target).toLowerCase();
  if (/^html?$|^$/.test(extension) && kind !== "image") return false;
  if (PAGE_EXTENSIONS.includes(extension)) return repository.has(parentPath(target));
  const [first = "", ...rest] = target.split("/");
  return rest.length === 0 || repository.has(first);
}

/** From the root of the site, which may be any folder: those of pictures and scripts are no folders of documents. */
function fromSite(
  document: DriftDocument,
  path: string,
  targets: Parameters<typeof findFile>[3],
): LinkedFile {
  const [whole = "/", ...shorter] = sitePaths(document, path, targets);
  const found = atSite(document, whole, targets);
  if (found.state === "file" || shorter.length === 0) return found;
  const inSite = shorter.map((each) => atSite(document, each, targets, true));
  return inSite.find(({ state }) => state === "file") ?? inSite.at(-1)!;
}

/** The path, without the path of the site on its host, and without the language that stands in names of files. */
function sitePaths(
  { origin: { document: { tree: name } } }: DriftDocument,
  path: string,
  { map }: Parameters<typeof findFile>[3],
): readonly string[] {
  const below = belowBase(map.trees.filter((tree) => tree.name === name), path);
  const [, language, rest] = /^\/([^/]+)(\/.*)$/.exec(below ?? path) ?? [];
  const isLanguage = rest !== undefined && map.hasLanguage(name, language!.toLowerCase());
  return [path, ...below === undefined ? [] : [below], ...isLanguage ? [rest] : []];
}

/** `isOwn`: whether the path is one of this site for sure. */
function atSite(
  { origin, format }: DriftDocument,
  path: string,
  { repository, isDocumentFolder, map }: Parameters<typeof findFile>[3],
  isOwn = false,
): LinkedFile {
  const below = normalizePath(path.replace(/^\/+/, ""));
  const root = treeFolder(origin.file, origin.document.path);
  // A folder without documents is no page.
  const there = repository.withEnding(below);
  if (below === "." || there.some(repository.isFile) || (there.length > 0 && isDocumentFolder(below))) {
    return { state: "file", path: below };
  }
  const bare = below.replace(/\.html?$/i, "");
  const ending = PAGE_ENDINGS.slice(1).map((end) => bare + end).find((each) => repository.hasEnding(each));
  if (ending !== undefined) return { state: "file", path: ending };
  const translated = inEnglish(bare).flatMap((path) => PAGE_ENDINGS.map((end) => path + end)).find(
    repository.hasEnding,
  );
  if (translated !== undefined) return { state: "file", path: translated };
  if (isOwn && map.atPage(joinPath(root, bare)).length > 0) return { state: "file", path: bare };
  const folder = parentPath(below);
  // Beside files that are there, one may be missing. Where nothing is, another site or a generator may be meant.
  const isFile = /\.(?!html?$)\w{2,5}$/i.test(below);
  // Sites put the newest version at an address of its own.
  const unversioned = folder.replace(/\/(?:next|current|latest|stable)(?=\/|$)/, "");
  const isKnown = isDocumentFolder(folder) || isDocumentFolder(unversioned) || (isFile && repository.hasEnding(folder));
  if (folder !== "." && !isKnown && format !== "rst") return { state: "other-site" };
  return {
    state: "missing",
    target: normalizePath(`${relativePath(repository.top, root)}/${below}`),
    otherCase: undefined,
  };
}

function treeFolder(file: string, path: string): string {
  return file.endsWith(`/${path}`) ? file.slice(0, -path.length - 1) : parentPath(file);
}

function isAbove(path: string): boolean {
  return path === ".." || path.startsWith("../");
}

/** A file, the page that is made from one, or the page of a folder. */
function pageAt(whole: string, repository: Repository): string | undefined {
  const bare = whole.replace(/\.html?$/i, "");
  const folder = /(?:^|\/)index(?:\.\w+)?$/.test(whole) ? [`${parentPath(whole)}/README.md`] : [];
  const names = [
    ...folder,
    ...PAGE_ENDINGS.map((end) => whole + end),
    ...(bare === whole ? [] : PAGE_ENDINGS.map((end) => bare + end)),
  ].map(normalizePath);
  const found = names.find((name) => repository.has(name));
  return found ?? (repository.hasTranslation(bare) ? bare : undefined);
}

const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;

/** A page without a translation is taken from the English pages. */
function translatedTarget(target: string, repository: Repository): string | undefined {
  return inEnglish(target).flatMap((path) => [path, `${path}.md`]).find(repository.has);
}

/** The paths of the English page in the place of one in another language. */
function inEnglish(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.flatMap((part, at) =>
    LANGUAGE.test(part) && part !== "en"
      ? ["en", "en-us", "en-US", "en_US"].map((english) => parts.with(at, english).join("/"))
      : []
  );
}
