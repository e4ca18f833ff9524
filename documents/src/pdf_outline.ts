/** The headings that a PDF file names: its bookmarks, and the tags of its text. */
import type { getDocumentProxy } from "unpdf";
import type { MarkedItem } from "./pdf_marked_text.ts";

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
export type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;

export interface NamedHeading {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** From 0. */
  readonly page: number;
}

const MAX_BOOKMARKS = 20_000;
const MAX_LEVEL = 6;
const MAX_NODES = 100_000;

interface Bookmark {
  readonly title: string;
  readonly dest: string | readonly unknown[] | null;
  readonly items: readonly Bookmark[];
}

/** `pageOf` finds a page by its object. */
export async function bookmarksOf(
  document: PdfDocument,
  pageOf: (reference: unknown) => number | undefined,
): Promise<readonly NamedHeading[]> {
  const found: NamedHeading[] = [];
  const open = ((await document.getOutline()) ?? [] as readonly Bookmark[]).map((bookmark: Bookmark) => ({
    bookmark,
    level: 1,
  })).reverse();
  for (let count = 0; open.length > 0 && count < MAX_BOOKMARKS; count++) {
    const { bookmark, level } = open.pop()!;
    const { dest, items, title } = bookmark;
    const place = typeof dest === "string" ? await document.getDestination(dest).catch(() => null) : dest;
    const page = Array.isArray(place) ? pageOf(place[0]) : undefined;
    if (page !== undefined) found.push({ title, level: Math.min(MAX_LEVEL, level), page });
    for (const item of items.toReversed()) open.push({ bookmark: item, level: level + 1 });
  }
  return found;
}

interface StructureNode {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly alt?: string;
  readonly children?: readonly StructureNode[];
}

/** The headings among the tags of a page. */
export async function taggedHeadings(
  page: PdfPage,
  at: number,
  items: readonly MarkedItem[],
): Promise<readonly NamedHeading[]> {
  const root = (await page.getStructTree()) as StructureNode | null;
  const headings = headingNodes(root);
  if (headings.length === 0) return [];
  const texts = textsByMark(items);
  return headings.flatMap(({ level, ids }) => {
    const title = ids.map((id) => texts.get(id) ?? "").join(" ").replace(/\s+/g, " ").trim();
    return title === "" ? [] : [{ title, level, page: at }];
  });
}

/** Whether a tag of a page has a text of its own. */
export async function hasTextTags(page: PdfPage): Promise<boolean> {
  const open = [(await page.getStructTree()) as StructureNode | null];
  for (let count = 0; open.length > 0 && count < MAX_NODES; count++) {
    const node = open.pop();
    if (node?.alt !== undefined) return true;
    open.push(...node?.children ?? []);
  }
  return false;
}

function headingNodes(
  root: StructureNode | null,
): readonly { readonly level: number; readonly ids: readonly string[] }[] {
  const found: { level: number; ids: string[] }[] = [];
  const open: { node: StructureNode; heading: { level: number; ids: string[] } | undefined }[] = root === null
    ? []
    : [{ node: root, heading: undefined }];
  for (let count = 0; open.length > 0 && count < MAX_NODES; count++) {
    const { node, heading } = open.pop()!;
    if (node.type === "content" && node.id !== undefined) heading?.ids.push(node.id);
    const role = heading === undefined ? /^(?:H([1-6])?|Title)$/.exec(node.role ?? "") : null;
    const own = role === null ? heading : { level: Number(role[1] ?? 1), ids: [] };
    if (role !== null && own !== undefined) found.push(own);
    for (const child of (node.children ?? []).toReversed()) open.push({ node: child, heading: own });
  }
  return found;
}

/** The text of each piece of a page that has a mark. */
function textsByMark(items: readonly MarkedItem[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const open: (string | undefined)[] = [];
  for (const item of items) {
    if (item.type?.startsWith("beginMarkedContent") === true) open.push(item.id ?? open.at(-1));
    else if (item.type === "endMarkedContent") open.pop();
    const id = open.at(-1);
    if (id !== undefined && item.str !== undefined) texts.set(id, (texts.get(id) ?? "") + item.str);
  }
  return texts;
}
