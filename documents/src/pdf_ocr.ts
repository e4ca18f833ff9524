/** Reads the text of PDF pages from their pictures. PDFium draws a page without a canvas, which pdf.js does not. */
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { escapeHtml } from "./archive.ts";
import type { ConvertOptions } from "./converted.ts";
import { openOcr } from "./ocr.ts";

/** Dots per inch. More give no better text of printed pages, and take longer. */
const RESOLUTION = 200;
/** Large sheets are drawn with less, so that memory is bounded. */
const MAX_PIXELS = 25_000_000;

export interface RecognizedPage {
  readonly html: string;
  readonly words: number;
  readonly confidence: number;
}

/** What OCR finds on some pages, counted from 1. A page on which it finds nothing is not there. */
export async function recognizePages(
  bytes: Uint8Array,
  pages: readonly number[],
  options: ConvertOptions,
): Promise<ReadonlyMap<number, RecognizedPage>> {
  const ocr = await openOcr(options);
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const found = new Map<number, RecognizedPage>();
  try {
    for (const number of pages) {
      const page = document.getPage(number - 1);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const area = Math.max(1, originalWidth * originalHeight);
      const scale = Math.min(RESOLUTION / 72, Math.sqrt(MAX_PIXELS / area));
      const { data, width, height } = await page.render({ scale, colorSpace: "Gray", renderFormFields: true });
      const { paragraphs, words, confidence } = ocr.recognize(grayPicture(data, width, height), 1)!;
      if (words === 0) continue;
      const html = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n");
      found.set(number, { html, words, confidence });
    }
  } finally {
    document.destroy();
    library.destroy();
  }
  return found;
}

/** PGM: https://netpbm.sourceforge.net/doc/pgm.html */
function grayPicture(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const picture = new Uint8Array(head.length + pixels.length);
  picture.set(head);
  picture.set(pixels, head.length);
  return picture;
}
