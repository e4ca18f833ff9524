/** Finds the passage that somebody means who pastes an address, a path, a link or a name. */
import { decoded, readPasted } from "../../links/destination.ts";
import { type LinkDocument, LinkMap, type LinkTree, type Page } from "../../links/link_map.ts";
import { type LinkSources, placeIn, resolve, type ResolvedPlace } from "../../links/resolve.ts";
import type { Catalogue } from "../../search/ports/catalogue.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import type { FoundPlace } from "../../shapes/links.ts";
import { joinPath } from "../../text/paths.ts";
import type { Environment } from "../environment.ts";
import { withRepositories } from "./own_repository.ts";

/** A reader gives the same list each time, and to sort thousands of documents takes 40 ms. */
const sorted = new WeakMap<readonly LinkDocument[], LinkMap>();

/** What links of a workspace are resolved with, for one answer. */
export async function linkSources(
  { config, fs }: Pick<Environment, "config" | "fs">,
  { catalogue, passages }: Pick<Snapshot, "catalogue" | "passages">,
): Promise<LinkSources> {
  const texts = new Map<string, Promise<string | undefined>>();
  const sections = new Map<string, ReturnType<Catalogue["sections"]>>();
  const map = await linkMapOf(withRepositories(fs, config.trees, config.root), catalogue);
  return {
    // Many links lead to the same documents.
    catalogue: {
      ...catalogue,
      sections(docId) {
        const found = sections.get(docId) ?? catalogue.sections(docId);
        sections.set(docId, found);
        return found;
      },
    },
    map,
    textOf(document) {
      const known = texts.get(document.id);
      if (known !== undefined) return known;
      const text = passages.read(document, { start: 0, end: document.byteEnd }).then((passage) =>
        typeof passage === "string" ? undefined : new TextDecoder().decode(passage.bytes)
      );
      texts.set(document.id, text);
      return text;
    },
  };
}

/** The documents of a workspace, as links see them. */
async function linkMapOf(trees: readonly LinkTree[], catalogue: Catalogue): Promise<LinkMap> {
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
  environment: Pick<Environment, "config" | "directory" | "fs">,
  snapshot: Snapshot,
  text: string,
): Promise<ResolvedPlace | undefined> {
  const sources = await linkSources(environment, snapshot);
  const file = await inFile(sources, environment.directory, text);
  if (file !== undefined) return file;
  const destination = readPasted(text);
  return destination === undefined ? undefined : await resolve(sources, destination);
}

/** A place as it is published. */
export function foundPlace({ byPage, bySection, isSure, line }: ResolvedPlace): FoundPlace {
  return { document: byPage, section: bySection, sure: isSure, ...line === null ? {} : { line } };
}

/** The longest beginning of the text that is a file of a tree, and the place in it that the rest names. */
async function inFile(
  sources: LinkSources,
  directory: string,
  text: string,
): Promise<ResolvedPlace | undefined> {
  for (const { path, rest } of divisions(text.trim())) {
    const [page] = pagesAt(sources.map, directory, path);
    if (page === undefined) continue;
    const found = { page, reason: "path" as const, isSure: true, others: [] };
    const line = /^:(\d{1,9})(?:[-:]\d{1,9})?$|^#L(\d{1,9})(?:-L?\d{1,9})?$/.exec(rest);
    const place = line !== null
      ? { line: Number(line[1] ?? line[2]) }
      : { fragment: rest === "" ? undefined : decoded(rest.slice(1)) };
    return await placeIn(sources, found, place);
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
