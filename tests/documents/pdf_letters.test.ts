/** What the letters of a PDF mean: other texts in their place, letters without a meaning, and what is drawn twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { convert, type Converted, type ConvertOptions } from "ra-documents";
import { LANGUAGE_FOLDER } from "./ocr_language.ts";
import { column, placedPdf } from "./placed_pdf.ts";
import { pdfOf } from "./sample_files.ts";

const NO_OCR: ConvertOptions = { ocr: "never", languages: [] };

const read = (bytes: Uint8Array, options = NO_OCR): Promise<Converted> => convert(bytes, "a.pdf", options);

/** The text of the first page, a paragraph, an item or a row each. */
const linesOf = ({ parts: [first] }: Converted): readonly string[] =>
  first!.html.replace(/<\/(?:p|li|tr|h\d)>|<br>/g, "\n").replace(/<[^<>]*>/g, "").split("\n").filter(Boolean);

const unreadable = ({ omitted = [] }: Converted): readonly string[] =>
  omitted.filter(({ kind }) => kind === "unreadable").flatMap(({ lines }) => lines);

const utf16 = (text: string): string =>
  `<FEFF${Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(4, "0")).join("")}>`;
const shown = (x: number, y: number, ...pieces: readonly string[]): string =>
  `BT /plain 10 Tf ${x} ${y} Td ${pieces.join(" ")} ET\n`;
const span = (text: string, letters: string): string => `/Span << /ActualText ${text} >> BDC ${letters} EMC`;

test("a text that the file gives for drawn letters stands in their place", async () => {
  const drawing = shown(72, 700, "(The ) Tj", span(utf16("office"), "(oXce) Tj"), "( is open.) Tj") +
    shown(72, 680, "(An exam) Tj", span(utf16("\u00ad"), "(-) Tj")) + shown(72, 668, "(ple of two lines.) Tj") +
    shown(72, 640, "(The sum ) Tj", span(utf16("\u2211 x\u00b2"), "(Sxz) Tj"), "( is here.) Tj") +
    shown(72, 620, "(Stars) Tj", span("()", "(*****) Tj"), "( are gone.) Tj") +
    shown(72, 600, "(Outer ) Tj", span("(one)", `(ab) Tj ${span("(two)", "(cd) Tj")}`), "( wins.) Tj") +
    span("(Once upon)", `BT /plain 40 Tf 72 500 Td (O) Tj ET ${shown(104, 520, "(nce upon) Tj")}`) +
    shown(150, 520, "(a time there was a capital.) Tj");
  assert.deepEqual(linesOf(await read(placedPdf([[]], { drawing }))), [
    "The office is open.",
    "An example of two lines.",
    "The sum \u2211 x\u00b2 is here.",
    "Stars are gone.",
    "Outer one wins.",
    "Once upon a time there was a capital.",
  ]);
});

