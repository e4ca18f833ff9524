/** What stands on a sheet beside its cells: comments, text boxes, titles of charts, headers and footers. */
import { type Archive, escapeHtml } from "./archive.ts";
import { type Relation, relations } from "./archive_relations.ts";
import type { Omissions } from "./omissions.ts";
import { sheetChartHtml } from "./xlsx_charts.ts";
import { nodesIn, outermost, outermostNamed, textIn, type XmlNode } from "./xml_tree.ts";

export interface SheetRemarks {
  readonly archive: Archive;
  /** Those of the sheet. */
  readonly links: ReadonlyMap<string, Relation>;
  readonly omissions: Omissions;
  /** Names of the sheets that the workbook shows, in small letters. */
  readonly shown: ReadonlySet<string>;
  /** The names of those who comment, by their ids. */
  readonly people: ReadonlyMap<string, string>;
}

const local = ({ name }: XmlNode): string => name.slice(name.indexOf(":") + 1);
const allNamed = (root: XmlNode | undefined, name: string): readonly XmlNode[] =>
  outermost(root, (node) => local(node) === name);
const firstNamed = (root: XmlNode | undefined, name: string): XmlNode | undefined => allNamed(root, name)[0];

export function remarksHtml(remarks: SheetRemarks): string {
  return commentsHtml(remarks) + drawingsHtml(remarks);
}

const targetsOf = (links: ReadonlyMap<string, Relation>, type: string): readonly string[] =>
  [...links.values()].filter((link) => link.type.endsWith(`/${type}`)).map(({ target }) => target);

/** Those who write threads of comments. `links` are those of the workbook. */
export function readPeople(archive: Archive, links: ReadonlyMap<string, Relation>): ReadonlyMap<string, string> {
  return new Map(
    targetsOf(links, "person").flatMap((path) => allNamed(archive.xml(path), "person"))
      .map(({ attributes }) => [attributes["id"] ?? "", attributes["displayName"] ?? ""]),
  );
}

function commentsHtml({ archive, links, people }: SheetRemarks): string {
  const threads = targetsOf(links, "threadedComment").flatMap((path) => allNamed(archive.xml(path), "threadedComment"));
  const inThreads = new Set(threads.map(({ attributes }) => attributes["ref"]));
  const old = targetsOf(links, "comments").flatMap((path) => {
    const root = archive.xml(path);
    const authors = allNamed(root, "author").map((author) => textIn(author).trim());
    return allNamed(root, "comment")
      // For programs without threads, Excel writes them as comments, too.
      .filter(({ attributes }) => !inThreads.has(attributes["ref"]))
      .map((comment) => ({
        place: comment.attributes["ref"],
        author: authors[Number(comment.attributes["authorId"] ?? -1)],
        text: allNamed(firstNamed(comment, "text"), "t").map(textIn).join(""),
      }));
  });
  const all = [
    ...old,
    ...threads.map((comment) => ({
      place: comment.attributes["ref"],
      author: people.get(comment.attributes["personId"] ?? ""),
      text: textIn(firstNamed(comment, "text")),
    })),
  ];
  return all.filter(({ text }) => text.trim() !== "").map(({ place = "", author = "", text }) => {
    // Excel begins a comment with its author.
    const said = text.trim().startsWith(`${author}:`) ? text.trim().slice(author.length + 1) : text;
    const who = author === "" ? "" : ` by ${escapeHtml(author)}`;
    return `<p>Comment${who} on ${escapeHtml(place)}: ${escapeHtml(said.trim())}</p>`;
  }).join("");
}

export function drawingsHtml({ archive, links, omissions, shown }: Omit<SheetRemarks, "people">): string {
  return targetsOf(links, "drawing").flatMap((path) => {
    const own = relations(archive, path);
    return outermost(archive.xml(path), (node) => DRAWN.has(local(node))).map((node) => {
      if (local(node) === "txBody") return paragraphsHtml(node);
      if (local(node) === "chart") {
        return sheetChartHtml({ archive, relations: own, omissions }, node.attributes["r:id"], shown);
      }
      const about = firstNamed(node, "cNvPr")?.attributes ?? {};
      const text = about["descr"]?.trim() || about["title"]?.trim() || "";
      if (text !== "") return `<p><img src="" alt="${escapeHtml(text)}"></p>`;
      const id = outermostNamed(node, "a:blip")[0]?.attributes["r:embed"] ?? "";
      omissions.add("picture", own.get(id)?.target.split("/").at(-1) ?? about["name"] ?? "");
      return "";
    });
  }).join("");
}

const DRAWN: ReadonlySet<string> = new Set(["txBody", "chart", "pic"]);

function paragraphsHtml(body: XmlNode): string {
  return outermostNamed(body, "a:p").map((paragraph) =>
    outermostNamed(paragraph, "a:t", "a:br").map((node) => (node.name === "a:br" ? "\n" : textIn(node))).join("")
  ).filter((text) => text.trim() !== "").map((text) => `<p>${escapeHtml(text)}</p>`).join("");
}

/** Excel's signs in headers and footers: places, fonts, and values such as the number of the page. */
const SIGNS = /&(?:[LCR]|"[^"]*"|\d{1,3}|K[0-9A-F]{6}|K\d\d[+-]\d{3}|[BIUESXYOHPNDTZFAG]|&)/gi;

/** The texts of a header or footer, without values that Excel fills in. */
export function marginTexts(margin: string): readonly string[] {
  return margin.replace(SIGNS, (sign) => (sign === "&&" ? "&" : /^&[LCR]$/i.test(sign) ? "\n" : "")).split("\n")
    .map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => /\p{L}|\p{N}/u.test(text));
}

/** The children of a workbook's sheet list. */
export function isHiddenSheet(sheet: XmlNode): boolean {
  return /^(?:hidden|veryHidden)$/.test(sheet.attributes["state"] ?? "");
}

/** The sheets in the order of the workbook. */
export function sheetsOf(workbook: XmlNode | undefined): readonly XmlNode[] {
  const list = workbook === undefined ? undefined : nodesIn(workbook).find((node) => local(node) === "sheets");
  return nodesIn(list).filter((node) => local(node) === "sheet");
}

export const workbookProperties = (workbook: XmlNode): XmlNode | undefined =>
  nodesIn(workbook).find((node) => local(node) === "workbookPr");
