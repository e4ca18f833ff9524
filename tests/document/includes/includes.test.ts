// Tests where documents take in other files, on lines of real documentation.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findIncludes, mayInclude } from "../../../src/document/includes/find_includes.ts";
import { includedLines } from "../../../src/document/includes/included_lines.ts";

/** `text that is hidden → path part`, one place each. */
function places(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  return findIncludes(text, 1000).map(({ start, end, include }) => {
    const hidden = new TextDecoder().decode(bytes.subarray(start, end)).trim();
    if (include === null) return hidden;
    const { path, part } = include;
    const lines = part !== null && "lines" in part
      ? ` ${part.lines.map(({ first, last }) => `${first}-${last ?? ""}`).join(",")}`
      : part === null
      ? ""
      : ` #${"section" in part ? part.section : JSON.stringify(part)}`;
    return `${hidden} → ${path}${lines}`;
  });
}

test("findIncludes() finds those of mdBook, with lines and anchors", () => {
  // From rust-lang/book and the guide of mdBook.
  const text =
    "é {{#include ../listings/ch02/output.txt}}\n```rust,ignore\n{{#rustdoc_include ../a/src/main.rs:here}}\n" +
    "{{#include file.rs:2}} {{#include file.rs:2:10}} {{#include file.rs::10}} {{#include file.rs:2:}}\n```\n" +
    "\\{{#include escaped.rs}} {{ #playground ex.rs editable }} {{#if x}} {{#title My title}}";
  assert.deepEqual(places(text), [
    "{{#include ../listings/ch02/output.txt}} → ../listings/ch02/output.txt",
    "{{#rustdoc_include ../a/src/main.rs:here}} → ../a/src/main.rs #here",
    "{{#include file.rs:2}} → file.rs 2-2",
    "{{#include file.rs:2:10}} → file.rs 2-10",
    "{{#include file.rs::10}} → file.rs 1-10",
    "{{#include file.rs:2:}} → file.rs 2-",
    "{{ #playground ex.rs editable }} → ex.rs",
    "{{#title",
    "}}",
  ]);
});

test("findIncludes() finds the snippets of MkDocs, on one line and in blocks", () => {
  const text =
    '--8<-- "includes/a.md"\n    --8<-- \'b.md:2:10\'\n--8<-- "c.md:4"\n--8<-- "d.py:func"\n--8<-- "e.md:1:3,5:6"\n' +
    ';--8<-- "escaped.md"\n--8<-- "https://x.y/z.md"\ntext --8<-- "inline.md"\n\n--8<--\none.md\n; two.md\n\nthree.md:3\n--8<--\n';
  assert.deepEqual(places(text), [
    '--8<-- "includes/a.md" → includes/a.md',
    "--8<-- 'b.md:2:10' → b.md 2-10",
    '--8<-- "c.md:4" → c.md 4-',
    '--8<-- "d.py:func" → d.py #func',
    '--8<-- "e.md:1:3,5:6" → e.md 1-3,5-6',
    "--8<--",
    "one.md → one.md",
    "; two.md",
    "three.md:3 → three.md 3-",
    "--8<--",
  ]);
});

test("findIncludes() finds those of MkDocs' plug-ins", () => {
  // From fastapi/fastapi.
  const text = "{* ../../docs_src/first_steps/tutorial001_py39.py *}\n{* ../../docs_src/a.py ln[1:3,7] hl[2] *}\n" +
    "{!> ../../docs_src/b_py310.py!}\n{!./c.html!} {! d.py [ln:4-6] !}\n{* not a file *} {!important!}\n";
  assert.deepEqual(places(text), [
    "{* ../../docs_src/first_steps/tutorial001_py39.py *} → ../../docs_src/first_steps/tutorial001_py39.py",
    "{* ../../docs_src/a.py ln[1:3,7] hl[2] *} → ../../docs_src/a.py 1-3,7-7",
    "{!> ../../docs_src/b_py310.py!} → ../../docs_src/b_py310.py",
    "{!./c.html!} → ./c.html",
    "{! d.py [ln:4-6] !} → d.py 4-6",
  ]);
});

