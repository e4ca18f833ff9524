/** Real pictures of text: pages that PDFium draws. */
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { zlibSync } from "fflate";
import { crc32 } from "node:zlib";
import { pdf, pdfOf } from "./sample_files.ts";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** A byte of grey for each dot. */
  readonly pixels: Uint8Array;
}

/** Lines of text at the top of a page, at 100 dots an inch. */
export async function drawn(...lines: readonly string[]): Promise<Picture> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf([lines.map((line) => [14, line] as const)]));
  const { data, width, height } = await document.getPage(0).render({ scale: 100 / 72, colorSpace: "Gray" });
  const pixels = data.slice(0, width * Math.round(height / 3));
  document.destroy();
  library.destroy();
  return { width, height: pixels.length / width, pixels };
}

export function onItsHead({ width, height, pixels }: Picture): Picture {
  return { width, height, pixels: pixels.toReversed() };
}

const latin = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** `texts` become fields such as Title and Description. */
export function png({ width, height, pixels }: Picture, texts: Readonly<Record<string, string>> = {}): Uint8Array {
  const chunk = (name: string, data: Uint8Array): Uint8Array => {
    const length = new DataView(new ArrayBuffer(4));
    length.setUint32(0, data.length);
    const body = joined(latin(name), data);
    const sum = new DataView(new ArrayBuffer(4));
    sum.setUint32(0, crc32(body));
    return joined(new Uint8Array(length.buffer), body, new Uint8Array(sum.buffer));
  };
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, width);
  head.setUint32(4, height);
  head.setUint8(8, 8);
  const rows = Array.from({ length: height }, (_, y) => joined(latin("\0"), pixels.slice(y * width, (y + 1) * width)));
  return joined(
    latin("\x89PNG\r\n\x1a\n"),
    chunk("IHDR", new Uint8Array(head.buffer)),
    ...Object.entries(texts).map(([key, value]) =>
      chunk("iTXt", joined(latin(`${key}\0\0\0\0\0`), new TextEncoder().encode(value)))
    ),
    chunk("IDAT", zlibSync(joined(...rows))),
    chunk("IEND", new Uint8Array()),
  );
}

/** Pages that are pictures, as a scanner makes them. A string is a page with that text. */
export function scannedPdf(pages: readonly (Picture | string)[]): Uint8Array {
  const objects: Uint8Array[] = [
    latin("<< /Type /Catalog /Pages 2 0 R >>"),
    latin(
      `<< /Type /Pages /Kids [${pages.map((_, at) => `${4 + 3 * at} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    ),
    latin("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"),
  ];
  pages.forEach((page, at) => {
    const [content, picture] = [5 + 3 * at, 6 + 3 * at];
    const isText = typeof page === "string";
    const size = isText ? [612, 792] : [0.72 * page.width, 0.72 * page.height];
    const steps = isText ? `BT /F1 11 Tf 72 700 Td (${page}) Tj ET` : `${size[0]} 0 0 ${size[1]} 0 0 cm /Im Do`;
    const packed = isText ? new Uint8Array() : zlibSync(page.pixels);
    const form = isText ? "" : `/Subtype /Image /Width ${page.width} /Height ${page.height} /ColorSpace /DeviceGray ` +
      "/BitsPerComponent 8 /Filter /FlateDecode ";
    objects.push(
      latin(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.join(" ")}] /Contents ${content} 0 R ` +
          `/Resources << /Font << /F1 3 0 R >> /XObject << /Im ${picture} 0 R >> >> >>`,
      ),
      latin(`<< /Length ${steps.length} >>\nstream\n${steps}\nendstream`),
      joined(
        latin(`<< /Type /XObject ${form}/Length ${packed.length} >>\nstream\n`),
        packed,
        latin("\nendstream"),
      ),
    );
  });
  return pdfOf(objects);
}
