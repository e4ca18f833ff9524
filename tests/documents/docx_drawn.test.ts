/** What Word computes or draws is text: headers that sections inherit, fields without results, groups, workbooks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { strToU8, unzipSync, zipSync } from "fflate";
import { convert } from "ra-documents";
import { readParts } from "../../src/document/formats/converted/document_parts.ts";
import { documentText } from "./document_text.ts";
import { xlsx } from "./sample_files.ts";
import { cell, item, kind, list, para, run, table, wordFile, type WordParts } from "./word_files.ts";

const converted = (file: Uint8Array) => convert(file, "a.docx", { ocr: "never", languages: [] });
const text = async (body: string, parts: WordParts = {}): Promise<string> =>
  documentText(readParts(await converted(wordFile(body, parts))));

test("a section shows the headers that a section before has, where it asks for them", async () => {
  const section = (inner: string): string => para("", `<w:sectPr>${inner}</w:sectPr>`);
  const first = '<w:headerReference w:type="first" r:id="h1"/><w:headerReference w:type="default" r:id="h2"/>';
  const parts = { "header-h1": para("First page words"), "header-h2": para("Other words") };
  const shown = para("One") + section(first) + para("Two") + "<w:sectPr><w:titlePg/></w:sectPr>";
  assert.equal(await text(shown, parts), "First page words\n\nOther words\n\nOne\n\nTwo\n");
  const hidden = para("One") + section(first) + para("Two") + "<w:sectPr/>";
  const { omitted } = await converted(wordFile(hidden, parts));
  assert.deepEqual(omitted?.map(({ kind, lines }) => [kind, ...lines]), [["hidden-text", "First page words"]]);
});

test("fields without a result are told as Word draws them", async () => {
  const field = (instruction: string, result = ""): string =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r>` +
    `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  const of = async (instruction: string, result = ""): Promise<string> =>
    (await text(para(run("x ") + field(instruction, result) + run(" y")))).trim().replaceAll("\\", "");
  assert.equal(await of(String.raw`EQ \f(a+b,2)`), "x (a+b)/2 y");
  assert.equal(await of(String.raw`EQ \r(3,x) = \s\up8(2)`), "x ∛x = ^2 y");
  assert.equal(await of(String.raw`EQ \b\lc\[\rc\](\a\co2(1,2,3,4))`), "x [1, 2; 3, 4] y");
  assert.equal(await of(String.raw`EQ \i\su(i=1,n,i)`), "x ∑_(i=1)^n i y");
  assert.equal(await of('EQ \\* jc2 \\* "Font:MS Mincho" \\o\\ad(\\s\\up 9(かん),漢)'), "x 漢 (かん) y");
  assert.equal(await of(String.raw`EQ \f(1,\r(2))`), "x 1/(√2) y");
  assert.equal(await of(String.raw`SYMBOL 183 \f "Symbol" \s 10`), "x • y");
  assert.equal(await of(String.raw`SYMBOL 0x20AC \u`), "x € y");
  assert.equal(await of(String.raw`SYMBOL 169 \a`), "x © y");
  assert.equal(await of("MACROBUTTON NoMacro [Click here]"), "x [Click here] y");
  assert.equal(await of(String.raw`SYMBOL 183 \f "Symbol"`, run("•")), "x • y");
  assert.equal(await text(para(`<w:fldSimple w:instr="EQ \\f(7,8)"/>`)), "7/8\n");
});

test("a cell that holds only its number tells it", async () => {
  const parts = { numbering: kind(0, ["decimal", "%1."]) + list(1, 0) };
  const numbered = item(1, 0, "");
  assert.equal(
    await text(
      table([cell(para("No.")), cell("Part")], [cell(numbered), cell("Valve")], [cell(numbered), cell("Pump")]),
      parts,
    ),
    "| No. | Part |\n| --- | --- |\n| 1. | Valve |\n| 2. | Pump |\n",
  );
});

test("what is said of a group, its shapes and an old picture is text beside what they hold", async () => {
  const wpg = "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup";
  const group =
    `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="G" descr="The whole plan"/><a:graphic><a:graphicData>` +
    `<g:wgp xmlns:g="${wpg}"><wps:wsp><wps:cNvPr id="2" name="S" descr="The left wing"/><wps:txbx><w:txbxContent>${
      para("Kitchen")
    }</w:txbxContent></wps:txbx></wps:wsp></g:wgp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  const found = await text(para(group));
  for (const words of ["The whole plan", "The left wing", "Kitchen"]) assert.ok(found.includes(words), words);
  const old = '<w:r><w:pict><v:shape alt="A red pump"><v:imagedata r:id="x"/></v:shape></w:pict></w:r>';
  assert.equal(await text(para(old)), "A red pump\n");
});

test("a workbook in a text is read, and another object is counted", async () => {
  const object = (program: string, id: string): string =>
    para(`<w:r><w:object><o:OLEObject Type="Embed" ProgID="${program}" r:id="${id}"/></w:object></w:r>`);
  const files = unzipSync(wordFile(object("Excel.Sheet.12", "w") + object("Package", "p") + para("End")));
  const links = "word/_rels/document.xml.rels";
  const relation = (id: string, name: string): string =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/package" Target="embeddings/${name}"/>`;
  const stated = new TextDecoder().decode(files[links]);
  const file = zipSync({
    ...files,
    [links]: strToU8(stated.replace("</", `${relation("w", "a.xlsx")}${relation("p", "b.bin")}</`)),
    "word/embeddings/a.xlsx": xlsx({ Prices: [["Valve", "Euro"], ["V7", 12]] }),
    "word/embeddings/b.bin": strToU8("x"),
  });
  const found = await converted(file);
  assert.equal(documentText(readParts(found)), "Prices\n\n| Valve | Euro |\n| --- | --- |\n| V7 | 12 |\n\nEnd\n");
  assert.deepEqual(found.omitted?.map(({ kind, lines }) => [kind, ...lines]), [[
    "unreadable",
    "embedded object Package",
  ]]);
});
