import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Frontmatter, readFrontmatter } from "../../src/document/frontmatter.ts";

const read = (text: string): Frontmatter => readFrontmatter(new TextEncoder().encode(text), 0);
const yaml = (lines: string): Frontmatter => read(`---\n${lines}\n---\ntext\n`);

test("readFrontmatter() reads title, tags, lang and metadata", () => {
  const found = yaml(
    "title: Rust Error Handling Patterns\ntags: [rust, errors, patterns]\nlang: EN\nstatus: draft\nauthors:\n  - Ann\n  - Bo",
  );
  assert.equal(found.title, "Rust Error Handling Patterns");
  assert.deepEqual(found.tags, ["rust", "errors", "patterns"]);
  assert.equal(found.lang, "en");
  assert.deepEqual(found.metadata, { status: ["draft"], authors: ["Ann", "Bo"] });
  assert.deepEqual(found.warnings, []);
});

test("readFrontmatter() keeps scalars as written", () => {
  const found = yaml(
    "version: 1.10\ndate: 2026-01-01\nok: yes\nn: 007\nhex: 0x1F\nint: !!int 3\nref: !mine x\nlist: [1.0, true]",
  );
  assert.deepEqual(found.metadata, {
    version: ["1.10"],
    date: ["2026-01-01"],
    ok: ["yes"],
    n: ["007"],
    hex: ["0x1F"],
    int: ["3"],
    ref: ["x"],
    list: ["1.0", "true"],
  });
});

test("readFrontmatter() accepts the usual ways to write tags", () => {
  for (
    const [written, tags] of [
      ["tags: foo bar", ["foo", "bar"]],
      ["tags: foo, bar,baz", ["foo", "bar", "baz"]],
      ['tags: "#foo #a/b"', ["foo", "a/b"]],
      ["tags: #foo #a/b", ["foo", "a/b"]],
      ["tags: [#foo, #a/b, c]", ["foo", "a/b", "c"]],
      ["tags:\n  - #foo\n  - a/b\n  - two words", ["foo", "a/b", "two words"]],
      ["tags:\n- 'x'\n- x\n- 2024", ["x", "2024"]],
      ["tags: # a comment", []],
      ["tags:", []],
      ["tags: {a: b}", []],
    ] as const
  ) {
    const found = yaml(written);
    assert.deepEqual(found.tags, tags, written);
    assert.deepEqual(found.warnings, [], written);
    assert.deepEqual(found.metadata, {}, written);
  }
});

test("readFrontmatter() leaves nested values out of the metadata but keeps them among the values", () => {
  const found = yaml("a: {b: c}\nlist: [x, {y: z}]\nnothing:\nnone: ~\nplain: v");
  assert.deepEqual(found.metadata, { plain: ["v"] });
  assert.deepEqual(found.values, { a: { b: "c" }, list: ["x", { y: "z" }], nothing: "", none: "~", plain: "v" });
});

test("readFrontmatter() ends at --- or ... and includes the closing line", () => {
  for (
    const [text, end] of [
      ["---\na: 1\n---\nx", 13],
      ["---\na: 1\n...\nx", 13],
      ["--- \t\r\na: 1\r\n---  \r\nx", 20],
      ["---\na: 1\n---", 12],
      ["---\n---\nx", 8],
    ] as const
  ) {
    const found = read(text);
    assert.deepEqual(found.range, { start: 0, end }, JSON.stringify(text));
    assert.deepEqual(found.warnings, []);
    assert.notEqual(found.values, null);
  }
});

test("readFrontmatter() begins after a byte order mark", () => {
  const found = readFrontmatter(new TextEncoder().encode("\uFEFF---\ntitle: x\n---\n"), 3);
  assert.deepEqual([found.range, found.title], [{ start: 3, end: 20 }, "x"]);
});

test("readFrontmatter() finds no frontmatter when the first line is not a fence", () => {
  for (
    const text of [
      "",
      "-",
      "--",
      "----\na: 1\n---\n",
      " ---\na: 1\n---\n",
      "\n---\na: 1\n---\n",
      "--- x\na: 1\n---\n",
      "text",
    ]
  ) {
    const found = read(text);
    assert.deepEqual([found.range, found.values, found.warnings], [null, null, []], JSON.stringify(text));
  }
});

