/** Small real files that take their converter seconds, minutes or more. */
import { strToU8, zlibSync } from "fflate";
import { pdfOf } from "./sample_files.ts";

const text = (content: string): Uint8Array => strToU8(content, true);

/** One page whose content is compressed. */
function page(content: string): Uint8Array {
  const packed = zlibSync(text(content), { level: 9 });
  return pdfOf([
    text("<< /Type /Catalog /Pages 2 0 R >>"),
    text("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    text(
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    ),
    new Uint8Array(Buffer.concat([
      text(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
      packed,
      text("\nendstream"),
    ])),
    text("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"),
  ]);
}

/** Some seconds. Its words are `slow` and `words`. */
export const slowPdf = (): Uint8Array =>
  page(`BT /F1 10 Tf 10 700 Td ${"(slow) Tj 0 -12 Td (words) Tj 0 12 Td ".repeat(120_000)}ET`);

/** Minutes, or more memory than a converter may take: millions of lines. */
export const endlessPdf = (): Uint8Array =>
  page(`BT /F1 10 Tf 10 700 Td (a) Tj ET ${"0 0 m 100 0 l S\n".repeat(3_000_000)}`);
