/** PDF: the text layer of each page, with headings, lists, code and tables. unpdf is pdf.js for every runtime. */
import { readFile } from "node:fs/promises";
import { getDocumentProxy, getMeta } from "unpdf";
import { ConversionFailure, type Converted, type ConvertOptions, type Part } from "./converted.ts";
import { meanConfidence } from "./ocr.ts";
import { pageHtml } from "./pdf_blocks.ts";
import { untangled } from "./pdf_columns.ts";
import { headingsOf, usualSize } from "./pdf_headings.ts";
import { wordForms } from "./pdf_hyphens.ts";
import type { PdfLine } from "./pdf_lines.ts";
import type { RecognizedPage } from "./pdf_ocr.ts";
import { omissionsOf } from "./pdf_omissions.ts";
import { bookmarksOf, type PdfDocument } from "./pdf_outline.ts";
import { type PdfPages, readPages } from "./pdf_pages.ts";
import { withoutRunningHeads } from "./pdf_running_heads.ts";

/** A page with fewer letters is a picture, perhaps with a page number or a stamp. */
const MIN_LETTERS = 20;
/** Letters without a meaning, as a share of the others. A page with more is read from its picture. */
const MAX_UNREADABLE = 0.25;
/** Of a file. A page that the file names many times counts each time. */
const MAX_PAGES = 50_000;

export async function convertPdf(bytes: Uint8Array, _: string, options: ConvertOptions): Promise<Converted> {
  try {
    return await read(bytes, options);
  } catch (error) {
    if (error instanceof ConversionFailure) throw error;
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    throw new ConversionFailure(
      name === "PasswordException" ? "the file needs a password" : `the file is damaged: ${message}`,
    );
  }
}

async function read(bytes: Uint8Array, options: ConvertOptions): Promise<Converted> {
  const document = await getDocumentProxy(new Uint8Array(bytes), {
    verbosity: 0,
    cMapPacked: true,
    useWorkerFetch: false,
    BinaryDataFactory: CharacterMaps,
    // They tell whether a file says what its letters mean.
    fontExtraProperties: true,
  });
  if (document.numPages > MAX_PAGES) throw new ConversionFailure(`it has more than ${MAX_PAGES} pages`);
  const outline = await document.getOutline().catch(() => null);
  const areThere = (await document.getMarkInfo().catch(() => null))?.Marked === true;
  const found = await readPages(document, { areThere, nameHeadings: areThere && outline === null }, bytes);
  const all = found.pages.map(({ lines }) => lines);
  const usual = usualSize(all.flat());
  const { pages: bodies, omitted, kept } = withoutRunningHeads(found.pages, usual);
  const pages = bodies.map((lines) => untangled(lines, kept));
  const bookmarks = outline === null ? [] : await bookmarksOf(document, found.pageOf).catch(() => []);
  const named = bookmarks.length > 0
    ? { by: "bookmarks", headings: bookmarks } as const
    : { by: "tags", headings: found.tagged } as const;
  const { byLine, notes } = headingsOf(pages, usual, kept, named);
  const forms = wordForms(pages.flat().map(({ text }) => text));
  const recognized = await recognize(bytes, found, options);
  const parts = pages.map((lines, at): Part => {
    const place = at + 1;
    const own = recognized.get(place);
    const html = [own?.html ?? pageHtml(lines, byLine, forms), ...found.comments[at]!].filter(Boolean).join("\n");
    return own === undefined ? { place, html } : { place, html, confidence: own.confidence };
  });
  const empty =
    all.filter((lines, at) => lines.length === 0 && !recognized.has(at + 1) && found.comments[at]!.length === 0).length;
  const left = omissionsOf(omitted, found, recognized);
  return {
    unit: "page",
    parts,
    ...await facts(document),
    warnings: empty === 0 ? [] : [`${empty} of ${pages.length} pages have no text`],
    notes,
    ...(left.length === 0 ? {} : { omitted: left }),
    ...meanConfidence([...recognized.values()]),
  };
}

async function facts(document: PdfDocument): Promise<Pick<Converted, "title" | "metadata">> {
  const { info } = await getMeta(document).catch(() => ({ info: {} as Readonly<Record<string, unknown>> }));
  const value = (name: string): string => (typeof info?.[name] === "string" ? info[name].trim() : "");
  const metadata = { author: value("Author"), created: isoDate(value("CreationDate")) };
  return {
    title: value("Title") || null,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, found]) => found !== "")),
  };
}

/** `D:20260131…` is 2026-01-31. */
function isoDate(date: string): string {
  return date.replace(/^(?:D:)?(\d{4})(\d\d)(\d\d).*$/, "$1-$2-$3");
}

/** Chinese, Japanese and Korean fonts that a PDF only names have no text without these files. */
class CharacterMaps {
  fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    if (!/^[\w-]+\.bcmap$/.test(filename)) return Promise.reject(new Error("there is no such file"));
    return readFile(new URL(`./cmaps/${filename}`, import.meta.url));
  }
}

/** The text of the pages that are pictures or whose letters have no meaning, or of all pages. */
async function recognize(
  bytes: Uint8Array,
  { pages, unreadable }: PdfPages,
  options: ConvertOptions,
): Promise<ReadonlyMap<number, RecognizedPage>> {
  if (options.ocr === "never") return new Map();
  const letters = (lines: readonly PdfLine[]): number =>
    lines.reduce((sum, { text }) => sum + text.replaceAll(" ", "").length, 0);
  const wanted = pages.flatMap(({ lines }, at) => {
    const [read, unread] = [letters(lines), unreadable[at]!.letters];
    const isPicture = read < MIN_LETTERS || (unread >= MIN_LETTERS && unread > MAX_UNREADABLE * read);
    return options.ocr === "always" || isPicture ? [at + 1] : [];
  });
  return wanted.length === 0 ? new Map() : await (await import("./pdf_ocr.ts")).recognizePages(bytes, wanted, options);
}
