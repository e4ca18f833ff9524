// Tests of what holds for every format, both those of the registry and two that only the tests have.
import { joinRanges } from "../../../src/text/visible.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { KEYS } from "../../../src/config/keys.ts";
import type { Format, SourceMap } from "../../../src/document/formats/format.ts";
import { type FileReading, readFile } from "../../../src/document/formats/read_file.ts";
import { CONVERTIBLE_EXTENSIONS, formatOf, FORMATS, isPicture } from "../../../src/document/formats/registry.ts";
import { sourceSpan } from "../../../src/document/formats/source_map.ts";
import type { ParsedDocument } from "../../../src/document/document.ts";
import { parseDocument } from "../../../src/document/parse.ts";
import { loadEngine } from "../../../src/store/engine/load.ts";
import { RaError } from "../../../src/errors.ts";
import { RENDERERS } from "../../../src/serve/web/rendering/view_renderers.ts";
import { SIZES } from "../parse_text.ts";
import { png } from "../../documents/pictures.ts";
import { docx, epub, odt, paragraph, pdf, pptx, shape, xlsx } from "../../documents/sample_files.ts";
import { lined, paged } from "./fakes.ts";

const engine = await loadEngine();

/** A file of each format. The word `unseen` stands only in markup, and `seen` in text. */
const SAMPLES: Readonly<Record<string, string | Uint8Array>> = {
  markdown: "---\ntitle: T\ntags: [a]\n---\n# Größe\n\nseen text\n\n## Two {#two}\n\n- a\n- b\n\n```js\nx\n```\n",
  text: "seen text\n\nand more €\n",
  mdx:
    "---\ntitle: T\n---\nimport { unseen } from 'x'\n\n# Größe\n\n<Tabs unseen={1}>\n\n## Two\n\nseen {unseen} text\n\n</Tabs>\n",
  rst: "Größe\n=====\n\nseen text\n\nTwo\n---\n\n.. unseen: a comment\n\n- a\n- b\n\n::\n\n    x\n",
  asciidoc: "= Größe\n:unseen: x\n\nseen *text*\n\n[unseen]\n== Two\n\n// unseen\n* a\n* b\n\n----\nx\n----\n",
  org:
    "* Größe :a:\n\nseen /text/\n\n# unseen\n* COMMENT unseen\n* Two\n- a\n- b ::\n  c\n\n#+begin_src js\nx\n#+end_src\n| a | b |\n",
  man:
    '.\\" unseen\n.TH SIZE 1\n.SH Größe\n\\fBseen\\fP \\(lqtext\\(rq\n.SH OPTIONS\n.TP\n.BI \\-a " b"\nc\n.if t unseen\n.TS\nl l.\na\tb\n.TE\n.nf\nx\n.fi\n',
  html:
    "<!doctype html><html lang=en><head><title>T</title></head><body><main>\n<h1 id=a>Größe</h1>\n<p>seen <a href=unseen.html>text</a></p>\n<dl><dt id=f>f<dd>x<dl><dt id=g>g<dd>y</dl></dl>z<h2>Two</h2><ul><li>a<li>b</ul><table><tr><td>x<td>y</table><pre>code\n</pre></main></body></html>",
  notebook: JSON.stringify({
    cells: [
      { cell_type: "markdown", source: ["# Größe\n", "\n", "seen [text](unseen.md) <!-- unseen -->"] },
      { cell_type: "code", source: "x = 1", outputs: [{ output_type: "stream", text: "unseen" }] },
      { cell_type: "markdown", source: "## Two\n\n- a\n- b" },
    ],
    metadata: { title: "T", unseen: 1 },
  }),
  paged: "# Größe\n\nseen text\n\fmore\n\n## Two\n\nlast\n\f",
  pdf: pdf([[[20, "Size"], [10, "seen text"]], [[20, "Two"], [10, "more"]]]),
  docx: docx(
    paragraph("Größe", "Heading1") + paragraph("seen text") + paragraph("Two", "Heading1") + paragraph("more"),
  ),
  pptx: pptx([shape("title", "Größe") + shape("", "seen text"), shape("title", "Two") + shape("", "more")]),
  xlsx: xlsx({ Größe: [["seen", "text"], [1, 2]], Two: [["more", "x"], [3, 4]] }),
  odt: odt('<text:h>Größe</text:h><text:p>seen <text:a xlink:href="https://localhost/unseen">text</text:a></text:p>'),
  epub: epub(["<h1>Two</h1><p>more</p>", '<h1>Größe</h1><p>seen <a href="unseen.html">text</a></p>']),
  image: png({ width: 1, height: 1, pixels: new Uint8Array(1) }, { Title: "Größe", Description: "seen text" }),
  lined: "=One\nseen <unseen> text\n=Two\nlast <unseen>\n",
};
const ALL: readonly Format[] = [...FORMATS, paged, lined];
const encoder = new TextEncoder();

