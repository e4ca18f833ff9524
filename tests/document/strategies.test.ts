import assert from "node:assert/strict";
import { test } from "node:test";
import { RaError } from "../../src/errors.ts";
import type { ChunkingFunction } from "../../src/document/chunking/section.ts";
import { looksLikeCode } from "../../src/document/chunking/auto.ts";
import { parseText, shape } from "./parse_text.ts";

const long = (word: string, sentences: number): string =>
  `${`Here ${word} is a word of a sentence. `.repeat(sentences).trimEnd()}\n`;
const numbered = (count: number): string => Array.from({ length: count }, (_, line) => `line ${line + 1}\n`).join("");

test("adaptive chunking cuts at the highest level with two headings", () => {
  const parsed = parseText(
    `# Spec\n\n## Alpha\n${long("alpha", 40)}### Deep\nd\n## Beta\n${long("beta", 40)}### Deep\nd\n`,
    { chunking: "adaptive" },
  );
  assert.deepEqual(shape(parsed), [
    "0 docs:guide.md",
    "1 docs:guide.md#preamble",
    "1 docs:guide.md#alpha",
    "1 docs:guide.md#beta",
  ]);
  const [document, preamble, alpha] = parsed.document.chunks;
  assert.deepEqual(parsed.body(document!), []);
  assert.deepEqual(parsed.body(preamble!), ["# Spec\n\n"]);
  assert.equal(preamble?.title, "guide");
  assert.equal(preamble?.breadcrumb, "Spec");
  assert.equal(parsed.span(alpha!), `${long("alpha", 40)}### Deep\nd\n`);
  assert.equal(alpha?.breadcrumb, "Spec › Alpha");
  assert.equal(alpha?.siblingCount, 3);
});

test("adaptive chunking cuts a guide with several h1s at h1, and the frontmatter's title names the preamble", () => {
  const text = `---\ntitle: Getting Started\n---\nHello.\n# Installation\n${
    long("install", 40)
  }## A\nx\n# Configuration\n${long("configure", 40)}## B\ny\n`;
  const parsed = parseText(text, { chunking: "adaptive" });
  assert.deepEqual(
    parsed.document.chunks.map((chunk) => [chunk.id, chunk.title, chunk.breadcrumb]),
    [
      ["docs:guide.md", "Getting Started", "Getting Started"],
      ["docs:guide.md#preamble", "Getting Started", "Getting Started"],
      ["docs:guide.md#installation", "Installation", "Getting Started › Installation"],
      ["docs:guide.md#configuration", "Configuration", "Getting Started › Configuration"],
    ],
  );
});

test("adaptive chunking keeps the titles of skipped levels in breadcrumbs", () => {
  const parsed = parseText(`x\n# One\n## Two\n### A\n${long("a", 50)}### B\n${long("b", 50)}`, {
    chunking: "adaptive",
  });
  assert.deepEqual(parsed.document.chunks.map((chunk) => chunk.breadcrumb), [
    "One",
    "One",
    "One › Two › A",
    "One › Two › B",
  ]);
});

test("adaptive chunking keeps a document whole as #preamble when it is small or no level has two headings", () => {
  const small = "# A\nx\n# B\ny\n";
  assert.deepEqual(shape(parseText(small, { chunking: "adaptive" })), ["0 docs:guide.md", "1 docs:guide.md#preamble"]);
  assert.equal(shape(parseText(small, { chunking: "adaptive", sizes: { min_chunk_size: 12 } })).length, 3);
  assert.equal(shape(parseText(small, { chunking: "adaptive", sizes: { min_chunk_size: 13 } })).length, 2);
  const flat = parseText(`# One\n${long("a", 80)}`, { chunking: "adaptive" });
  assert.deepEqual(flat.body(flat.document.chunks[1]!), [`# One\n${long("a", 80)}`]);
  assert.deepEqual(shape(parseText("text", { chunking: "adaptive", path: "a.txt" })), ["0 docs:a.txt"]);
});

test("adaptive chunking numbers a heading called Preamble when there is a preamble", () => {
  const text = `intro\n# Preamble\nx\n# Preamble\ny\n`;
  assert.deepEqual(shape(parseText(text, { chunking: "adaptive", sizes: { min_chunk_size: 0 } })).slice(1), [
    "1 docs:guide.md#preamble",
    "1 docs:guide.md#preamble-1",
    "1 docs:guide.md#preamble-2",
  ]);
});

