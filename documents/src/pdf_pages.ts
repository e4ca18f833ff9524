/** Reads the pages of a PDF one after the other. */
import type { ReadPage } from "./pdf_edges.ts";
import { type Annotation, withFields } from "./pdf_fields.ts";
import { lookAtFonts } from "./pdf_fonts.ts";
import type { FontLook, Link, TextItem } from "./pdf_items.ts";
import { type NamedHeading, type PdfDocument, type PdfPage, taggedHeadings } from "./pdf_outline.ts";
import { type Drawing, drawingOf } from "./pdf_rules.ts";
import { linesAndTables } from "./pdf_tables.ts";

/** Links and fields of a page: each text is compared with each of them. */
const MAX_ANNOTATIONS = 5_000;
/** Pages without a text on which pictures are looked for, because that takes as long as to read the pictures. */
const MAX_BLANK = 20;

export interface PdfPages {
  readonly pages: readonly ReadPage[];
  /** Why a page could not be read, by its number from 0. */
  readonly failures: ReadonlyMap<number, string>;
  /** What else each page shows. */
  readonly drawings: readonly Omit<Drawing, "grids">[];
  readonly tagged: readonly NamedHeading[];
  /** By an object that stands for a page. */
  pageOf(reference: unknown): number | undefined;
}

export async function readPages(document: PdfDocument, hasTags: boolean): Promise<PdfPages> {
  const pages: ReadPage[] = [];
  const failures = new Map<number, string>();
  const drawings: Omit<Drawing, "grids">[] = [];
  const tagged: NamedHeading[] = [];
  const numbers = new Map<string, number>();
  const looks = new Map<string, FontLook>();
  let [blank, failure]: [number, unknown] = [0, undefined];
  for (let at = 0; at < document.numPages; at++) {
    try {
      const page = await document.getPage(at + 1);
      if (page.ref !== null) numbers.set(keyOf(page.ref), at);
      const read = await readPage(page, looks, blank < MAX_BLANK);
      if (read.lines.length === 0) blank++;
      pages.push({ lines: read.lines, view: page.view });
      drawings.push(read.drawing);
      if (hasTags) tagged.push(...await taggedHeadings(page, at).catch(() => []));
      page.cleanup();
    } catch (error) {
      failure = error;
      failures.set(at, error instanceof Error ? error.message : String(error));
      pages.push({ lines: [], view: [] });
      drawings.push({ pictures: [], hasShapes: false });
    }
  }
  if (failures.size > 0 && failures.size === document.numPages) throw failure;
  return {
    pages,
    failures,
    drawings,
    tagged,
    pageOf: (reference) => (typeof reference === "number" ? reference : numbers.get(keyOf(reference))),
  };
}

function keyOf(reference: unknown): string {
  const { num, gen } = (reference ?? {}) as { readonly num?: unknown; readonly gen?: unknown };
  return `${num} ${gen}`;
}

async function readPage(
  page: PdfPage,
  looks: Map<string, FontLook>,
  looksForPictures: boolean,
): Promise<Pick<ReadPage, "lines"> & { readonly drawing: Omit<Drawing, "grids"> }> {
  const { items, styles } = await page.getTextContent();
  const all = (await page.getAnnotations().catch(() => [])) as readonly Annotation[];
  const annotations = all.slice(0, MAX_ANNOTATIONS);
  const texts = withFields(
    (items as readonly Partial<TextItem>[]).filter((item): item is TextItem => typeof item.str === "string"),
    annotations,
  );
  const isBlank = texts.every(({ str }) => str.trim() === "");
  const unknown: Drawing = { grids: [], pictures: [], hasShapes: true };
  const drawing = isBlank && !looksForPictures ? unknown : await drawingOf(page).catch(() => unknown);
  if (isBlank) return { lines: [], drawing };
  lookAtFonts(page, styles, looks);
  return { lines: linesAndTables(texts, linksIn(annotations), drawing.grids, looks), drawing };
}

/** The links of a page that lead out of the document. */
function linksIn(annotations: readonly Annotation[]): readonly Link[] {
  return annotations.flatMap(({ url, rect }) =>
    typeof url === "string" && /^(?:https?|mailto):/.test(url) && Array.isArray(rect)
      ? [{ url, rect: rect as readonly number[] }]
      : []
  );
}
