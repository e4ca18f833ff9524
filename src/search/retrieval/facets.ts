/** Counts of documents by tree, tag, language and metadata. */
import type { IndexedDocument } from "../ports/catalogue.ts";
import type { Counts, Facets } from "../../shapes/search.ts";

/**
 * Counts the documents with these ids. A document that holds a value twice counts once. Labels leave out metadata,
 * because it often has as many values as there are documents.
 */
export function facetsOf(
  ids: readonly string[],
  documents: readonly IndexedDocument[],
  asked: true | "labels" = true,
): Facets {
  const wanted = new Set(ids);
  const found = documents.filter(({ id }) => wanted.has(id));
  const keys = asked === "labels" ? [] : [...new Set(found.flatMap(({ metadata }) => Object.keys(metadata)))].sort();
  return {
    tree: countBy(found.map(({ tree }) => [tree])),
    tag: countBy(found.map(({ tags }) => tags)),
    lang: countBy(found.map(({ lang }) => (lang === null ? [] : [lang]))),
    // Only own keys count, because frontmatter may have a key such as `__proto__`.
    meta: Object.fromEntries(
      keys.map((
        key,
      ) => [key, countBy(found.map(({ metadata }) => (Object.hasOwn(metadata, key) ? metadata[key]! : [])))]),
    ),
  };
}

function countBy(valuesOfDocuments: readonly (readonly string[])[]): Counts {
  const counts = new Map<string, number>();
  for (const values of valuesOfDocuments) {
    for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}
