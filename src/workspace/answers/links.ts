/** Tells what a document or section links to, and what links to it. */
import { PAGE_EXTENSIONS } from "../../document/formats/registry.ts";
import { type GraphLink, type GraphSources, linksFrom, linksTo, sectionOf } from "../../links/graph.ts";
import type { Page } from "../../links/link_map.ts";
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import type { Backlink, BrokenLink, DocumentLink, LinksReport } from "../../shapes/links.ts";
import { isInside, joinPath, parentPath } from "../../text/paths.ts";
import type { LinksOptions } from "../contract.ts";
import type { Environment } from "../environment.ts";
import type { LiveIndex } from "../live/live_index.ts";
import { graphSources } from "./link_graph.ts";
import { namedChunk } from "./named_chunk.ts";

/** So many documents are read for the links to one of them. */
const MAX_READ = 2000;

/** Throws `unknown-id`. */
export async function reportLinks(
  environment: Environment,
  index: LiveIndex,
  id: string,
  asked: LinksOptions & { readonly update: boolean },
): Promise<LinksReport> {
  return await index.answer(asked, async (view) => {
    const { chunk } = await namedChunk(environment, view, id);
    return await linksOfChunk(environment, view.snapshot, chunk);
  });
}

export async function linksOfChunk(
  environment: Environment,
  snapshot: Snapshot,
  chunk: IndexedChunk,
  most = Infinity,
): Promise<LinksReport> {
  const sources = await graphSources(environment, snapshot);
  const page = sources.map.withId(chunk.docId);
  if (page === undefined) return { id: chunk.id, links: [], backlinks: [], broken: [] };
  const isWhole = chunk.id === chunk.docId;
  const from = await linksFrom(sources, page);
  const out = from.links.filter(({ link }) => isWhole || (link.start >= chunk.byteStart && link.start < chunk.byteEnd));
  const within = isWhole ? undefined : await partsOf(sources, chunk);
  const to = await linksTo(sources, page, {
    most,
    mostRead: MAX_READ,
    accepts: ({ chunk: { id } }) => within?.has(id) !== false,
  });
  return {
    id: chunk.id,
    links: out.filter(({ place }) => place?.missing === null).map(shownLink),
    backlinks: await Promise.all(to.links.map((link) => shownBacklink(sources, link))),
    broken: out.flatMap((link) => brokenLink(environment, sources, page, link)),
    ...from.unread === 0 ? {} : { links_not_read: from.unread },
    ...to.unread === 0 ? {} : { documents_not_read: to.unread },
  };
}

/** The ids of a section and of what stands in it. */
async function partsOf(
  { catalogue }: GraphSources,
  { docId, byteStart, byteEnd }: IndexedChunk,
): Promise<ReadonlySet<string>> {
  const sections = await catalogue.sections(docId);
  const parts = sections.filter((each) => each.id !== docId && each.byteStart >= byteStart && each.byteEnd <= byteEnd);
  return new Set(parts.map(({ id }) => id));
}

function shownLink({ link, text, place }: GraphLink): DocumentLink {
  const { chunk, isSure } = place!;
  return { id: chunk.id, text, destination: link.destination, line: link.line, sure: isSure };
}

async function shownBacklink(sources: GraphSources, found: GraphLink): Promise<Backlink> {
  const { link, text, page, place } = found;
  const { tree, path } = page.document;
  const section = await sectionOf(sources, found);
  return {
    id: section?.id ?? page.document.id,
    tree,
    path,
    text,
    destination: link.destination,
    line: link.line,
    to: place!.chunk.id,
    ...place!.missing === null ? {} : { missing: place!.missing },
    sure: place!.isSure,
  };
}

/** Signs of templates and placeholders. */
const TEMPLATE = /[{}<>$*|`]|%[%{]|\.\.\.|…/;

/** A link that leads to no document may lead to a file, to another site, or to what a program describes. */
function brokenLink(
  { fs, config }: Environment,
  { map }: GraphSources,
  page: Page,
  { link, text, destination, place }: GraphLink,
): readonly BrokenLink[] {
  const written = { text, destination: link.destination, line: link.line };
  if (place !== undefined) {
    return place.missing === null ? [] : [{ ...written, id: place.chunk.id, missing: place.missing }];
  }
  const { form, path } = destination;
  // The name of a picture or an archive may be that of any file of the tree.
  const extension = /\.(\w{1,5})$/.exec(path)?.[1]?.toLowerCase();
  if (form === "name" && extension !== undefined && !PAGE_EXTENSIONS.includes(extension)) return [];
  if (form === "address" || TEMPLATE.test(link.destination)) return [];
  if (form === "label" && link.role !== undefined && link.role !== "ref" && link.role !== "numref") return [];
  const tree = map.trees.find(({ name }) => name === page.document.tree);
  const base = path.startsWith("/") && tree !== undefined ? tree.path : parentPath(page.file);
  const file = joinPath(base, `./${path}`);
  const isOwn = isInside(file, config.root) || (tree !== undefined && isInside(file, tree.path));
  const isThere = form === "path" && isOwn && fs.stat(file) !== undefined;
  return isThere ? [] : [{ ...written, id: null, missing: path }];
}
