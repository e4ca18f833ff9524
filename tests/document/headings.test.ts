import assert from "node:assert/strict";
import { test } from "node:test";
import { parseText, shape } from "./parse_text.ts";

/** Returns title, span and body pieces of every chunk. */
function parts(
  text: string,
  options: Parameters<typeof parseText>[1] = {},
): readonly (readonly [string, string, readonly string[]])[] {
  const parsed = parseText(text, options);
  return parsed.document.chunks.map((chunk) => [chunk.id, parsed.span(chunk), parsed.body(chunk)]);
}

const GUIDE = `Preamble.

# Guide
Intro.
## Error Handling
Errors.
### Result Type
Result.
### Option Type
Option.
## Logging
Log.
`;

test("parseDocument() builds a tree of sections when headings nest", () => {
  const parsed = parseText(GUIDE);
  assert.deepEqual(
    parsed.document.chunks.map((
      chunk,
    ) => [chunk.id, chunk.parentId, chunk.depth, chunk.position, chunk.parent, chunk.siblingCount, chunk.slug]),
    [
      ["docs:guide.md", null, 0, 0, null, 1, null],
      ["docs:guide.md#guide", "docs:guide.md", 1, 1, 0, 1, "guide"],
      ["docs:guide.md#error-handling", "docs:guide.md#guide", 2, 2, 1, 2, "error-handling"],
      ["docs:guide.md#result-type", "docs:guide.md#error-handling", 3, 3, 2, 2, "result-type"],
      ["docs:guide.md#option-type", "docs:guide.md#error-handling", 3, 4, 2, 2, "option-type"],
      ["docs:guide.md#logging", "docs:guide.md#guide", 2, 5, 1, 2, "logging"],
    ],
  );
  assert.deepEqual(
    parsed.document.chunks.map((chunk) => parsed.body(chunk)),
    [["Preamble.\n\n"], ["Intro.\n"], ["Errors.\n"], ["Result.\n"], ["Option.\n"], ["Log.\n"]],
  );
  assert.equal(
    parsed.span(parsed.document.chunks[2]!),
    "Errors.\n### Result Type\nResult.\n### Option Type\nOption.\n",
  );
  assert.equal(parsed.span(parsed.document.chunks[0]!), GUIDE);
});

test("parseDocument() sets start_line to the heading's line and end_line to the span's last line", () => {
  assert.deepEqual(
    parseText(GUIDE).document.chunks.map((chunk) => [chunk.startLine, chunk.endLine]),
    [[1, 12], [3, 12], [5, 10], [7, 8], [9, 10], [11, 12]],
  );
});

test("parseDocument() leaves the first heading out of breadcrumbs when it repeats the document's title", () => {
  const crumbs = (text: string): readonly string[] => parseText(text).document.chunks.map((chunk) => chunk.breadcrumb);
  assert.deepEqual(crumbs(GUIDE), [
    "Guide",
    "Guide",
    "Guide › Error Handling",
    "Guide › Error Handling › Result Type",
    "Guide › Error Handling › Option Type",
    "Guide › Logging",
  ]);
  assert.deepEqual(crumbs("---\ntitle: Manual\n---\n# Guide\nx\n## A\ny\n"), [
    "Manual",
    "Manual › Guide",
    "Manual › Guide › A",
  ]);
  assert.deepEqual(crumbs("## First\nx\n# T\ny\n"), ["T", "T › First", "T"]);
});

test("a heading that repeats the title appears once in breadcrumbs, even after other headings or in another case", () => {
  const crumbs = (text: string): readonly string[] => parseText(text).document.chunks.map((chunk) => chunk.breadcrumb);
  assert.deepEqual(crumbs("#\n# T\ny\n## T\nz\n"), ["T", "T", "T › T"]);
  assert.deepEqual(crumbs("---\ntitle: Getting started\n---\n# Getting  Started\ny\n"), [
    "Getting started",
    "Getting started",
  ]);
  assert.deepEqual(crumbs("# T\nx\n# T\ny\n"), ["T", "T", "T › T"]);
});

test("parseDocument() makes no node for a heading without text, and leaves its line to the node that would be its parent", () => {
  assert.deepEqual(parts("# T\n## A\ntext\n## B\n\n## C\nmore\n"), [
    ["docs:guide.md", "# T\n## A\ntext\n## B\n\n## C\nmore\n", []],
    ["docs:guide.md#t", "## A\ntext\n## B\n\n## C\nmore\n", ["## B\n\n"]],
    ["docs:guide.md#a", "text\n", ["text\n"]],
    ["docs:guide.md#c", "more\n", ["more\n"]],
  ]);
});

