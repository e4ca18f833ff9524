import assert from "node:assert/strict";
import { test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { ConversionFailure, convert, EXTENSIONS } from "ra-documents";
import { createConverter } from "../../src/document/formats/converted/converter.ts";
import { readParts } from "../../src/document/formats/converted/document_parts.ts";
import { converterProgram } from "../../src/document/formats/converted/missing_parts.ts";
import { CONVERTER_EXTENSIONS } from "../../src/document/formats/registry.ts";
import { documentText, partTexts } from "./document_text.ts";
import { docx, epub, odt, paragraph, pdf, pptx, shape, xlsx } from "./sample_files.ts";

const OPTIONS = { ocr: "never", languages: [] } as const;
const converted = (bytes: Uint8Array, name: string) => convert(bytes, name, OPTIONS);
const text = async (bytes: Uint8Array, name: string): Promise<string> =>
  documentText(readParts(await converted(bytes, name)));

const CELL = (value: string): string => `<w:tc>${paragraph(value)}</w:tc>`;
const SAMPLES: Readonly<Record<string, Uint8Array>> = {
  "a.docx": docx(
    paragraph("Manual", "Title") + paragraph("Levers", "Heading1") + paragraph("Pull &amp; wait.") +
      `<w:tbl><w:tr>${CELL("a")}${CELL("b")}</w:tr><w:tr>${CELL("1")}${CELL("2")}</w:tr></w:tbl>`,
  ),
  "a.pptx": pptx([
    shape("title", "First") + shape("body", "One", "Two"),
    shape("", "Last words") + shape("sldNum", "2"),
  ]),
  "a.xlsx": xlsx({ Prices: [["item", "price"], ["toaster", 20.5]], Empty: [], More: [["x", "y"], [1, 2]] }),
  "a.odt": odt(
    '<text:h text:outline-level="2">Levers</text:h><text:p>Pull<text:s text:c="2"/><text:a xlink:href="https://example.com/">it</text:a></text:p>' +
      "<text:list><text:list-item><text:p>one</text:p></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>",
  ),
  "a.epub": epub(["<h1>Second</h1><p>End.</p>", "<h1>First</h1><p>Start.</p>"]),
  "a.pdf": pdf([[[20, "Manual of Toasters"], [10, "Pull the lever, and wait until the bread is ready to be"], [
    10,
    "eaten.",
  ]], [[
    10,
    "The second page.",
  ]]]),
  "a.csv": strToU8('name;price\n"a; ""b""";1\nc;2\n'),
};

test("each kind becomes Markdown, and its pages, slides, sheets and cells keep their places", async () => {
  const expected: Readonly<Record<string, string>> = {
    "a.docx": "# Manual\n\n# Levers\n\nPull & wait.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n",
    "a.pptx": "## First\n\n- One\n- Two\n\nLast words\n",
    "a.xlsx": "## Prices\n\n| item | price |\n| --- | --- |\n| toaster | 20.5 |\n\n" +
      "## More\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n",
    "a.odt": "## Levers\n\nPull [it](https://example.com/)\n\n- one\n- two\n",
    "a.epub": "# First\n\nStart.\n\n# Second\n\nEnd.\n",
    "a.pdf":
      "# Manual of Toasters\n\nPull the lever, and wait until the bread is ready to be eaten.\n\nThe second page.\n",
    "a.csv": '| name | price |\n| --- | --- |\n| a; "b" | 1 |\n| c | 2 |\n',
  };
  for (const [name, bytes] of Object.entries(SAMPLES)) assert.equal(await text(bytes, name), expected[name], name);
  const parts = async (name: string) => partTexts(readParts(await converted(SAMPLES[name]!, name)));
  assert.deepEqual(await parts("a.pptx"), ["1: ## First\n\n- One\n- Two", "2: Last words"]);
  assert.deepEqual((await parts("a.xlsx")).map((part) => part.split("\n")[0]), [
    "1 Prices: ## Prices",
    "3 More: ## More",
  ]);
  assert.deepEqual((await parts("a.pdf")).map((part) => part.slice(0, 12)), ["1: # Manual ", "2: The secon"]);
  assert.deepEqual(await parts("a.docx"), []);
});

test("titles and authors come along", async () => {
  for (const name of ["a.docx", "a.pptx", "a.odt", "a.epub"]) {
    assert.equal((await converted(SAMPLES[name]!, name)).title, "Toaster manual", name);
  }
  assert.deepEqual((await converted(SAMPLES["a.docx"]!, "a.docx")).metadata, {
    author: "Ada",
    created: "2026-01-02T03:04:05Z",
  });
});

test("a file that is not what its name says, or is damaged, is one clear failure", async () => {
  const noise = Uint8Array.from({ length: 4000 }, (_, at) => (at * 7919) % 251);
  const other = zipSync({ "x.txt": strToU8("x") });
  for (const extension of ["docx", "pptx", "xlsx", "odt", "epub"]) {
    for (const bytes of [noise, other, new Uint8Array(), SAMPLES[`a.${extension}`]!.subarray(0, 200)]) {
      await assert.rejects(converted(bytes, `a.${extension}`), ConversionFailure, extension);
    }
  }
  await assert.rejects(converted(noise, "a.pdf"), { name: "ConversionFailure", message: /^the file is damaged/ });
  await assert.rejects(converted(noise, "a.zip"), { message: 'files with the ending "zip" are not converted' });
});

test("ra-documents converts the files that the registry leaves to it, and no others", () => {
  assert.deepEqual([...EXTENSIONS].sort(), [...CONVERTER_EXTENSIONS].sort());
});

test("an archive that grows without end, and entities that do, are refused or stay as they are", async () => {
  const zeros = new Uint8Array(600 * 1024 * 1024);
  const bomb = zipSync({ "content.xml": [zeros, { level: 1 }] });
  await assert.rejects(converted(bomb, "a.odt"), { message: "the archive unpacks to more than 512 MB" });
  const entities = '<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;&a;">]>';
  const book = zipSync({
    "content.xml": strToU8(
      `${entities}<office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text><text:p>x &b; y</text:p></office:text></office:body></office:document-content>`,
    ),
  });
  assert.ok(!(await text(book, "a.odt")).includes("boom"));
});

test("truncated and flipped files give a text or a failure, and nothing else", async () => {
  let state = 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  // As ra does it: parts of a library may fail after its answer.
  const converter = createConverter();
  const limits = { timeoutMs: 30_000, mostBytes: 1e6 };
  try {
    for (const [name, bytes] of Object.entries(SAMPLES)) {
      for (let round = 0; round < 30; round++) {
        const damaged = bytes.slice(0, round % 2 === 0 ? random(bytes.length) : bytes.length);
        for (let flips = 0; flips < 4 && damaged.length > 0; flips++) {
          damaged[random(damaged.length)]! ^= 1 << random(8);
        }
        const task = { kind: "document", converters: converterProgram()!, name, options: OPTIONS } as const;
        const answer = await converter.convert(task, damaged, limits);
        if ("parts" in answer) assert.equal(typeof documentText(answer), "string");
        else assert.ok(!/^it took|stopped|no answer/.test(answer.reason), `${name} ${round}: ${answer.reason}`);
      }
    }
  } finally {
    converter.close();
  }
});

test("CSV: the separator is guessed from all cells, and quoted cells hold separators and line ends", async () => {
  const table = (rows: readonly string[]): string =>
    [rows[0], rows[0]!.replace(/[^|]+/g, " --- "), ...rows.slice(1)].map((row) => `${row}\n`).join("");
  const expected = new Map([
    [
      'Name;Wert;Text\nA;1,5;"one, two\nthree; four\n5\n6\n7"\nB;2,5;x\n',
      table(["| Name | Wert | Text |", "| A | 1,5 | one, two three; four 5 6 7 |", "| B | 2,5 | x |"]),
    ],
    ['"Länge, m";"Breite, m"\n1,5;2\n', table(["| Länge, m | Breite, m |", "| 1,5 | 2 |"])],
    ["a\tb\n1,2\t3,4\n", table(["| a | b |", "| 1,2 | 3,4 |"])],
    ["a,b\r\n1,2\n3,4\r5,6", table(["| a | b |", "| 1 | 2 |", "| 3 | 4 |", "| 5 | 6 |"])],
    ["sep=;\r\na;b\r\n1,0;2\r\n", table(["| a | b |", "| 1,0 | 2 |"])],
    ["\ufeffa|b\n1|2\n", table(["| a | b |", "| 1 | 2 |"]).replaceAll("\ufeff", "")],
    ["one\nword\n", "one\n\nword\n"],
    [
      "Prices, of things\na;b;c\n1,5;2,5;3\n2,5;1,5;4\n",
      table(["| Prices, of things |  |  |", "| a | b | c |", "| 1,5 | 2,5 | 3 |", "| 2,5 | 1,5 | 4 |"]),
    ],
    ["", ""],
  ]);
  for (const [csv, markdown] of expected) assert.equal(await text(strToU8(csv), "a.csv"), markdown, csv);
  assert.equal(await text(strToU8("a,b\tc\n1;2\t3\n"), "a.tsv"), table(["| a,b | c |", "| 1;2 | 3 |"]));
  const { warnings } = await converted(strToU8('a,b\n"x,1\ny,2\n'), "a.csv");
  assert.deepEqual(warnings, ["a quotation mark in row 2 is out of place: cells may be joined"]);
  const many = await converted(strToU8("a,b\n".repeat(20_002)), "a.csv");
  assert.deepEqual(many.warnings, ["it has more than 20000 rows; the others are left out"]);
});

test("CSV may be UTF-16, as Excel writes it", async () => {
  const table = "name;größe\nAda;2\n";
  const bytes = new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(Uint16Array.from(table, (sign) => sign.charCodeAt(0)).buffer),
  ]);
  assert.equal(await text(bytes, "a.csv"), "| name | größe |\n| --- | --- |\n| Ada | 2 |\n");
});

