/** What Word shows of a document is in its text, once, in order, and what Word does not show is counted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { convert } from "ra-documents";
import { readParts } from "../../src/document/formats/converted/document_parts.ts";
import { documentText } from "./document_text.ts";
import {
  cell,
  choice,
  item,
  kind,
  list,
  para,
  run,
  style,
  styled,
  table,
  textBox,
  vmlBox,
  wordFile,
  type WordParts,
} from "./word_files.ts";

const converted = (body: string, parts: WordParts = {}) =>
  convert(wordFile(body, parts), "a.docx", { ocr: "never", languages: [] });
const text = async (body: string, parts: WordParts = {}): Promise<string> =>
  documentText(readParts(await converted(body, parts)));
const omitted = async (body: string, parts: WordParts = {}): Promise<readonly (readonly [string, number, string])[]> =>
  ((await converted(body, parts)).omitted ?? []).map(({ kind, count, lines }) => [kind, count, lines.join(" | ")]);

const HEADING = (level: number): string => style(`H${level}`, `heading ${level}`);

test("results of simple and complex fields are text, and their instructions are not", async () => {
  const simple = (instruction: string, result: string): string =>
    `<w:fldSimple w:instr="${instruction}">${run(result)}</w:fldSimple>`;
  const sign = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const complex = (instruction: string, result: string): string =>
    `${sign("begin")}<w:r><w:instrText>${instruction}</w:instrText></w:r>${sign("separate")}${result}${sign("end")}`;
  assert.equal(
    await text(
      para(
        `${run("Dear ")}${simple("MERGEFIELD Name", "Ada")}${run(", see ")}${simple("REF _Ref1", "Table 3")}${
          run(".")
        }`,
      ) +
        para(`${run("Figure ")}${complex("SEQ Figure", run("7"))}${run(": pump")}`) +
        para(complex(`IF ${complex("MERGEFIELD x", run("inner"))} = 1 yes no`, run("yes"))) +
        para(complex("HYPERLINK &quot;https://example.com/b&quot;", run("there"))) +
        para(
          `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r>${
            sign("end")
          }${run(" agreed")}`,
        ),
    ),
    "Dear Ada, see Table 3.\n\nFigure 7: pump\n\nyes\n\n[there](https://example.com/b)\n\n☒ agreed\n",
  );
});

test("a field over several paragraphs keeps the text of all of them", async () => {
  const sign = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  assert.equal(
    await text(
      para(`${sign("begin")}<w:r><w:instrText>TOC</w:instrText></w:r>${sign("separate")}${run("Scope 1")}`) +
        para("Delivery 2") + para(sign("end")) + para("After"),
    ),
    "Scope 1\n\nDelivery 2\n\nAfter\n",
  );
});

test("headings have the numbers that Word shows", async () => {
  const numbered = (level: number): string =>
    style(
      `H${level}`,
      `heading ${level}`,
      `<w:pPr><w:numPr><w:ilvl w:val="${level - 1}"/><w:numId w:val="1"/></w:numPr></w:pPr>`,
    );
  const heads = styled("H1", "Scope") + styled("H1", "Delivery") + styled("H2", "Place") + styled("H2", "Time") +
    styled("H1", "Price") + styled("H2", "Tax");
  const parts = (...levels: readonly (readonly [string, string, string?])[]): WordParts => ({
    styles: numbered(1) + numbered(2),
    numbering: kind(0, ...levels) + list(1, 0),
  });
  const lines = async (...levels: readonly (readonly [string, string, string?])[]): Promise<readonly string[]> =>
    (await text(heads, parts(...levels))).trim().split("\n\n");
  assert.deepEqual(await lines(["decimal", "%1."], ["decimal", "%1.%2"]), [
    "# 1. Scope",
    "# 2. Delivery",
    "## 2.1 Place",
    "## 2.2 Time",
    "# 3. Price",
    "## 3.1 Tax",
  ]);
  assert.deepEqual(await lines(["upperRoman", "Part %1:"], ["lowerLetter", "(%2)"]), [
    "# Part I: Scope",
    "# Part II: Delivery",
    "## (a) Place",
    "## (b) Time",
    "# Part III: Price",
    "## (a) Tax",
  ]);
  assert.equal(
    (await lines(["upperRoman", "%1"], ["decimal", "%1.%2", '<w:start w:val="5"/><w:isLgl/>']))[2],
    "## 2.5 Place",
  );
  assert.equal((await lines(["decimal", "%1"], ["decimal", "%2", '<w:lvlRestart w:val="0"/>']))[5], "## 3 Tax");
});

test("a level of a list belongs to the style that the list names, and numbers may be taken away", async () => {
  const parts = {
    styles: style("H1", "heading 1", '<w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr>') +
      style("H2", "heading 2", '<w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr>') +
      style("Mine", "Mine", "", "H2"),
    numbering: kind(
      7,
      ["decimal", "%1", '<w:pStyle w:val="H1"/>'],
      ["decimal", "%1-%2", '<w:pStyle w:val="H2"/>'],
    ) + list(4, 7),
  };
  const bare = '<w:pStyle w:val="H1"/><w:numPr><w:numId w:val="0"/></w:numPr>';
  assert.equal(
    await text(styled("H1", "One") + styled("H2", "Two") + styled("Mine", "Three") + para("Annex", bare), parts),
    "# 1 One\n\n## 1-1 Two\n\n## 1-2 Three\n\n# Annex\n",
  );
});

test("a list goes on after a paragraph and a table, and starts again where Word does", async () => {
  const parts = {
    numbering: kind(0, ["decimal", "%1."], ["lowerLetter", "%2)"]) + list(1, 0) +
      list(2, 0, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>') + list(3, 0),
  };
  const rows = table([cell("Valve"), cell("V7")]);
  assert.equal(
    await text(
      item(1, 0, "Open") + rows + item(1, 0, "Close") + para("A remark.") + item(1, 0, "Check") + para("Again:") +
        item(2, 0, "First") + para("Going on:") + item(3, 0, "Second"),
      parts,
    ),
    "1. Open\n\n| Valve | V7 |\n| --- | --- |\n\n2. Close\n\nA remark.\n\n3. Check\n\nAgain:\n\n1. First\n\n" +
      "Going on:\n\n2. Second\n",
  );
});

test("lists nest by their levels, and none has an item without text", async () => {
  const parts = {
    numbering: kind(0, ["bullet", "o"], ["decimal", "%2."], ["lowerRoman", "(%3)"]) + list(1, 0),
  };
  assert.equal(
    await text(
      item(1, 0, "tools") + item(1, 1, "hammer") + item(1, 1, "saw") + item(1, 2, "blade") + item(1, 0, "wood") +
        para("x") + item(1, 2, "deep") + item(1, 2, "deeper"),
      parts,
    ),
    "- tools\n  1. hammer\n  2. saw\n     - (i) blade\n- wood\n\nx\n\n- (i) deep\n- (ii) deeper\n",
  );
});

test("styles that are based on headings, and outline levels, are headings", async () => {
  const parts = {
    styles: HEADING(1) + HEADING(2) + style("Mine", "My head", "", "H1") + style("Deep", "Deep", "", "Mine") +
      style("Kapitel", "Kapitel", '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>') +
      style("NoHead", "Contents title", '<w:pPr><w:outlineLvl w:val="9"/></w:pPr>', "H1"),
  };
  assert.equal(
    await text(
      styled("Mine", "A") + styled("Deep", "B") + styled("Kapitel", "C") + para("D", '<w:outlineLvl w:val="2"/>') +
        styled("NoHead", "E") + para("F", '<w:pStyle w:val="H1"/><w:outlineLvl w:val="9"/>'),
      parts,
    ),
    "# A\n\n# B\n\n## C\n\n### D\n\nE\n\nF\n",
  );
});

test("a text box is told once, with and without its second form", async () => {
  const box = (content: string): string => textBox(para(content));
  const body = para(`<w:r>${choice(box("New form."))}</w:r>`) +
    para(`<w:r>${choice(box("Both forms."), vmlBox(para("Both forms.")))}</w:r>`) +
    para(`<w:r>${box("Direct.")}</w:r>`) + para(`${run("Old: ")}<w:r>${vmlBox(para("Vector."))}</w:r>`) +
    para(`<w:r>${choice("<w:drawing/>", vmlBox(para("Only the second.")))}</w:r>`);
  assert.equal(
    await text(body),
    "New form.\n\nBoth forms.\n\nDirect.\n\nOld:\n\nVector.\n\nOnly the second.\n",
  );
  assert.deepEqual(await omitted(body), [["second-form", 1, "Both forms."]]);
});

test("formulas stand in their place, on one line", async () => {
  const m = (name: string, ...inner: readonly string[]): string => `<m:${name}>${inner.join("")}</m:${name}>`;
  const r = (text: string): string => m("r", m("t", text));
  const formula = (...inner: readonly string[]): string => m("oMath", ...inner);
  const of = async (...inner: readonly string[]): Promise<string> =>
    (await text(para(`${run("Let ")}${formula(...inner)}${run(" hold.")}`))).trim();
  const e = (text: string): string => m("e", r(text));
  const chr = (name: string, sign: string): string => m(`${name}Pr`, `<m:chr m:val="${sign}"/>`);
  assert.equal(await of(r("500 kg")), "Let 500 kg hold.");
  assert.equal(await of(r("E=m"), m("sSup", e("c"), m("sup", r("2")))), "Let E=mc^2 hold.");
  assert.equal(await of(m("f", m("num", r("a+b")), m("den", r("2")))), "Let (a+b)/2 hold.");
  assert.equal(await of(m("rad", m("deg"), e("x+1"))), "Let √(x+1) hold.");
  assert.equal(await of(m("sSub", e("x"), m("sub", r("max")))), "Let x_max hold.");
  assert.equal(
    await of(m("nary", chr("nary", "∑"), m("sub", r("i=1")), m("sup", r("n")), e("i"))),
    "Let ∑_(i=1)^n i hold.",
  );
  assert.equal(await of(m("d", m("e", r("a")), m("e", r("b")))), "Let (a|b) hold.");
  assert.equal(await of(m("m", m("mr", e("1"), e("2")), m("mr", e("3"), e("4")))), "Let [1, 2; 3, 4] hold.");
  assert.equal(await text(m("oMathPara", formula(r("F=ma")))), "F=ma\n");
});

test("code keeps its lines and their indentation", async () => {
  const source = ["if x &lt; 3:", '    print("a  b")', "", "    return"];
  const code = '```\nif x < 3:\n    print("a  b")\n\n    return\n```\n';
  for (const name of ["Source Code", "HTML Preformatted", "Verbatim", "Preformatted Text", "Code", "Code Block"]) {
    assert.equal(
      await text(source.map((line) => styled("C", line)).join(""), { styles: style("C", name) }),
      code,
      name,
    );
  }
  const courier = '<w:rPr><w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/></w:rPr>';
  assert.equal(
    await text(source.map((line) => styled("C", line)).join(""), { styles: style("C", "My lines", courier) }),
    code,
  );
  const lines = source.map((line) => run(line)).join("<w:r><w:br/></w:r>");
  assert.equal(
    await text(styled("C", lines), { styles: style("C", "Derived", "", "B") + style("B", "Source Code") }),
    code,
  );
  assert.equal(
    await text(para(`${run("Call ")}${run("f()", '<w:rFonts w:ascii="Consolas"/>')}${run(" first.")}`)),
    "Call `f()` first.\n",
  );
});

test("a document that is typed in a font for code is prose", async () => {
  const long = "A sentence of a long letter that somebody typed on a machine. ".repeat(10);
  const typed = run(long, '<w:rFonts w:ascii="Courier New"/>');
  assert.ok(!(await text(para(typed).repeat(4))).includes("```"));
});

test("ends of lines, tabs and hyphens keep words apart", async () => {
  const signs = ["<w:cr/>", "<w:br/>", "<w:tab/>", '<w:br w:type="page"/>', '<w:ptab w:alignment="right"/>'];
  for (const sign of signs) {
    assert.match(await text(para(`${run("one")}<w:r>${sign}</w:r>${run("two")}`)), /^one\s+two\n$/, sign);
  }
  assert.equal(await text(para(`${run("non")}<w:r><w:noBreakHyphen/></w:r>${run("stop")}`)), "non\u2011stop\n");
});

test("hidden text is left out and counted, also where a style hides it", async () => {
  const parts = {
    styles: style("Secret", "Secret", "<w:rPr><w:vanish/></w:rPr>") +
      style("Hush", "Hush", "<w:rPr><w:vanish/></w:rPr>", "", "character"),
    numbering: kind(0, ["decimal", "%1."]) + list(1, 0),
  };
  const hidden = "<w:vanish/>";
  const body = para(run("Seen ") + run("direct", hidden) + run("and seen.")) +
    para(run("Seen ") + run("by a style", '<w:rStyle w:val="Hush"/>') + run("too.")) + styled("Secret", "whole line") +
    styled("Secret", run("shown here", '<w:vanish w:val="0"/>')) +
    item(1, 0, "one") + item(1, 0, run("gone", hidden)) + item(1, 0, "two");
  assert.equal(await text(body, parts), "Seen and seen.\n\nSeen too.\n\nshown here\n\n1. one\n2. two\n");
  assert.deepEqual(await omitted(body, parts), [["hidden-text", 4, "direct | by a style | whole line | gone"]]);
});

test("headers and footers are told once, without what the document says and without numbers of pages", async () => {
  const section = (references: string): string => `<w:sectPr>${references}<w:titlePg/></w:sectPr>`;
  const reference = (part: string, type: string, id: string): string =>
    `<w:${part}Reference w:type="${type}" r:id="${id}"/>`;
  const page = '<w:fldSimple w:instr="PAGE"><w:r><w:t>3</w:t></w:r></w:fldSimple>';
  const parts = {
    "header-h1": para("Contract 4711") + para("Manual of Pumps"),
    "header-h2": para("First page only"),
    "header-h3": para("Even pages"),
    "footer-f1": para(`${run("Page ")}${page}`) + para("Acme Ltd") + para(`${run("Rev. C, page ")}${page}`),
  };
  const references = reference("header", "default", "h1") + reference("header", "first", "h2") +
    reference("header", "even", "h3") + reference("footer", "default", "f1");
  const body = para("Manual of Pumps") + para("Text.", section(references)) + para("More.") + section(references);
  assert.equal(
    await text(body, parts),
    "Contract 4711\n\nFirst page only\n\nManual of Pumps\n\nText.\n\nMore.\n\nAcme Ltd\n\nRev. C, page 3\n",
  );
  assert.deepEqual(await omitted(body, parts), [
    ["running-head", 2, "Manual of Pumps | Page 3"],
    ["hidden-text", 1, "Even pages"],
  ]);
  assert.match(
    await text(body, { ...parts, settings: "<w:evenAndOddHeaders/>" }),
    /^Contract 4711\n\nFirst page only\n\nEven pages/,
  );
});

test("notes and comments follow the paragraph that they belong to, with their authors", async () => {
  const refer = (kind: string, id: number): string => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
  const note = (kind: string, id: number, content: string, more = ""): string =>
    `<w:${kind} w:id="${id}"${more}>${para(content)}</w:${kind}>`;
  const parts = {
    footnotes: note("footnote", -1, "", ' w:type="separator"') + note("footnote", 2, "Net of tax.") +
      note("footnote", 3, "Of the north."),
    endnotes: note("endnote", 2, "At the end."),
    comments: note("comment", 5, "Really?", ' w:author="Ada"') + note("comment", 6, "Nobody asks.", ' w:author="Bo"'),
  };
  const body = para(
    `${run("The price")}${refer("footnote", 2)}${run(" at the ")}<w:commentRangeStart w:id="5"/>${
      run("north gate")
    }<w:commentRangeEnd w:id="5"/>${refer("comment", 5)}${run(".")}`,
  ) +
    table([cell(para(`${run("gate")}${refer("footnote", 3)}`)), cell("b")]) +
    para(`${run("Last")}${refer("endnote", 2)}${run(".")}`);
  assert.equal(
    await text(body, parts),
    "The price[1] at the north gate.\n\n[1] Net of tax.\n\nComment by Ada on “north gate”: Really?\n\n" +
      "| gate[2] | b |\n| --- | --- |\n\n[2] Of the north.\n\nLast[i].\n\n[i] At the end.\n",
  );
  assert.deepEqual(await omitted(body, parts), [["hidden-text", 1, "Nobody asks."]]);
});

test("comments that have a range and no mark are told", async () => {
  const comment = (id: number, text: string): string =>
    `<w:comment w:id="${id}" w:author="Ada">${para(text)}</w:comment>`;
  const open = (id: number): string => `<w:commentRangeStart w:id="${id}"/>`;
  const close = (id: number): string => `<w:commentRangeEnd w:id="${id}"/>`;
  const body = para(`${open(1)}${run("The pump")}${close(1)}${run(" runs ")}${open(2)}${run("dry.")}`) +
    para(run("It stops."));
  const parts = { comments: comment(1, "Which one?") + comment(2, "At 4711 rpm.") + comment(3, "Nowhere.") };
  assert.equal(
    await text(body, parts),
    "The pump runs dry.\n\nIt stops.\n\nComment by Ada on “The pump”: Which one?\n\n" +
      "Comment by Ada on “dry.It stops.”: At 4711 rpm.\n",
  );
  assert.deepEqual(await omitted(body, parts), [["hidden-text", 1, "Nowhere."]]);
});

test("merged cells say how many rows and columns they take", async () => {
  const html = async (body: string): Promise<string> => (await converted(body)).parts[0]!.html;
  const [restart, go, wide] = ['<w:vMerge w:val="restart"/>', "<w:vMerge/>", '<w:gridSpan w:val="2"/>'];
  assert.equal(
    await html(table(
      [cell("Region"), cell("Sales", wide)],
      [cell("North", restart), cell("2023"), cell("11")],
      [cell("", go), cell("2024"), cell("22")],
      [cell("South"), cell("2023"), cell("33")],
    )),
    '<table><tr><td>Region</td><td colspan="2">Sales</td></tr><tr><td rowspan="2">North</td><td>2023</td>' +
      "<td>11</td></tr><tr><td>2024</td><td>22</td></tr><tr><td>South</td><td>2023</td><td>33</td></tr></table>",
  );
  const shifted = '<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>';
  assert.equal(
    await html(`<w:tbl><w:tr>${cell("a")}${cell("b")}</w:tr>${shifted}${cell("c")}</w:tr></w:tbl>`),
    "<table><tr><td>a</td><td>b</td></tr><tr><td></td><td>c</td></tr></table>",
  );
  assert.match(
    await html(table([cell("x", restart), cell("y", restart)], [cell("", go), cell("", go)], [cell("1"), cell("2")])),
    /<td rowspan="2">x<\/td><td rowspan="2">y<\/td><\/tr><tr><\/tr>/,
  );
});

test("tracked changes are shown as accepted, and what is deleted is counted", async () => {
  const tracked = (name: string, inner: string): string => `<w:${name} w:id="1" w:author="A">${inner}</w:${name}>`;
  const deleted = '<w:r><w:delText xml:space="preserve">old </w:delText></w:r>';
  const body = para(`${run("The ")}${tracked("del", deleted)}${tracked("ins", run("new "))}${run("rule")}`) +
    para("joined ", '<w:rPr><w:del w:id="2"/></w:rPr>') + para("line") +
    para(tracked("moveFrom", run("moved"))) + para(tracked("moveTo", run("moved"))) +
    `<w:tbl><w:tr><w:trPr><w:del w:id="3"/></w:trPr>${cell("gone")}</w:tr><w:tr>${cell("a")}${
      cell("b")
    }</w:tr></w:tbl>`;
  assert.equal(await text(body), "The new rule\n\njoined line\n\nmoved\n\n| a | b |\n| --- | --- |\n");
  assert.deepEqual(await omitted(body), [["hidden-text", 2, "deleted: old | deleted: gone"]]);
});

test("content controls, symbols, links, pictures, charts and embedded objects", async () => {
  const picture = (about: string): string =>
    `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="${about}"/><a:graphic><a:graphicData><pic:pic/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  const series =
    '<c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Sales</c:v></c:pt></c:strCache></c:strRef></c:tx>' +
    '<c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>East</c:v></c:pt></c:strCache></c:strRef></c:cat>' +
    '<c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>19.2</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>';
  const parts = {
    chart:
      `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart></c:chartSpace>`,
  };
  const body =
    `<w:sdt><w:sdtContent>${
      para(`${run("In ")}<w:sdt><w:sdtContent>${run("control")}</w:sdtContent></w:sdt>`)
    }</w:sdtContent></w:sdt>` +
    para(`${run("Done ")}<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>`) +
    para(`<w:hyperlink r:id="web">${run("site")}</w:hyperlink>`) + para(picture("A pump")) + para(picture("")) +
    para(
      '<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="chart"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>',
    ) +
    para('<w:r><w:object><o:OLEObject ProgID="Excel.Sheet.12"/></w:object></w:r>');
  assert.equal(
    await text(body, parts),
    "In control\n\nDone ✓\n\n[site](https://example.com/a)\n\nA pump\n\n|  | Sales |\n| --- | --- |\n| East | 19.2 |\n",
  );
  assert.deepEqual(await omitted(body, parts), [
    ["picture", 1, "Picture 1"],
    ["unreadable", 1, "embedded object Excel.Sheet.12"],
  ]);
});

test("strict files, and files with prefixes of their own, are read", async () => {
  const plain = wordFile(para("Strict words."));
  assert.ok(plain.length > 0);
  const rewritten = (change: (xml: string) => string): Uint8Array =>
    zipSync(Object.fromEntries(
      Object.entries(unzipSync(plain)).map(([name, bytes]) => [name, strToU8(change(strFromU8(bytes)))]),
    ));
  const strict = rewritten((xml) =>
    xml.replaceAll("schemas.openxmlformats.org/wordprocessingml/2006", "purl.oclc.org/ooxml/wordprocessingml")
      .replaceAll("schemas.openxmlformats.org/officeDocument/2006", "purl.oclc.org/ooxml/officeDocument")
  );
  const renamed = rewritten((xml) =>
    xml.replaceAll("w:", "ns0:").replaceAll("xmlns:ns0:", "xmlns:w:").replace(/xmlns:w=/, "xmlns:ns0=")
  );
  for (const bytes of [strict, renamed]) {
    const { parts } = await convert(bytes, "a.docx", { ocr: "never", languages: [] });
    assert.equal(parts[0]?.html, "<p>Strict words.</p>");
  }
});

test("a table whose cells hold tables keeps its rows", async () => {
  const inner = table([cell("L"), cell("20 cm")], [cell("B"), cell("30 cm")]);
  const nested = `<w:tc>${inner}<w:p/></w:tc>`;
  const found = await text(
    table([cell("Part"), cell("Size"), cell("Price")], [cell("Pump"), nested, cell("99")], [
      cell("Valve"),
      cell("3 kg"),
      cell("12"),
    ]),
  );
  const rows = found.split("\n").filter((line) => line.startsWith("|"));
  assert.equal(rows.length, 4, found);
  assert.match(rows[2]!, /Pump.*L.*20 cm.*B.*30 cm.*99/);
  assert.match(rows[3]!, /Valve.*3 kg.*12/);
});