test("parseDocument() takes the title from an h1 without a node", () => {
  const parsed = parseText("x\n## A\ny\n# Title\n");
  assert.equal(parsed.document.title, "Title");
  assert.deepEqual(shape(parsed), ["0 docs:guide.md", "2 docs:guide.md#a"]);
  assert.deepEqual(parsed.body(parsed.document.chunks[0]!), ["x\n", "# Title\n"]);
});

test("parseDocument() keeps a heading that contains only another heading", () => {
  assert.deepEqual(parts("# A\n## B\n\n \t\n"), [
    ["docs:guide.md", "# A\n## B\n\n \t\n", []],
    ["docs:guide.md#a", "## B\n\n \t\n", ["## B\n\n \t\n"]],
  ]);
});

test("parseDocument() gives slugs only to headings that become nodes", () => {
  assert.deepEqual(shape(parseText("# Errors\n# Errors\nx\n# Errors\ny\n# Errors 1\nz\n")), [
    "0 docs:guide.md",
    "1 docs:guide.md#errors",
    "1 docs:guide.md#errors-1",
    "1 docs:guide.md#errors-1-1",
  ]);
});

test("parseDocument() keeps tags that are not HTML elements in titles", () => {
  const [, chunk] = parseText("# The Result<T> <b>Type</b>!\ntext").document.chunks;
  assert.equal(chunk?.title, "The Result<T> Type!");
  assert.equal(chunk?.id, "docs:guide.md#the-resultt-type");
});

test("parseDocument() uses {#id} at the end of a heading as its slug and removes it from the title", () => {
  // FastAPI writes its ids like this. Its sections once got names like `adding-asgi-middlewares-adding-asgi-
  // middlewares`.
  const text = "# Advanced Middleware { #advanced-middleware }\n" +
    "## Adding ASGI middlewares { #adding-asgi-middlewares }\nx\n" +
    "## Adding ASGI middlewares\ny\n\nUnderlined {#Under_lined .note}\n---\nz\n## {#plain}\nv\n";
  const { title, chunks } = parseText(text).document;
  assert.equal(title, "Advanced Middleware");
  assert.deepEqual(chunks.slice(1).map((chunk) => [chunk.title, chunk.slug]), [
    ["Advanced Middleware", "advanced-middleware"],
    ["Adding ASGI middlewares", "adding-asgi-middlewares"],
    ["Adding ASGI middlewares", "adding-asgi-middlewares-1"],
    ["Underlined", "Under_lined"],
    ["{#plain}", "plain"],
  ]);
  const sizes = { min_chunk_size: 0 };
  const adaptive = parseText("# A {#one}\nx\n# B {#two}\ny\n", { chunking: "adaptive", sizes }).document.chunks;
  assert.deepEqual(adaptive.slice(1).map(({ slug }) => slug), ["one", "two"]);
});

test("parseDocument() starts a setext heading's span after its underline, and ends spans before indentation", () => {
  assert.deepEqual(parts("Title\nand more\n=====\ntext\n  ## Sub ##\nmore\n").slice(1), [
    ["docs:guide.md#title-and-more", "text\n  ## Sub ##\nmore\n", ["text\n"]],
    ["docs:guide.md#sub", "more\n", ["more\n"]],
  ]);
});

test("parseDocument() ignores headings inside quotes, lists, code and HTML", () => {
  assert.deepEqual(shape(parseText("> # q\n\n- # l\n\n```\n# c\n```\n\n    # i\n\n<div>\n# h\n</div>\n")), [
    "0 docs:guide.md",
  ]);
});

test("parseDocument() keeps the byte order mark out of every span", () => {
  const parsed = parseText("\uFEFF# A\r\nα\r\n# B\r\nβ\r\n");
  assert.deepEqual(parsed.document.chunks.map((chunk) => [chunk.byteStart, chunk.byteEnd, parsed.body(chunk)]), [
    [3, parsed.bytes.length, []],
    [8, 12, ["α\r\n"]],
    [17, 21, ["β\r\n"]],
  ]);
});

test("parseDocument() keeps frontmatter in the document's span and body but does not index it", () => {
  for (const mark of ["", "\uFEFF"]) {
    const parsed = parseText(`${mark}---\ntitle: T\n---\npre\n# A\nx\n`);
    const [document, section] = parsed.document.chunks;
    const at = mark === "" ? 0 : 3;
    assert.deepEqual(document?.bodyRanges, [{ start: at, end: at + 21 }]);
    assert.deepEqual(document?.indexedRanges, [{ start: at + 17, end: at + 21 }]);
    assert.deepEqual(section?.indexedRanges, section?.bodyRanges);
    assert.equal(document?.startLine, 1);
  }
});

