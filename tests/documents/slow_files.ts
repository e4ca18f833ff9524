/** Small real files that take their converter seconds. */
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

/** Some seconds for 100,000 lines. Its words are `slow` and `words`. */
export const slowPdf = (lines = 120_000): Uint8Array =>
  page(`BT /F1 10 Tf 10 700 Td ${"(slow) Tj 0 -12 Td (words) Tj 0 12 Td ".repeat(lines)}ET`);