test("CSV and SVG in other encodings have the right letters, and a warning where ra guesses", async () => {
  const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const { parts, warnings } = await converted(bytesOf("Gr\xf6\xdfe;\x80\n1;2\n"), "a.csv");
  assert.match(JSON.stringify(parts), /Größe<\/th><th>€/);
  assert.deepEqual(warnings, ["the file is not UTF-8 and names no other encoding; ra reads it as windows-1252"]);
  const picture = bytesOf('<?xml version="1.0" encoding="iso-8859-2"?><svg><title>\xb3awka</title></svg>');
  assert.equal(await text(picture, "a.svg"), "# ławka\n");
  await assert.rejects(converted(bytesOf("a\0b"), "a.csv"), { message: "this is a binary file" });
});

test("cells of a workbook show what Excel shows, wherever they stand", async () => {
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const book = zipSync({
    "xl/workbook.xml": strToU8(
      '<s:workbook xmlns:s="s" xmlns:r="r"><s:sheets><s:sheet name="One" sheetId="1" r:id="r1"/></s:sheets></s:workbook>',
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/>` +
        `<Relationship Id="r2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ),
    "xl/styles.xml": strToU8(
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy-mm-dd hh:mm"/></numFmts>' +
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    ),
    // Cells without places follow each other, and rows may be empty.
    "xl/worksheets/sheet1.xml": strToU8(
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>Rate</t></is></c><c s="1"><v>0.0125</v></c></row><row/>' +
        '<row r="9"><c r="A9" s="2"><v>45413</v></c><c r="C9" t="b"><v>1</v></c></row>' +
        '<row r="10"><c r="A10" s="3"><v>45413.5</v></c><c r="B10"><v>0.1</v></c></row></sheetData></worksheet>',
    ),
  });
  assert.equal(
    await text(book, "a.xlsx"),
    "## One\n\n| Rate | 1.25% |  |\n| --- | --- | --- |\n| 2024-05-01 |  | TRUE |\n" +
      "| 2024-05-01 12:00 | 0.1 |  |\n",
  );
});
