/** Reads the pages of a PDF one after the other. */
import { type ActualTexts, openActualTexts } from "./pdf_actual_text.ts";
import { commentsOf } from "./pdf_comments.ts";
import { withoutDoubles } from "./pdf_double_struck.ts";
import type { ReadPage } from "./pdf_edges.ts";
import { type Annotation, withFields } from "./pdf_fields.ts";
import { lookAtFonts } from "./pdf_fonts.ts";
import { readableTexts, type UnreadableText } from "./pdf_glyphs.ts";
import type { FontLook, Link, TextItem } from "./pdf_items.ts";
import { type MarkedItem, markedTexts, withActualTexts } from "./pdf_marked_text.ts";
import { hasTextTags, type NamedHeading, type PdfDocument, type PdfPage, taggedHeadings } from "./pdf_outline.ts";
import { type Drawing, drawingOf } from "./pdf_rules.ts";
import { linesAndTables } from "./pdf_tables.ts";

/** Links and fields of a page: each text is compared with each of them. */
const MAX_ANNOTATIONS = 5_000;
/** Pages without a text on which pictures are looked for, because that takes as long as to read the pictures. */
const MAX_BLANK = 20;
/** pdf.js draws no fields and notes: they are read as such. */
const NO_ANNOTATIONS = 0;

export interface PdfPages {
  readonly pages: readonly ReadPage[];
  /** Why a page could not be read, by its number from 0. */
  readonly failures: ReadonlyMap<number, string>;
  /** What else each page shows. */
  readonly drawings: readonly Omit<Drawing, "grids">[];
  /** What readers wrote on each page, as paragraphs. */
  readonly comments: readonly (readonly string[])[];
  /** The letters of each page that cannot be read. */
  readonly unreadable: readonly UnreadableText[];
  readonly tagged: readonly NamedHeading[];
  /** By an object that stands for a page. */
  pageOf(reference: unknown): number | undefined;
}

/** `bytes` are the file. */
export async function readPages(
  document: PdfDocument,
  tags: { readonly areThere: boolean; readonly nameHeadings: boolean },
  bytes: Uint8Array,
): Promise<PdfPages> {
  const pages: ReadPage[] = [];
  const failures = new Map<number, string>();
  const drawings: Omit<Drawing, "grids">[] = [];
  const unreadable: UnreadableText[] = [];
  const comments: (readonly string[])[] = [];
  const tagged: NamedHeading[] = [];
  const numbers = new Map<string, number>();
  const reader = new PageReader(bytes, tags.areThere);
  let failure: unknown;
  for (let at = 0; at < document.numPages; at++) {
    try {
      const page = await document.getPage(at + 1);
      if (page.ref !== null) numbers.set(keyOf(page.ref), at);
      const read = await reader.read(page, at);
      pages.push({ lines: read.lines, view: page.view });
      drawings.push(read.drawing);
      unreadable.push(read.unreadable);
      comments.push(read.comments);
      if (tags.nameHeadings) tagged.push(...await taggedHeadings(page, at, read.items).catch(() => []));
      page.cleanup();
    } catch (error) {
      failure = error;
      failures.set(at, error instanceof Error ? error.message : String(error));
      pages.push({ lines: [], view: [] });
      drawings.push({ pictures: [], hasShapes: false });
      unreadable.push(NONE);
      comments.push([]);
    }
  }
  reader.close();
  if (failures.size > 0 && failures.size === document.numPages) throw failure;
  return {
    pages,
    failures,
    drawings,
    unreadable,
    comments,
    tagged,
    pageOf: (reference) => (typeof reference === "number" ? reference : numbers.get(keyOf(reference))),
  };
}

const NONE: UnreadableText = { letters: 0, reasons: [] };

function keyOf(reference: unknown): string {
  const { num, gen } = (reference ?? {}) as { readonly num?: unknown; readonly gen?: unknown };
  return `${num} ${gen}`;
}

interface PageReading extends Pick<ReadPage, "lines"> {
  readonly drawing: Omit<Drawing, "grids">;
  readonly unreadable: UnreadableText;
  readonly items: readonly MarkedItem[];
  readonly comments: readonly string[];
}

class PageReader {
  readonly #bytes: Uint8Array;
  readonly #hasTags: boolean;
  readonly #looks = new Map<string, FontLook>();
  #blank = 0;
  #actual: Promise<ActualTexts | undefined> | undefined;
  #opened: ActualTexts | undefined;

  constructor(bytes: Uint8Array, hasTags: boolean) {
    this.#bytes = bytes;
    this.#hasTags = hasTags;
  }

  async read(page: PdfPage, at: number): Promise<PageReading> {
    const { items, styles } = await page.getTextContent({ includeMarkedContent: true });
    const all = (await page.getAnnotations().catch(() => [])) as readonly Annotation[];
    const annotations = all.slice(0, MAX_ANNOTATIONS);
    const marked = await this.#textsOf(page, items, at);
    const hasText = withFields(marked, annotations).some(({ str }) => str.trim() !== "");
    const unknown: Drawing = { grids: [], pictures: [], hasShapes: true };
    const looks = hasText || this.#blank < MAX_BLANK;
    const drawn = looks ? await page.getOperatorList({ annotationMode: NO_ANNOTATIONS }).catch(() => null) : null;
    const drawing = drawn === null ? unknown : await drawingOf(drawn).catch(() => unknown);
    const { texts, unreadable } = drawn === null
      ? { texts: marked, unreadable: NONE }
      : await readableTexts(page, drawn, marked);
    const others = { drawing, unreadable, items, comments: commentsOf(annotations, texts) };
    const written = withFields(withoutDoubles(texts), annotations);
    if (written.every(({ str }) => str.trim() === "")) {
      this.#blank++;
      return { lines: [], ...others };
    }
    lookAtFonts(page, styles, this.#looks);
    return { lines: linesAndTables(written, linksIn(annotations), drawing.grids, this.#looks), ...others };
  }

  close(): void {
    this.#opened?.close();
  }

  /** The texts of a page. Those that the file gives for drawn letters stand in their place. */
  async #textsOf(page: PdfPage, items: readonly MarkedItem[], at: number): Promise<readonly TextItem[]> {
    const marked = markedTexts(items);
    const hasValues = marked.marks.some(({ mayHaveText, from, to }) => mayHaveText && from < to);
    const hasTags = this.#hasTags && await hasTextTags(page).catch(() => false);
    if (!hasValues && !hasTags) return marked.texts;
    this.#actual ??= openActualTexts(this.#bytes).catch(() => undefined);
    this.#opened = await this.#actual;
    if (this.#opened === undefined) return marked.texts;
    return withActualTexts(marked, this.#opened.of(at), hasTags ? this.#opened.taggedOf(at) : []);
  }
}

/** The links of a page that lead out of the document. */
function linksIn(annotations: readonly Annotation[]): readonly Link[] {
  return annotations.flatMap(({ url, rect }) =>
    typeof url === "string" && /^(?:https?|mailto):/.test(url) && Array.isArray(rect)
      ? [{ url, rect: rect as readonly number[] }]
      : []
  );
}
