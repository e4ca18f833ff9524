/** The names by which links may lead to a document, whatever their form. The index finds documents with such links. */
import type { ChunkAnchor, IndexedChunk, LinkNames } from "../search/ports/catalogue.ts";
import { fileName, fileStem, parentPath } from "../text/paths.ts";
import { isIndexName } from "./canonical.ts";
import { addressesOf, type LinkMap, type Page } from "./link_map.ts";
import { baseOf } from "./site_address.ts";

/** What Sphinx puts before the names of terms and modules, and mdBook before those of rules. */
const PREFIX = /^(?:term|module|r)-/;

/** More places of a document are not looked up. */
const MAX_LABELS = 5000;

export function namesOf(
  map: LinkMap,
  page: Page,
  sections: readonly IndexedChunk[],
  anchors: readonly ChunkAnchor[],
): LinkNames {
  const { document: { title, metadata, tree, id }, file } = page;
  const own = new Set(sections.map(({ ref }) => ref));
  const labels = [
    ...anchors.filter(({ ref }) => own.has(ref)).flatMap(({ name }) => [name, name.replace(PREFIX, "")]),
    ...sections.filter((section) => section.id !== id).map((section) => section.id.slice(id.length + 1)),
  ];
  const names = [
    // A folder, as in `../`, may have any page as its index.
    "",
    fileName(file),
    fileStem(file),
    title,
    ...metadata["aliases"] ?? [],
    ...metadata["alias"] ?? [],
    ...addressesOf(page).map((address) => address.split("/").at(-1)!),
    ...isIndexName(fileStem(file)) ? [fileName(parentPath(file)), ...siteNames(map, tree)] : [],
  ];
  return { names: [...new Set(names)], labels: [...new Set(labels)].slice(0, MAX_LABELS) };
}

/** The ends of the address of a site, which is that of its start page. */
function siteNames(map: LinkMap, tree: string): readonly string[] {
  const base = baseOf(map.trees.find(({ name }) => name === tree)!);
  return base === undefined ? [] : [base.host, fileName(base.path)];
}
