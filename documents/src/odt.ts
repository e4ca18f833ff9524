/** ODT: headings, paragraphs, lists, tables and links of a text document. */
import { children, descendants, escapeHtml, openArchive, type XmlElement } from "./archive.ts";
import { ConversionFailure, type Converted } from "./converted.ts";

export function convertOdt(bytes: Uint8Array): Converted {
  const archive = openArchive(bytes, (name) => /^(?:content|meta)\.xml$|^META-INF\/manifest\.xml$/.test(name));
  if (/encryption-data/.test(archive.text("META-INF/manifest.xml") ?? "")) {
    throw new ConversionFailure("the document is encrypted");
  }
  const content = archive.xml("content.xml");
  const text = content === undefined ? undefined : descendants(content, "office:text")[0];
  if (text === undefined) throw new ConversionFailure("this is no ODT document");
  const meta = archive.xml("meta.xml");
  const value = (
    name: string,
  ): string => (meta === undefined ? "" : descendants(meta, name)[0]?.textContent?.trim() ?? "");
  const metadata = {
    author: value("dc:creator"),
    created: value("meta:creation-date"),
    language: value("dc:language"),
  };
  return {
    unit: null,
    parts: [{ place: null, html: children(text).map(blockHtml).join("") }],
    title: value("dc:title") || null,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, found]) => found !== "")),
    warnings: [],
  };
}

function blockHtml(element: XmlElement): string {
  switch (element.tagName) {
    case "text:h": {
      const level = Math.min(6, Math.max(1, Number(element.getAttribute("text:outline-level") ?? 1) || 1));
      return `<h${level}>${inlineHtml(element)}</h${level}>`;
    }
    case "text:p":
      return `<p>${inlineHtml(element)}</p>`;
    case "text:list":
      return `<ul>${
        children(element).map((item) => `<li>${children(item).map(blockHtml).join("")}</li>`).join("")
      }</ul>`;
    case "table:table":
      return tableHtml(element);
    case "text:section":
    case "text:table-of-content":
    case "text:index-body":
      return children(element).map(blockHtml).join("");
    default:
      return "";
  }
}

function tableHtml(table: XmlElement): string {
  const rows = rowsOf(table).map((row, at) => {
    const tag = at === 0 ? "th" : "td";
    return `<tr>${
      children(row).filter(({ tagName }) => tagName === "table:table-cell").map((cell) =>
        `<${tag}>${
          children(cell).map((block) => (block.tagName === "text:p" ? inlineHtml(block) : blockHtml(block))).join(" ")
        }</${tag}>`
      ).join("")
    }</tr>`;
  });
  return `<table>${rows.join("")}</table>`;
}

/** Its own rows, and not those of the tables in its cells. */
function rowsOf(parent: XmlElement): readonly XmlElement[] {
  return children(parent).flatMap((child) =>
    child.tagName === "table:table-row" ? [child] : ROWS.has(child.tagName) ? rowsOf(child) : []
  );
}

const ROWS: ReadonlySet<string> = new Set(["table:table-rows", "table:table-header-rows", "table:table-row-group"]);

function inlineHtml(element: XmlElement): string {
  return Array.from(element.childNodes).map((node) => {
    if (node.nodeType === 3) return escapeHtml((node.textContent ?? "").replace(/\s+/g, " "));
    if (node.nodeType !== 1) return "";
    const inner: XmlElement = node;
    switch (inner.tagName) {
      case "text:s":
        return " ".repeat(Math.min(100, Number(inner.getAttribute("text:c") ?? 1) || 1));
      case "text:tab":
        return "\t";
      case "text:line-break":
        return "<br>";
      case "text:a":
        return `<a href="${escapeHtml(inner.getAttribute("xlink:href") ?? "")}">${inlineHtml(inner)}</a>`;
      case "text:note":
        return ` (${inlineHtml(inner)})`;
      case "text:note-citation":
      case "office:annotation":
        return "";
      case "svg:title":
      case "svg:desc":
        return `<img src="" alt="${escapeHtml(inner.textContent ?? "")}">`;
      default:
        return inlineHtml(inner);
    }
  }).join("");
}
