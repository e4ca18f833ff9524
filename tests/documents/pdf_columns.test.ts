import assert from "node:assert/strict";
import { test } from "node:test";
import { convert } from "ra-documents";
import { readParts } from "../../src/document/formats/converted/document_parts.ts";
import { documentText } from "./document_text.ts";
import { column, type Placed, placedPdf } from "./placed_pdf.ts";

const text = async (...pages: readonly (readonly Placed[])[]): Promise<string> =>
  documentText(readParts(await convert(placedPdf(pages), "a.pdf", { ocr: "never", languages: [] })));

/** Line by line across the columns, as some programs draw. */
function rows(
  y: number,
  xs: readonly number[],
  cells: readonly (readonly string[])[],
  leading = 14,
): readonly Placed[] {
  return cells.flatMap((row, at) =>
    row.flatMap((text, column) => (text === "" ? [] : [{ x: xs[column]!, y: y - leading * at, text }]))
  );
}

const LEFT = [
  "The left column speaks of apples",
  "and of how they are grown in the",
  "north of the country by farmers",
  "who love them more than pears.",
];
const RIGHT = [
  "The right column speaks of oranges",
  "and of why they need a warm winter",
  "to become sweet and juicy, though",
  "frost makes their colour deeper.",
];
const pairs = (one: readonly string[], two: readonly string[]): readonly (readonly string[])[] =>
  one.map((line, at) => [line, two[at]!]);

test("texts side by side are read one after the other, also when they are drawn line by line", async () => {
  const expected = `${LEFT.join(" ")}\n\n${RIGHT.join(" ")}\n`;
  assert.equal(await text(rows(700, [60, 320], pairs(LEFT, RIGHT))), expected);
  assert.equal(await text([...column(60, 700, LEFT), ...column(320, 700, RIGHT)]), expected);
  // Baselines of their own.
  const shifted = LEFT.flatMap((line, at) => [
    { x: 60, y: 700 - 14 * at, text: line },
    { x: 320, y: 695 - 14 * at, text: RIGHT[at]! },
  ]);
  assert.equal(await text(shifted), expected);
});

test("three columns, a title above them and a text below them keep their order", async () => {
  const third = ["The third column is short and it", "ends before the others do, since", "nothing is left to say."];
  const cells = LEFT.map((line, at) => [line, RIGHT[at]!, third[at] ?? ""]);
  const found = await text([
    { x: 60, y: 730, text: "A title over all of the columns", size: 18 },
    ...rows(700, [40, 220, 410], cells),
    { x: 40, y: 600, text: "The text below goes over the whole width of the page, and so it is in no column at all." },
  ]);
  assert.equal(
    found,
    `# A title over all of the columns\n\n${LEFT.join(" ")}\n\n${RIGHT.join(" ")}\n\n${third.join(" ")}\n\n` +
      "The text below goes over the whole width of the page, and so it is in no column at all.\n",
  );
});

test("a table without rules keeps its rows, its empty cells, and the lines of a cell", async () => {
  const found = await text(rows(700, [72, 200, 330], [
    ["Part", "Material", "Torque"],
    ["Cover", "Steel", "40 Nm"],
    ["Valve", "", "12 Nm"],
    ["Pump", "Cast iron", ""],
  ]));
  assert.equal(
    found,
    "| Part | Material | Torque |\n| --- | --- | --- |\n| Cover | Steel | 40 Nm |\n| Valve |  | 12 Nm |\n" +
      "| Pump | Cast iron |  |\n",
  );
  const wrapped = await text(rows(700, [72, 200], [
    ["Option", "Effect"],
    ["--quiet", "prints nothing but the errors that"],
    ["", "end the command"],
    ["--force", "overwrites files"],
  ]));
  assert.match(
    wrapped,
    /\| --quiet \| prints nothing but the errors that end the command \|\n\| --force \| overwrites files \|/,
  );
});