function sampleOf({ name }: Format): Uint8Array {
  const sample = SAMPLES[name]!;
  return typeof sample === "string" ? encoder.encode(sample) : sample;
}

function pathOf({ extensions: [extension = "1"] }: Format): string {
  return `sample.${extension}`;
}

async function read(format: Format, bytes: Uint8Array): Promise<FileReading> {
  return await readFile(bytes, pathOf(format), undefined, format);
}

function parse(format: Format, reading: FileReading, chunking: "headings" | "prose" = "headings"): ParsedDocument {
  return parseDocument({
    tree: "docs",
    path: pathOf(format),
    reading,
    readOutline: (from, dialect) => engine.outline(reading.text, from, dialect),
    chunking,
    sizes: { ...SIZES, prose_max_chars: 40, min_chunk_chars: 5 },
  });
}

function isCharacterStart(text: Uint8Array, at: number): boolean {
  return at === text.length || (text[at]! & 0xc0) !== 0x80;
}

function checkMap(map: SourceMap, length: number): void {
  assert.equal(map.starts.length, map.places.length);
  assert.equal(map.starts[0], 0);
  for (let at = 0; at < map.starts.length; at++) {
    assert.ok(at === 0 || map.starts[at]! >= map.starts[at - 1]!, "starts ascend");
    assert.ok(at === 0 || map.places[at]! >= map.places[at - 1]!, "places ascend");
    assert.ok(map.starts[at]! <= length && map.places[at]! >= 1);
  }
}

/** Checks everything that holds whatever a file contains. */
function check(format: Format, reading: FileReading): void {
  const { text, textStart, outline, map, warnings } = reading;
  assert.ok(textStart >= 0 && textStart <= text.length);
  assert.equal(new Set(warnings.map(({ code }) => code)).size, warnings.length, JSON.stringify(warnings));
  assert.equal(reading.isExtracted, format.placement === "extracted");
  if (map !== null) checkMap(map, text.length);
  if (outline.by === "format") {
    let before = textStart;
    for (const { lineStart, bodyStart, end = text.length } of outline.headings) {
      assert.ok(before <= lineStart && lineStart < bodyStart && bodyStart <= text.length, "headings ascend");
      assert.ok(bodyStart <= end && end <= text.length, "sections end after they begin");
      before = bodyStart;
    }
    const { hidden } = outline;
    assert.equal(hidden.length % 2, 0);
    for (let at = 0; at < hidden.length; at += 2) {
      assert.ok((hidden[at - 1] ?? 0) <= hidden[at]! && hidden[at]! < hidden[at + 1]!, "hidden ranges ascend");
      assert.ok(hidden[at + 1]! <= text.length);
      assert.ok(isCharacterStart(text, hidden[at]!) && isCharacterStart(text, hidden[at + 1]!));
    }
  }
}

/** What a damaged file gives: a sound result, or one reason. */
async function survives(format: Format, bytes: Uint8Array): Promise<void> {
  let reading: FileReading;
  try {
    reading = await read(format, bytes);
    new TextDecoder("utf-8", { fatal: true }).decode(reading.text);
  } catch (error) {
    if (error instanceof RaError) assert.equal(error.code, "not-text");
    else assert.ok(error instanceof TypeError, String(error));
    return;
  }
  // A flipped bit can produce a byte order mark of UTF-16.
  if (reading.isExtracted && format.placement === "in-place") return;
  check(format, reading);
  for (const chunking of ["headings", "prose"] as const) {
    for (const chunk of parse(format, reading, chunking).chunks) {
      assert.ok(chunk.byteStart <= chunk.byteEnd && chunk.byteEnd <= reading.text.length);
      assert.ok(chunk.startLine >= 1 && chunk.startLine <= chunk.endLine);
    }
  }
}

