/** The links of a document, and those that lead to it. */
import type { Catalogue, IndexedChunk } from "../search/ports/catalogue.ts";
import { type Destination, readDestination } from "./destination.ts";
import { findPage } from "./find_page.ts";
import type { LinkMap, Page } from "./link_map.ts";
import { namesOf } from "./page_names.ts";
import { type LinkSources, resolve, type ResolvedPlace } from "./resolve.ts";
import { textOfLink, type WrittenLink } from "./written_link.ts";

/** A text with its links. */
export interface LinkedText {
  readonly text: Uint8Array;
  readonly links: readonly WrittenLink[];
}

export interface GraphSources extends LinkSources {
  readonly catalogue: LinkSources["catalogue"] & Pick<Catalogue, "linking" | "documentsAt">;
  /** The links of a document as it is now; undefined where it cannot be read. */
  linksOf(page: Page): Promise<LinkedText | undefined>;
}

/** A link of a document. */
export interface GraphLink {
  readonly page: Page;
  readonly link: WrittenLink;
  /** What a reader clicks on. */
  readonly text: string;
  readonly destination: Destination;
  /** Undefined where no document fits. */
  readonly place: ResolvedPlace | undefined;
}

/** So many documents are read for the links to one of them. */
const MAX_READ = 2000;

/** The links of a document that may lead to documents, in the order of the text. */
export async function linksFrom(sources: GraphSources, page: Page): Promise<readonly GraphLink[]> {
  const found = await sources.linksOf(page);
  const links: GraphLink[] = [];
  for (const link of found?.links ?? []) {
    const destination = destinationOf(link);
    if (destination === undefined) continue;
    const place = await resolve(sources, destination, page);
    links.push({ page, link, text: textOfLink(found!.text, link), destination, place });
  }
  return links;
}

/** The links that lead to a document. */
export interface LinksTo {
  /** By path and line. */
  readonly links: readonly GraphLink[];
  /** How many documents that may link to it were not read. */
  readonly unread: number;
}

/** Which links count, and how many are enough. */
interface Wanted {
  readonly most: number;
  accepts(place: ResolvedPlace): boolean;
}

export async function linksTo(sources: GraphSources, target: Page, { most, accepts }: Wanted): Promise<LinksTo> {
  const pages = await pagesThatMayLinkTo(sources, target);
  const links: GraphLink[] = [];
  for (const page of pages.slice(0, MAX_READ)) {
    if (links.length >= most) break;
    const found = await sources.linksOf(page);
    for (const link of found?.links ?? []) {
      const destination = destinationOf(link);
      if (destination === undefined || !mayLeadTo(sources.map, destination, page, target)) continue;
      const place = await resolve(sources, destination, page);
      if (place?.page.file !== target.file || !accepts(place)) continue;
      links.push({ page, link, text: textOfLink(found!.text, link), destination, place });
    }
  }
  return { links: links.slice(0, most), unread: Math.max(0, pages.length - MAX_READ) };
}

/** Other documents, by path. */
async function pagesThatMayLinkTo(sources: GraphSources, target: Page): Promise<readonly Page[]> {
  const { catalogue, map } = sources;
  const sections = await catalogue.sections(target.document.id);
  const refs = await catalogue.linking(
    namesOf(map, target, sections, await catalogue.anchors()),
  );
  const pages = (await catalogue.documentsAt(refs)).map(({ id }) => map.withId(id)).filter((page) =>
    page !== undefined && page.file !== target.file
  ) as Page[];
  // A file that stands in several trees is one page.
  const once = new Map(pages.map((page) => [page.file, page]));
  return [...once.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** What a link leads to. An image leads to no document. */
export function destinationOf({ kind, destination }: WrittenLink): Destination | undefined {
  if (kind === "image") return undefined;
  const read = readDestination(kind === "wiki" ? `wiki:${destination}` : destination);
  return read?.form === "path" && read.path === "" ? undefined : read;
}

/** Most links of a document lead elsewhere, which their path tells. */
function mayLeadTo(map: LinkMap, destination: Destination, origin: Page, target: Page): boolean {
  if (destination.form === "label" || destination.form === "name") return true;
  const found = findPage(map, destination, origin);
  return found === undefined || !found.isSure || found.page.file === target.file;
}

/** The innermost section in whose text a link stands; else the document. */
export async function sectionOf(
  { catalogue }: LinkSources,
  { page, link: { start } }: GraphLink,
): Promise<IndexedChunk | undefined> {
  const sections = await catalogue.sections(page.document.id);
  return sections.findLast(({ byteStart, byteEnd }) => start >= byteStart && start < byteEnd) ?? sections[0];
}
