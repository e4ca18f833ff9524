import assert from "node:assert/strict";
import { test } from "node:test";
import { convert } from "ra-documents";
import { readParts } from "../../src/document/formats/converted/document_parts.ts";
import { documentText } from "./document_text.ts";
import { pdf, pdfOf } from "./sample_files.ts";

const text = async (bytes: Uint8Array): Promise<string> =>
  documentText(readParts(await convert(bytes, "a.pdf", { ocr: "never", languages: [] })));
/** Text at a place, and a line between two. */
const at = (x: number, y: number, words: string): string => `\nBT /F1 10 Tf ${x} ${y} Td (${words}) Tj ET`;
const rule = (x1: number, y1: number, x2: number, y2: number): string => `\n${x1} ${y1} m ${x2} ${y2} l S`;

test("a link that leads out of the document is kept", async () => {
  const link = (url: string): string =>
    `<< /Type /Annot /Subtype /Link /Rect [70 740 540 760] /A << /S /URI /URI (${url}) >> >>`;
  const page = [[[10, "Read the guide"]]] as const;
  assert.match(
    await text(pdf(page, { annotations: link("https://example.com/guide") })),
    /\[Read the guide\]\(https:\/\/example\.com\/guide\)/,
  );
  assert.match(await text(pdf(page, { annotations: link("javascript:x") })), /^Read the guide$/m);
});

test("a table with ruling lines is a table; a merged cell is told once", async () => {
  const drawing = [100, 200, 300].map((x) => rule(x, 600, x, x === 200 ? 660 : 680)).join("") +
    [600, 620, 640, 660, 680].map((y) => rule(100, y, 300, y)).join("") +
    at(110, 666, "All prices") + at(110, 646, "item") + at(210, 646, "price") + at(110, 626, "toaster") +
    at(210, 626, "20") + at(110, 606, "bread") + at(210, 606, "3") + at(110, 560, "After the table.");
  assert.equal(
    await text(pdf([[[10, "Before the table."]]], { drawing })),
    "Before the table.\n\n| All prices |  |\n| --- | --- |\n| item | price |\n| toaster | 20 |\n" +
      "| bread | 3 |\n\nAfter the table.\n",
  );
});

test("a frame around text is not a table, and a drawing of many lines ends soon", async () => {
  const frame = [100, 300].map((x) => rule(x, 600, x, 680)).join("") +
    [600, 680].map((y) => rule(100, y, 300, y)).join("");
  const framed = await text(pdf([[]], { drawing: frame + at(110, 650, "One.") + at(110, 630, "Two.") }));
  assert.ok(!framed.includes("|"), framed);
  const lines = Array.from({ length: 20_000 }, (_, line) => rule(100 + line % 400, 100, 100 + line % 400, 600)).join(
    "",
  );
  assert.match(await text(pdf([[[10, "Still here."]]], { drawing: lines })), /Still here\./);
});

test("Chinese, Japanese and Korean letters have their meaning, also where the file names only the font", async () => {
  const words = "東京都の地図";
  const hex = [...words].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, "0")).join("");
  const content = `BT /F1 14 Tf 72 700 Td <${hex}> Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UCS2-H /DescendantFonts [6 0 R] >>",
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /FontDescriptor 7 0 R " +
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>",
    "<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 " +
    "/Descent 200 /CapHeight 700 /StemV 80 >>",
  ];
  assert.equal(
    await text(pdfOf(objects.map((object) => new TextEncoder().encode(object)))),
    `${words}\n`,
  );
});

test("what was written into a form stands between the texts around it", async () => {
  const field = (bottom: number, value: string): string =>
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name${bottom}) /V (${value}) /Rect [150 ${bottom} 300 ${
      bottom + 12
    }] >> `;
  const found = await text(pdf([[[10, "Name:"], [10, "Town:"], [10, "End."]]], {
    annotations: field(744, "Ada") + field(730, "London") + field(400, " "),
  }));
  assert.match(found, /Name: Ada\s+Town: London\s+End\./);
});

test("text that runs upwards, downwards or on its head is read as lines", async () => {
  const turned = (matrix: string, words: string): string => `\nBT /F1 10 Tf ${matrix} Tm (${words}) Tj ET`;
  const found = await text(pdf([[]], {
    drawing: turned("0 1 -1 0 300 300", "Up one") + turned("0 1 -1 0 314 300", "up two.") +
      turned("0 -1 1 0 100 500", "Down one") + turned("0 -1 1 0 86 500", "down two.") +
      turned("-1 0 0 -1 400 100", "Head one") + turned("-1 0 0 -1 400 114", "head two."),
  }));
  assert.match(found, /Up one up two\.\s+Down one down two\.\s+Head one head two\./);
});
