/** Resolves a destination to a place: a document, and a section of it. */
import type { Catalogue, ChunkAnchor, IndexedChunk } from "../search/ports/catalogue.ts";
import type { FoundPlace } from "../shapes/links.ts";
import { slugify } from "../text/slug.ts";
import type { Destination } from "./destination.ts";
import { findPage, type FoundPage, type LinkingPage } from "./find_page.ts";
import { findSection, sectionAtLine } from "./find_section.ts";
import type { LinkMap, Page } from "./link_map.ts";

export interface ResolvedPlace {
  /** The section, or the document itself. */
  readonly chunk: IndexedChunk;
  readonly page: Page;
  readonly byPage: FoundPlace["document"];
  readonly bySection: FoundPlace["section"];
  /** The fragment or line that the document does not have. */
  readonly missing: string | null;
  /** Whether nothing else can be meant. */
  readonly isSure: boolean;
  /** The ids of other places that fit as well. */
  readonly others: readonly string[];
}

export type LinkCatalogue = Pick<Catalogue, "sections" | "anchors" | "chunksAt" | "ids" | "find">;

/** Undefined where no document fits. */
export async function resolve(
  catalogue: LinkCatalogue,
  map: LinkMap,
  destination: Destination,
  origin?: LinkingPage,
): Promise<ResolvedPlace | undefined> {
  if (destination.form === "label") return await atLabel(catalogue, map, destination.path, origin);
  // A place alone is one of the document with the link. Somebody who pastes it means any.
  if (destination.path === "" && origin === undefined && destination.fragment !== undefined) {
    return await atLabel(catalogue, map, destination.fragment, undefined);
  }
  const found = findPage(map, destination, origin);
  return found === undefined ? undefined : await placeIn(catalogue, found, destination);
}

/** The place in a document. Undefined where the index does not have the document. */
export async function placeIn(
  catalogue: LinkCatalogue,
  { page, reason: byPage, isSure, others }: FoundPage,
  { fragment, line }: Pick<Destination, "fragment" | "line">,
): Promise<ResolvedPlace | undefined> {
  const sections = await catalogue.sections(page.document.id);
  const [chunk] = sections;
  if (chunk === undefined) return undefined;
  const ids = others.map(({ document }) => document.id);
  const whole = { chunk, page, byPage, bySection: null, missing: null, isSure, others: ids };
  if (line !== undefined) {
    const section = sectionAtLine(sections, line);
    return section === undefined
      ? { ...whole, missing: `line ${line}` }
      : { ...whole, chunk: section, bySection: "line" };
  }
  if (fragment === undefined || /^top$/i.test(fragment)) return whole;
  const section = findSection(sections, await catalogue.anchors(), fragment);
  return section === undefined
    ? { ...whole, missing: fragment }
    : { ...whole, chunk: section.chunk, bySection: section.reason };
}

/**
 * A label of the same document comes before that of another one. What a program describes is a section, and is often
 * named without its module.
 */
async function atLabel(
  catalogue: LinkCatalogue,
  map: LinkMap,
  label: string,
  origin: LinkingPage | undefined,
): Promise<ResolvedPlace | undefined> {
  const anchors = await catalogue.anchors();
  const own = origin === undefined ? [] : await catalogue.sections(origin.document.id);
  const isOwn = new Set(own.map(({ ref }) => ref));
  const labels = labelsOf(anchors);
  const named = labels.get(labelKey(label)) ?? [];
  const found = [
    named.filter(({ name, ref }) => name === label && isOwn.has(ref)),
    named.filter(({ name }) => name === label),
    named,
    labels.get(`.${label}`) ?? [],
  ].find((group) => group.length > 0);
  const chunks = found === undefined
    ? await sectionsOf(catalogue, label)
    : await catalogue.chunksAt(found.slice(0, MAX_LABELS).map(({ ref }) => ref));
  const [chunk, ...more] = [...chunks].sort((a, b) => Number(isOwn.has(b.ref)) - Number(isOwn.has(a.ref)));
  const page = chunk === undefined ? undefined : map.withId(chunk.docId);
  if (chunk === undefined || page === undefined) return undefined;
  const others = [...new Set(more.map(({ id }) => id))].filter((id) => id !== chunk.id);
  // A section may have the same name by chance, unless it is the full name of what a program describes.
  const isSure = others.length === 0 &&
    (found !== undefined || (label.includes(".") && chunk.id.endsWith(`#${label}`)));
  return {
    chunk,
    page,
    byPage: "label",
    bySection: found === undefined ? "id" : "anchor",
    missing: null,
    isSure,
    others,
  };
}

const labelled = new WeakMap<readonly ChunkAnchor[], ReadonlyMap<string, readonly ChunkAnchor[]>>();

/** The anchors by the form in which labels are compared, and by each of their ends that begins at a dot. */
function labelsOf(anchors: readonly ChunkAnchor[]): ReadonlyMap<string, readonly ChunkAnchor[]> {
  const known = labelled.get(anchors);
  if (known !== undefined) return known;
  const labels = new Map<string, ChunkAnchor[]>();
  for (const anchor of anchors) {
    const { name } = anchor;
    const ends = [...name.matchAll(/\./g)].slice(-MAX_ENDS).map(({ index }) => name.slice(index));
    for (const key of new Set([labelKey(name), ...ends])) {
      const group = labels.get(key);
      if (group === undefined) labels.set(key, [anchor]);
      else group.push(anchor);
    }
  }
  labelled.set(anchors, labels);
  return labels;
}

/** The most parts of a name without its module. */
const MAX_ENDS = 8;

/** The sections with this name as their slug, or as the end of it. */
async function sectionsOf(catalogue: LinkCatalogue, label: string): Promise<readonly IndexedChunk[]> {
  const ends = sectionEnds(await catalogue.ids());
  const found =
    [`#${label}`, `#${slugify(label)}`, `.${label}`].map((end) => ends.get(end)).find((group) => group !== undefined) ??
      [];
  const chunks = await Promise.all(found.slice(0, MAX_LABELS).map((id) => catalogue.find(id)));
  return chunks.filter((chunk) => chunk !== undefined);
}

const ended = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();

/** The ids of sections by their slug with `#` before it, and by each end of it that begins at a dot. */
function sectionEnds(ids: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = ended.get(ids);
  if (known !== undefined) return known;
  const ends = new Map<string, string[]>();
  for (const id of ids) {
    const hash = id.lastIndexOf("#");
    if (hash < 0) continue;
    const slug = id.slice(hash);
    for (const end of [slug, ...[...slug.matchAll(/\./g)].slice(-MAX_ENDS).map(({ index }) => slug.slice(index))]) {
      const group = ends.get(end);
      if (group === undefined) ends.set(end, [id]);
      else group.push(id);
    }
  }
  ended.set(ids, ends);
  return ends;
}

/** More places with the same label are not named. */
const MAX_LABELS = 20;

/** Labels differ in case and in their white space. */
function labelKey(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
