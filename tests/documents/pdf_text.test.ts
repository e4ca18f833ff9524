import assert from "node:assert/strict";
import { test } from "node:test";
import { convert, type Converted } from "ra-documents";
import { readParts } from "../../src/document/formats/converted/document_parts.ts";
import { documentText } from "./document_text.ts";
import { column, type Placed, placedPdf } from "./placed_pdf.ts";
import { pdf } from "./sample_files.ts";

const read = (bytes: Uint8Array): Promise<Converted> => convert(bytes, "a.pdf", { ocr: "never", languages: [] });
const textOf = async (bytes: Uint8Array): Promise<string> => documentText(readParts(await read(bytes)));
const text = (...pages: readonly (readonly Placed[])[]): Promise<string> => textOf(placedPdf(pages));

test("hyphens at the ends of lines stay in compounds and go from words that are cut", async () => {
  const found = await text(column(72, 700, [
    "This is a state-of-the-",
    "art device with a self-",
    "contained battery. The manu-",
    "facturer gives a two-year war-",
    "ranty. Use the --no-",
    "color option; the 24-",
    "volt type is x-",
    "ray safe, as Jean-",
    "Paul says of pre-",
    "and postwar files in /usr/share/foo-",
    "bar of the user-",
    "defined kind. All kinds are user-defined.",
  ]));
  assert.equal(
    found,
    "This is a state-of-the-art device with a self-contained battery. The manufacturer gives a two-year warranty. " +
      "Use the --no-color option; the 24-volt type is x-ray safe, as Jean-Paul says of pre- and postwar files in " +
      "/usr/share/foo-bar of the user-defined kind. All kinds are user-defined.\n",
  );
});

test("the words of the document tell whether a hyphen belongs to a word", async () => {
  const found = await text([
    ...column(72, 700, ["They sell a read-", "only key and a work-", "shop and a green-", "house."]),
    ...column(72, 600, ["The readonly flag is old."]),
    ...column(72, 580, ["A work-shop is here."]),
  ]);
  assert.match(found, /a readonly key and a work-shop and a greenhouse\./);
});

/** Raised or lowered by so many points. */
const script = (x: number, y: number, shift: number, text: string): Placed => ({ x, y: y + shift, text, size: 7 });

test("raised and lowered letters are marked", async () => {
  const line = (y: number, before: string, x: number, shift: number, own: string, rest: readonly [number, string]) => [
    { x: 72, y, text: before },
    script(x, y, shift, own),
    { x: rest[0], y, text: rest[1] },
  ];
  const found = await text([
    ...line(700, "12 m", 91.5, 4, "2", [98, "of floor"]),
    ...line(650, "H", 79.3, -2, "2", [83.3, "O is wet"]),
    ...line(600, "10", 83.2, 4, "-6", [91, "volts"]),
    ...line(550, "the end.", 107.5, 4, "3", [115, "Then"]),
    ...line(500, "the 1", 91.1, 4, "st", [99, "day"]),
  ]);
  for (const words of ["12 m^2 of floor", "H_2O is wet", "10^-6 volts", "the end.^3 Then", "the 1st day"]) {
    assert.ok(found.includes(words), `${words} is missing in ${found}`);
  }
});

test("code keeps its lines and its spaces", async () => {
  const found = await text([
    { x: 72, y: 720, text: "The function is short:" },
    ...column(90, 690, ["if (ready) {"], { font: "code" }),
    ...column(102, 676, ["go(1,    2);"], { font: "code" }),
    ...column(90, 662, ["}"], { font: "code" }),
    { x: 72, y: 630, text: "It ends here." },
  ]);
  assert.equal(found, "The function is short:\n\n```\nif (ready) {\n  go(1,    2);\n}\n```\n\nIt ends here.\n");
});

test("code without a sign is code where its lines are indented", async () => {
  const places: readonly (readonly [x: number, text: string])[] = [
    [72, "def first total(x):"],
    [96, "second = x plus one"],
    [120, "third = x plus two"],
    [96, "fourth = x plus one"],
  ];
  const found = await text(places.flatMap(([x, line], at) => column(x, 700 - 12 * at, [line], { font: "code" })));
  assert.equal(
    found,
    "```\ndef first total(x):\n    second = x plus one\n        third = x plus two\n    fourth = x plus one\n```\n",
  );
});

