/** What LibreOffice shows of a text is in its Markdown, once and in its place. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { convert, type Converted } from "ra-documents";
import { readParts } from "../../src/document/formats/converted/document_parts.ts";
import { documentText } from "./document_text.ts";

const NAMES =
  ["office", "text", "table", "draw", "style"].map((name) =>
    `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`
  ).join(" ") +
  ' xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"' +
  ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:math="http://www.w3.org/1998/Math/MathML"';

function odt(body: string, styles = "", more: Readonly<Record<string, string>> = {}): Uint8Array {
  const files = {
    "content.xml":
      `<office:document-content ${NAMES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ...Object.fromEntries(Object.entries(more).map(([name, content]) => [name, content.replace("NAMES", NAMES)])),
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

const converted = (bytes: Uint8Array): Promise<Converted> => convert(bytes, "a.odt", { ocr: "never", languages: [] });
const text = async (body: string, styles = "", more: Readonly<Record<string, string>> = {}): Promise<string> =>
  documentText(readParts(await converted(odt(body, styles, more))));
const omitted = async (body: string, styles = "", more: Readonly<Record<string, string>> = {}) =>
  ((await converted(odt(body, styles, more))).omitted ?? []).map(({ kind, count, lines }) =>
    `${kind} ${count}: ${lines.join(" | ")}`
  );

const p = (content: string, style = ""): string =>
  `<text:p${style === "" ? "" : ` text:style-name="${style}"`}>${content}</text:p>`;
const list = (more: string, ...items: readonly string[]): string =>
  `<text:list ${more}>${items.map((item) => `<text:list-item>${item}</text:list-item>`).join("")}</text:list>`;
const cell = (content: string, more = ""): string =>
  `<table:table-cell ${more}>${content === "" ? "" : p(content)}</table:table-cell>`;
const row = (...cells: readonly string[]): string => `<table:table-row>${cells.join("")}</table:table-row>`;
const table = (...rows: readonly string[]): string => `<table:table>${rows.join("")}</table:table>`;
const COVERED = "<table:covered-table-cell/>";

test("cells that are merged say so, and repeated cells and rows are repeated", async () => {
  const { parts } = await converted(odt(
    table(
      row(cell("Region"), cell("Sales", 'table:number-columns-spanned="2"'), COVERED),
      row(cell("North", 'table:number-rows-spanned="2"'), cell("2023"), cell("11")),
      row(COVERED, cell("2024"), cell("22")),
    ),
  ));
  assert.equal(
    parts[0]?.html,
    '<table><tr><th>Region</th><th colspan="2">Sales</th></tr><tr><td rowspan="2">North</td><td>2023</td><td>11</td></tr>' +
      "<tr><td>2024</td><td>22</td></tr></table>",
  );
  const repeated = '<table:table-row table:number-rows-repeated="2">';
  assert.equal(
    await text(table(
      row(cell("a"), cell("", 'table:number-columns-repeated="2"'), cell("d")),
      `${repeated}${cell("x", 'table:number-columns-repeated="3"')}${cell("y")}</table:table-row>`,
      row(cell("", 'table:number-columns-repeated="16384"')),
    )),
    "| a |  |  | d |\n| --- | --- | --- | --- |\n| x | x | x | y |\n| x | x | x | y |\n",
  );
});

test("cells that are repeated without end are cut", async () => {
  const many = '<table:table-row table:number-rows-repeated="1000000">';
  const rows = Array.from(
    { length: 300 },
    () => `${many}${cell("x", 'table:number-columns-repeated="1000000"')}</table:table-row>`,
  );
  const { parts } = await converted(odt(table(...rows)));
  assert.ok(parts[0]!.html.length < 64 * 1024 * 1024);
});

const level = (at: number, form: string, more = "", kind = "number"): string =>
  `<text:list-level-style-${kind} text:level="${at}" style:num-format="${form}" ${more}/>`;

test("lists have the numbers of their styles, and go on where they say so", async () => {
  const styles =
    `<text:list-style style:name="L">${level(1, "1", 'style:num-suffix="."')}${level(2, "a", 'style:num-suffix=")"')}${
      level(3, "1", 'style:num-suffix="." text:display-levels="3"')
    }</text:list-style>` +
    `<text:list-style style:name="B">${level(1, "", "", "bullet")}</text:list-style>`;
  const named = 'text:style-name="L"';
  assert.equal(
    await text(
      list(`${named} xml:id="one"`, p("Open") + list("", p("slowly"), p("fully") + list("", p("deep"))), p("Close")) +
        p("A remark.") + list(`${named} text:continue-numbering="true"`, p("Check")) + p("Else.") +
        list(`${named} text:continue-list="one"`, p("Last")) + p("New:") + list(named, p("First")) +
        list('text:style-name="B"', p("dot")),
      styles,
    ),
    "1. Open\n   - a) slowly\n   - b) fully\n     - 1.b.1. deep\n2. Close\n\nA remark.\n\n3. Check\n\nElse.\n\n4. Last\n\n" +
      "New:\n\n1. First\n\n- dot\n",
  );
  const start = `<text:list ${named}><text:list-item text:start-value="7">${p("seven")}</text:list-item></text:list>`;
  assert.equal(await text(start, styles), "7. seven\n");
  assert.equal(await text(list(named, list("", list("", p("only")))), styles), "- 1.a.1. only\n");
});

test("headings have the numbers of the outline", async () => {
  const styles = {
    "styles.xml": `<office:document-styles NAMES><text:outline-style>${
      [1, 2].map((at) =>
        `<text:outline-level-style text:level="${at}" style:num-format="1" text:display-levels="${at}"/>`
      ).join("")
    }</text:outline-style></office:document-styles>`,
  };
  const h = (at: number, words: string, more = ""): string =>
    `<text:h text:outline-level="${at}" ${more}>${words}</text:h>`;
  assert.equal(
    await text(
      h(1, "Scope") + h(1, "Delivery") + h(2, "Place") + h(2, "Time") + h(1, "Annex", 'text:is-list-header="true"'),
      "",
      styles,
    ),
    "# 1 Scope\n\n# 2 Delivery\n\n## 2.1 Place\n\n## 2.2 Time\n\n# Annex\n",
  );
  assert.equal(await text(h(1, "Plain")), "# Plain\n");
});

test("notes and comments follow the paragraph that they belong to", async () => {
  const note = (mark: string, words: string): string =>
    `<text:note text:note-class="footnote"><text:note-citation>${mark}</text:note-citation><text:note-body>${
      p(words)
    }</text:note-body></text:note>`;
  const comment = (name: string, words: string): string =>
    `<office:annotation office:name="${name}"><dc:creator>Ada</dc:creator><dc:date>2026-01-01</dc:date>${
      p(words)
    }</office:annotation>`;
  assert.equal(
    await text(
      p(`The price${note("1", "Net of tax.")} at the ${
        comment("c", "Really?")
      }north gate<office:annotation-end office:name="c"/>.`) +
        table(row(cell(`gate${note("2", "Of the north.")}`), cell("b"))) +
        list("", p(`item${note("3", "In a list.")}`), p("next")),
    ),
    "The price[1] at the north gate.\n\n[1] Net of tax.\n\nComment by Ada on “north gate”: Really?\n\n" +
      "| gate[2] | b |\n| --- | --- |\n\n[2] Of the north.\n\n- item[3]\n\n  [3] In a list.\n\n- next\n",
  );
});

test("text boxes, shapes, pictures, formulas and charts", async () => {
  const frame = (content: string): string => `<draw:frame draw:name="Frame 1">${content}</draw:frame>`;
  const body = p(`Before${frame(`<draw:text-box>${p("In the box.")}</draw:text-box>`)} after.`) +
    p(`<draw:custom-shape>${p("In a shape.")}</draw:custom-shape>`) +
    `<draw:g><draw:rect>${p("In a group.")}</draw:rect></draw:g>` +
    p(frame('<draw:image xlink:href="Pictures/a.png"/><svg:title>A pump</svg:title>')) +
    p(frame('<draw:image xlink:href="Pictures/b.png"/>')) +
    p(`Let ${
      frame('<draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/>')
    } hold.`) +
    p(frame('<draw:object xlink:href="./Object 2"/>')) + p(frame('<draw:object xlink:href="./Object 3"/>'));
  const objects = {
    "Object 1/content.xml":
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>x</mi><annotation encoding="StarMath 5.0">x</annotation></semantics></math>',
    "Object 2/content.xml":
      `<office:document-content NAMES xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"><chart:chart><chart:title>${
        p("Sales")
      }</chart:title>${
        table(row(cell(""), cell("2024")), row(cell("East"), cell("19.2")))
      }</chart:chart></office:document-content>`,
  };
  const found = await text(body, "", objects);
  assert.equal(
    found.replaceAll("`", ""),
    "Before after.\n\nIn the box.\n\nIn a shape.\n\nIn a group.\n\nA pump\n\nLet x hold.\n\nSales\n\n" +
      "|  | 2024 |\n| --- | --- |\n| East | 19.2 |\n",
  );
  assert.deepEqual(await omitted(body, "", objects), [
    "picture 1: b.png",
    "second-form 1: x",
    "unreadable 1: embedded object Object 3",
  ]);
});

test("hidden and deleted text is left out and counted", async () => {
  const styles =
    '<style:style style:name="T1" style:family="text"><style:text-properties text:display="none"/></style:style>' +
    '<style:style style:name="P1" style:family="paragraph"><style:text-properties text:display="none"/></style:style>';
  const body =
    `<text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>Bo</dc:creator></office:change-info>${
      p("old")
    }</text:deletion></text:changed-region></text:tracked-changes>` +
    p('Seen <text:span text:style-name="T1">secret </text:span>too.') + p("whole line", "P1") +
    `<text:section text:display="none">${p("a section")}</text:section><text:section>${p("Shown.")}</text:section>` +
    p('A <text:hidden-text text:string-value="field"/>b');
  assert.equal(await text(body, styles), "Seen too.\n\nShown.\n\nA b\n");
  assert.deepEqual(await omitted(body, styles), [
    "hidden-text 5: deleted: old | secret | whole line | a section | field",
  ]);
});

test("code keeps its lines, and raised letters their place", async () => {
  const styles =
    '<style:style style:name="P2" style:family="paragraph" style:parent-style-name="Preformatted_20_Text"/>' +
    '<style:style style:name="Up" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>';
  assert.equal(
    await text(p("if x:", "P2") + p('<text:s text:c="4"/>y()<text:line-break/>z()', "P2"), styles),
    "```\nif x:\n    y()\nz()\n```\n",
  );
  const { parts } = await converted(odt(p('10<text:span text:style-name="Up">6</text:span> volts'), styles));
  assert.equal(parts[0]?.html, "<p>10<sup>6</sup> volts</p>");
});

test("comments and notes of a header are told once, whatever the text says", async () => {
  const comment = (text: string): string =>
    `<office:annotation office:name="a"><dc:creator>Ada</dc:creator>${p(text)}${
      p('<draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame>')
    }</office:annotation>pump<office:annotation-end office:name="a"/>`;
  const note = `<text:note><text:note-citation>1</text:note-citation><text:note-body>${
    p("Pumps")
  }</text:note-body></text:note>`;
  const styles = {
    "styles.xml":
      `<office:document-styles NAMES><office:master-styles><style:master-page style:name="Standard"><style:header>${
        p(`The ${comment("Which one?")}${note}`)
      }</style:header></style:master-page></office:master-styles></office:document-styles>`,
  };
  assert.equal(
    await text(p("Which one?") + p("Pumps"), "", styles),
    "The pump[1]\n\nComment by Ada on “pump”: Which one?\n\n[1] Pumps\n\nWhich one?\n\nPumps\n",
  );
  assert.deepEqual(await omitted(p("Which one?"), "", styles), ["picture 1: a.png"]);
});

test("headers and footers are told once, without what the text says", async () => {
  const styles = {
    "styles.xml":
      `<office:document-styles NAMES><office:master-styles><style:master-page style:name="Standard"><style:header>${
        p("Contract 4711") + p("Pumps")
      }</style:header><style:footer>${
        p("Page <text:page-number>3</text:page-number>") + p("Acme")
      }</style:footer></style:master-page><style:master-page style:name="Unused"><style:header>${
        p("never")
      }</style:header></style:master-page></office:master-styles></office:document-styles>`,
  };
  assert.equal(await text(p("Pumps") + p("Text."), "", styles), "Contract 4711\n\nPumps\n\nText.\n\nAcme\n");
  assert.deepEqual(await omitted(p("Pumps") + p("Text."), "", styles), [
    "running-head 2: Pumps | Page 3",
    "hidden-text 1: never",
  ]);
});
