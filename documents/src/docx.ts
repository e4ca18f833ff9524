/** DOCX: headings, lists with their numbers, tables, notes, comments and formulas, as Word shows them. */
import { type Archive, openArchive, openXmlProperties } from "./archive.ts";
import { relationOf, relations } from "./archive_relations.ts";
import { ConversionFailure, type Converted } from "./converted.ts";
import { readBlocks } from "./docx_blocks.ts";
import type { DocxContext } from "./docx_context.ts";
import { createFields } from "./docx_fields.ts";
import { type Margin, marginsOf } from "./docx_margins.ts";
import { createNotes, type NotePart } from "./docx_notes.ts";
import { readNumbering } from "./docx_numbering.ts";
import { readStyles } from "./docx_styles.ts";
import { WORKBOOK } from "./office_embedded.ts";
import { collectOmissions } from "./omissions.ts";
import { childOf, nodesIn, requireXmlSize, type XmlNode } from "./xml_tree.ts";

export function convertDocx(bytes: Uint8Array): Converted {
  let xml = 0;
  const archive = openArchive(bytes, (name, size) => {
    if (WORKBOOK.test(name)) return true;
    if (!/\.(?:xml|rels)$/i.test(name) || /\/theme\/|^customXml\//.test(name)) return false;
    if (/^word\/[^/]*\.xml$/.test(name)) requireXmlSize(xml += size, "the document");
    return true;
  });
  const path = relationOf(relations(archive, ""), "officeDocument")?.target ?? "word/document.xml";
  const root = archive.xml(path);
  if (root?.name !== "w:document") throw new ConversionFailure("this is no DOCX document");
  const { context, settings } = documentContext(archive, path);
  const body = childOf(root, "w:body");
  const text = readBlocks(nodesIn(body), context);
  const margins = marginTexts(marginsOf(body, settings), context);
  context.notes.referOpened();
  for (const note of context.notes.unused()) {
    if (note.trim() !== "") context.omissions.add("hidden-text", note);
  }
  const { title, metadata } = openXmlProperties(archive);
  return {
    unit: null,
    parts: [{ place: null, html: margins.headers + text + context.notes.due(context) + margins.footers }],
    title,
    metadata,
    warnings: [],
    omitted: context.omissions.all(),
  };
}

function documentContext(
  archive: Archive,
  path: string,
): { readonly context: DocxContext; readonly settings: XmlNode | undefined } {
  const links = relations(archive, path);
  const target = (type: string): string | undefined => relationOf(links, type)?.target;
  const notePart = (type: string): NotePart => {
    const at = target(type);
    const own = at === undefined ? links : relations(archive, at);
    return {
      root: archive.xml(at),
      context: (outer) => ({ ...outer, relations: own, fields: createFields(), hasHeadings: false }),
    };
  };
  return {
    context: {
      archive,
      styles: readStyles(archive.xml(target("styles"))),
      numbering: readNumbering(archive.xml(target("numbering"))),
      omissions: collectOmissions(),
      notes: createNotes({
        footnote: notePart("footnotes"),
        endnote: notePart("endnotes"),
        comment: notePart("comments"),
      }),
      relations: links,
      fields: createFields(),
      isMargin: false,
      hasHeadings: true,
      isInCell: false,
      lines: new Set(),
      blocks: readBlocks,
    },
    settings: archive.xml(target("settings")),
  };
}

/** Each part once, however many sections have it. */
function marginTexts(
  margins: readonly Margin[],
  context: DocxContext,
): { readonly headers: string; readonly footers: string } {
  const texts = { headers: "", footers: "" };
  const read = new Set<string>();
  const shownFirst = margins.toSorted((a, b) => Number(b.isShown) - Number(a.isShown));
  for (const { id, isHeader, isShown } of shownFirst) {
    const path = context.relations.get(id)?.target;
    if (path === undefined || read.has(path)) continue;
    read.add(path);
    const html = readBlocks(nodesIn(context.archive.xml(path)), {
      ...context,
      relations: relations(context.archive, path),
      fields: createFields(),
      isMargin: true,
      hasHeadings: false,
    });
    if (isShown) texts[isHeader ? "headers" : "footers"] += html;
    else if (html !== "") context.omissions.add("hidden-text", html.replace(/<[^>]*>/g, " "));
  }
  return texts;
}
