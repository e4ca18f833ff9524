/** Finds the passage that somebody means who pastes an address, a path, a link or a name. */
import { decoded, readPasted } from "../../links/destination.ts";
import { type LinkDocument, LinkMap, type LinkTree, type Page } from "../../links/link_map.ts";
import { placeIn, resolve, type ResolvedPlace } from "../../links/resolve.ts";
import type { Catalogue } from "../../search/ports/catalogue.ts";
import { joinPath } from "../../text/paths.ts";
import type { Environment } from "../environment.ts";

/** A reader gives the same list each time, and to sort thousands of documents takes 40 ms. */
const sorted = new WeakMap<readonly LinkDocument[], LinkMap>();

/** The documents of a workspace, as links see them. */
export async function linkMapOf(trees: readonly LinkTree[], catalogue: Catalogue): Promise<LinkMap> {
  const documents = await catalogue.documents();
  const known = sorted.get(documents);
  if (known?.trees === trees) return known;
  const map = new LinkMap(trees, documents);
  sorted.set(documents, map);
  return map;
}

/**
 * Takes paths from the working directory, absolute ones, and those within a tree (`docs:guide`); a line or a section
 * after each; and destinations in all forms in which documents write them. Undefined where no document fits.
 */
export async function findPlace(
  { config, directory }: Pick<Environment, "config" | "directory">,
  catalogue: Catalogue,
  text: string,
): Promise<ResolvedPlace | undefined> {
  const map = await linkMapOf(config.trees, catalogue);
  const file = await inFile(map, catalogue, directory, text);
  if (file !== undefined) return file;
  const destination = readPasted(text);
  return destination === undefined ? undefined : await resolve(catalogue, map, destination);
}

/** The longest beginning of the text that is a file of a tree, and the place in it that the rest names. */
async function inFile(
  map: LinkMap,
  catalogue: Catalogue,
  directory: string,
  text: string,
): Promise<ResolvedPlace | undefined> {
  for (const { path, rest } of divisions(text.trim())) {
    const [page] = pagesAt(map, directory, path);
    if (page === undefined) continue;
    const found = { page, reason: "path" as const, isSure: true, others: [] };
    const line = /^:(\d{1,9})(?:[-:]\d{1,9})?$|^#L(\d{1,9})(?:-L?\d{1,9})?$/.exec(rest);
    const place = line !== null
      ? { line: Number(line[1] ?? line[2]) }
      : { fragment: rest === "" ? undefined : decoded(rest.slice(1)) };
    return await placeIn(catalogue, found, place);
  }
  return undefined;
}

/** A name of a file may hold `#` and `:`. */
function divisions(text: string): readonly { readonly path: string; readonly rest: string }[] {
  const places = [...text.matchAll(/#|:(?=\d+(?:[-:]\d+)?$)/g)].map(({ index }) => index).filter((at) => at > 0);
  return [text.length, ...places.reverse()].map((at) => ({ path: text.slice(0, at), rest: text.slice(at) }));
}

/** A path after the name of a tree begins in its folder, any other in the working directory. */
function pagesAt(map: LinkMap, directory: string, path: string): readonly Page[] {
  const [, name, inTree] = /^([^:]+):(.*)$/s.exec(path) ?? [];
  const tree = map.trees.find((each) => each.name === name);
  const file = tree === undefined ? joinPath(directory, path) : joinPath(tree.path, `./${inTree!}`);
  const exact = map.atFile(file);
  return exact.length > 0 || path.endsWith("/..") ? exact : map.atPage(file.replace(/\/+$/, ""));
}
