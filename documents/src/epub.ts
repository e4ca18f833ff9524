/** EPUB: the chapters in the order of the book's spine, with their notes where the text refers to them. */
import { type Archive, escapeHtml, openArchive, propertiesIn } from "./archive.ts";
import { ConversionFailure, type Converted, type Part } from "./converted.ts";
import { type Chapter, readChapter } from "./epub_chapter.ts";
import { countTitles, pageWords } from "./epub_contents.ts";
import { placeNotes } from "./epub_notes.ts";
import { collectOmissions, type Omissions } from "./omissions.ts";
import { named, readXml, textIn, type XmlNode } from "./xml_tree.ts";

interface BookItem {
  readonly path: string;
  readonly href: string;
  readonly type: string;
  readonly isContents: boolean;
}

export function convertEpub(bytes: Uint8Array): Converted {
  const archive = openArchive(bytes, (name) => /\.(?:xml|opf|x?html?|svg|ncx)$/i.test(name));
  const path = named(archive.xml("META-INF/container.xml"), "rootfile")[0]?.attributes["full-path"];
  const book = archive.xml(path);
  if (path === undefined || book === undefined) throw new ConversionFailure("this is no EPUB book");
  requireReadable(archive);
  const omissions = collectOmissions();
  const warnings: string[] = [];
  const items = itemsOf(book, path);
  const spine = named(named(book, "spine")[0], "itemref").length > 0 ? named(book, "itemref") : [];
  const chapters = new Map<string, Chapter>();
  const order = spine.flatMap(({ attributes }): readonly BookItem[] => {
    const item = items.get(attributes["idref"] ?? "") ?? { path: "", href: "", type: "", isContents: false };
    // The contents of the book, which are no text of it, may be in its order or not. `countUnlisted` lists them.
    if (item.isContents && attributes["linear"] === "no") return [];
    const text = archive.text(item.path);
    if (text === undefined) {
      warnings.push(`a chapter is missing: ${item.href}`);
      omissions.add("unreadable", `missing chapter ${item.href}`);
      return [];
    }
    if (!chapters.has(item.path)) chapters.set(item.path, readChapter(pageOf(item, text)));
    return [item];
  });
  const notes = placeNotes(chapters, (from, href) => linked(from, href));
  const parts = order.map((item): Part => ({ place: null, html: notes.html(item.path) }));
  for (const chapter of chapters.values()) countOmitted(chapter, omissions);
  for (const text of notes.marks) omissions.add("second-form", text);
  for (const item of items.values()) countUnlisted(archive, item, chapters, omissions);
  const contents = [...items.values()].filter(({ isContents }) => isContents).map(({ path }) =>
    archive.text(path) ?? ""
  );
  const pages = contents.length === 0 ? undefined : [...contents, ...[...chapters.values()].map(({ text }) => text)];
  for (const { path, type } of items.values()) {
    if (type === "application/x-dtbncx+xml") countTitles(archive, path, pages, omissions);
  }
  return { unit: null, parts, ...propertiesIn(book, "date"), warnings, omitted: omissions.all() };
}

function requireReadable(archive: Archive): void {
  const encryption = archive.text("META-INF/encryption.xml") ?? "";
  const encrypted = encryption.search(/EncryptedData/i);
  if (encrypted >= 0 && /\.x?html/i.test(encryption.slice(encrypted))) {
    throw new ConversionFailure("the book is encrypted");
  }
}

function itemsOf(book: XmlNode, path: string): ReadonlyMap<string, BookItem> {
  return new Map(
    named(book, "item").map(({ attributes }) => {
      const href = attributes["href"] ?? "";
      return [attributes["id"] ?? "", {
        path: resolved(path, href),
        href,
        type: attributes["media-type"] ?? "",
        isContents: /(?:^|\s)nav(?:\s|$)/.test(attributes["properties"] ?? ""),
      }];
    }),
  );
}

/** A chapter may be a picture. */
function pageOf({ type, path }: BookItem, text: string): string {
  if (type !== "image/svg+xml" && !/\.svg$/i.test(path)) return text;
  const root = readXml(text, path);
  return ["title", "desc", "text"].flatMap((name) => named(root, name).map(textIn))
    .map((line) => `<p>${escapeHtml(line.replace(/\s+/g, " ").trim())}</p>`).join("");
}

function countOmitted({ pictures, hidden, menus, pageNumbers }: Chapter, omissions: Omissions): void {
  for (const name of pictures) omissions.add("picture", name);
  for (const text of hidden) omissions.add("hidden-text", text);
  for (const text of menus) omissions.add("page-frame", text);
  for (const text of pageNumbers) omissions.add("running-head", text);
}

/** Pages to which no order leads. */
function countUnlisted(
  archive: Archive,
  { path, type, isContents }: BookItem,
  chapters: ReadonlyMap<string, Chapter>,
  omissions: Omissions,
): void {
  if (chapters.has(path) || type !== "application/xhtml+xml") return;
  const text = pageWords(archive.text(path) ?? "");
  if (text !== "") omissions.add(isContents ? "page-frame" : "hidden-text", text);
}

/** The path and fragment in the archive to which a link of a chapter leads. */
function linked(from: string, href: string): string {
  const hash = href.indexOf("#");
  const [page, fragment] = hash < 0 ? [href, ""] : [href.slice(0, hash), href.slice(hash + 1)];
  return `${page === "" ? from : resolved(from, page)}#${fragment}`;
}

/** `from` is the path of the part that has the address. */
function resolved(from: string, href: string): string {
  try {
    return decodeURIComponent(new URL(href, `file:///${encodeURI(from)}`).pathname.slice(1));
  } catch {
    return href;
  }
}