test("addresses side by side and short lines stay in rows", async () => {
  const found = await text(rows(700, [72, 320], [
    ["Bill to", "Ship to"],
    ["Ada Quill", "Ben Hart"],
    ["12 Main Street", "Warehouse 4"],
    ["London", "Leeds"],
  ]));
  assert.match(found, /Ada Quill \| Ben Hart[\s\S]*12 Main Street \| Warehouse 4[\s\S]*London \| Leeds/);
});

test("tables of contents keep a line for each title, with dots and without", async () => {
  const titles = ["Introduction", "Installation of the pump", "Care", "Repair"];
  const dotted = await text(titles.map((title, at) => ({
    x: 72,
    y: 700 - 14 * at,
    text: `${title} ${". ".repeat(30)}${at + 1}`,
  })));
  for (const [at, title] of titles.entries()) assert.match(dotted, new RegExp(`^${title} [. ]+${at + 1}$`, "m"));
  const plain = await text(rows(700, [72, 500], titles.map((title, at) => [title, `${at + 1}`])));
  for (const [at, title] of titles.entries()) assert.match(plain, new RegExp(`^${title} ${at + 1}$`, "m"));
});

test("numbers of items and labels are no columns", async () => {
  const list = await text(
    rows(700, [72, 100], [["1.", "Open the cover"], ["2.", "Clean the filter"], ["3.", "Close it"]]),
  );
  assert.equal(list, "1. Open the cover\n2. Clean the filter\n3. Close it\n");
  const form = await text(rows(700, [72, 200], [["Name:", "Ada"], ["Town:", "London"], ["Trade:", "Mathematics"]]));
  assert.equal(form, "Name: Ada\nTown: London\nTrade: Mathematics\n");
});

test("many lines of columns end soon", async () => {
  const cells = Array.from({ length: 6000 }, (_, at) => (at % 5 === 0 ? [`a${at}`, `b${at}`] : [`c${at}`, ""]));
  const bytes = placedPdf([rows(89_000, [72, 300], cells)], { height: 90_000 });
  const found = documentText(readParts(await convert(bytes, "a.pdf", { ocr: "never", languages: [] })));
  assert.match(found, /c5999/);
});

/** Rows of cells of some lines, each cell drawn after the one before. `align` moves the cells down in their row. */
function cellByCell(
  rows: readonly (readonly (readonly string[])[])[],
  align: "top" | "middle" | "bottom",
): readonly Placed[] {
  let top = 700;
  return rows.flatMap((row) => {
    const most = row.reduce((count, cell) => Math.max(count, cell.length), 0);
    const texts = row.flatMap((lines, at) => {
      const room = 12 * (most - lines.length);
      const down = align === "top" ? 0 : align === "middle" ? room / 2 : room;
      return column([72, 150, 330][at]!, top - down, lines, { leading: 12 });
    });
    top -= 12 * most + 8;
    return texts;
  });
}

test("cells of many lines that are drawn one after the other keep their rows", async () => {
  const cells = [
    [["Code"], ["Meaning"], ["Remedy"]],
    [["E01"], ["The tank of the machine", "is empty or it is not", "in its place"], ["Fill it"]],
    [["E02"], ["The pump has air"], ["Run it twice"]],
    [["E03", "E04"], ["The heater is too hot", "for this programme", "of the machine"], [
      "Wait for",
      "ten minutes",
      "or more",
    ]],
  ];
  for (const align of ["top", "middle", "bottom"] as const) {
    const found = await text([{ x: 72, y: 740, text: "What the codes mean:" }, ...cellByCell(cells, align)]);
    assert.deepEqual(found.split("\n").filter((line) => /^\|[^-]*$/.test(line)), [
      "| Code | Meaning | Remedy |",
      "| E01 | The tank of the machine is empty or it is not in its place | Fill it |",
      "| E02 | The pump has air | Run it twice |",
      "| E03 E04 | The heater is too hot for this programme of the machine | Wait for ten minutes or more |",
    ], align);
  }
});
