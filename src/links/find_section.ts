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
 * that lead to them.
 */
export function findSection(
  sections: readonly IndexedChunk[],
  anchors: readonly ChunkAnchor[],
  fragment: string,
): FoundSection | undefined {
  const exact = sections.find(({ id, docId }) => slugOf(id, docId) === fragment);
  if (exact !== undefined) return { chunk: exact, reason: "id" };
  const byRef = new Map(sections.map((chunk) => [chunk.ref, chunk]));
  const anchor = anchors.find(({ name, ref }) => name === fragment && byRef.has(ref));
  if (anchor !== undefined) return { chunk: byRef.get(anchor.ref)!, reason: "anchor" };
  for (const name of formsOf(fragment)) {
    const found = byLetters(sections, anchors, byRef, name);
    if (found !== undefined) return found;
  }
  return undefined;
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

function byLetters(
  sections: readonly IndexedChunk[],
  anchors: readonly ChunkAnchor[],
  byRef: ReadonlyMap<unknown, IndexedChunk>,
  name: string,
): FoundSection | undefined {
  const wanted = canonicalAnchor(name);
  if (wanted === "") return undefined;
  const isEqual = (text: string | null): boolean => text !== null && canonicalAnchor(text) === wanted;
  const bySlug = sections.find(({ id, docId }) => isEqual(slugOf(id, docId)));
  // Components and badges in a heading are no part of its id.
  const byName = bySlug ??
    sections.find(({ title, depth }) => depth > 0 && (isEqual(title) || isEqual(title.replace(/<[^<>]*>/g, ""))));
  if (byName !== undefined) return { chunk: byName, reason: bySlug === undefined ? "title" : "id" };
  const anchor = anchors.find((each) => byRef.has(each.ref) && isEqual(each.name));
  if (anchor !== undefined) return { chunk: byRef.get(anchor.ref)!, reason: "anchor" };
  return numbered(sections, name);
}

/** Generators number headings of the same text: `setup`, `setup-1` or `setup_1`, `setup-2`. */
function numbered(sections: readonly IndexedChunk[], name: string): FoundSection | undefined {
  const [, base, number] = /^(.*?)[-_](\d{1,4})$/.exec(name) ?? [];
  if (base === undefined || number === undefined) return undefined;
  const wanted = canonicalAnchor(base);
  const same = wanted === ""
    ? []
    : sections.filter(({ title, depth }) => depth > 0 && canonicalAnchor(title) === wanted);
  const chunk = same[Number(number)];
  return chunk === undefined ? undefined : { chunk, reason: "numbered" };
}
