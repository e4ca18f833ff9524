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
