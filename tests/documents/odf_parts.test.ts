/** Sheets and presentations of OpenDocument are read as those of Office are, in archives and as flat files. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { convert } from "ra-documents";
import { readParts } from "../../src/document/formats/converted/document_parts.ts";
import { documentText } from "./document_text.ts";

const NAMESPACES = ["office", "text", "table", "draw", "style", "presentation"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(" ") +
  ' xmlns:dc="http://purl.org/dc/elements/1.1/"';

const content = (root: string, styles: string, body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><office:${root} ${NAMESPACES}><office:automatic-styles>${styles}` +
  `</office:automatic-styles><office:body>${body}</office:body></office:${root}>`;

async function read(name: string, styles: string, body: string): Promise<{ text: string; omitted: readonly string[] }> {
  const bytes = name.startsWith("flat")
    ? strToU8(content("document", styles, body))
    : zipSync({ "content.xml": strToU8(content("document-content", styles, body)) });
  const { omitted = [], ...found } = await convert(bytes, name, { ocr: "never", languages: [] });
  return {
    text: documentText(readParts(found)),
    omitted: omitted.map(({ kind, lines }) => `${kind}: ${lines.join(" | ")}`),
  };
}

const p = (text: string): string => `<text:p>${text}</text:p>`;
const row = (...cells: readonly string[]): string =>
  `<table:table-row>${cells.map((cell) => `<table:table-cell>${cell}</table:table-cell>`).join("")}</table:table-row>`;

test("sheets are tables, with their remarks, and hidden ones are listed", async () => {
  const remark = `<office:annotation><dc:creator>Ada</dc:creator>${p("check this")}</office:annotation>`;
  const body =
    `<office:spreadsheet><table:table table:name="Prices">${row(p("Part"), p("Price"))}${
      row(remark + p("Valve"), p("12.50 €"))
    }<table:table-row table:number-rows-repeated="1048573"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>` +
    `</table:table><table:table table:name="Empty">${row("")}</table:table>` +
    `<table:table table:name="Secret" table:style-name="h">${
      row(p("hush"), p("now"))
    }</table:table></office:spreadsheet>`;
  const hidden =
    '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>';
  for (const name of ["a.ods", "flat.fods"]) {
    const { text, omitted } = await read(name, hidden, body);
    assert.equal(
      text,
      "## Prices\n\n| Part | Price |\n| --- | --- |\n| Valve | 12.50 € |\n\nComment by Ada: check this\n",
      name,
    );
    assert.deepEqual(omitted, ["hidden-sheet: sheet Secret: hush now"]);
  }
});

test("slides have their titles first, then their text and notes, and hidden ones are listed", async () => {
  const frame = (text: string, kind = ""): string =>
    `<draw:frame${kind === "" ? "" : ` presentation:class="${kind}"`}><draw:text-box>${
      p(text)
    }</draw:text-box></draw:frame>`;
  const body = `<office:presentation><draw:page>${frame("Open the valve.")}${frame("Plan", "title")}` +
    `<draw:custom-shape>${p("Steam")}</draw:custom-shape><presentation:notes>${
      frame("Speak slowly.")
    }</presentation:notes></draw:page>` +
    `<draw:page draw:style-name="h">${frame("Old", "title")}${frame("words")}</draw:page></office:presentation>`;
  const hidden =
    '<style:style style:name="h" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>';
  for (const name of ["a.odp", "flat.fodp"]) {
    const { text, omitted } = await read(name, hidden, body);
    assert.equal(text, "## Plan\n\nOpen the valve.\n\nSteam\n\nNotes:\n\nSpeak slowly.\n", name);
    assert.deepEqual(omitted, ["hidden-slide: slide 2: Old words"]);
  }
});

test("a flat text is read, and other XML is refused", async () => {
  const { text } = await read(
    "flat.fodt",
    "",
    `<office:text><text:h text:outline-level="1">Pump</text:h>${p("It runs.")}</office:text>`,
  );
  assert.equal(text, "# Pump\n\nIt runs.\n");
  await assert.rejects(convert(strToU8("<a/>"), "a.fodt", { ocr: "never", languages: [] }), /no OpenDocument file/);
});

test("edges of pages that come after those of the text are told", async () => {
  const page = (name: string, next: string): string =>
    `<style:master-page style:name="${name}" style:next-style-name="${next}"><style:header>${
      p(`Header of ${name}`)
    }</style:header></style:master-page>`;
  const styles = `<office:document-styles ${NAMESPACES}><office:master-styles>${page("Left", "Right")}${
    page("Standard", "Right")
  }${page("Right", "Left")}${page("Other", "Other")}</office:master-styles></office:document-styles>`;
  const bytes = zipSync({
    "content.xml": strToU8(content("document-content", "", `<office:text>${p("It runs.")}</office:text>`)),
    "styles.xml": strToU8(styles),
  });
  const { omitted, ...found } = await convert(bytes, "a.odt", { ocr: "never", languages: [] });
  assert.equal(
    documentText(readParts(found)),
    "Header of Left\n\nHeader of Standard\n\nHeader of Right\n\nIt runs.\n",
  );
  assert.deepEqual(omitted?.map(({ kind, lines }) => [kind, ...lines]), [["hidden-text", "Header of Other"]]);
});

test("objects in a document are read: drawings, texts, sheets and objects in them", async () => {
  const object = (path: string): string => `<draw:frame><draw:object xlink:href="./${path}"/></draw:frame>`;
  const named = (root: string): string =>
    root.replace(
      "<office:",
      `<office:document-content ${NAMESPACES} xmlns:xlink="http://www.w3.org/1999/xlink"><office:`,
    )
      .replace(/$/, "</office:document-content>");
  const chart = 'xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"';
  const files = {
    "content.xml": named(
      `<office:body><office:text>${
        [1, 2, 3, 4, 5].map((at) => p(object(`Object ${at}`))).join("")
      }</office:text></office:body>`,
    ),
    "Object 1/content.xml": named(
      `<office:body><office:drawing><draw:page><draw:g><draw:frame><draw:text-box>${
        p("Valve 4711")
      }</draw:text-box></draw:frame></draw:g><draw:custom-shape>${p("Pump")}</draw:custom-shape>${
        object("Object 1")
      }</draw:page></office:drawing></office:body>`,
    ),
    // Itself would have no end.
    "Object 1/Object 1/content.xml": named(`<office:body><office:text>${p("Deep")}</office:text></office:body>`),
    "Object 2/content.xml": named(
      `<office:body><office:spreadsheet><table:table>${
        row(p("Price"), p("12"))
      }</table:table></office:spreadsheet></office:body>`,
    ),
    "Object 3/content.xml": named(
      `<office:body><office:chart ${chart}><chart:chart><chart:title>${p("Sales")}</chart:title><chart:plot-area>` +
        `<chart:axis><chart:title>${
          p("Years")
        }</chart:title></chart:axis></chart:plot-area></chart:chart></office:chart></office:body>`,
    ),
    "Object 4/content.xml": named(`<office:body><office:chart ${chart}><chart:chart/></office:chart></office:body>`),
  };
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])));
  const { omitted, ...found } = await convert(bytes, "a.odt", { ocr: "never", languages: [] });
  assert.equal(
    documentText(readParts(found)),
    "Valve 4711\n\nPump\n\nDeep\n\n| Price | 12 |\n| --- | --- |\n\nSales\n\nYears\n",
  );
  assert.deepEqual(omitted?.map(({ kind, lines }) => [kind, ...lines]), [
    ["picture", "chart Object 4"],
    ["unreadable", "embedded object Object 5"],
  ]);
});

test("edges of pages that a text does not use are listed", async () => {
  const styles = '<office:document-styles><office:master-styles><style:master-page style:name="Standard"/>' +
    `<style:master-page style:name="Other"><style:footer>${p("Draft of Ada")}</style:footer></style:master-page>` +
    "</office:master-styles></office:document-styles>";
  const bytes = zipSync({
    "content.xml": strToU8(content("document-content", "", `<office:text>${p("It runs.")}</office:text>`)),
    "styles.xml": strToU8(styles.replace("<office:document-styles", `<office:document-styles ${NAMESPACES}`)),
  });
  const { omitted } = await convert(bytes, "a.odt", { ocr: "never", languages: [] });
  assert.deepEqual(omitted?.map(({ kind, lines }) => [kind, ...lines]), [["hidden-text", "Draft of Ada"]]);
});