test("leaves chunking joins short sections to their parent's body with their headings", () => {
  const parsed = parseText(`# T\n${long("intro", 20)}## Short\nfew words\n## Long\n${long("long", 20)}`, {
    chunking: "leaves",
  });
  assert.deepEqual(shape(parsed), ["0 docs:guide.md", "1 docs:guide.md#t", "2 docs:guide.md#long"]);
  assert.deepEqual(parsed.body(parsed.document.chunks[1]!), [`${long("intro", 20)}## Short\nfew words\n`]);
});

test("leaves chunking cuts long bodies at paragraphs, and long paragraphs at sentences", () => {
  const paragraphs = [long("one", 12), long("two", 12), long("three", 50)];
  const parsed = parseText(`# T\n\n${paragraphs.join("\n")}`, { chunking: "leaves" });
  const parts = parsed.document.chunks.slice(2);
  assert.deepEqual(parsed.body(parsed.document.chunks[1]!), []);
  assert.deepEqual(parts.map((chunk) => chunk.slug), parts.map((_, index) => `t-part-${index + 1}`));
  assert.ok(
    parts.every((chunk) =>
      chunk.parentId === "docs:guide.md#t" && chunk.depth === 2 && chunk.title === "T" && chunk.breadcrumb === "T"
    ),
  );
  assert.equal(parts.map(parsed.span).join(""), `\n${paragraphs.join("\n")}`);
  assert.equal(parsed.span(parts[0]!), `\n${paragraphs[0]}\n${paragraphs[1]}\n`);
  assert.ok(
    parts.slice(1).every((chunk) =>
      /^Here three.*\.\s*$/s.test(parsed.span(chunk)) && parsed.span(chunk).length <= 1000
    ),
  );
});

test("leaves chunking leaves no separate piece shorter than min_leaf_chars", () => {
  const short = "A few words here.";
  const parsed = parseText(`${short}\n\n# T\n\n${long("one", 29)}\n${short}\n\n## Deep\n${long("two", 20)}`, {
    chunking: "leaves",
  });
  assert.deepEqual(shape(parsed), [
    "0 docs:guide.md",
    "1 docs:guide.md#t",
    "2 docs:guide.md#t-part-1",
    "2 docs:guide.md#deep",
  ]);
  assert.deepEqual(parsed.body(parsed.document.chunks[0]!), [`${short}\n\n`]);
  assert.deepEqual(parsed.body(parsed.document.chunks[1]!), []);
  assert.equal(parsed.span(parsed.document.chunks[2]!), `\n${long("one", 29)}\n${short}\n\n`);
});

test("leaves chunking keeps small documents whole and cuts long text files", () => {
  assert.deepEqual(shape(parseText("# A\nx\n# B\ny\n", { chunking: "leaves" })), [
    "0 docs:guide.md",
    "1 docs:guide.md#preamble",
  ]);
  assert.deepEqual(shape(parseText("short", { chunking: "leaves", path: "a.txt" })), ["0 docs:a.txt"]);
  const parsed = parseText(long("text", 52), { chunking: "leaves", path: "a.txt" });
  assert.deepEqual(shape(parsed), ["0 docs:a.txt", "1 docs:a.txt#part-1", "1 docs:a.txt#part-2"]);
  assert.equal(parsed.document.chunks.slice(1).map(parsed.span).join(""), long("text", 52));
});

test("code chunking makes overlapping windows of lines", () => {
  const parsed = parseText(numbered(230), { chunking: "code", path: "a.ts" });
  assert.deepEqual(
    parsed.document.chunks.slice(1).map((chunk) => [chunk.slug, chunk.startLine, chunk.endLine]),
    [["L1-L100", 1, 100], ["L91-L190", 91, 190], ["L181-L230", 181, 230]],
  );
  assert.ok(
    parsed.span(parsed.document.chunks[2]!).startsWith("line 91\n") &&
      parsed.span(parsed.document.chunks[2]!).endsWith("line 190\n"),
  );
  assert.deepEqual(parsed.body(parsed.document.chunks[0]!), []);
});

test("code chunking prefers to cut after a blank line", () => {
  const parsed = parseText(`${numbered(79)}\n${numbered(60)}`, { chunking: "code", path: "a.ts" });
  assert.deepEqual(parsed.document.chunks.slice(1).map((chunk) => chunk.slug), ["L1-L80", "L71-L140"]);
});

test("code chunking ends even when the overlap is as long as the window", () => {
  const parsed = parseText(numbered(4), {
    chunking: "code",
    path: "a.ts",
    sizes: { code_max_lines: 2, overlap_lines: 5 },
  });
  assert.deepEqual(parsed.document.chunks.slice(1).map((chunk) => chunk.slug), ["L1-L2", "L2-L3", "L3-L4"]);
});

