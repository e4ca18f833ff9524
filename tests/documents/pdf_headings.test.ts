import assert from "node:assert/strict";
import { test } from "node:test";
import { convert } from "ra-documents";
import { readParts } from "../../src/document/formats/converted/document_parts.ts";
import { documentText } from "./document_text.ts";
import { type Bookmark, column, type Placed, placedPdf } from "./placed_pdf.ts";
import { pdfOf } from "./sample_files.ts";

const textOf = async (bytes: Uint8Array): Promise<string> =>
  documentText(readParts(await convert(bytes, "a.pdf", { ocr: "never", languages: [] })));
const headings = async (pages: readonly (readonly Placed[])[], bookmarks: readonly Bookmark[] = []) =>
  (await textOf(placedPdf(pages, { bookmarks }))).split("\n").filter((line) => /^#+ /.test(line));

const body = (y: number): readonly Placed[] =>
  column(72, y, ["The text of this part of the book goes on for a while,", "and then it ends with a full stop."]);

test("a heading of two lines is one; two numbered headings are two", async () => {
  assert.deepEqual(
    await headings([[
      ...column(72, 740, ["How to care for pumps", "in cold weather"], { size: 18, leading: 22 }),
      ...body(680),
      ...column(72, 620, ["1 Before the winter", "2 After it"], { size: 14, leading: 17 }),
      ...body(560),
    ]]),
    ["# How to care for pumps in cold weather", "## 1 Before the winter", "## 2 After it"],
  );
});

test("many lines of large letters are a text", async () => {
  const lines = [
    "Large letters make",
    "a long text for those",
    "who see little, and",
    "it goes on and on",
    "to its end.",
  ];
  assert.deepEqual(
    await headings([[...column(72, 740, lines, { size: 16, leading: 20 }), ...body(560), ...body(500)]]),
    [],
  );
});

test("bookmarks name headings and their levels, whatever their letters are", async () => {
  const pages = [
    [
      { x: 72, y: 740, text: "1 Introduction" },
      ...body(700),
      { x: 72, y: 640, text: "1.1 Scope of the book" },
      ...body(600),
    ],
    [...column(72, 740, ["2 A title that takes", "two lines"]), ...body(690)],
  ];
  assert.deepEqual(
    await headings(pages, [
      { title: "Introduction", page: 0, items: [{ title: "Scope of the book", page: 0 }] },
      { title: "2 A title that takes two lines", page: 1 },
    ]),
    ["# 1 Introduction", "## 1.1 Scope of the book", "# 2 A title that takes two lines"],
  );
});

test("bookmarks that name nothing in the text leave the sizes to tell", async () => {
  const page = [{ x: 72, y: 740, text: "Introduction", size: 16 }, ...body(700)];
  assert.deepEqual(await headings([page], [{ title: "Page 1", page: 0 }, { title: "Page 2", page: 0 }]), [
    "# Introduction",
  ]);
});

test("bold lines of their own are headings where there are no others", async () => {
  const bold = (text: string, y: number): Placed => ({ x: 72, y, text, font: "bold" });
  const page = [bold("Care", 740), ...body(715), bold("2.1 Cold weather", 660), ...body(635), ...body(580)];
  assert.deepEqual(await headings([page]), ["# Care", "## 2.1 Cold weather"]);
  const titled = [{ x: 72, y: 770, text: "The book", size: 20 }, ...page];
  assert.deepEqual(await headings([titled]), ["# The book", "## Care", "### 2.1 Cold weather"]);
  const mostlyBold = [bold("This page is bold from its beginning to its end", 740), bold("And so is this", 700)];
  assert.deepEqual(await headings([mostlyBold]), []);
});

test("tags name headings where there are no bookmarks", async () => {
  const content = "/H2 << /MCID 0 >> BDC BT /F1 10 Tf 72 700 Td (Care of the pump) Tj ET EMC\n" +
    "/P << /MCID 1 >> BDC BT /F1 10 Tf 72 680 Td (Clean it each week.) Tj ET EMC";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /StructParents 0 /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /StructTreeRoot /K [7 0 R 8 0 R] /ParentTree << /Nums [0 [7 0 R 8 0 R]] >> >>",
    "<< /Type /StructElem /S /H2 /P 6 0 R /Pg 3 0 R /K 0 >>",
    "<< /Type /StructElem /S /P /P 6 0 R /Pg 3 0 R /K 1 >>",
  ];
  const found = await textOf(pdfOf(objects.map((object) => new TextEncoder().encode(object))));
  assert.equal(found, "## Care of the pump\n\nClean it each week.\n");
});
