/** What Excel shows of a workbook is in its text, in its row and column, and what it hides is counted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { strToU8, unzipSync, zipSync } from "fflate";
import { convert, type Converted } from "ra-documents";
import { readParts } from "../../src/document/formats/converted/document_parts.ts";
import { documentText } from "./document_text.ts";

const OFFICE = "http://schemas.openxmlformats.org/";
const RELATIONS = `${OFFICE}officeDocument/2006/relationships`;
const MAIN = `xmlns="${OFFICE}spreadsheetml/2006/main" xmlns:r="${RELATIONS}"`;

interface SheetFile {
  readonly rows: string;
  readonly after?: string;
  readonly state?: string;
  /** Links of the sheet: id, kind, and what the part holds, or an address. */
  readonly links?: readonly (readonly [id: string, kind: string, content: string])[];
}

const relations = (links: readonly (readonly [string, string, string])[]): string =>
  `<Relationships>${
    links.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`).join(
      "",
    )
  }</Relationships>`;

function workbook(sheets: Readonly<Record<string, SheetFile>>, formats: readonly number[] = []): Uint8Array {
  const names = Object.keys(sheets);
  const files: Record<string, string> = {
    "xl/workbook.xml": `<workbook ${MAIN}><sheets>${
      names.map((name, at) => `<sheet name="${name}" state="${sheets[name]!.state ?? "visible"}" r:id="s${at}"/>`).join(
        "",
      )
    }</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([
      ...names.map((_, at) => [`s${at}`, "worksheet", `worksheets/sheet${at}.xml`] as const),
      ["styles", "styles", "styles.xml"],
      ["person", "person", "persons/person.xml"],
    ]),
    "xl/persons/person.xml": '<personList><person displayName="Bo" id="{B}"/></personList>',
    "xl/styles.xml": `<styleSheet ${MAIN}><cellXfs><xf numFmtId="0"/>${
      formats.map((id) => `<xf numFmtId="${id}"/>`).join("")
    }</cellXfs></styleSheet>`,
  };
  for (const [at, name] of names.entries()) {
    const { rows, after = "", links = [] } = sheets[name]!;
    files[`xl/worksheets/sheet${at}.xml`] = `<worksheet ${MAIN}><sheetData>${rows}</sheetData>${after}</worksheet>`;
    files[`xl/worksheets/_rels/sheet${at}.xml.rels`] = relations(links.map(([id, kind, content]) => {
      if (!content.startsWith("<")) return [id, kind, content];
      files[`xl/parts/${at}${id}.xml`] = content;
      return [id, kind, `../parts/${at}${id}.xml`];
    }));
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

const words = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (number: number, ...cells: readonly string[]): string => `<row r="${number}">${cells.join("")}</row>`;

const converted = (bytes: Uint8Array): Promise<Converted> => convert(bytes, "a.xlsx", { ocr: "never", languages: [] });
const text = async (bytes: Uint8Array): Promise<string> => documentText(readParts(await converted(bytes)));
const omitted = ({ omitted = [] }: Converted): readonly string[] =>
  omitted.map(({ kind, count, lines }) => `${kind} ${count}: ${lines.join(" | ")}`);

test("a formula without a value stands in its cell, and a warning counts them", async () => {
  const formula = (place: string, content: string, value = "", more = ""): string =>
    `<c r="${place}"${more}>${content.startsWith("<") ? content : `<f>${content}</f>`}${value}</c>`;
  const book = workbook({
    One: {
      rows: row(1, words("A1", "Item"), words("B1", "Total")) +
        row(2, words("A2", "Bolt"), formula("B2", "A9*2", "<v></v>")) +
        row(3, words("A3", "Nut"), formula("B3", "SUM(B1:B2)")) +
        row(4, words("A4", "Screw"), formula("B4", "1+1", "<v>2</v>")) +
        row(5, words("A5", "None"), formula("B5", 'IF(A1="","",1)', "<v></v>", ' t="str"')),
    },
  });
  assert.equal(
    await text(book),
    "## One\n\n| Item | Total |\n| --- | --- |\n| Bolt | =A9*2 |\n| Nut | =SUM(B1:B2) |\n| Screw | 2 |\n| None |  |\n",
  );
  assert.deepEqual((await converted(book)).warnings, [
    "in the sheet One, 2 formulas have no value; the formula stands in its cell",
  ]);
});

test("cells that share a formula without a value have each their own", async () => {
  const rows =
    row(1, words("A1", "n"), '<c r="B1"><f t="shared" ref="B1:B3" si="0">A1*$C$1+LOG10(A$1)&amp;"A1"</f></c>') +
    row(2, words("A2", "m"), '<c r="B2"><f t="shared" si="0"/></c>') +
    row(3, words("A3", "o"), '<c r="B3"><f t="shared" si="0"/><v>7</v></c>');
  const found = await text(workbook({ One: { rows } }));
  assert.match(found, /\| n \| =A1\*\$C\$1\+LOG10\(A\$1\)&"A1" \|/);
  assert.match(found, /\| m \| =A2\*\$C\$1\+LOG10\(A\$1\)&"A1" \|/);
  assert.match(found, /\| o \| 7 \|/);
});

test("dates of all built-in forms are dates, those of East Asia too", async () => {
  const dates = [14, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58, 71, 81];
  const rows = dates.map((_, at) =>
    row(at + 1, words(`A${at + 1}`, "d"), `<c r="B${at + 1}" s="${at + 1}"><v>45356</v></c>`)
  );
  const lines = (await text(workbook({ One: { rows: rows.join("") } }, dates))).split("\n").filter((line) =>
    line.startsWith("| d")
  );
  assert.equal(lines.length, dates.length);
  for (const [at, line] of lines.entries()) assert.match(line, /2024-03-05/, String(dates[at]));
  const times = row(1, words("A1", "t"), '<c r="B1" s="1"><v>0.5</v></c>', '<c r="C1" s="1"><v>45356.75</v></c>');
  assert.match(await text(workbook({ One: { rows: times } }, [32])), /\| t \| 12:00 \| 2024-03-05 18:00 \|/);
  const stated = row(1, words("A1", "i"), '<c r="B1" t="d"><v>2024-03-05T00:00:00</v></c>');
  assert.match(await text(workbook({ One: { rows: stated } })), /\| i \| 2024-03-05 \|/);
});

test("links lead from their cells, and comments say their place and author", async () => {
  const book = workbook({
    One: {
      rows: row(1, words("A1", "Part"), words("B1", "Page")) + row(2, words("A2", "P7"), words("B2", "shop")) +
        row(3, words("A3", "P8"), '<c r="B3" t="str"><f>HYPERLINK("https://example.com/8","list")</f><v>list</v></c>'),
      after: '<hyperlinks><hyperlink ref="B2" r:id="h"/></hyperlinks>',
      links: [
        ["h", "hyperlink", "https://example.com/a?b=1&amp;c=2"],
        [
          "c",
          "comments",
          `<comments ${MAIN}><authors><author>Ada</author></authors><commentList><comment ref="A2" authorId="0"><text><r><t>Ada:</t></r><r><t> out of stock</t></r></text></comment><comment ref="A3" authorId="0"><text><t>[Threaded comment] copy</t></text></comment></commentList></comments>`,
        ],
        [
          "t",
          "threadedComment",
          '<ThreadedComments><threadedComment ref="A3" personId="{B}"><text>Really?</text></threadedComment></ThreadedComments>',
        ],
      ],
    },
  });
  assert.equal(
    await text(book),
    "## One\n\n| Part | Page |\n| --- | --- |\n| P7 | [shop](https://example.com/a?b=1&c=2) |\n" +
      "| P8 | [list](https://example.com/8) |\n\nComment by Ada on A2: out of stock\n\nComment by Bo on A3: Really?\n",
  );
});

test("hidden sheets are counted with their words, and a sheet that is missing too", async () => {
  const book = workbook({
    Shown: { rows: row(1, words("A1", "seen")) },
    Lists: { rows: row(1, words("A1", "red"), words("B1", "1")) + row(2, words("A2", "blue")), state: "hidden" },
    Secret: { rows: row(1, words("A1", "deep")), state: "veryHidden" },
    Gone: { rows: "" },
  });
  const { "xl/worksheets/sheet3.xml": _, ...rest } = unzipSync(book);
  const answer = await converted(zipSync(rest));
  assert.equal(documentText(readParts(answer)), "## Shown\n\nseen\n");
  assert.deepEqual(omitted(answer), [
    "hidden-sheet 2: sheet Lists: red 1; blue | sheet Secret: deep",
    "unreadable 1: sheet Gone: missing sheet",
  ]);
  assert.deepEqual(answer.warnings, ["the sheet Gone is missing"]);
});

test("text boxes, titles of charts, pictures, headers and footers stand beside the cells", async () => {
  const a = `xmlns:a="${OFFICE}drawingml/2006/main"`;
  const drawing =
    `<xdr:wsDr xmlns:xdr="x" ${a}><xdr:sp><xdr:txBody><a:p><a:r><a:t>Read me</a:t></a:r></a:p></xdr:txBody></xdr:sp>` +
    '<xdr:pic><xdr:nvPicPr><xdr:cNvPr name="Picture 2" descr="A pump"/></xdr:nvPicPr></xdr:pic>' +
    '<xdr:pic><xdr:nvPicPr><xdr:cNvPr name="Picture 3"/></xdr:nvPicPr></xdr:pic></xdr:wsDr>';
  const margins =
    '<headerFooter><oddHeader>&amp;LAcme &amp;&amp; Sons&amp;C&amp;"Arial,Bold"&amp;12Plan&amp;R&amp;D</oddHeader>' +
    "<oddFooter>&amp;CPage &amp;P of &amp;N</oddFooter></headerFooter>";
  const sheet = { rows: row(1, words("A1", "x")), after: margins };
  const answer = await converted(workbook({ One: { ...sheet, links: [["d", "drawing", drawing]] }, Two: sheet }));
  assert.equal(
    documentText(readParts(answer)),
    "## One\n\nx\n\nRead me\n\nA pump\n\nAcme & Sons\n\nPlan\n\n## Two\n\nx\n",
  );
  assert.deepEqual(omitted(answer), [
    "picture 1: sheet One: Picture 3",
    "running-head 4: sheet One: Page of | sheet Two: Acme & Sons | sheet Two: Plan | sheet Two: Page of",
  ]);
});

test("data of a chart that no shown sheet has stand below the sheet with the chart", async () => {
  const c = `xmlns:c="${OFFICE}drawingml/2006/chart" xmlns:a="${OFFICE}drawingml/2006/main"`;
  const points = (kind: string, from: string, value: string): string =>
    `<c:${kind}>${from === "" ? "" : `<c:f>${from}</c:f>`}<c:${
      kind.slice(0, 3)
    }Cache><c:pt idx="0"><c:v>${value}</c:v></c:pt></c:${kind.slice(0, 3)}Cache></c:${kind}>`;
  const chart = (sheet: string, value: string): string =>
    `<c:chartSpace ${c}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales of ${value}</a:t></a:r></a:p></c:rich></c:tx></c:title>` +
    `<c:plotArea><c:barChart><c:ser><c:cat>${points("strRef", `${sheet}!$A$1`, "East")}</c:cat><c:val>${
      points("numRef", `${sheet}!$B$1`, value)
    }</c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  const charts = [
    chart("Shown", "11"),
    chart("'One''s &amp; Two'", "22"),
    chart("Data", "33"),
    chart("[1]Shown", "44"),
    `<c:chartSpace ${c}><c:chart><c:plotArea><c:barChart><c:ser><c:val><c:numLit><c:pt idx="0"><c:v>55</c:v></c:pt></c:numLit></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
  ];
  const drawing = `<xdr:wsDr xmlns:xdr="x" xmlns:r="${RELATIONS}" ${c}>${
    charts.map((_, at) => `<c:chart r:id="c${at}"/>`).join("")
  }</xdr:wsDr>`;
  const files = unzipSync(workbook({
    Shown: { rows: row(1, words("A1", "East"), words("B1", "11")), links: [["d", "drawing", drawing]] },
    "One's &amp; Two": { rows: row(1, words("A1", "East"), words("B1", "22")) },
    Data: { rows: row(1, words("A1", "East"), words("B1", "33")), state: "hidden" },
  }));
  files["xl/parts/_rels/0d.xml.rels"] = strToU8(
    relations(charts.map((_, at) => [`c${at}`, "chart", `../charts/chart${at}.xml`] as const)),
  );
  for (const [at, xml] of charts.entries()) files[`xl/charts/chart${at}.xml`] = strToU8(xml);
  const table = (value: string): string => `| East | ${value} |\n| --- | --- |`;
  assert.equal(
    await text(zipSync(files)),
    `## Shown\n\n| East | 11 |\n| --- | --- |\n\nSales of 11\n\nSales of 22\n\nSales of 33\n\n${
      table("33")
    }\n\nSales of 44\n\n${table("44")}\n\n|  | 55 |\n| --- | --- |\n\n## One's & Two\n\n| East | 22 |\n| --- | --- |\n`,
  );
});