test("a text in letters of one width is a text", async () => {
  const lines = [
    "The letters of a typewriter are all of one width,",
    "and so a memo that was written with one is a text",
    "whose lines are full, and whose sentences go over",
    "their ends.",
  ];
  assert.equal(await text(column(72, 700, lines, { font: "code" })), `${lines.join(" ")}\n`);
});

const WIDE = "These words are here so that the lines of the page have an end that can be seen by all.";

test("lists and short lines keep their lines; full lines are joined", async () => {
  const found = await text([
    ...column(72, 720, [WIDE, WIDE, WIDE]),
    ...column(72, 660, ["\u0095 Open the cover", "\u0095 Clean the filter", "\u0095 Close it"]),
    ...column(72, 600, ["1. Open the cover", "2. Clean the filter", "3. Close it"]),
    ...column(72, 540, ["apples", "bananas and pears", "figs"]),
  ]);
  assert.ok(found.includes(`${WIDE} ${WIDE} ${WIDE}\n`), found);
  assert.match(found, /^- Open the cover\n- Clean the filter\n- Close it$/m);
  assert.match(found, /^1\. Open the cover\n2\. Clean the filter\n3\. Close it$/m);
  assert.match(found, /^apples\nbananas and pears\nfigs$/m);
});

const widget = (rest: string, x: number, y: number, width = 12): string =>
  `<< /Type /Annot /Subtype /Widget ${rest} /Rect [${x} ${y} ${x + width} ${y + 12}] >> `;

test("boxes say whether they are checked, and choices and fields what was chosen", async () => {
  const box = (name: string, isOn: boolean, x: number, y: number): string =>
    widget(
      `/FT /Btn /T (${name}) /V /${isOn ? "Yes" : "Off"} /AS /${
        isOn ? "Yes" : "Off"
      } /AP << /N << /Yes 1 0 R /Off 1 0 R >> >>`,
      x,
      y,
    );
  const found = await textOf(pdf([[[10, "I agree"], [10, "I disagree"], [10, "Colour"], [10, "Plan"], [10, "End."]]], {
    annotations: box("a", true, 150, 744) + box("b", false, 150, 730) +
      widget("/FT /Ch /T (c) /V (t) /Opt [[(t) (teal)] [(r) (red)]] /Ff 131072", 150, 716, 80) +
      `<< /Type /Annot /Subtype /FreeText /Contents (gold, please) /Rect [150 702 260 714] >>` +
      widget("/FT /Tx /T (d) /V (secret) /Ff 8192", 400, 702, 80) +
      widget("/FT /Tx /F 2 /T (e) /V (unseen)", 400, 690, 80),
  }));
  assert.match(found, /I agree \[x\]\s+I disagree \[ \]\s+Colour teal\s+Plan gold, please\s+End\./);
  assert.ok(!/secret|unseen/.test(found), found);
});

test("the choice of a group is named", async () => {
  const choice = (name: string, x: number): string =>
    `<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 32768 /T (plan${x}) /V /gold /AS /${name} ` +
    `/AP << /N << /${name} 1 0 R /Off 1 0 R >> >> /Rect [${x} 744 ${x + 12} 756] >> `;
  const found = await textOf(pdf([[[10, "Plan"]]], { annotations: choice("gold", 150) + choice("silver", 200) }));
  assert.match(found, /Plan \[x\] gold \[ \] silver/);
});

test("pictures are listed, and blank pages are not", async () => {
  const picture = "\nq 100 0 0 80 72 300 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u0000 EI Q";
  const found = await read(placedPdf([[{ x: 72, y: 700, text: "A page of words." }]], { drawing: picture }));
  assert.deepEqual(found.omitted, [{ kind: "picture", count: 1, lines: ["page 1: a picture of 100 \u00d7 80 pt"] }]);
  const scanned = await read(placedPdf([[]], { drawing: picture }));
  assert.deepEqual(scanned.warnings, ["1 of 1 pages have no text"]);
  assert.equal(scanned.omitted?.[0]?.count, 1);
  assert.equal((await read(placedPdf([[{ x: 72, y: 700, text: "Words." }], []]))).omitted, undefined);
});