test("readFrontmatter() reads unclosed frontmatter as text and warns", () => {
  for (const text of ["---\ntitle: x\n", "---", "---\n ---\n", "---\na: 1\n----\n"]) {
    const found = read(text);
    assert.deepEqual([found.range, found.title], [null, null]);
    assert.deepEqual(found.warnings.map(({ code, line }) => [code, line]), [["frontmatter-unclosed", 1]]);
  }
});

test("readFrontmatter() reads YAML that is not a mapping as text and warns", () => {
  for (const lines of ["Just a paragraph.", "- a\n- b", "|\n  x"]) {
    const found = yaml(lines);
    assert.deepEqual([found.range, found.values], [null, null], lines);
    assert.deepEqual(found.warnings.map(({ code, line }) => [code, line]), [["frontmatter-not-a-mapping", 1]]);
  }
});

test("readFrontmatter() accepts frontmatter without values", () => {
  for (const text of ["---\n---\n", "---\n\n---\n", "---\n# only a comment\n---\n"]) {
    assert.deepEqual([read(text).values, read(text).warnings], [{}, []]);
  }
});

test("readFrontmatter() names the line of broken YAML and keeps its range", () => {
  for (
    const [lines, line] of [
      ["title: a: b", 2],
      ["title: ok\ntags: [a, b", 3],
      ["a: 1\nb: *missing", 3],
      ["title: {{ name }}", 2],
    ] as const
  ) {
    const found = yaml(lines);
    assert.notEqual(found.range, null);
    assert.deepEqual([found.title, found.values, found.metadata], [null, {}, {}]);
    assert.deepEqual(found.warnings.map(({ code }) => code), ["frontmatter-syntax"]);
    assert.ok(
      found.warnings[0]!.line >= line && found.warnings[0]!.line <= line + 1,
      `${lines}: line ${found.warnings[0]!.line}`,
    );
  }
});

test("readFrontmatter() takes the last of duplicate keys", () => {
  assert.equal(yaml("title: a\ntitle: b").title, "b");
});

test("readFrontmatter() follows anchors, but stops at cycles and bombs", () => {
  assert.deepEqual(yaml("a: &x [1, 2]\nb: *x").metadata, { a: ["1", "2"], b: ["1", "2"] });
  assert.deepEqual(yaml("a: &x [*x]").warnings.map(({ code }) => code), ["frontmatter-syntax"]);
  const levels = Array.from(
    { length: 30 },
    (_, n) => `a${n}: &a${n} [${n === 0 ? "x" : Array(9).fill(`*a${n - 1}`).join(",")}]`,
  );
  assert.deepEqual(yaml(levels.join("\n")).warnings.map(({ code }) => code), ["frontmatter-syntax"]);
  assert.deepEqual(yaml(`a: ${"[".repeat(100_000)}`).warnings.map(({ code }) => code), ["frontmatter-syntax"]);
});

test("readFrontmatter() reads oversized frontmatter as text", () => {
  assert.deepEqual(yaml(`a: ${"x".repeat(1 << 20)}`).range, null);
});

test("readFrontmatter() does not touch prototypes", () => {
  const found = yaml("__proto__: {polluted: yes}\nconstructor: x");
  assert.equal((found.values as { polluted?: unknown }).polluted, undefined);
  assert.deepEqual(found.metadata["constructor"], ["x"]);
});

test("readFrontmatter() joins a title of several lines", () => {
  assert.equal(yaml("title: >\n  One\n  two").title, "One two");
  assert.equal(yaml("title: 2026").title, "2026");
  assert.equal(yaml("title: [a]").title, null);
});

test("readFrontmatter() never throws and never reads past the text", () => {
  const piece = fc.constantFrom(
    "---",
    "...",
    "\n",
    "\r\n",
    "title: ",
    "tags: ",
    "#a",
    "[",
    "]",
    "{",
    "}",
    "- ",
    "&x ",
    "*x",
    "!t ",
    "|",
    ">",
    "'",
    '"',
    ": ",
    "? ",
    "é",
    "\t",
    "%",
    "\0",
    "\\",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const text = `---\n${pieces.join("")}\n---\n`;
      const { range } = read(text);
      assert.ok(
        range === null || (range.start === 0 && range.end <= new TextEncoder().encode(text).length && range.end >= 8),
      );
    }),
    { numRuns: 500 },
  );
});