test("code chunking leaves a window with fewer than 5 characters in the document's body", () => {
  const parsed = parseText("const a = 1;\n}\n", {
    chunking: "code",
    path: "a.ts",
    sizes: { code_max_lines: 1, overlap_lines: 0 },
  });
  assert.deepEqual(shape(parsed), ["0 docs:a.ts", "1 docs:a.ts#L1-L1"]);
  assert.deepEqual(parsed.body(parsed.document.chunks[0]!), ["}\n"]);
});

test("prose chunking packs whole sentences up to the limit", () => {
  const text = long("prose", 120);
  const parsed = parseText(text, { chunking: "prose", path: "a.txt" });
  const spans = parsed.document.chunks.slice(1).map(parsed.span);
  assert.equal(spans.join(""), text);
  assert.ok(spans.every((span) => span.length <= 1000 && span.startsWith("Here prose") && /\.\s*$/.test(span)));
  assert.equal(spans.length, 5);
});

test("prose chunking starts a section at a heading once it has enough text, with the last heading as title", () => {
  const parsed = parseText(`# Book\n${long("a", 10)}## One\n${long("b", 10)}## Tiny\nx\n\n## Two\ny\n`, {
    chunking: "prose",
  });
  assert.deepEqual(
    parsed.document.chunks.map((chunk) => [chunk.slug, chunk.title, chunk.breadcrumb]),
    [[null, "Book", "Book"], ["L1-L2", "Book", "Book"], ["L3-L4", "One", "Book › One"], [
      "L5-L9",
      "Tiny",
      "Book › Tiny",
    ]],
  );
});

test("prose chunking cuts text without sentences at white space, and overlong words anywhere", () => {
  const parsed = parseText(`${"word ".repeat(20)}${"x".repeat(50)}`, {
    chunking: "prose",
    path: "a.txt",
    sizes: { prose_max_chars: 32, min_chunk_chars: 10 },
  });
  const spans = parsed.document.chunks.slice(1).map(parsed.span);
  assert.equal(spans.join(""), `${"word ".repeat(20)}${"x".repeat(50)}`);
  assert.equal(spans[0], "word ".repeat(6));
  assert.ok(spans.every((span) => span.length <= 32));
});

test("auto chunking distinguishes code from prose by name, extension and folder", () => {
  for (
    const path of ["a.ts", "docs/x.PY", "Makefile", "src/run", "deploy/Dockerfile", "config.yaml", "CMakeLists.txt"]
  ) assert.ok(looksLikeCode(path), path);
  for (
    const path of ["a.md", "src/README.md", "src/README", "notes.txt", "LICENSE", "docs/plan", "scripts/notes.txt"]
  ) assert.ok(!looksLikeCode(path), path);
  const text = numbered(110);
  assert.equal(parseText(text, { chunking: "auto", path: "a.ts" }).document.chunks[1]?.slug, "L1-L100");
  assert.equal(parseText(text, { chunking: "auto", path: "a.txt" }).document.chunks[1]?.slug, "L1-L110");
});

test("parseDocument() runs your own chunking function", () => {
  const lines: ChunkingFunction = ({ bytes }) => [
    { title: "All", slug: "all", depth: 1, headingStart: 0, start: 2, end: bytes.length, crumbs: ["All"] },
    { title: "Inner", slug: "all", depth: 2, headingStart: 4, start: 4, end: 6, crumbs: ["All", "Inner"] },
  ];
  const parsed = parseText("a\nb\nc\nd\n", { chunking: lines, path: "x.txt" });
  assert.deepEqual(shape(parsed), ["0 docs:x.txt", "1 docs:x.txt#all", "2 docs:x.txt#all-1"]);
  assert.deepEqual(parsed.document.chunks.map((chunk) => parsed.body(chunk)), [[], ["b\n", "d\n"], ["c\n"]]);
  assert.equal(parsed.document.chunks[2]?.breadcrumb, "x › All › Inner");
});

test("parseDocument() refuses sections that are empty, out of order or beyond their parent", () => {
  const section = { title: "S", slug: "s", depth: 1, headingStart: 0, start: 0, end: 4, crumbs: [] };
  for (
    const sections of [
      [{ ...section, end: 0 }],
      [{ ...section, end: 9 }],
      [{ ...section, depth: 0 }],
      [{ ...section, headingStart: 3, start: 2 }],
      [section, { ...section, depth: 2, headingStart: 2, start: 2, end: 6 }],
      [{ ...section, headingStart: 4, start: 4, end: 6 }, section],
    ]
  ) {
    assert.throws(
      () => parseText("a\nb\nc\nd\n", { chunking: () => sections }),
      (error) => error instanceof RaError && error.code === "usage",
    );
  }
});
