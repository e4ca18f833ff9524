/** Finds the place in a document that a fragment names. */
import { slugOf } from "../document/ids.ts";
import type { ChunkAnchor, IndexedChunk } from "../search/ports/catalogue.ts";
import type { FoundPlace } from "../shapes/links.ts";
import { canonicalAnchor } from "./canonical.ts";

/** How a section was found. */
type SectionReason = NonNullable<FoundPlace["section"]>;

export interface FoundSection {
  readonly chunk: IndexedChunk;
  readonly reason: SectionReason;
}

/** Prefixes that generators put before the id of a heading. */
const PREFIXES = /^(?:user-content-|module-|h-|heading-|_)/;

/**
 * The section of a document with this fragment. `sections` are its chunks in the order of the text, and `anchors` those
 * of all documents.
 */
export function findSection(
  sections: readonly IndexedChunk[],
  anchors: readonly ChunkAnchor[],
  fragment: string,
): FoundSection | undefined {
  const table = tableOf(sections, anchors);
  const exact = table.slugs.get(fragment);
  if (exact !== undefined) return { chunk: exact, reason: "id" };
  const anchor = table.anchors.get(fragment);
  if (anchor !== undefined) return { chunk: anchor, reason: "anchor" };
  for (const name of formsOf(fragment)) {
    const found = byLetters(table, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The sections of a document by what a fragment may be. The first of several counts. */
interface SectionTable {
  readonly slugs: Map<string, IndexedChunk>;
  readonly anchors: Map<string, IndexedChunk>;
  /** The same by letters and digits. */
  readonly slugLetters: Map<string, IndexedChunk>;
  readonly titleLetters: Map<string, IndexedChunk>;
  readonly anchorLetters: Map<string, IndexedChunk>;
  /** The sections with the same title, in the order of the text. */
  readonly sameTitle: Map<string, IndexedChunk[]>;
}

/** Many links lead to the same documents. */
const tables = new WeakMap<readonly IndexedChunk[], SectionTable>();

function tableOf(sections: readonly IndexedChunk[], anchors: readonly ChunkAnchor[]): SectionTable {
  const known = tables.get(sections);
  if (known !== undefined) return known;
  const table = {
    slugs: new Map<string, IndexedChunk>(),
    anchors: new Map<string, IndexedChunk>(),
    slugLetters: new Map<string, IndexedChunk>(),
    titleLetters: new Map<string, IndexedChunk>(),
    anchorLetters: new Map<string, IndexedChunk>(),
    sameTitle: new Map<string, IndexedChunk[]>(),
  };
  const namesOf = anchorsByChunk(anchors);
  for (const chunk of sections) {
    const slug = slugOf(chunk.id, chunk.docId);
    if (slug !== null) {
      addFirst(table.slugs, slug, chunk);
      addFirst(table.slugLetters, canonicalAnchor(slug), chunk);
    }
    if (chunk.depth > 0) {
      const title = canonicalAnchor(chunk.title);
      addFirst(table.titleLetters, title, chunk);
      // Components and badges in a heading are no part of its id.
      addFirst(table.titleLetters, canonicalAnchor(chunk.title.replace(/<[^<>]*>/g, "")), chunk);
      table.sameTitle.set(title, [...(table.sameTitle.get(title) ?? []), chunk]);
    }
    for (const name of namesOf.get(chunk.ref) ?? []) {
      addFirst(table.anchors, name, chunk);
      addFirst(table.anchorLetters, canonicalAnchor(name), chunk);
    }
  }
  // The title of a document is often a heading with an id. Any section with this title comes before it.
  const [whole] = sections;
  if (whole?.depth === 0) addFirst(table.titleLetters, canonicalAnchor(whole.title), whole);
  tables.set(sections, table);
  return table;
}

function addFirst(map: Map<string, IndexedChunk>, key: string, chunk: IndexedChunk): void {
  if (key !== "" && !map.has(key)) map.set(key, chunk);
}

const byChunk = new WeakMap<readonly ChunkAnchor[], ReadonlyMap<unknown, readonly string[]>>();

function anchorsByChunk(anchors: readonly ChunkAnchor[]): ReadonlyMap<unknown, readonly string[]> {
  const known = byChunk.get(anchors);
  if (known !== undefined) return known;
  const names = new Map<unknown, string[]>();
  for (const { name, ref } of anchors) {
    const same = names.get(ref);
    if (same === undefined) names.set(ref, [name]);
    else same.push(name);
  }
  byChunk.set(anchors, names);
  return names;
}

/** The innermost section that holds a line. */
export function sectionAtLine(sections: readonly IndexedChunk[], line: number): IndexedChunk | undefined {
  return sections.filter(({ startLine, endLine }) => startLine <= line && line <= endLine)
    .sort((a, b) => b.depth - a.depth || b.startLine - a.startLine)[0];
}

/** The fragment, without the prefix of a generator, and the last of `#Heading#Subheading`. */
function formsOf(fragment: string): readonly string[] {
  const last = fragment.slice(fragment.lastIndexOf("#") + 1);
  return [...new Set([fragment, fragment.replace(PREFIXES, ""), last])];
}

function byLetters(table: SectionTable, name: string): FoundSection | undefined {
  const wanted = canonicalAnchor(name);
  if (wanted === "") return undefined;
  const bySlug = table.slugLetters.get(wanted);
  if (bySlug !== undefined) return { chunk: bySlug, reason: "id" };
  const byTitle = table.titleLetters.get(wanted);
  if (byTitle !== undefined) return { chunk: byTitle, reason: "title" };
  const anchor = table.anchorLetters.get(wanted);
  return anchor === undefined ? numbered(table, name) : { chunk: anchor, reason: "anchor" };
}

/** Generators number headings of the same text: `setup`, `setup-1` or `setup_1`, `setup-2`. */
function numbered({ sameTitle }: SectionTable, name: string): FoundSection | undefined {
  const [, base, number] = /^(.*?)[-_](\d{1,4})$/.exec(name) ?? [];
  if (base === undefined || number === undefined) return undefined;
  const chunk = sameTitle.get(canonicalAnchor(base))?.[Number(number)];
  return chunk === undefined ? undefined : { chunk, reason: "numbered" };
}
