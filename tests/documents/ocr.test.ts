import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { convert, type Converted, type ConvertOptions } from "ra-documents";
import { createConverter } from "../../src/document/formats/converted/converter.ts";
import { converterProgram } from "../../src/document/formats/converted/missing_parts.ts";
import { LANGUAGE_FOLDER } from "./ocr_language.ts";
import { drawn, onItsHead, png, scannedPdf } from "./pictures.ts";

const LINES = ["The toaster needs two slices of bread", "and a socket with 230 volts."];
const TEXT = "The toaster needs two slices of bread and a socket with 230 volts.";
const picture = await drawn(...LINES);

const read = (bytes: Uint8Array, name: string, options: Partial<ConvertOptions> = {}): Promise<Converted> =>
  convert(bytes, name, { ocr: "auto", languages: ["eng"], languageFolder: LANGUAGE_FOLDER, ...options });
const shown = ({ parts }: Converted): readonly string[] =>
  parts.map((part) => ("html" in part ? part.html.replace(/<[^>]+>/g, "") : ""));

test("the text of a picture is read, also when it stands on its head", async () => {
  for (const one of [picture, onItsHead(picture)]) {
    const converted = await read(png(one), "a.png");
    assert.deepEqual(shown(converted), [TEXT]);
    assert.ok(converted.confidence! > 80, String(converted.confidence));
  }
  assert.deepEqual(shown(await read(png(picture), "a.png", { ocr: "never" })), [""]);
});

test("pages without text are read from their pictures, and the others only with `always`", async () => {
  const scan = scannedPdf([picture, "This page has letters of its own.", onItsHead(picture)]);
  const auto = await read(scan, "a.pdf");
  assert.deepEqual(shown(auto), [TEXT, "This page has letters of its own.", TEXT]);
  assert.deepEqual(auto.parts.map(({ confidence }) => confidence === undefined), [false, true, false]);
  assert.deepEqual(auto.warnings, []);
  const never = await read(scan, "a.pdf", { ocr: "never" });
  assert.deepEqual(shown(never), ["", "This page has letters of its own.", ""]);
  assert.deepEqual(never.warnings, ["2 of 3 pages have no text"]);
  const always = await read(scan, "a.pdf", { ocr: "always" });
  assert.deepEqual(shown(always), [TEXT, "This page has letters of its own.", TEXT]);
  assert.ok(always.parts.every(({ confidence }) => confidence! > 80));
});

test("a language that is missing or damaged is named at once, and works when it is there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ra-ocr-"));
  try {
    const language = { languages: ["eng", "xyz"], languageFolder: folder };
    const failure =
      /^ConversionFailure: the OCR language eng is not installed, or damaged: ra model add tesseract:eng$/;
    await assert.rejects(read(png(picture), "a.png", language), failure);
    writeFileSync(join(folder, "eng.traineddata.gz"), "no data");
    await assert.rejects(read(png(picture), "a.png", language), failure);
    await assert.rejects(read(png(picture), "a.png", { languages: ["eng", "xyz"] }), /the OCR language xyz/);
    assert.deepEqual(shown(await read(png(picture), "a.png")), [TEXT]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what a picture says of itself is its text", async () => {
  const fields = { Title: "A toaster", Description: "Drawn with a töol" };
  const never = await read(png(picture, fields), "a.png", { ocr: "never" });
  assert.equal(never.title, "A toaster");
  assert.deepEqual(shown(never), ["A toaster\nDrawn with a töol"]);
  const svg = "<svg xmlns='http://www.w3.org/2000/svg'><title>Plug</title><desc>The plug &amp; the socket.</desc>" +
    "<g><text x='1'>230 <tspan>volts</tspan></text></g></svg>";
  const drawing = await read(new TextEncoder().encode(svg), "a.svg", { ocr: "never" });
  assert.equal(drawing.title, "Plug");
  assert.deepEqual(shown(drawing), ["Plug\nThe plug &amp; the socket.\n230 volts"]);
});

test("a damaged picture is an error, and the next one is read", async () => {
  const whole = png(picture);
  for (const bytes of [whole.slice(0, 60), new Uint8Array(), new TextEncoder().encode("text"), whole.slice(1)]) {
    await assert.rejects(read(bytes, "a.png"), /^ConversionFailure: the (?:picture is damaged|file is not a picture)/);
  }
  assert.deepEqual(shown(await read(whole, "a.png")), [TEXT]);
});

test("truncated and flipped pictures and scans give a text or a failure, and nothing else", async () => {
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  const converter = createConverter();
  const options = { ocr: "auto", languages: ["eng"], languageFolder: LANGUAGE_FOLDER } as const;
  const files = { "a.png": png(picture, { Title: "Plug" }), "a.pdf": scannedPdf([picture]) };
  try {
    for (const [name, bytes] of Object.entries(files)) {
      for (let round = 0; round < 12; round++) {
        const damaged = bytes.slice(0, round % 2 === 0 ? random(bytes.length) : bytes.length);
        for (let flips = 0; flips < 4 && damaged.length > 0; flips++) {
          damaged[random(damaged.length)]! ^= 1 << random(8);
        }
        const task = { kind: "document", converters: converterProgram()!, name, options } as const;
        const answer = await converter.convert(task, damaged, { timeoutMs: 60_000, mostBytes: 1e6 });
        if ("parts" in answer) assert.ok(Array.isArray(answer.parts));
        else assert.ok(!/^it took|stopped|no answer/.test(answer.reason), `${name} ${round}: ${answer.reason}`);
      }
    }
  } finally {
    converter.close();
  }
});
