/** A book's chapters with its notes where the text refers to them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { strToU8, unzipSync, zipSync } from "fflate";
import { convert, type Converted } from "ra-documents";
import { readParts } from "../../src/document/formats/converted/document_parts.ts";
import { documentText } from "./document_text.ts";

interface Page {
  readonly body: string;
  readonly properties?: string;
  readonly linear?: string;
  readonly type?: string;
}

/** Pages by their names, in the order of the book. */
function book(pages: Readonly<Record<string, Page | string>>, rest: Readonly<Record<string, string>> = {}): Uint8Array {
  const all = Object.entries(pages).map(([name, page]) => ({
    name,
    ...(typeof page === "string" ? { body: page } : page),
  }));
  const others = Object.keys(rest).map((name) =>
    `<item id="${name}" href="${name}" media-type="application/${name.endsWith(".ncx") ? "x-dtbncx" : "xhtml"}+xml"/>`
  );
  const files: Record<string, string> = {
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    "OEBPS/book.opf": `<package xmlns="http://www.idpf.org/2007/opf"><manifest>${
      all.map(({ name, properties = "", type = "application/xhtml+xml" }) =>
        `<item id="${name}" href="${name}" properties="${properties}" media-type="${type}"/>`
      ).join("")
    }${others.join("")}</manifest><spine>${
      all.map(({ name, linear = "yes" }) => `<itemref idref="${name}" linear="${linear}"/>`).join("")
    }</spine></package>`,
    ...Object.fromEntries(
      all.map(({ name, body }) => [
        `OEBPS/${name}`,
        body.startsWith("<svg") || body.startsWith("<html") ? body : `<html xmlns:epub="e"><body>${body}</body></html>`,
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(rest).map(([name, body]) => [`OEBPS/${name}`, `<html><body>${body}</body></html>`]),
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

const converted = (bytes: Uint8Array): Promise<Converted> => convert(bytes, "a.epub", { ocr: "never", languages: [] });
const text = async (pages: Readonly<Record<string, Page | string>>): Promise<string> =>
  documentText(readParts(await converted(book(pages))));
const omitted = ({ omitted = [] }: Converted): readonly string[] =>
  omitted.map(({ kind, count, lines }) => `${kind} ${count}: ${lines.join(" | ")}`);

const ref = (href: string, mark = "1"): string => `<a epub:type="noteref" href="${href}">${mark}</a>`;

test("notes of all kinds stand behind the paragraph that refers to them", async () => {
  const expected = "The price[1] is low.\n\n[1] Net of tax.\n\nNext.\n";
  const body = `<p>The price${ref("#n")} is low.</p><p>Next.</p>`;
  for (
    const note of [
      '<aside epub:type="footnote" id="n"><p>Net of tax.</p></aside>',
      '<aside epub:type="footnote" id="n" hidden="">Net of tax.</aside>',
      '<aside role="doc-footnote" id="n"><p><a href="#r">1</a>. Net of tax. <a href="#r" role="doc-backlink">↩</a></p></aside>',
      '<section epub:type="footnotes"><hr/><aside epub:type="footnote" id="n"><p>Net of tax.</p></aside></section>',
      '<section epub:type="endnotes"><ol><li epub:type="endnote" id="n"><p>Net of tax.</p></li></ol></section>',
      '<aside role="doc-footnote" id="n"><span class="label"><span>[</span><a href="#r">1</a><span>]</span></span><p>Net of tax.</p></aside>',
      '<div epub:type="rearnote" id="n">Net of tax.</div>',
    ]
  ) assert.equal(await text({ "a.xhtml": body + note }), expected, note);
  const raised = body.replace(/<a .*?<\/a>/, (link) => `<sup>${link}</sup>`);
  assert.equal(await text({ "a.xhtml": `${raised}<aside epub:type="footnote" id="n">Net of tax.</aside>` }), expected);
});

test("notes in a file of their own come to the chapters, and each once", async () => {
  const notes =
    '<aside epub:type="endnote" id="n1"><p>First.</p></aside><aside epub:type="endnote" id="n2"><p>Second.</p></aside>' +
    '<aside epub:type="endnote" id="n3"><p>Nobody asks.</p></aside>';
  assert.equal(
    await text({
      "a.xhtml": `<p>One${ref("notes.xhtml#n1")}.</p>`,
      "b.xhtml": `<ul><li>Two${ref("notes.xhtml#n2", "[2]")}</li><li>Again${ref("notes.xhtml#n1")}</li></ul>`,
      "notes.xhtml": notes,
    }),
    "One[1].\n\n[1] First.\n\n- Two[2]\n\n  [2] Second.\n\n- Again[1]\n\nNobody asks.\n",
  );
});

test("a note of a table stands behind it, and that of a heading after the heading", async () => {
  const notes =
    '<aside epub:type="footnote" id="a">Of the cell.</aside><aside epub:type="footnote" id="b">Of the title.</aside>';
  assert.equal(
    await text({
      "a.xhtml": `<h1>Title${ref("#b", "*")}</h1><table><tr><td>x${ref("#a", "a")}</td><td>y</td></tr></table>${notes}`,
    }),
    "# Title[*]\n\n[*] Of the title.\n\n| x[a] | y |\n| --- | --- |\n\n[a] Of the cell.\n",
  );
});

test("side notes, headers and several articles are text of a book, and menus are not", async () => {
  const answer = await converted(book({
    "a.xhtml":
      '<header><h1>One</h1></header><article><p>First.</p></article><aside class="box"><p>Beside.</p></aside>' +
      '<article><p>Second.</p></article><div id="content"><p>Third.</p></div><footer><p>End.</p></footer>' +
      '<nav epub:type="toc"><ol><li>Contents</li></ol></nav>',
    "nav.xhtml": { body: "<nav>Contents of all</nav>", properties: "nav", linear: "no" },
  }));
  assert.equal(
    documentText(readParts(answer)),
    "# One\n\nFirst.\n\nBeside.\n\nSecond.\n\nThird.\n\nEnd.\n",
  );
  assert.deepEqual(omitted(answer), ["page-frame 2: Contents | Contents of all"]);
});

test("what a chapter writes as XML hides nothing of it", async () => {
  assert.equal(
    await text({
      "a.xhtml":
        '<html><head><title/><script src="x.js"/><style/></head><body><a id="p"/><p>Text<span/> here.</p><div/><p>End.</p></body></html>',
    }),
    "Text here.\n\nEnd.\n",
  );
});

test("numbers of pages inside the text, hidden text, pictures and pages without a place are counted", async () => {
  const answer = await converted(book({
    "a.xhtml": '<p>A wo<span epub:type="pagebreak" id="p12">12</span>rd.</p><p hidden="">Secret.</p>' +
      '<p><img src="i/a.png" alt="A pump"/><img src="i/b.png" alt=""/></p><svg><image xlink:href="cover.jpg"/></svg>',
    "gone.xhtml": "x",
  }, { "loose.xhtml": "<p>Nobody leads here.</p>" }));
  assert.deepEqual(omitted(answer), [
    "picture 2: b.png | cover.jpg",
    "hidden-text 2: Secret. | Nobody leads here.",
    "running-head 1: 12",
  ]);
  assert.match(documentText(readParts(answer)), /A pump/);
});

test("a chapter that is missing is counted, and one that is a picture is read", async () => {
  const { "OEBPS/b.xhtml": _, ...rest } = unzipSync(book({
    "a.xhtml": "<p>Here.</p>",
    "b.xhtml": "<p>Gone.</p>",
    "c.svg": { body: "<svg><title>Map</title><text>North</text></svg>", type: "image/svg+xml" },
  }));
  const answer = await converted(zipSync(rest));
  assert.equal(documentText(readParts(answer)), "Here.\n\nMap\n\nNorth\n");
  assert.deepEqual(omitted(answer), ["unreadable 1: missing chapter b.xhtml"]);
  assert.deepEqual(answer.warnings, ["a chapter is missing: b.xhtml"]);
});

test("contents outside the order of a book are listed, and those for old readers where no page has them", async () => {
  const label = (title: string): string => `<navPoint><navLabel><text>${title}</text></navLabel></navPoint>`;
  const ncx = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${label("The pump")}${
    label("Colophon")
  }</navMap></ncx>`;
  const answer = await converted(book({
    "a.xhtml": "<h1>The pump</h1><p>It runs.</p>",
    "nav.xhtml": { body: "<nav><a>The pump</a></nav>", properties: "nav", linear: "no" },
  }, { "toc.ncx": ncx }));
  assert.deepEqual(omitted(answer), ["page-frame 2: The pump | Colophon"]);
});

test("captions that only screen readers skip are text, and numbers of notes that lead back are counted", async () => {
  const answer = await converted(book({
    "a.xhtml": '<p>It runs<a epub:type="noteref" href="#n">60</a>.</p>' +
      '<figure><img alt="A pump" src="p.png"/><figcaption aria-hidden="true">A pump</figcaption></figure>' +
      '<aside epub:type="footnote" id="n"><p><a href="#r">60</a>. Day and night.</p></aside>',
  }));
  assert.equal(
    documentText(readParts(answer)),
    "It runs[60].\n\n[60] Day and night.\n\n![A pump](p.png)\n\nA pump\n",
  );
  assert.deepEqual(omitted(answer), ["second-form 1: 60"]);
});

test("the number of a note stays where the text has another mark, or none", async () => {
  const answer = await converted(book({
    "a.xhtml": '<p>It runs<a epub:type="noteref" href="#n">*</a>.</p>' +
      '<aside epub:type="footnote" id="n"><p><a href="#r">23.</a> Cf. <a href="#s">a</a> Ecclesiastes.</p></aside>' +
      '<aside epub:type="footnote" id="m"><p><a href="#r">64.</a> Cf. Baudelaire.</p></aside>',
  }));
  assert.equal(
    documentText(readParts(answer)),
    "It runs[*].\n\n[*] 23. Cf. Ecclesiastes.\n\n64. Cf. Baudelaire.\n",
  );
  assert.deepEqual(omitted(answer), ["second-form 1: a"]);
});