test("parseDocument() indexes no text of a document that contains only frontmatter", () => {
  const [document, ...rest] = parseText("---\ntitle: T\n---\n").document.chunks;
  assert.deepEqual(document?.indexedRanges, []);
  assert.deepEqual(document?.bodyRanges, [{ start: 0, end: 17 }]);
  assert.deepEqual(rest, []);
});

test("parseDocument() does not read frontmatter as a setext heading", () => {
  assert.deepEqual(shape(parseText("---\ntitle: [broken\ntags: x\n---\ntext\n")), ["0 docs:guide.md"]);
});

test("parseDocument() makes no chunks of blank files", () => {
  for (const text of ["", "\n \t\r\n", "\uFEFF", "\uFEFF\n", "\u00a0\u3000\n"]) {
    assert.deepEqual(parseText(text).document.chunks, []);
    assert.deepEqual(parseText(text, { path: "a.txt" }).document.chunks, []);
  }
});

test("parseDocument() makes one chunk of a text file, with the file's name as its title", () => {
  const parsed = parseText("---\ntitle: no\n---\n# Not a heading\n", { path: "notes/to do.v2.txt" });
  assert.equal(parsed.document.format, "text");
  assert.equal(parsed.document.frontmatter, null);
  assert.deepEqual(parts("# x\n", { path: "a.txt" }), [["docs:a.txt", "# x\n", ["# x\n"]]]);
  assert.equal(parsed.document.chunks[0]?.title, "to do.v2");
  assert.deepEqual(parsed.document.chunks[0]?.indexedRanges, [{ start: 0, end: parsed.bytes.length }]);
});

test("parseDocument() recognises the extension of Markdown in any case", () => {
  for (const path of ["a.md", "A.MD", "b.Markdown"]) {
    assert.equal(parseText("# T\nx", { path }).document.chunks.length, 2, path);
  }
  for (const path of ["a.mdx", "md", "a.md.txt"]) {
    assert.equal(parseText("# T\nx", { path }).document.chunks.length, 1, path);
  }
});

test("parseDocument() uses only the path as the id of a file outside every tree", () => {
  assert.deepEqual(shape(parseText("# A: b#c\nx", { tree: null, path: "x:y/a#b.md" })), [
    "0 x:y/a#b.md",
    "1 x:y/a#b.md#a-bc",
  ]);
});

test("parseDocument() takes the title from the frontmatter, the first h1, the navigation, the first line, the file's name", () => {
  const titleOf = (text: string, navigationTitle: string | null = null) => {
    const { title, titleFrom } = parseText(text, { path: "a/how to.md", navigationTitle }).document;
    return [title, titleFrom];
  };
  assert.equal(parseText("---\ntitle: F\n---\n# H\nx").document.title, "F");
  assert.equal(parseText("## S\nx\n# H\nx").document.title, "H");
  assert.deepEqual(titleOf("---\ntitle: F\n---\n# H\nx", "N"), ["F", "properties"]);
  assert.deepEqual(titleOf("## S\nx\n# H\nx", "N"), ["H", "heading"]);
  assert.deepEqual(titleOf("## S\nx", "N"), ["N", "navigation"]);
  assert.deepEqual(titleOf("---\nsidebar_label: L\n---\n## S\nx"), ["L", "properties"]);
  assert.deepEqual(titleOf("---\nsidebar:\n  label: L\n---\nx"), ["L", "properties"]);
  assert.deepEqual(titleOf("\n## S\nx\n## T\ny"), ["S", "first-line"]);
  assert.deepEqual(titleOf('<!-- Old headings. -->\n\n<a id="old"></a>\n\n### S\nx'), ["S", "first-line"]);
  assert.deepEqual(titleOf("text\n\n## S\nx"), ["how to", "file-name"]);
  assert.deepEqual(titleOf("#\n\n## S\nx"), ["how to", "file-name"]);
  assert.equal(parseText("#\nx", { path: ".hidden" }).document.title, ".hidden");
});

test("parseDocument() gives a heading without text the slug `heading`", () => {
  const [, chunk] = parseText("#\nx\n").document.chunks;
  assert.deepEqual([chunk?.slug, chunk?.title, chunk?.breadcrumb], ["heading", "", "guide"]);
});
