/** PDF, office files, books and pictures that are hostile. Beside each stands a good document, which must be found. */
import assert from "node:assert/strict";
import { strToU8, zipSync, zlibSync } from "fflate";
import { join } from "node:path";
import { pdfOf } from "../documents/sample_files.ts";
import { type Command, hostile, type Place } from "./hostile.ts";

function plant({ write }: Place, documents: Readonly<Record<string, Uint8Array>>): void {
  write(".ra.toml", '[tree.docs]\npath = "docs"\ninclude = ["**/*.{md,pdf,docx,pptx,xlsx,odt,epub,png,svg}"]\n');
  write("docs/good.md", "# Good\n\nneedle\n");
  for (const [name, content] of Object.entries(documents)) write(`docs/${name}`, content);
}

const findsGood: Command = {
  args: ["search", "needle"],
  expect: ({ stdout }) => assert.match(stdout, /docs\/good\.md:\d/),
};

const zip = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** An entity that is a file outside, in each format that is XML. */
function withEntity(path: string): Readonly<Record<string, Uint8Array>> {
  const type = `<!DOCTYPE x [<!ENTITY e SYSTEM "file://${path}">]>`;
  return {
    "entity.svg": strToU8(`${type}<svg xmlns="http://www.w3.org/2000/svg"><title>&e;</title><text>&e;</text></svg>`),
    "entity.odt": zip({
      "content.xml": `${type}<office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text>` +
        "<text:p>&e;</text:p></office:text></office:body></office:document-content>",
    }),
    "entity.docx": zip({
      "_rels/.rels":
        `<Relationships><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
      "word/document.xml":
        `${type}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r>` +
        "<w:t>&e;</w:t></w:r></w:p></w:body></w:document>",
    }),
  };
}

/** Parts that lie outside of the archive. */
function withPlaces(path: string): Readonly<Record<string, Uint8Array>> {
  const up = `../../../../../../../../../..${path}`;
  return {
    "up.epub": zip({
      "META-INF/container.xml": `<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>`,
      "book.opf":
        `<package><manifest><item id="a" href="${up}" media-type="application/xhtml+xml"/><item id="b" href="file://${path}" media-type="application/xhtml+xml"/><item id="c" href="none.xhtml" media-type="application/xhtml+xml"/></manifest>` +
        '<spine><itemref idref="a"/><itemref idref="b"/><itemref idref="c"/><itemref idref="none"/></spine></package>',
    }),
    "up.pptx": zip({
      "ppt/presentation.xml":
        '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="1" r:id="r1"/></p:sldIdLst></p:presentation>',
      "ppt/_rels/presentation.xml.rels":
        `<Relationships><Relationship Id="r1" Type="${RELATIONS}/slide" Target="${up}"/></Relationships>`,
    }),
    "names.docx": zip({ "../../../../tmp/planted": "x", "/etc/planted": "x", "word/document.xml": "<x/>" }),
  };
}

const text = (content: string): Uint8Array => strToU8(content, true);
const PAGE = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>";

hostile("converted", [
  {
    name: "entities and parts that are files outside",
    plant: (place) => {
      const secret = join(place.outside, "secret.md");
      plant(place, { ...withEntity(secret), ...withPlaces(secret) });
    },
    commands: ({ word }) => [findsGood, ["search", word]],
  },
  {
    name: "archives and streams that grow without end, and sheets of a million rows",
    plant: (place) => {
      const zeros = new Uint8Array(80 * 1024 * 1024);
      const stream = zlibSync(zeros, { level: 9 });
      const sheet =
        '<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>far</t></is></c></row></sheetData></worksheet>';
      plant(place, {
        "bomb.odt": zipSync({ "content.xml": [new Uint8Array(520 * 1024 * 1024), { level: 1 }] }),
        "bomb.pdf": pdfOf([
          text("<< /Type /Catalog /Pages 2 0 R >>"),
          text("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
          text(PAGE),
          new Uint8Array(Buffer.concat([
            text(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
            stream,
            text("\nendstream"),
          ])),
        ]),
        "far.xlsx": zip({
          "xl/workbook.xml":
            '<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>',
          "xl/_rels/workbook.xml.rels":
            `<Relationships><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
          "xl/worksheets/sheet1.xml": sheet,
        }),
      });
    },
    commands: () => [findsGood],
  },
  {
    name: "pages, objects and elements that hold themselves, and pictures of a million dots each way",
    plant: (place) => {
      const size = new DataView(new ArrayBuffer(13));
      size.setUint32(0, 1_000_000);
      size.setUint32(4, 1_000_000);
      size.setUint8(8, 8);
      plant(place, {
        "circle.pdf": pdfOf([
          text("<< /Type /Catalog /Pages 2 0 R >>"),
          text("<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 1000000 >>"),
          text("<< /Type /Page /Parent 3 0 R /Contents 3 0 R >>"),
        ]),
        "deep.svg": strToU8(`<svg xmlns="http://www.w3.org/2000/svg">${"<g>".repeat(20_000)}<text>deep</text></svg>`),
        "wide.png": new Uint8Array(Buffer.concat([
          text("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
          new Uint8Array(size.buffer),
          text("\0\0\0\0\0\0\0\0IDAT"),
        ])),
      });
    },
    commands: () => [findsGood],
  },
]);
