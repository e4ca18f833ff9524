/** Finds the documents at a path, and the nearest of several. */
import { fileExtension, fileStem, isInside, joinPath, normalizePath, parentPath } from "../text/paths.ts";
import { isIndexName } from "./canonical.ts";
import type { LinkMap, LinkTree, Page } from "./link_map.ts";
import { languageSuffix } from "./page_languages.ts";

/** The document that holds a link. */
export type LinkingPage = Pick<Page, "document" | "file">;

/** The page at a path below a folder: the file itself, the page that is made from it, or the index of the folder. */
export function atPath(map: LinkMap, base: string, path: string): readonly Page[] {
  return pagesAt(map, base, path, (each) => map.atPage(each));
}

export function atPathOfAnyCase(map: LinkMap, base: string, path: string): readonly Page[] {
  return pagesAt(map, base, path, (each) => map.atAnyCase(each));
}

function pagesAt(
  map: LinkMap,
  base: string,
  path: string,
  pages: (path: string) => readonly Page[],
): readonly Page[] {
  const whole = joinPath(base, `./${path}`);
  const exact = map.atFile(whole);
  if (exact.length > 0) return exact;
  const bare = normalizePath(whole);
  const found = pages(bare);
  // `guide/` is the index of the folder, and `guide` may be a page beside it.
  const isFolder = path.endsWith("/") || path === ".";
  const [first, second] = [
    found.filter(({ file }) => isIndexName(fileStem(file)) === isFolder),
    found.filter(({ file }) => isIndexName(fileStem(file)) !== isFolder),
  ];
  if (first.length > 0) return first;
  if (second.length > 0) return second;
  // A file that is a page has another extension than its address: `guide.html`, or `guide.md` for a page that has
  // moved.
  const extension = fileExtension(bare);
  return extension === "" || !/^(?:html?|md|mdx|markdown|rst|txt|adoc)$/i.test(extension)
    ? []
    : pages(bare.slice(0, -extension.length - 1));
}

/** The nearest page, and the others that are as far. A file that stands in several trees is one page. */
export function chosen(
  pages: readonly Page[],
  origin: LinkingPage | undefined,
): { readonly page: Page; readonly others: readonly Page[] } | undefined {
  const ranked = [...new Set(pages)].map((page) => ({
    page,
    near: origin === undefined ? 0 : commonStart(page, origin),
  }))
    .sort((a, b) =>
      b.near - a.near || a.page.segments.length - b.page.segments.length ||
      (a.page.document.id < b.page.document.id ? -1 : 1)
    );
  const [first] = ranked;
  if (first === undefined) return undefined;
  const others = ranked.slice(1).filter(({ page, near }) => near === first.near && page.file !== first.page.file);
  return { page: first.page, others: others.map(({ page }) => page) };
}

/** How many folders two documents share; more within one tree than over two, and in one language. */
function commonStart({ document, file }: Page, origin: LinkingPage): number {
  const [one, other] = [file.split("/"), origin.file.split("/")];
  let shared = 0;
  while (shared < one.length - 1 && shared < other.length - 1 && one[shared] === other[shared]) shared++;
  const isSameLanguage = languageSuffix(file) === languageSuffix(origin.file);
  return shared + (document.tree === origin.document.tree ? 0.5 : 0) + (isSameLanguage ? 0.25 : 0);
}

export function ownFirst(trees: readonly LinkTree[], origin: LinkingPage | undefined): readonly LinkTree[] {
  const own = origin?.document.tree;
  return [...trees].sort((a, b) => Number(b.name === own) - Number(a.name === own));
}

/** The folders from one down to a file in it, without the first. */
export function foldersBetween(folder: string, file: string): readonly string[] {
  if (!isInside(file, folder)) return [];
  const between: string[] = [];
  for (let at = parentPath(file); at.length > folder.length; at = parentPath(at)) between.push(at);
  return between.reverse();
}

/** At most three. */
export function foldersAbove(folder: string): readonly string[] {
  const above: string[] = [];
  for (let at = parentPath(folder); at !== folder && at !== "/" && above.length < 3; at = parentPath(at)) {
    above.push(at);
  }
  return above;
}
