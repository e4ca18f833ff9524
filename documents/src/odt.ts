/** ODT: headings, paragraphs, lists, tables, notes, comments and text boxes of a text document. */
import { type Archive, openArchive, propertiesIn } from "./archive.ts";
import { ConversionFailure, type Converted } from "./converted.ts";
import { readOdtBlocks } from "./odt_blocks.ts";
import type { OdtContext } from "./odt_context.ts";
import { countNumbers } from "./odt_numbers.ts";
import { type OdtStyles, readOdtStyles } from "./odt_styles.ts";
import { collectOmissions } from "./omissions.ts";
import { nodesIn, outermostNamed } from "./xml_tree.ts";

/** What cells and rows that are there many times may add to all tables. */
const MAX_REPEATED_CELLS = 500_000;
const MAX_REPEATED_LETTERS = 32 * 1024 * 1024;

export function convertOdt(bytes: Uint8Array): Converted {
  const archive = openArchive(
    bytes,
    (name) => /(?:^|\/)content\.xml$|^(?:styles|meta)\.xml$|^META-INF\/manifest\.xml$/.test(name),
  );
  if (/encryption-data/.test(archive.text("META-INF/manifest.xml") ?? "")) {
    throw new ConversionFailure("the document is encrypted");
  }
  const content = archive.xml("content.xml");
  const text = outermostNamed(content, "office:text")[0];
  if (text === undefined) throw new ConversionFailure("this is no ODT document");
  const styles = readOdtStyles(archive.xml("styles.xml"), content);
  const context = documentContext(archive, styles);
  const html = readOdtBlocks(nodesIn(text), context);
  const margins = marginTexts(styles, context);
  return {
    unit: null,
    parts: [{ place: null, html: margins.headers + html + margins.footers }],
    ...propertiesIn(archive.xml("meta.xml"), "creation-date"),
    warnings: [],
    omitted: context.omissions.all(),
  };
}

function documentContext(archive: Archive, styles: OdtStyles): OdtContext {
  return {
    archive,
    styles,
    numbers: countNumbers(styles),
    omissions: collectOmissions(),
    after: [],
    ranges: new Map(),
    lines: new Set(),
    isMargin: false,
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
