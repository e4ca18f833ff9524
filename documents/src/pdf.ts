/** PDF: the text layer of each page, with headings by the size of their letters. unpdf is pdf.js for every runtime. */
import { readFile } from "node:fs/promises";
import { getDocumentProxy, getMeta } from "unpdf";
import { ConversionFailure, type Converted, type ConvertOptions, type Part } from "./converted.ts";
import { meanConfidence } from "./ocr.ts";
import { joinLines, type Link, type PdfLine, type TextItem } from "./pdf_lines.ts";
import type { RecognizedPage } from "./pdf_ocr.ts";
import { withoutRepeats } from "./pdf_repeats.ts";
import { gridsOf } from "./pdf_rules.ts";
import { linesAndTables } from "./pdf_tables.ts";

/** A heading's letters are larger than most by this factor. */
const LARGER = 1.15;
const MAX_HEADING_LENGTH = 120;

/** A page with fewer letters is a picture, perhaps with a page number or a stamp. */
const MIN_LETTERS = 20;
/** Of a file. A page that the file names many times counts each time. */
const MAX_PAGES = 50_000;
/** Links and fields of a page: each text is compared with each of them. */
const MAX_ANNOTATIONS = 5_000;

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
  });
  if (document.numPages > MAX_PAGES) throw new ConversionFailure(`it has more than ${MAX_PAGES} pages`);
  const pages: (readonly PdfLine[])[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const all = (await page.getAnnotations().catch(() => [])) as readonly Annotation[];
    const annotations = all.slice(0, MAX_ANNOTATIONS);
    const texts = withFields(
      (items as readonly Partial<TextItem>[]).filter((item): item is TextItem => typeof item.str === "string"),
      annotations,
    );
    const links = linksIn(annotations);
    pages.push(linesAndTables(texts, links, texts.length === 0 ? [] : await gridsOf(page).catch(() => [])));
    page.cleanup();
  }
  const { sizes, usual } = headingSizes(pages.flat());
  const recognized = await recognize(bytes, pages, options);
  const parts = withoutRepeats(pages).map((lines, at): Part => {
    const place = at + 1;
    const own = recognized.get(place);
    return own === undefined
      ? { place, html: pageHtml(lines, sizes) }
      : { place, html: own.html, confidence: own.confidence };
  });
  const { info } = await getMeta(document).catch(() => ({ info: {} as Readonly<Record<string, unknown>> }));
  const value = (name: string): string => (typeof info?.[name] === "string" ? info[name].trim() : "");
  const metadata = { author: value("Author"), created: isoDate(value("CreationDate")) };
  const empty = pages.filter((lines, at) => lines.length === 0 && !recognized.has(at + 1)).length;
  return {
    unit: "page",
    parts,
    title: value("Title") || null,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, found]) => found !== "")),
    warnings: empty === 0 ? [] : [`${empty} of ${pages.length} pages have no text`],
    notes: usual === 0 ? [] : [headingNote(sizes, usual)],
    ...meanConfidence([...recognized.values()]),
  };
}

/** `D:20260131…` is 2026-01-31. */
function isoDate(date: string): string {
  return date.replace(/^(?:D:)?(\d{4})(\d\d)(\d\d).*$/, "$1-$2-$3");
}

function headingNote(sizes: readonly number[], usual: number): string {
  const levels = sizes.map((size, at) => `of ${size} pt are level ${at + 1}`);
  return levels.length === 0
    ? `no letters are larger than most, which have ${usual} pt, so there are no headings`
    : `headings are lines whose letters are larger than most, which have ${usual} pt: letters ${levels.join(", ")}`;
}

/** Chinese, Japanese and Korean fonts that a PDF only names have no text without these files. */
class CharacterMaps {
  fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    if (!/^[\w-]+\.bcmap$/.test(filename)) return Promise.reject(new Error("there is no such file"));
    return readFile(new URL(`./cmaps/${filename}`, import.meta.url));
  }
}

/** The text of the pages that are pictures, or of all pages. */
async function recognize(
  bytes: Uint8Array,
  pages: readonly (readonly PdfLine[])[],
  options: ConvertOptions,
): Promise<ReadonlyMap<number, RecognizedPage>> {
  if (options.ocr === "never") return new Map();
  const letters = (lines: readonly PdfLine[]): number =>
    lines.reduce((sum, { text }) => sum + text.replaceAll(" ", "").length, 0);
  const wanted = pages.flatMap((lines, at) => options.ocr === "always" || letters(lines) < MIN_LETTERS ? [at + 1] : []);
  return wanted.length === 0 ? new Map() : await (await import("./pdf_ocr.ts")).recognizePages(bytes, wanted, options);
}

/** What is used of an annotation of pdf.js. */
interface Annotation {
  readonly url?: unknown;
  readonly rect?: unknown;
  readonly fieldType?: unknown;
  readonly fieldValue?: unknown;
}

/** The text that somebody wrote into the fields of a form, each before the first text that stands lower. */
function withFields(texts: readonly TextItem[], annotations: readonly Annotation[]): readonly TextItem[] {
  const all = [...texts];
  for (const { fieldType, fieldValue, rect } of annotations) {
    const str = [fieldValue].flat().filter((value) => typeof value === "string").join(", ").trim();
    if ((fieldType !== "Tx" && fieldType !== "Ch") || str === "" || !Array.isArray(rect)) continue;
    const [left = 0, bottom = 0, right = 0, top = 0] = rect as readonly number[];
    const height = Math.min(10, top - bottom);
    const field = { str, transform: [height, 0, 0, height, left, top - height], width: right - left, height };
    const at = all.findIndex(({ transform }) => (transform[5] ?? 0) < bottom);
    all.splice(at < 0 ? all.length : at, 0, { ...field, hasEOL: false });
  }
  return all;
}

/** The links of a page that lead out of the document. */
function linksIn(annotations: readonly Annotation[]): readonly Link[] {
  return annotations.flatMap(({ url, rect }) =>
    typeof url === "string" && /^(?:https?|mailto):/.test(url) && Array.isArray(rect)
      ? [{ url, rect: rect as readonly number[] }]
      : []
  );
}

/** The sizes of headings, largest first: at most three. */
function headingSizes(lines: readonly PdfLine[]): { readonly sizes: readonly number[]; readonly usual: number } {
  const letters = new Map<number, number>();
  for (const { size, text, isTable } of lines) if (!isTable) letters.set(size, (letters.get(size) ?? 0) + text.length);
  const usual = [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
  const sizes = [...letters.keys()].filter((size) => size > usual * LARGER).sort((a, b) => b - a).slice(0, 3);
  return { sizes, usual };
}

function pageHtml(lines: readonly PdfLine[], sizes: readonly number[]): string {
  const blocks: string[] = [];
  let paragraph: PdfLine[] = [];
  const flush = (): void => {
    if (paragraph.length > 0) blocks.push(`<p>${joinLines(paragraph.map(({ html }) => html))}</p>`);
    paragraph = [];
  };
  for (const [at, line] of lines.entries()) {
    if (line.isTable) {
      flush();
      blocks.push(line.html);
      continue;
    }
    const level = line.text.length <= MAX_HEADING_LENGTH ? sizes.indexOf(line.size) : -1;
    if (level >= 0) {
      flush();
      blocks.push(`<h${level + 1}>${line.html}</h${level + 1}>`);
      continue;
    }
    const before = lines[at - 1];
    if (before !== undefined && line.gap > 1.6 * line.size) flush();
    paragraph.push(line);
  }
  flush();
  return blocks.join("\n");
}
