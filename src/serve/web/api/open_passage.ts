/** Opens a passage: its text, the place in its document, its source. */
import { RaError } from "../../../errors.ts";
import { chunkId, possibleDocumentIds, slugOf } from "../../../document/ids.ts";
import type { InspectReport } from "../../../shapes/inspection.ts";
import type { LinkTarget } from "../../../shapes/links.ts";
import type { SearchResult } from "../../../shapes/search.ts";
import { isInside, joinPath, relativePath } from "../../../text/paths.ts";
import type { Workspace } from "../../../workspace.ts";
import type { Stoppable } from "../../../workspace/contract.ts";
import { imageAddress, type LinkOrigin, type TakenPassage } from "../rendering/link_target.ts";
import { pageAddress, readPageState } from "../page_state.ts";
import type { OutlineEntry, RenderedPassage } from "../html/passage_html.ts";
import { passageText } from "../rendering/passage_text.ts";

export interface SourceLinks {
  /** An absolute path as people would type it. */
  show(path: string): string;
  /** Address that opens a file at a line in an editor. */
  readonly editor?: ((path: string, line: number) => string) | undefined;
}

/** Throws `unknown-id`. When the document no longer has the section, opens the document. */
export async function openPassage(
  workspace: Workspace,
  id: string,
  links: SourceLinks,
  asked: Stoppable,
): Promise<RenderedPassage> {
  const result = await sectionOrDocument(workspace, id, asked);
  const tree = workspace.config.trees.find(({ name }) => name === result.tree);
  const root = tree?.path ?? "/";
  const file = joinPath(root, result.path);
  const documents = await workspace.list("docs", { update: false, ...asked });
  const opening = { workspace, asked, room: { characters: MAX_TAKEN_TEXT } };
  const text = await passageText(result, linkOrigin(opening, file, root, result, [result.id]), tree);
  return {
    id: result.id,
    doc_id: result.doc_id,
    title: result.title,
    tags: documents.find(({ id: each }) => each === result.doc_id)?.tags ?? [],
    source: {
      file: links.show(file),
      start_line: result.start_line,
      end_line: result.end_line,
      href: links.editor?.(file, result.start_line),
    },
    ...text,
    outline: await outlineOf(workspace, result, file),
  };
}

async function sectionOrDocument(workspace: Workspace, id: string, asked: Stoppable): Promise<SearchResult> {
  try {
    return await workspace.get(id, asked);
  } catch (error) {
    if (!(error instanceof RaError) || error.code !== "unknown-id") throw error;
    for (const docId of possibleDocumentIds(id)) {
      const document = await workspace.get(docId, { update: false, ...asked }).catch(() => undefined);
      if (document !== undefined) return document;
    }
    throw error;
  }
}

/** A passage that is opened. */
interface Opening {
  readonly workspace: Workspace;
  readonly asked: Stoppable;
  /** How many characters it may still take in. */
  readonly room: { characters: number };
}

/** The most characters of all passages that a passage takes in. */
const MAX_TAKEN_TEXT = 60_000;
/** Each counts as at least so many, so that few are read. */
const LEAST_TAKEN_TEXT = 500;
/** The most passages that take in each other, with the one that is opened. */
const MAX_TAKEN_DEPTH = 4;

/**
 * Links may lead to documents of other trees. A file of several trees counts as one of the document's own tree.
 * `within` has the ids of the passages that take in this one, and its own.
 */
function linkOrigin(
  opening: Opening,
  file: string,
  root: string,
  { tree, doc_id: from }: SearchResult,
  within: readonly string[],
): LinkOrigin {
  const { workspace } = opening;
  const trees = [...workspace.config.trees].sort((a, b) => Number(b.name === tree) - Number(a.name === tree));
  const places = (path: string) =>
    trees.filter((each) => isInside(path, each.path)).map((each) => ({
      tree: each.name,
      path: relativePath(each.path, path),
    }));
  const nothing = readPageState(new URLSearchParams());
  return {
    file,
    root,
    passagesOf: async (destinations) => {
      const targets = await workspace.resolve(destinations, { from, update: false });
      return targets.map((target) => target === null ? undefined : { id: target.id, note: noteOn(target) });
    },
    taken: async ({ id, note }) => note === undefined ? await takenPassage(opening, id, within) : { note },
    imageAt: (path) => places(path).map((place) => imageAddress(place.tree, place.path))[0],
    addressOf: (id) => pageAddress({ ...nothing, id }),
  };
}

/** The text of a passage that another one takes in. */
async function takenPassage(opening: Opening, id: string, within: readonly string[]): Promise<TakenPassage> {
  const { workspace, asked, room } = opening;
  if (within.includes(id)) return { note: `${id} takes in itself` };
  if (within.length >= MAX_TAKEN_DEPTH || room.characters <= 0) return { note: "Open it to read it" };
  const result = await workspace.get(id, { update: false, ...asked });
  const tree = workspace.config.trees.find(({ name }) => name === result.tree);
  const root = tree?.path ?? "/";
  const origin = linkOrigin(opening, joinPath(root, result.path), root, result, [...within, id]);
  const most = room.characters;
  room.characters -= Math.max(LEAST_TAKEN_TEXT, result.content?.length ?? 0);
  const { html, left_out: rest } = await passageText(result, origin, tree, most);
  return { html: rest === undefined ? html : `${html}<p>… Open it to read the rest.</p>` };
}

function noteOn({ id, missing, sure, others }: LinkTarget): string | undefined {
  if (missing !== null) return `${id} has no section ${missing}`;
  if (sure) return undefined;
  return others.length === 0 ? `Perhaps ${id}` : `${id}, or ${others.slice(0, 3).join(", ")}`;
}

/** Reads the outline of the file as it is now, with the ids that it has in this tree. */
async function outlineOf(
  workspace: Workspace,
  { id, doc_id }: SearchResult,
  file: string,
): Promise<readonly OutlineEntry[]> {
  const report = await workspace.inspect(file).catch((): InspectReport | undefined => undefined);
  if (report === undefined) return [];
  // `inspect` names a file of two trees after the inner one.
  const inspected = report.chunks[0]?.id ?? "";
  const own = (each: string): string => chunkId(doc_id, slugOf(each, inspected));
  const [document, first] = report.chunks;
  // Breadcrumbs leave out a first heading that repeats the title, and so does the outline.
  const repeated =
    document !== undefined && first?.depth === 1 && first.title === document.title && own(first.id) !== id
      ? first.id
      : undefined;
  const around = (parent: string): string => own(parent === repeated ? document!.id : parent);
  return report.chunks.filter((chunk) => chunk.id !== repeated).map(({ id: each, parent_id, title, depth }) => ({
    id: own(each),
    parent_id: parent_id === null ? null : around(parent_id),
    title,
    depth: repeated === undefined ? depth : Math.max(0, depth - 1),
  }));
}