/** Returns the ids of the chunks that contain a word, and the places in the text where it is marked. */
function search(
  format: Format,
  reading: FileReading,
  word: string,
): { ids: readonly string[]; marked: readonly string[] } {
  const batch = engine.createBatch();
  const { outline, text } = reading;
  if (outline.by === "core") batch.load(text, outline.dialect);
  else batch.loadPlain(text, outline.hidden);
  batch.add(parse(format, reading), "english");
  const { bytes, stats } = batch.finish()!;
  const source = {
    size: bytes.length,
    stats,
    deletes: null,
    read: (offset: number, into: Uint8Array) => into.set(bytes.subarray(offset, offset + into.length)),
  };
  const reader = engine.openReader([source]);
  const response = reader.search({
    queries: [{ query: { word }, all: true }],
    filters: [],
    limit: 10,
    boosts: { title: 1, body: 1 },
    fuzzy: 0,
    factors: {},
  });
  const ids = reader.chunksAt(response.hits.map(({ ref }) => ref)).map(({ id }) => id);
  const visible = outline.by === "core"
    ? engine.visibleText(text, reading.textStart, outline.dialect)
    : joinRanges(text, outline.hidden);
  for (const { ref } of response.hits) assert.deepEqual(reader.visible(ref, text, 0), visible);
  const marked = engine.highlight(visible, "english", response.highlight)
    .map(({ start, end }) => new TextDecoder().decode(text.subarray(start, end)));
  reader.free();
  return { ids, marked };
}

test("every format has a name, extensions of its own, a renderer on the page, and a sample here", () => {
  const extensions = FORMATS.flatMap((format) => format.extensions);
  assert.equal(new Set(extensions).size, extensions.length);
  assert.equal(new Set(FORMATS.map(({ name }) => name)).size, FORMATS.length);
  for (const format of ALL) {
    assert.match(format.name, /^[a-z]+$/);
    assert.ok(Number.isInteger(format.version) && format.version >= 1);
    assert.ok(
      (format.extensions.length > 0 || format.told !== undefined) &&
        format.extensions.every((each) => /^[a-z0-9]+$/.test(each)),
    );
    assert.equal(typeof RENDERERS[format.view], "function", format.view);
    assert.notEqual(SAMPLES[format.name], undefined, format.name);
  }
});

test("CSV and TSV are text in trees, and `ra rag convert` converts them and all other documents", () => {
  for (const name of ["a.csv", "a.TSV"]) assert.equal(formatOf(name).name, "text");
  assert.deepEqual([...CONVERTIBLE_EXTENSIONS].sort(), [
    ...["bmp", "csv", "docm", "docx", "dotm", "dotx", "epub", "fodp", "fods", "fodt", "gif", "htm", "html", "ipynb"],
    ...["jpeg", "jpg", "odp", "ods", "odt", "otp", "ots", "ott", "pdf", "png", "potx", "ppsx", "pptm", "pptx", "svg"],
    ...["tif", "tiff", "tsv", "webp", "xlsm", "xlsx", "xltx"],
  ]);
  assert.deepEqual(["a.JPG", "b.svg", "c.md", "png"].map(isPicture), [true, true, false, false]);
  assert.deepEqual(FORMATS.filter(({ readBy }) => readBy === "core").map(({ name }) => name), ["markdown"]);
  for (const { readBy, decoding } of FORMATS) assert.equal(readBy === "converter", decoding === "none");
});

test("the default include names the extensions of all formats that are text", () => {
  const include = KEYS.find(({ path }) => path === "tree.*.include")!;
  assert.deepEqual(
    "default" in include ? include.default : undefined,
    FORMATS.filter(({ decoding }) => decoding !== "none").flatMap(({ extensions, told }) => [
      ...extensions.map((extension) => `**/*.${extension}`),
      ...told?.globs ?? [],
    ]),
  );
});

