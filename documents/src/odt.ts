/** OpenDocument: texts, sheets and presentations, each as an archive or as one file of XML. */
import { xmlEncoding } from "../../src/text/xml_encoding.ts";
import { type Archive, openArchive, propertiesIn } from "./archive.ts";
import { ConversionFailure, type Converted } from "./converted.ts";
import { decoded } from "./decoded.ts";
import { readSheets, readSlides } from "./odf_parts.ts";
import { readOdtBlocks } from "./odt_blocks.ts";
import type { OdtContext } from "./odt_context.ts";
import { countNumbers } from "./odt_numbers.ts";
import { type OdtStyles, readOdtStyles } from "./odt_styles.ts";
import { collectOmissions } from "./omissions.ts";
import { childOf, nodesIn, outermostNamed, readXml, textIn, type XmlNode } from "./xml_tree.ts";

/** What cells and rows that are there many times may add to all tables. */
const MAX_REPEATED_CELLS = 500_000;
const MAX_REPEATED_LETTERS = 32 * 1024 * 1024;

export function convertOdt(bytes: Uint8Array): Converted {
  const { archive, content, styles: stated, meta } = openDocument(bytes);
  const body = outermostNamed(content, "office:text", "office:spreadsheet", "office:presentation")[0];
  if (body === undefined) throw new ConversionFailure("this is no OpenDocument text, sheet or presentation");
  const styles = readOdtStyles(stated, content);
  let before = "";
  const context = documentContext(archive, styles, () => before);
  const facts = { ...propertiesIn(meta, "creation-date"), warnings: [] };
  if (body.name !== "office:text") {
    const isSheets = body.name === "office:spreadsheet";
    const parts = (isSheets ? readSheets : readSlides)(body, context, (place) => before = place);
    return { unit: isSheets ? "sheet" : "slide", parts, ...facts, omitted: context.omissions.all() };
  }
  const html = readOdtBlocks(nodesIn(body), context);
  const margins = marginTexts(styles, context);
  for (const text of unusedMargins(styles)) context.omissions.add("hidden-text", text);
  const parts = [{ place: null, html: margins.headers + html + margins.footers }];
  return { unit: null, parts, ...facts, omitted: context.omissions.all() };
}

interface OpenDocument {
  readonly archive: Archive;
  readonly content: XmlNode | undefined;
  readonly styles: XmlNode | undefined;
  readonly meta: XmlNode | undefined;
}

/** A flat document is one file of XML. */
function openDocument(bytes: Uint8Array): OpenDocument {
  if (bytes[0] !== 0x50) {
    const text = decoded(bytes, [xmlEncoding(bytes) ?? "utf-8"]).text;
    if (!/<(?:\w+:)?document\b/.test(text.slice(0, 4096))) throw new ConversionFailure("this is no OpenDocument file");
    const root = readXml(text, "the document");
    return { archive: NO_ARCHIVE, content: root, styles: undefined, meta: childOf(root, "office:meta") };
  }
  const archive = openArchive(
    bytes,
    (name) => /(?:^|\/)content\.xml$|^(?:styles|meta)\.xml$|^META-INF\/manifest\.xml$/.test(name),
  );
  if (/encryption-data/.test(archive.text("META-INF/manifest.xml") ?? "")) {
    throw new ConversionFailure("the document is encrypted");
  }
  const [content, styles, meta] = ["content.xml", "styles.xml", "meta.xml"].map((name) => archive.xml(name));
  return { archive, content, styles, meta };
}

const NO_ARCHIVE: Archive = { names: [], text: () => undefined, bytes: () => undefined, xml: () => undefined };

/** What pages that the text does not use would have at their edges, and what is switched off. */
function unusedMargins({ allPages, pages }: OdtStyles): readonly string[] {
  return allPages.flatMap((page) => {
    const isUsed = pages.includes(page);
    return nodesIn(page).filter(({ name, attributes }) =>
      /^style:(?:header|footer)/.test(name) && (!isUsed || attributes["style:display"] === "false")
    ).map(textIn).filter((text) => text.trim() !== "");
  });
}

function documentContext(archive: Archive, styles: OdtStyles, before: () => string): OdtContext {
  return {
    archive,
    styles,
    numbers: countNumbers(styles),
    omissions: collectOmissions(before),
    after: [],
    ranges: new Map(),
    lines: new Set(),
    isMargin: false,
    folder: "",
    isInCell: false,
    room: { cells: MAX_REPEATED_CELLS, letters: MAX_REPEATED_LETTERS },
    blocks: readOdtBlocks,
  };
}

/** What stands at the top and bottom of pages, once. */
function marginTexts(styles: OdtStyles, context: OdtContext): { readonly headers: string; readonly footers: string } {
  const read = (names: readonly string[]): string =>
    styles.pages.flatMap((page) => nodesIn(page)).filter(({ name, attributes }) =>
      names.includes(name) && attributes["style:display"] !== "false"
    ).map((margin) => readOdtBlocks(nodesIn(margin), { ...context, after: [], isMargin: true })).join("");
  return {
    headers: read(["style:header-first", "style:header", "style:header-left"]),
    footers: read(["style:footer-first", "style:footer", "style:footer-left"]),
  };
}
