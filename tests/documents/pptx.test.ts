/** What PowerPoint shows of a slide is in its text, in the order in which it is read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { strToU8, unzipSync, zipSync } from "fflate";
import { convert, type Converted } from "ra-documents";
import { readParts } from "../../src/document/formats/converted/document_parts.ts";
import { partTexts } from "./document_text.ts";

const OFFICE = "http://schemas.openxmlformats.org/";
const RELATIONS = `${OFFICE}officeDocument/2006/relationships`;
const NAMESPACES = `xmlns:p="${OFFICE}presentationml/2006/main" xmlns:a="${OFFICE}drawingml/2006/main" ` +
  `xmlns:r="${RELATIONS}" xmlns:m="${OFFICE}officeDocument/2006/math" xmlns:c="${OFFICE}drawingml/2006/chart" ` +
  `xmlns:dgm="${OFFICE}drawingml/2006/diagram" xmlns:mc="${OFFICE}markup-compatibility/2006" ` +
  `xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" ` +
  `xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"`;

interface Slide {
  readonly shapes: string;
  readonly more?: string;
  /** By kind and id, such as `chart-c1`: the content of a part. */
  readonly parts?: Readonly<Record<string, string>>;
}

const relations = (links: readonly (readonly [id: string, kind: string, target: string])[]): string =>
  `<Relationships>${
    links.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`).join(
      "",
    )
  }</Relationships>`;

function show(slides: readonly Slide[], own: Readonly<Record<string, string>> = {}): Uint8Array {
  const files: Record<string, string> = {
    "ppt/presentation.xml": `<p:presentation ${NAMESPACES}><p:sldIdLst>${
      slides.map((_, at) => `<p:sldId id="${at}" r:id="s${at}"/>`).join("")
    }</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations([
      ...slides.map((_, at) => [`s${at}`, "slide", `slides/slide${at}.xml`] as const),
      ...Object.keys(own).map((kind) => [kind, kind, `${kind}.xml`] as const),
    ]),
  };
  for (const [kind, content] of Object.entries(own)) files[`ppt/${kind}.xml`] = content;
  for (const [at, { shapes, more = "", parts = {} }] of slides.entries()) {
    files[`ppt/slides/slide${at}.xml`] = tree("sld", shapes, more);
    const links = Object.entries(parts).map(([key, content]) => {
      const [kind = "", id = key] = key.split("-");
      files[`ppt/parts/${key}${at}.xml`] = content;
      return [id, kind, `../parts/${key}${at}.xml`] as const;
    });
    files[`ppt/slides/_rels/slide${at}.xml.rels`] = relations(links);
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

const tree = (root: string, shapes: string, more = ""): string =>
  `<p:${root} ${NAMESPACES} ${more}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${root}>`;

const p = (content: string, properties = ""): string =>
  `<a:p>${properties}${content.startsWith("<") ? content : `<a:r><a:t>${content}</a:t></a:r>`}</a:p>`;

const at = (x: number, y: number, width = 100, height = 100): string =>
  `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`;

/** `kind` is that of a placeholder; `place` is what {@link at} makes. */
const box = (content: string, place = "", kind = ""): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="n"/><p:nvPr>${
    kind === "" ? "" : `<p:ph type="${kind}"/>`
  }</p:nvPr></p:nvSpPr><p:spPr>${place}</p:spPr><p:txBody>${
    content.startsWith("<a:p>") ? content : p(content)
  }</p:txBody></p:sp>`;

const frame = (content: string, place = ""): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="2" name="f"/><p:nvPr/></p:nvGraphicFramePr>${
    place.replaceAll("a:xfrm", "p:xfrm")
  }<a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`;

const converted = (slides: readonly Slide[], own: Readonly<Record<string, string>> = {}): Promise<Converted> =>
  convert(show(slides, own), "a.pptx", { ocr: "never", languages: [] });
const texts = async (
  slides: readonly Slide[],
  own: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> =>
  partTexts(readParts(await converted(slides, own))).map((text) => text.replace(/^\d+: /, ""));
const text = async (shapes: string, parts: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await texts([{ shapes, parts }])).join("\n");
const omitted = ({ omitted = [] }: Converted): readonly string[] =>
  omitted.map(({ kind, count, lines }) => `${kind} ${count}: ${lines.join(" | ")}`);

test("shapes are read from top to bottom and from left to right, the title first", async () => {
  const lines = async (...shapes: readonly string[]): Promise<string> =>
    (await text(shapes.join(""))).replace(/\n+/g, " / ");
  assert.equal(await lines(box("Bottom", at(0, 500)), box("Top", at(0, 10))), "Top / Bottom");
  assert.equal(
    await lines(box("Right", at(500, 100)), box("Left", at(0, 112)), box("Below", at(0, 400))),
    "Left / Right / Below",
  );
  assert.equal(
    await lines(box("Text", at(0, 5)), box("Title", at(0, 900), "title"), box("More", at(0, 300))),
    "## Title / Text / More",
  );
  // A column beside two boxes.
  assert.equal(
    await lines(box("b", at(500, 300)), box("Side", at(0, 0, 200, 900)), box("a", at(500, 20))),
    "Side / a / b",
  );
  assert.equal(await lines(box("One"), box("Two"), box("Three")), "One / Two / Three");
  const group = `<p:grpSp><p:grpSpPr>${at(0, 50)}</p:grpSpPr>${box("in 2", at(0, 9))}${
    box("in 1", at(0, 1))
  }</p:grpSp>`;
  assert.equal(await lines(box("Last", at(0, 400)), group, box("First", at(0, 0, 9, 9))), "First / in 1 / in 2 / Last");
});

test("placeholders stand where the layout puts them", async () => {
  const placed = (kind: string, place: string): string => box("Click to edit", place, kind);
  const files = show([{ shapes: box("Text", "", "body") + box("Above", at(0, 100)) + box("Below", at(0, 900)) }]);
  const all = unzipSync(files);
  const bytes = zipSync({
    ...all,
    "ppt/slides/_rels/slide0.xml.rels": strToU8(relations([["l", "slideLayout", "../slideLayouts/l.xml"]])),
    "ppt/slideLayouts/l.xml": strToU8(tree("sldLayout", placed("body", at(0, 500)) + box("Confidential", at(0, 0)))),
  });
  const answer = await convert(bytes, "a.pptx", { ocr: "never", languages: [] });
  assert.deepEqual(partTexts(readParts(answer)), ["1: Above\n\nText\n\nBelow\n\nConfidential"]);
});

test("a shape in two forms is told once", async () => {
  const two = (choice: string, fallback: string): string =>
    `<mc:AlternateContent><mc:Choice Requires="a14">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
  const formula = "<a14:m><m:oMath><m:r><m:t>F=ma</m:t></m:r></m:oMath></a14:m>";
  const shapes = two(box(p(`<a:r><a:t>Force </a:t></a:r>${formula}`)), box("a picture")) +
    two("<p:sp/>", box("only here")) + box(p(two("<a:r><a:t>new</a:t></a:r>", "<a:r><a:t>old</a:t></a:r>")));
  const answer = await converted([{ shapes }]);
  assert.deepEqual(partTexts(readParts(answer)), ["1: Force F=ma\n\nonly here\n\nnew"]);
  assert.deepEqual(omitted(answer), ["second-form 1: slide 1: a picture"]);
});

test("the data of charts are tables, with the dates and numbers that they show", async () => {
  const cache = (kind: string, values: readonly string[], form = ""): string =>
    `<c:${kind}Ref><c:${kind}Cache>${form === "" ? "" : `<c:formatCode>${form}</c:formatCode>`}${
      values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join("")
    }</c:${kind}Cache></c:${kind}Ref>`;
  const series = (name: string, values: readonly string[], categories: string): string =>
    `<c:ser><c:tx>${cache("str", [name])}</c:tx><c:cat>${categories}</c:cat><c:val>${
      cache("num", values, "General")
    }</c:val></c:ser>`;
  const chart = (title: string, ...all: readonly string[]): string =>
    `<c:chartSpace ${NAMESPACES}><c:chart><c:title><c:tx><c:rich>${
      p(title)
    }</c:rich></c:tx></c:title><c:plotArea><c:barChart>${
      all.join("")
    }</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  const places = cache("str", ["East", "West"]);
  assert.equal(
    await text(frame('<c:chart r:id="c1"/>'), {
      "chart-c1": chart(
        "Sales",
        series("2023", ["19.2", "21.4"], places),
        series("2024", ["20", "4.4000000000000004"], places),
      ),
    }),
    "Sales\n\n|  | 2023 | 2024 |\n| --- | --- | --- |\n| East | 19.2 | 20 |\n| West | 21.4 | 4.4 |",
  );
  assert.match(
    await text(frame('<c:chart r:id="c1"/>'), {
      "chart-c1": chart("T", series("s", ["1"], cache("num", ["45356"], "yyyy-mm-dd"))),
    }),
    /\| 2024-03-05 \| 1 \|/,
  );
  const points = `<c:ser><c:tx><c:v>Run</c:v></c:tx><c:xVal>${cache("num", ["1.5"])}</c:xVal><c:yVal>${
    cache("num", ["2.5"])
  }</c:yVal></c:ser>`;
  assert.match(
    await text(frame('<c:chart r:id="c1"/>'), { "chart-c1": chart("T", points) }),
    /\|  \| Run \|\n.*\n\| 1.5 \| 2.5 \|/,
  );
  const missing = await converted([{ shapes: frame('<c:chart r:id="none"/>') }]);
  assert.deepEqual(omitted(missing), ["unreadable 1: slide 1: chart"]);
});

test("the text of a diagram comes in the order of its parts", async () => {
  const point = (id: string, words: string, type = ""): string =>
    `<dgm:pt modelId="${id}"${type === "" ? "" : ` type="${type}"`}><dgm:t>${p(words)}</dgm:t></dgm:pt>`;
  const link = (from: string, to: string, order: number): string =>
    `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${order}"/>`;
  const data = (points: string, links = ""): string =>
    `<dgm:dataModel ${NAMESPACES}><dgm:ptLst>${points}</dgm:ptLst><dgm:cxnLst>${links}</dgm:cxnLst></dgm:dataModel>`;
  const shapes = frame('<dgm:relIds r:dm="d1"/>');
  assert.equal(
    await text(shapes, { "diagramData-d1": data(point("1", "collect") + point("2", "verify")) }),
    "- collect\n- verify",
  );
  assert.equal(
    await text(shapes, {
      "diagramData-d1": data(
        point("0", "", "doc") + point("3", "verify") + point("1", "collect") + point("2", "by hand") +
          point("9", "arrow", "sibTrans"),
        link("0", "1", 0) + link("0", "3", 1) + link("1", "2", 0),
      ),
    }),
    "- collect\n  - by hand\n- verify",
  );
});

test("lists nest by their levels and have their numbers", async () => {
  const paragraph = (at: number, words: string, bullet = ""): string =>
    `<a:p><a:pPr lvl="${at}">${bullet}</a:pPr><a:r><a:t>${words}</a:t></a:r></a:p>`;
  const auto = (type: string, start = ""): string => `<a:buAutoNum type="${type}"${start}/>`;
  assert.equal(
    await text(
      box(paragraph(0, "First") + paragraph(1, "Second") + paragraph(2, "Third") + paragraph(0, "Again"), "", "body"),
    ),
    "- First\n  - Second\n    - Third\n- Again",
  );
  assert.equal(
    await text(box(
      paragraph(0, "one", auto("arabicPeriod")) + paragraph(1, "a", auto("alphaLcParenR")) +
        paragraph(1, "b", auto("alphaLcParenR")) + paragraph(0, "two", auto("arabicPeriod")),
    )),
    "1. one\n   - a) a\n   - b) b\n2. two",
  );
  assert.equal(await text(box(paragraph(0, "five", auto("arabicPeriod", ' startAt="5"')))), "5. five");
  assert.equal(
    await text(box(paragraph(0, "Plain", "<a:buNone/>") + paragraph(0, "Item") + paragraph(0, "Item 2"), "", "body")),
    "Plain\n\n- Item\n- Item 2",
  );
});

test("raised and lowered letters, links and the ends of lines", async () => {
  const { parts } = await converted([{
    shapes: box(
      `<a:p><a:r><a:t>10</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>6</a:t></a:r><a:r><a:t> H</a:t></a:r><a:r><a:rPr baseline="-25000"/><a:t>2</a:t></a:r><a:r><a:t>O</a:t></a:r><a:br/><a:r><a:t>next</a:t></a:r></a:p>`,
    ),
  }]);
  assert.equal(parts[0]?.html, "<p>10<sup>6</sup> H<sub>2</sub>O<br>next</p>");
});

test("merged cells of tables say how many rows and columns they take", async () => {
  const cell = (words: string, more = ""): string => `<a:tc ${more}><a:txBody>${p(words)}</a:txBody></a:tc>`;
  const row = (...cells: readonly string[]): string => `<a:tr>${cells.join("")}</a:tr>`;
  const { parts } = await converted([{
    shapes: frame(
      `<a:tbl>${row(cell("Region"), cell("Sales", 'gridSpan="2"'), cell("", 'hMerge="1"'))}${
        row(cell("North", 'rowSpan="2"'), cell("a"), cell("1"))
      }${row(cell("", 'vMerge="1"'), cell("b"), cell("2"))}</a:tbl>`,
    ),
  }]);
  assert.equal(
    parts[0]?.html,
    '<table><tr><th>Region</th><th colspan="2">Sales</th></tr><tr><td rowspan="2">North</td><td>a</td><td>1</td></tr>' +
      "<tr><td>b</td><td>2</td></tr></table>",
  );
});

test("hidden slides and shapes, numbers, repeated footers, pictures and embedded objects are counted", async () => {
  const hidden = box("secret").replace('name="n"', 'name="n" hidden="1"');
  const picture = '<p:pic><p:nvPicPr><p:cNvPr id="3" name="Picture 3"/><p:nvPr/></p:nvPicPr></p:pic>';
  const object = frame('<p:oleObj progId="Excel.Sheet.12"/>');
  const foot = box("Acme Ltd", "", "ftr");
  const answer = await converted([
    { shapes: box("Shown") + hidden + foot + box("1", "", "sldNum") },
    { shapes: box("Backup"), more: 'show="0"' },
    { shapes: box("Last") + foot + picture + object },
  ]);
  assert.deepEqual(partTexts(readParts(answer)), ["1: Shown\n\nAcme Ltd", "3: Last"]);
  assert.deepEqual(omitted(answer), [
    "hidden-text 1: slide 1: secret",
    "running-head 2: slide 1: 1 | slide 3: Acme Ltd",
    "hidden-slide 1: slide 2: Backup",
    "picture 1: slide 3: Picture 3",
    "unreadable 1: slide 3: embedded object Excel.Sheet.12",
  ]);
});

test("comments of both kinds have their authors", async () => {
  const old = `<p:cmLst ${NAMESPACES}><p:cm authorId="0"><p:text>Check this.</p:text></p:cm></p:cmLst>`;
  const modern =
    `<p188:cmLst ${NAMESPACES}><p188:cm authorId="{B}"><p188:replyLst><p188:reply authorId="0"><p188:txBody>${
      p("Done.")
    }</p188:txBody></p188:reply></p188:replyLst><p188:txBody>${p("Why?")}</p188:txBody></p188:cm></p188:cmLst>`;
  const authors = {
    commentAuthors: `<p:cmAuthorLst ${NAMESPACES}><p:cmAuthor id="0" name="Ada"/></p:cmAuthorLst>`,
    authors: `<p188:authorLst ${NAMESPACES}><p188:author id="{B}" name="Bo"/></p188:authorLst>`,
  };
  assert.deepEqual(
    await texts([
      { shapes: box("One"), parts: { "comments-1": old } },
      { shapes: box("Two"), parts: { "comments-2": modern } },
    ], authors),
    ["One\n\nComment by Ada: Check this.", "Two\n\nComment by Bo: Why?\n\nComment by Ada: Done."],
  );
});

test("a slide that is missing is counted", async () => {
  const { "ppt/slides/slide0.xml": _, ...rest } = unzipSync(show([{ shapes: box("a") }, { shapes: box("b") }]));
  const answer = await convert(zipSync(rest), "a.pptx", { ocr: "never", languages: [] });
  assert.deepEqual(partTexts(readParts(answer)), ["2: b"]);
  assert.deepEqual(omitted(answer), ["unreadable 1: slide 1: missing slide"]);
});

test("a hidden slide is listed with its notes, and its charts", async () => {
  const slide = {
    shapes: box("Secret", at(0, 0), "title") + frame('<c:chart r:id="c1"/>'),
    more: 'show="0"',
    parts: {
      "chart-c1": `<c:chartSpace ${NAMESPACES}><c:title><c:tx><c:rich>${
        p("Sales")
      }</c:rich></c:tx></c:title></c:chartSpace>`,
      "notesSlide-n1": tree("notes", box("Say this")),
    },
  };
  const { omitted } = await converted([{ shapes: box("Shown") }, slide]);
  assert.deepEqual(omitted?.map(({ kind, lines }) => [kind, ...lines]), [[
    "hidden-slide",
    "slide 2: Secret Sales Notes: Say this",
  ]]);
});

test("what is said of a group or a shape is text", async () => {
  const about = '<p:cNvPr id="3" name="g" descr="A plan of the plant"/>';
  const group = `<p:grpSp><p:nvGrpSpPr>${about}<p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${box("Boiler")}</p:grpSp>`;
  const arrow = `<p:cxnSp><p:nvCxnSpPr>${
    about.replace("A plan of the plant", "Steam goes up")
  }<p:nvPr/></p:nvCxnSpPr></p:cxnSp>`;
  assert.deepEqual(await texts([{ shapes: group + arrow }]), ["A plan of the plant\n\nBoiler\n\nSteam goes up"]);
});

test("a chart has the labels that somebody wrote, names of trends, and numbers in their formats", async () => {
  const cache = (...values: readonly string[]): string =>
    values.map((value, idx) => `<c:pt idx="${idx}"><c:v>${value}</c:v></c:pt>`).join("");
  const series = `<c:ser><c:tx><c:strRef><c:strCache>${cache("Sales")}</c:strCache></c:strRef></c:tx>` +
    `<c:dLbls><c:dLbl><c:idx val="1"/><c:tx><c:rich>${p("best year")}</c:rich></c:tx></c:dLbl></c:dLbls>` +
    `<c:trendline><c:name>Trend of all</c:name></c:trendline>` +
    `<c:cat><c:numRef><c:numCache><c:formatCode>yyyy\\-mm\\-dd</c:formatCode>${
      cache("37261", "37262")
    }</c:numCache></c:numRef></c:cat>` +
    `<c:val><c:numRef><c:numCache><c:formatCode>0%</c:formatCode>${
      cache("0.5", "0.75")
    }</c:numCache></c:numRef></c:val></c:ser>`;
  const chart =
    `<c:chartSpace ${NAMESPACES}><c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chartSpace>`;
  const shapes = frame('<c:chart r:id="c1"/>');
  assert.deepEqual(await texts([{ shapes, parts: { "chart-c1": chart } }]), [
    "|  | Sales |\n| --- | --- |\n| 2002-01-05 | 50% |\n| 2002-01-06 | 75% (best year) |\n\nTrend of all",
  ]);
});

test("the series of a chart of a later kind has its name", async () => {
  const cx = 'xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"';
  const points = (...values: readonly string[]): string =>
    values.map((value, at) => `<cx:pt idx="${at}">${value}</cx:pt>`).join("");
  const chart =
    `<cx:chartSpace ${cx}><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl>${
      points("North", "South")
    }</cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl formatCode="0.0">${points("1", "2.25")}</cx:lvl></cx:numDim>` +
    `</cx:data></cx:chartData><cx:chart><cx:plotArea><cx:series><cx:tx><cx:txData><cx:v>Growth</cx:v></cx:txData></cx:tx>` +
    `<cx:dataId val="0"/></cx:series></cx:plotArea></cx:chart></cx:chartSpace>`;
  const shapes = frame(`<cx:chart ${cx} r:id="c1"/>`);
  assert.deepEqual(await texts([{ shapes, parts: { "chart-c1": chart } }]), [
    "|  | Growth |\n| --- | --- |\n| North | 1.0 |\n| South | 2.3 |",
  ]);
});