test("formatOf() ignores the case of the extension, and reads unknown extensions as text", () => {
  const names = ["a.MD", "b.markdown", "c.mdx", "d.Html", "e.htm", "f.txt", "g.rs", "Makefile", ".md"];
  assert.deepEqual(
    names.map((name) => formatOf(name).name),
    ["markdown", "markdown", "mdx", "html", "html", "text", "text", "text", "text"],
  );
});

for (const format of ALL) {
  test(`${format.name}: offsets ascend within bounds, and hidden text never matches`, async () => {
    const bytes = sampleOf(format);
    const reading = await read(format, bytes);
    check(format, reading);
    if (format.placement === "in-place") assert.equal(reading.text, bytes, "in place is the file's own array");
    const { ids, marked } = search(format, reading, "seen");
    assert.equal(ids.length, 1);
    assert.deepEqual(marked, ["seen"]);
    assert.deepEqual(search(format, reading, "unseen"), { ids: [], marked: [] });
  });

  test(`${format.name}: a truncated or bit-flipped file gives a result or one reason`, async () => {
    const bytes = sampleOf(format);
    // Each file of a binary format goes through another process.
    const [cuts, flips] = format.decoding === "none"
      ? [12, 25].map((count) => Math.ceil(bytes.length / count))
      : [3, 1];
    for (let end = 0; end < bytes.length; end += cuts!) await survives(format, bytes.subarray(0, end));
    for (let at = 0; at < bytes.length; at += flips!) {
      const flipped = bytes.slice();
      flipped[at]! ^= 1 << (at % 8);
      await survives(format, flipped);
    }
  });

  test(`${format.name}: the same bytes give the same text`, async () => {
    const bytes = sampleOf(format);
    const [one, two] = [await read(format, bytes), await read(format, bytes.slice())];
    assert.deepEqual(one.text, two.text);
    assert.deepEqual(one.map, two.map);
  });
}

test("an extracted format may leave its outline to the core and count in pages", async () => {
  const reading = await read(paged, encoder.encode(String(SAMPLES["paged"])));
  const { chunks } = parse(paged, reading);
  assert.deepEqual(chunks.map(({ slug }) => slug), [null, "größe", "two"]);
  const spans = chunks.map(({ byteStart, byteEnd }) => sourceSpan(reading.map!, byteStart, byteEnd));
  assert.deepEqual(spans.map(({ unit, first, last }) => [unit, first, last]), [
    ["page", 1, 3],
    ["page", 1, 3],
    ["page", 2, 3],
  ]);
});

test("an in-place format may find its own outline and hide markup", async () => {
  const reading = await read(lined, encoder.encode(String(SAMPLES["lined"])));
  assert.deepEqual(parse(lined, reading).chunks.map(({ slug, startLine }) => [slug, startLine]), [
    [null, 1],
    ["one", 1],
    ["two", 3],
  ]);
  assert.deepEqual(search(lined, reading, "text").ids, ["docs:sample.lined#one"]);
});

test("lines that end with carriage returns alone are lines to every reader of markup", async () => {
  for (const format of FORMATS.filter(({ name, view }) => view === "markup" || name === "text")) {
    const sample = `${new TextDecoder().decode(sampleOf(format))}\n\nLast\n====\n`;
    const [lines, returns] = await Promise.all(
      [sample, sample.replaceAll("\n", "\r")].map((text) => read(format, encoder.encode(text))),
    );
    assert.ok(lines!.outline.by === "format" && lines!.outline.headings.length > 0, format.name);
    assert.deepEqual(returns!.outline, lines!.outline, format.name);
  }
});

test("when a format fails on a file, ra refuses that file and says why", async () => {
  const failing: Format = {
    ...paged,
    name: "failing",
    load: () => Promise.resolve({ read: () => Promise.reject(new Error("no page in it")) }),
  };
  await assert.rejects(
    read(failing, encoder.encode("x")),
    (error) =>
      error instanceof RaError && error.code === "not-text" && error.message.endsWith("failing: no page in it"),
  );
});