/** A font whose letters have numbers and no names, as a Type 3 font or a part of a font may have. */
function namelessPdf(before: string, text: string): Uint8Array {
  const letters = [...new Set(text)];
  const code = (letter: string): string => (letters.indexOf(letter) + 1).toString(16).padStart(2, "0");
  const content = `${before}BT /odd 10 Tf 72 400 Td <${Array.from(text, code).join("")}> Tj ET`;
  return pdfOf(
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << " +
      "/plain << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> " +
      "/signs << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >> " +
      "/odd << /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Odd /Encoding << /Type /Encoding /Differences [1 " +
      `${letters.map((_, at) => `/x${900 + at}`).join(" ")}] >> >> >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ].map((object) => Uint8Array.from(object, (letter) => letter.charCodeAt(0))),
  );
}

test("letters without a meaning are not told as others, and listed with their page", async () => {
  const found = await read(namelessPdf(shown(72, 700, "(A line that can be read.) Tj"), "the words are unknown"));
  assert.deepEqual(linesOf(found), ["A line that can be read."]);
  assert.match(unreadable(found).join("\n"), /^page 1: \d+ letters of the font Odd: /);
});

test("a page of letters without a meaning is read from its picture", async () => {
  const options = { ocr: "auto", languages: ["eng"], languageFolder: LANGUAGE_FOLDER } as const;
  const lines = column(72, 700, ["The heater is warm after three minutes.", "Keep children away from it."]);
  const before = lines.map(({ x, y, text }) => shown(x, y, `(${text}) Tj`)).join("");
  const found = await read(namelessPdf(before, "a text of many letters that mean nothing to a reader"), options);
  assert.notEqual(found.parts[0]!.confidence, undefined);
  assert.match(linesOf(found).join(" "), /heater is warm after three minutes/);
});

test("signs of symbol fonts are those of Unicode", async () => {
  const before =
    "BT /signs 10 Tf 72 700 Td (4) Tj /plain 10 Tf ( checked) Tj ET BT /signs 10 Tf 72 650 Td (Word: u) Tj ET ";
  const { parts: [page] } = await read(namelessPdf(before, ""));
  assert.match(page!.html, /checked/);
  assert.match(page!.html, /\u25c6/);
  assert.doesNotMatch(page!.html, /4/);
});

test("letters that are drawn twice are read once, and equal words beside each other are not", async () => {
  const at = (x: number, y: number, text: string, size = 10) => ({ x, y, text, size });
  const found = await read(placedPdf([[
    at(72, 700, "Strong words"),
    at(72.4, 700, "Strong words"),
    at(72, 680, "Plain and bold"),
    at(116.3, 680.1, "bold"),
    at(116.6, 680, "bold words"),
    at(72, 640, "Shadow of letters", 20),
    at(73, 639, "Shadow of letters", 20),
    at(72, 600, "no no 1000"),
    at(124, 600, "00"),
    at(72, 580, "A layer."),
    at(72, 560, "Its second line."),
    at(72, 580, "A layer."),
    at(72, 560, "Its second line."),
  ]]));
  assert.deepEqual(linesOf(found), [
    "Strong words",
    "Plain and bold words",
    "Shadow of letters",
    "no no 1000 00",
    "A layer.",
    "Its second line.",
  ]);
});

test("notes and remarks on words are comments; hidden ones are not there", async () => {
  const annotations = "<< /Type /Annot /Subtype /Text /Rect [300 690 320 710] /Contents (Check this.) /T (Ann) >>" +
    "<< /Type /Annot /Subtype /Highlight /Rect [72 690 110 712] /QuadPoints [72 712 110 712 72 690 110 690] " +
    "/Contents (Why?) >>" +
    "<< /Type /Annot /Subtype /Text /Rect [300 590 320 610] /Contents (unseen) /F 2 >>" +
    "<< /Type /Annot /Subtype /Popup /Rect [300 590 320 610] /Contents (unseen) >>";
  const found = await read(placedPdf([[{ x: 72, y: 700, text: "Number 4711 is right." }]], { annotations }));
  assert.deepEqual(linesOf(found), [
    "Number 4711 is right.",
    "Comment by Ann: Check this.",
    "Comment on \u201cNumber\u201d: Why?",
  ]);
});

test("lines that stand far apart are one paragraph where sentences go over their ends", async () => {
  for (const leading of [17, 20, 25]) {
    const found = await read(placedPdf([
      column(72, 700, [
        "The words of this sentence go over several lines of the",
        "page, because its lines stand far apart from each other",
        "and the program looks at more than their distance here.",
      ], { leading }),
    ]));
    assert.equal(linesOf(found).length, 1, `${leading}: ${found.parts[0]!.html}`);
  }
});

test("a list shows all of its choices, and what was chosen", async () => {
  const annotations =
    "<< /Type /Annot /Subtype /Widget /FT /Ch /T (a) /Rect [150 600 300 710] /Opt [(red) (green) (blue)] " +
    "/V (green) >>";
  const found = linesOf(await read(placedPdf([[{ x: 72, y: 700, text: "Colour" }]], { annotations }))).join(" ");
  for (const choice of ["red", "[x] green", "blue"]) assert.ok(found.includes(choice), found);
});
