/** Resolves a destination to a place: a document, and a section of it. */
import type { Catalogue, IndexedChunk } from "../search/ports/catalogue.ts";
import type { FoundPlace } from "../shapes/links.ts";
import { slugOf } from "../document/ids.ts";
import { fileName } from "../text/paths.ts";
import type { Destination } from "./destination.ts";
import { findLabel, isAnchor } from "./find_label.ts";
import { findPage, type FoundPage } from "./find_page.ts";
import type { LinkingPage } from "./pages_at.ts";
import { findSection, sectionAtLine } from "./find_section.ts";
import type { LinkMap, Page } from "./link_map.ts";
import { lineOfPlace, pageTakenIn } from "./written_places.ts";

export interface ResolvedPlace {
  /** The section, or the document itself. */
  readonly chunk: IndexedChunk;
  readonly page: Page;
  readonly byPage: FoundPlace["document"];
  readonly bySection: FoundPlace["section"];
  /** The line of the place, where that is within the section. */
  readonly line: number | null;
  /** The fragment or line that the document does not have. */
  readonly missing: string | null;
  /** Whether nothing else can be meant. */
  readonly isSure: boolean;
  /** The ids of other places that fit as well. */
  readonly others: readonly string[];
}

/** What links are resolved with. */
export interface LinkSources {
  readonly catalogue: Pick<Catalogue, "sections" | "anchors" | "chunksAt" | "ids" | "find">;
  readonly map: LinkMap;
  /** The text of the document with this chunk, from its first line on; undefined where it has changed. */
  textOf(document: IndexedChunk): Promise<string | undefined>;
}

/** Undefined where no document fits. */
export async function resolve(
  sources: LinkSources,
  destination: Destination,
  origin?: LinkingPage,
): Promise<ResolvedPlace | undefined> {
  if (destination.form === "label") return await atLabel(sources, destination, origin);
  // A place alone is one of the document with the link. Somebody who pastes it means any.
  if (destination.path === "" && origin === undefined && destination.fragment !== undefined) {
    return await atLabel(sources, { path: destination.fragment }, undefined);
  }
  const found = findPage(sources.map, destination, origin);
  if (
    found?.isSure !== true && destination.form === "path" && destination.fragment === undefined && origin !== undefined
  ) {
    const rule = await atRule(sources, destination.path, origin);
    if (rule !== undefined) return rule;
  }
  if (found === undefined) return undefined;
  return await placeIn(sources, destination.form === "name" ? await followed(sources, found) : found, destination);
}

/** The place in a document. Undefined where the index does not have the document. */
export async function placeIn(
  sources: LinkSources,
  { page, reason: byPage, isSure, others }: FoundPage,
  { fragment, line }: Pick<Destination, "fragment" | "line">,
): Promise<ResolvedPlace | undefined> {
  const sections = await sources.catalogue.sections(page.document.id);
  const [chunk] = sections;
  if (chunk === undefined) return undefined;
  const ids = others.map(({ document }) => document.id);
  const whole = { chunk, page, byPage, bySection: null, line: null, missing: null, isSure, others: ids };
  if (line !== undefined) {
    const section = sectionAtLine(sections, line);
    return section === undefined
      ? { ...whole, missing: `line ${line}` }
      : { ...whole, chunk: section, bySection: "line", line };
  }
  if (fragment === undefined) return whole;
  const section = findSection(sections, await sources.catalogue.anchors(), fragment);
  if (section !== undefined && section.reason !== "anchor") {
    return { ...whole, chunk: section.chunk, bySection: section.reason };
  }
  // The index has the section of an anchor, not its line, and not the anchors that only a reader of the text can see.
  const text = await sources.textOf(chunk);
  const at = text === undefined ? undefined : lineOfPlace(text, chunk.path, fragment);
  const around = section?.chunk ?? (at === undefined ? undefined : sectionAtLine(sections, at) ?? chunk);
  if (around === undefined && /^(?:top|readme)$/i.test(fragment)) return whole;
  return around === undefined
    ? { ...whole, missing: fragment }
    : { ...whole, chunk: around, bySection: "anchor", line: at ?? null };
}

/** A rule of a specification in mdBook is named like a file (`[items.fn]`), and leads over documents. */
async function atRule(sources: LinkSources, name: string, origin: LinkingPage): Promise<ResolvedPlace | undefined> {
  const anchors = await sources.catalogue.anchors();
  if (name.includes("/") || !isAnchor(anchors, `r-${name}`)) return undefined;
  return await atLabel(sources, { path: name }, origin);
}

/**
 * A target of AsciiDoc is an id or a heading of the same document, or of one that includes it. Only ids and labels lead
 * over documents.
 */
async function atLabel(
  sources: LinkSources,
  { path: label, fragment }: Pick<Destination, "path" | "fragment">,
  origin: LinkingPage | undefined,
): Promise<ResolvedPlace | undefined> {
  const page = fragment === undefined || origin === undefined ? undefined : { ...origin, segments: [] };
  const own = page && await placeIn(sources, { page, reason: "own", isSure: true, others: [] }, { fragment: label });
  if (own?.missing === null && (own.bySection === "anchor" || slugOf(own.chunk.id, own.chunk.docId) === label)) {
    return own;
  }
  const found = await findLabel(sources, label, origin);
  if (found === undefined || (!found.isSure && own?.missing === null)) return own;
  const [document] = await sources.catalogue.sections(found.page.document.id);
  const text = found.bySection !== "anchor" || document === undefined ? undefined : await sources.textOf(document);
  const line = text === undefined ? undefined : lineOfPlace(text, document!.path, label);
  return { ...found, line: line ?? null, missing: null };
}

/** No chain of pages that only take in another one is longer. */
const MAX_STEPS = 5;

/** A page of a manual that only takes in another one (`.so man3/malloc.3`) leads to that one. */
async function followed(sources: LinkSources, found: FoundPage): Promise<FoundPage> {
  let at = found;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    if (!/\.[1-9]\w*$/.test(at.page.file)) return at;
    const [chunk, ...more] = await sources.catalogue.sections(at.page.document.id);
    const text = chunk === undefined || more.length > 0 ? undefined : await sources.textOf(chunk);
    const name = text === undefined ? undefined : pageTakenIn(text);
    const next = name && findPage(sources.map, { form: "name", path: fileName(name) }, at.page);
    if (!next || next.page.file === at.page.file) return at;
    at = { ...next, isSure: at.isSure && next.isSure };
  }
  return at;
}
