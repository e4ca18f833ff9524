/** Small files whose parts ask for far more than they hold. Without a bound each of them takes minutes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { convert, type Converted } from "ra-documents";

const zip = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

const converted = (bytes: Uint8Array, name: string): Promise<Converted> =>
  convert(bytes, name, { ocr: "never", languages: [] });

const html = async (bytes: Uint8Array, name: string): Promise<string> =>
  (await converted(bytes, name)).parts.map((part) => part.html).join("");

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const AGAIN = { name: "ConversionFailure", message: "its parts name each other again and again" };

function epub(chapters: Readonly<Record<string, string>>, spine: readonly string[]): Uint8Array {
  const items = Object.keys(chapters).map((id) => `<item id="${id}" href="${id}.xhtml"/>`).join("");
  return zip({
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    "book.opf": `<package><manifest>${items}</manifest><spine>${
      spine.map((id) => `<itemref idref="${id}"/>`).join("")
    }</spine></package>`,
    ...Object.fromEntries(Object.entries(chapters).map(([id, text]) => [`${id}.xhtml`, text])),
  });
}

function pptx(slides: number, shapes: string): Uint8Array {
  return zip({
    "ppt/presentation.xml": `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${
      '<p:sldId id="1" r:id="r1"/>'.repeat(slides)
    }</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels":
      `<Relationships><Relationship Id="r1" Type="${RELATIONS}/slide" Target="slides/slide1.xml"/></Relationships>`,
    "ppt/slides/slide1.xml":
      `<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
  });
}

function xlsx(sheets: readonly string[], strings = ""): Uint8Array {
  const ids = sheets.map((_, at) => at + 1);
  return zip({
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${
      ids.map((id) => `<sheet name="S${id}" sheetId="${id}" r:id="r${id}"/>`).join("")
    }</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${
      ids.map((id) => `<Relationship Id="r${id}" Type="${RELATIONS}/worksheet" Target="worksheets/s${id}.xml"/>`)
        .join("")
    }</Relationships>`,
    ...(strings === "" ? {} : { "xl/sharedStrings.xml": `<sst><si><t>${strings}</t></si></sst>` }),
    ...Object.fromEntries(
      sheets.map((rows, at) => [
        `xl/worksheets/s${at + 1}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  });
}

const odt = (body: string): Uint8Array =>
  zip({
    "content.xml":
      `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });

test("a book that names one chapter twenty thousand times is refused, and one that names it twice is read", async () => {
  const chapter = `<p>${"words ".repeat(100)}</p>`;
  await assert.rejects(converted(epub({ a: chapter }, Array(20_000).fill("a")), "a.epub"), AGAIN);
  await assert.rejects(converted(epub({}, Array(20_000).fill("none")), "a.epub"), AGAIN);
  const { parts } = await converted(epub({ a: chapter, b: "<p>b</p>" }, ["a", "b", "a"]), "a.epub");
  assert.equal(parts.length, 3);
});

test("a book of thousands of chapters is read", async () => {
  const ids = Array.from({ length: 3000 }, (_, at) => `c${at}`);
  const { parts } = await converted(epub(Object.fromEntries(ids.map((id) => [id, `<p>${id}</p>`])), ids), "a.epub");
  assert.equal(parts.length, 3000);
});

test("a show of one slide many times, and a workbook of one sheet many times, are refused", async () => {
  const shape = "<p:sp><p:txBody><a:p><a:r><a:t>x</a:t></a:r></a:p></p:txBody></p:sp>";
  await assert.rejects(converted(pptx(20_000, shape), "a.pptx"), AGAIN);
  const many = zip({
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${
      '<sheet name="S" sheetId="1" r:id="r1"/>'.repeat(20_000)
    }</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels":
      `<Relationships><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/s.xml"/></Relationships>`,
    "xl/worksheets/s.xml":
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>x</t></is></c></row></sheetData></worksheet>',
  });
  await assert.rejects(converted(many, "a.xlsx"), AGAIN);
});

test("tables inside tables are read once each, and thousands inside each other are refused", async () => {
  const nested = (depth: number): string =>
    depth === 0
      ? "<text:p>core</text:p>"
      : `<table:table><table:table-row><table:table-cell>${
        nested(depth - 1)
      }</table:table-cell></table:table-row></table:table>`;
  assert.equal((await html(odt(nested(40)), "a.odt")).split("core").length, 2);
  await assert.rejects(converted(odt(nested(3000)), "a.odt"), {
    message: "the elements of content.xml are nested too deeply",
  });
  const table = "<a:tbl><a:tr><a:tc>";
  const slide = `<p:graphicFrame>${table.repeat(60)}<a:p><a:r><a:t>core</a:t></a:r></a:p>${
    "</a:tc></a:tr></a:tbl>".repeat(60)
  }</p:graphicFrame>`;
  assert.equal((await html(pptx(1, slide), "a.pptx")).split("core").length, 2);
  await assert.rejects(converted(strToU8(`<svg>${"<text>x".repeat(50_000)}</svg>`), "a.svg"), {
    message: "the elements of the picture are nested too deeply",
  });
});

test("a table with one long row, and sheets of few cells far apart, are cut and say so", async () => {
  const csv = await converted(strToU8(`${",".repeat(200_000)}x\n${"a\n".repeat(20_000)}`), "a.csv");
  assert.deepEqual(csv.warnings, ["it has more than 9 rows; the others are left out"]);
  const column = (at: number): string => `${String.fromCharCode(65 + (at % 26))}${String.fromCharCode(65 + (at >> 5))}`;
  const rows = Array.from(
    { length: 5000 },
    (_, at) => `<row><c r="${column(at % 400)}${at + 1}"><v>1</v></c></row>`,
  ).join("");
  const { warnings } = await converted(xlsx([rows, rows, rows, rows, rows, rows, rows]), "a.xlsx");
  assert.equal(warnings.length, 3);
  assert.match(warnings.at(-1)!, /^the sheet S7 is too large/);
});

test("a long text that twenty thousand cells share is told up to a bound", async () => {
  const cells = '<row><c t="s"><v>0</v></c></row>'.repeat(20_000);
  const { warnings } = await converted(xlsx([cells], "x".repeat(5_000_000)), "a.xlsx");
  assert.match(warnings.join(), /^the sheet S1 is too large/);
});

test("signs that open and never close end soon: doctypes, encrypted parts, runs of backticks", async () => {
  await assert.rejects(converted(strToU8("<!DOCTYPE ".repeat(500_000)), "a.svg"), {
    message: "the picture is damaged",
  });
  const book = {
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    "book.opf": "<package/>",
    "META-INF/encryption.xml": "EncryptedData ".repeat(300_000),
  };
  assert.deepEqual((await converted(zip(book), "a.epub")).parts, []);
});

test("a document with more XML than a tree of it has room for is refused before it is read", async () => {
  const paragraphs = "<w:p><w:r><w:t>word</w:t></w:r></w:p>".repeat(1_000_000);
  const document = zip({ "word/document.xml": `<w:document><w:body>${paragraphs}</w:body></w:document>` });
  await assert.rejects(converted(document, "a.docx"), { message: "the document has more than 32 MB of XML" });
});