test("a hidden sheet is read where a shown chart draws it, and names of parts may have other capitals", async () => {
  const c = `xmlns:c="${OFFICE}drawingml/2006/chart"`;
  const chart =
    `<c:chartSpace ${c}><c:chart><c:plotArea><c:pieChart><c:ser><c:val><c:numRef><c:f>Data!$B$1:$B$2</c:f>` +
    "</c:numRef></c:val></c:ser></c:pieChart></c:plotArea></c:chart></c:chartSpace>";
  const drawing = `<xdr:wsDr xmlns:xdr="x" xmlns:r="${RELATIONS}" ${c}><c:chart r:id="c"/></xdr:wsDr>`;
  const data = { rows: row(1, words("A1", "East"), words("B1", "4711")), state: "hidden" };
  const files = unzipSync(workbook({
    Data: data,
    Shown: { rows: row(1, words("A1", "Sales")), links: [["d", "drawing", drawing]] },
    Other: data,
  }));
  files["xl/charts/chart.xml"] = strToU8(chart);
  files["xl/parts/_rels/1d.xml.rels"] = strToU8(relations([["c", "chart", "../charts/Chart.xml"]]));
  const expected = "## Data\n\n| East | 4711 |\n| --- | --- |\n\n## Shown\n\nSales\n";
  for (
    const change of [(name: string) => name, (name: string) => name.replace("sheet", "Sheet").replaceAll("/", "\\")]
  ) {
    const changed = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [change(name), bytes]));
    const answer = await converted(zipSync(changed));
    assert.equal(documentText(readParts(answer)), expected);
    assert.deepEqual(omitted(answer), ["hidden-sheet 1: sheet Other: East 4711"]);
  }
});

test("no value stands under a wrong heading where cells are merged", async () => {
  const rows = row(1, words("A1", "Region"), words("B1", "Sales")) +
    row(2, words("A2", "North"), words("B2", "2023"), words("C2", "11")) +
    row(3, words("B3", "2024"), words("C3", "22"));
  const merged = '<mergeCells count="2"><mergeCell ref="B1:C1"/><mergeCell ref="A2:A3"/></mergeCells>';
  assert.equal(
    await text(workbook({ One: { rows, after: merged } })),
    "## One\n\n| Region | Sales |  |\n| --- | --- | --- |\n| North | 2023 | 11 |\n|  | 2024 | 22 |\n",
  );
});
