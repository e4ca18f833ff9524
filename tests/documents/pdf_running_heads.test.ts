import assert from "node:assert/strict";
import { test } from "node:test";
import { convert, type Converted } from "ra-documents";
import { readParts } from "../../src/document/formats/converted/document_parts.ts";
import { documentText } from "./document_text.ts";
import { column, type Placed, placedPdf } from "./placed_pdf.ts";

const read = (pages: readonly (readonly Placed[])[]): Promise<Converted> =>
  convert(placedPdf(pages), "a.pdf", { ocr: "never", languages: [] });
const textOf = (converted: Converted): string => documentText(readParts(converted));
const heads = ({ omitted = [] }: Converted): readonly string[] =>
  omitted.find(({ kind }) => kind === "running-head")?.lines ?? [];
const count = (text: string, words: string): number => text.split(words).length - 1;

const WORDS = [
  "alder",
  "birch",
  "cedar",
  "dogwood",
  "elm",
  "fir",
  "gorse",
  "hazel",
  "ivy",
  "juniper",
  "kapok",
  "larch",
];
const body = (page: number): readonly Placed[] =>
  column(72, 700, ["begins", "goes on", "turns", "ends"].map((word) => `The tale of the ${WORDS[page]} ${word} here.`));
const head = (text: string, y = 760): Placed => ({ x: 72, y, text });
const pagesOf = (count: number, own: (page: number) => readonly Placed[]): readonly (readonly Placed[])[] =>
  Array.from({ length: count }, (_, page) => [...own(page), ...body(page)]);

test("a header stays where a reader sees it first, and is listed for the other pages; page numbers go", async () => {
  const found = await read(pagesOf(5, (page) => [head("ACME manual, revision C"), head(`Page ${page + 1} of 5`, 40)]));
  const text = textOf(found);
  assert.equal(count(text, "ACME manual, revision C"), 1);
  assert.match(text, /^ACME manual/);
  assert.ok(!/Page \d/.test(text), text);
  assert.deepEqual(heads(found).slice(0, 3), [
    "page 1: Page 1 of 5",
    "page 2: ACME manual, revision C",
    "page 2: Page 2 of 5",
  ]);
  assert.equal(heads(found).length, 9);
});

test("headers of left and right pages, of chapters, and beside page numbers are headers", async () => {
  const chapter = (page: number): string => (page < 6 ? "Chapter One" : "Chapter Two");
  const found = await read(
    pagesOf(
      12,
      (page) =>
        page % 2 === 0
          ? [head("The Book of Trees"), { x: 520, y: 760, text: `${page + 17}` }]
          : [head(`${page + 17}`), { x: 450, y: 760, text: chapter(page) }],
    ),
  );
  const text = textOf(found);
  for (const words of ["The Book of Trees", "Chapter One", "Chapter Two"]) assert.equal(count(text, words), 1, words);
  assert.equal(heads(found).length, 9);
});

test("roman numbers of pages go when they count, and letters that only look like them stay", async () => {
  const roman = ["iii", "iv", "v", "vi", "vii"];
  const counted = textOf(await read(pagesOf(5, (page) => [head(roman[page]!, 40)])));
  assert.ok(!/\bv\b|vii/.test(counted), counted);
  const endings = ["Ending c.", "Ending i.", "Ending l.", "Ending x."];
  const other = textOf(await read(pagesOf(4, (page) => [head(endings[page]!, 40), head(["c", "l", "d", "m"][page]!)])));
  for (const ending of [...endings, "\nl\n", "\nd\n"]) assert.ok(`\n${other}\n`.includes(ending), other);
});

const KEPT: Readonly<Record<string, (page: number) => readonly Placed[]>> = {
  "invoice numbers": (page) => [head(`Invoice no. ${1001 + page}`), head(`Due on ${10 + page} March 2026`, 745)],
  "invoice numbers in a column": (page) => [head("Invoice no."), { x: 300, y: 760, text: `${1 + page}` }],
  "numbers of invoices alone": (page) => [head(`${1001 + page}`)],
  "values beside their names": (page) => [head("Torque limit"), { x: 160, y: 760, text: `${page + 40}` }],
  "totals": (page) => [head(`Total: ${page + 1}.50 EUR`, 50)],
  "limits that count with the pages": (page) => [head(`Alarm limit ${page} bar`)],
  "numbered parts": (page) => [head(`Section ${page + 1}`), head(`Step ${page + 1}`, 60)],
  "warnings": () => [head("Switch off the power before you open the cover.", 50)],
  "lines below a line of the page's own": (
    page,
  ) => [head(`Total of the ${WORDS[page]}`, 40), head("Value added tax", 60)],
  "titles in large letters": () => [{ ...head("Results"), size: 18 }],
  "dates": (page) => [head(`${page + 3} May 2026`)],
  "rows of a list that fills the page": (page) =>
    column(72, 780, Array.from({ length: 40 }, (_, row) => `R${page}${row} resistor`), { leading: 18 }),
};

for (const [name, own] of Object.entries(KEPT)) {
  test(`what is of the page's own stays: ${name}`, async () => {
    const pages = [0, 1, 2, 3].map((page) => name.startsWith("rows") ? own(page) : [...own(page), ...body(page)]);
    const found = await read(pages);
    assert.deepEqual(heads(found), []);
    const text = textOf(found);
    for (const page of pages) {
      const words = page.map(({ text }) => text);
      for (const word of words) assert.ok(text.includes(word), `${word} is missing in ${text}`);
    }
  });
}

test("what stands directly above the text, or on two pages, is not a header", async () => {
  const close = await read(pagesOf(4, () => [head("The manual of trees", 714)]));
  assert.equal(count(textOf(close), "The manual of trees"), 4);
  const few = await read(pagesOf(2, () => [head("The manual of trees")]));
  assert.equal(count(textOf(few), "The manual of trees"), 2);
});

test("a header whose words are a heading of the text is left out on each page", async () => {
  const pages = pagesOf(4, () => [head("Felling of trees")]).map((page, at) =>
    at === 0 ? [...page, { x: 72, y: 600, text: "Felling of trees", size: 16 }] : page
  );
  const found = await read(pages);
  assert.equal(count(textOf(found), "Felling of trees"), 1);
  assert.equal(heads(found).length, 4);
});

test("values that are the same on several pages stay, at the head and at the foot", async () => {
  const values = [
    "passed",
    "N/A",
    "42.5 kg",
    "2024",
    "Total: 50 EUR",
    "Balance 0,00",
    "Gesamt 12,50",
    "Amount due 99 $",
    "Result passed",
    "Total",
  ];
  for (const value of values) {
    for (const y of [760, 40]) {
      const found = await read(pagesOf(4, () => [head(value, y)]));
      assert.equal(count(textOf(found), value), 4, `${value} at ${y}`);
      assert.deepEqual(heads(found), []);
    }
  }
});
