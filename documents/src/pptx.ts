/** PPTX: the text, tables and notes of each slide, in the order of the show. */
import {
  type Archive,
  children,
  descendants,
  escapeHtml,
  openArchive,
  openXmlProperties,
  type XmlElement,
} from "./archive.ts";
import { type Relation, relations } from "./archive_relations.ts";
import { ConversionFailure, type Converted, type Part } from "./converted.ts";

export function convertPptx(bytes: Uint8Array): Converted {
  const archive = openArchive(
    bytes,
    (name) => /\.xml$|\.rels$/.test(name) && !/^ppt\/(?:slideMasters|slideLayouts|theme)\//.test(name),
  );
  const presentation = archive.xml("ppt/presentation.xml");
  if (presentation === undefined) throw new ConversionFailure("this is no PPTX presentation");
  const targets = relations(archive, "ppt/presentation.xml");
  const parts = descendants(presentation, "p:sldId").flatMap((slide, at): readonly Part[] => {
    const path = targets.get(slide.getAttribute("r:id") ?? "")?.target;
    const root = path === undefined ? undefined : archive.xml(path);
    return root === undefined || path === undefined ? [] : [{ place: at + 1, html: slideHtml(archive, path, root) }];
  });
  return { unit: "slide", parts, ...openXmlProperties(archive), warnings: [] };
}

function slideHtml(archive: Archive, path: string, root: XmlElement): string {
  const links = relations(archive, path);
  const tree = descendants(root, "p:spTree")[0];
  const shown = tree === undefined ? "" : shapesHtml(tree, links);
  const notes = [...links.values()].find(({ type }) => type.endsWith("/notesSlide"));
  const notesRoot = notes === undefined ? undefined : archive.xml(notes.target);
  const notesHtml = notesRoot === undefined
    ? ""
    : descendants(notesRoot, "p:sp").filter((shape) => placeholder(shape) === "body").map((shape) =>
      textHtml(shape, links, "p")
    ).join("");
  return shown + (notesHtml === "" ? "" : `<p>Notes:</p>${notesHtml}`);
}

function shapesHtml(tree: XmlElement, links: ReadonlyMap<string, Relation>): string {
  return children(tree).map((shape) => {
    switch (shape.tagName) {
      case "p:sp": {
        const kind = placeholder(shape);
        if (kind === "title" || kind === "ctrTitle") return textHtml(shape, links, "h2");
        // Numbers of slides and dates are on every slide.
        return kind === "sldNum" || kind === "dt" || kind === "ftr" ? "" : textHtml(shape, links, "p");
      }
      case "p:grpSp":
        return shapesHtml(shape, links);
      case "p:graphicFrame":
        return descendants(shape, "a:tbl").slice(0, 1).map((table) => tableHtml(table, links)).join("");
      case "p:pic": {
        const about = descendants(shape, "p:cNvPr")[0]?.getAttribute("descr") ?? "";
        return about === "" ? "" : `<p><img src="" alt="${escapeHtml(about)}"></p>`;
      }
      default:
        return "";
    }
  }).join("");
}

function placeholder(shape: XmlElement): string {
  const found = descendants(shape, "p:ph")[0];
  return found === undefined ? "" : found.getAttribute("type") ?? "body";
}

function textHtml(shape: XmlElement, links: ReadonlyMap<string, Relation>, tag: string): string {
  const paragraphs = descendants(shape, "a:p").map((paragraph) => ({
    level: Number(descendants(paragraph, "a:pPr")[0]?.getAttribute("lvl") ?? 0),
    html: runsHtml(paragraph, links),
  })).filter(({ html }) => html.trim() !== "");
  if (tag !== "p") {
    return paragraphs.length === 0 ? "" : `<${tag}>${paragraphs.map(({ html }) => html).join(" ")}</${tag}>`;
  }
  const isList = placeholder(shape) === "body" && paragraphs.length > 1 || paragraphs.some(({ level }) => level > 0);
  return isList
    ? `<ul>${paragraphs.map(({ html }) => `<li>${html}</li>`).join("")}</ul>`
    : paragraphs.map(({ html }) => `<p>${html}</p>`).join("");
}

function runsHtml(paragraph: XmlElement, links: ReadonlyMap<string, Relation>): string {
  return children(paragraph).map((run) => {
    if (run.tagName === "a:br") return "<br>";
    if (run.tagName !== "a:r" && run.tagName !== "a:fld") return "";
    const text = escapeHtml(descendants(run, "a:t").map(({ textContent }) => textContent ?? "").join(""));
    const id = descendants(run, "a:hlinkClick")[0]?.getAttribute("r:id") ?? "";
    const address = links.get(id)?.type.endsWith("/hyperlink") === true ? links.get(id)!.target : "";
    return /https?:\//.test(address)
      ? `<a href="${escapeHtml(address.replace(/^.*?(https?:\/)\/?/, "$1/"))}">${text}</a>`
      : text;
  }).join("");
}

function tableHtml(table: XmlElement, links: ReadonlyMap<string, Relation>): string {
  const below = (parent: XmlElement, name: string): readonly XmlElement[] =>
    children(parent).filter(({ tagName }) => tagName === name);
  const rows = below(table, "a:tr").map((row, at) => {
    const tag = at === 0 ? "th" : "td";
    const cells = below(row, "a:tc").map((cell) =>
      `<${tag}>${descendants(cell, "a:p").map((paragraph) => runsHtml(paragraph, links)).join(" ")}</${tag}>`
    );
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table>${rows.join("")}</table>`;
}