test("findIncludes() finds those of Quarto and MyST", () => {
  const text = "{{< include _a.qmd >}}\n  {{< include /shared/_b.md >}}\nx {{< include c.qmd >}} {{< meta d >}}\n" +
    "```{include} ../README.md\n:start-line: 2\n```\n:::{literalinclude} src/e.py\n:lines: 1-3, 7\n:::\n" +
    "```{include} f.md\ntext\n```\n````md\n```{include} g.md\n```\n````\n";
  assert.deepEqual(places(text), [
    "{{< include _a.qmd >}} → _a.qmd",
    "{{< include /shared/_b.md >}} → shared/_b.md",
    "```{include} ../README.md\n:start-line: 2\n``` → ../README.md",
    ":::{literalinclude} src/e.py\n:lines: 1-3, 7\n::: → src/e.py 1-3,7-7",
    "```{include} g.md\n``` → g.md",
  ]);
  const isGuess = findIncludes("{{< include a >}}\n```md\n{{< include b >}}\n```\n{{< include c >}}\n", 9)
    .map(({ include }) => include?.isGuess);
  assert.deepEqual(isGuess, [false, true, false]);
});

test("mayInclude() is true for every text with a place", () => {
  const texts = [
    "{{< include a.qmd >}}",
    "{{<  include a.qmd >}}",
    "```{include} a.md\n```",
    ":::{literalinclude} a.py\n:::",
    "{{#include a.b}}",
    "x {{  #include a.b}}",
    '--8<-- "a"',
    "-8<- 'a'",
    "{* a.b *}",
    "{!a.b!}",
    "{{#title x}}",
  ];
  for (const text of texts) {
    assert.ok(findIncludes(text, 10).length > 0, text);
    assert.ok(mayInclude(new TextEncoder().encode(`text 8 { ${text}`).subarray(9)), text);
  }
  for (const text of ["", "8", "{", "{ {{ x }} 8<x", "a {b} 8", "{{x}} {#id}"]) {
    assert.ok(!mayInclude(new TextEncoder().encode(text)), text);
  }
});

test("includedLines() takes lines and sections, without the lines that mark them", () => {
  const file =
    "one\n// ANCHOR: here\ntwo\n// ANCHOR: inner\nthree\n// ANCHOR_END: inner\n// ANCHOR_END: here\nfour\r\n";
  const texts = (part: Parameters<typeof includedLines>[1], text = file) =>
    includedLines(text, part)?.map(({ first, last, text: found }) => `${first}-${last} ${found}`);
  assert.deepEqual(texts(null), ["1-8 one\ntwo\nthree\nfour"]);
  assert.deepEqual(texts({ section: "here" }), ["3-6 two\nthree"]);
  assert.deepEqual(texts({ section: "inner" }), ["5-5 three"]);
  assert.deepEqual(texts({ section: "gone" }), undefined);
  assert.deepEqual(texts({ lines: [{ first: 1, last: 1 }, { first: 8, last: null }] }), ["1-1 one", "8-8 four"]);
  assert.deepEqual(texts({ lines: [{ first: 99, last: null }] }), undefined);
  const snippet = "# --8<-- [start:func]\ndef f():\n    pass\n# --8<-- [end:func]\nmore\n";
  assert.deepEqual(texts({ section: "func" }, snippet), ["2-3 def f():\n    pass"]);
  assert.deepEqual(texts(null, ""), []);
});

test("findIncludes() ends soon on hostile texts", () => {
  const parts = [
    "{{#include ",
    "{{#include a}",
    "--8<--\n",
    "-".repeat(1000),
    '--8<-- "',
    "{* a.b ",
    "{!",
    "{! a.b ",
    "\\{{#title x",
    "8<-",
    " ".repeat(500),
  ];
  for (const part of parts) findIncludes(part.repeat(Math.ceil(1_000_000 / part.length)), 500);
  findIncludes("{{#include " + " ".repeat(1_000_000), 500);
  findIncludes("{{#include a.rs}}".repeat(60_000), 500);
});
