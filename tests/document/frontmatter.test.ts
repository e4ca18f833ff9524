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

test("readFrontmatter() reads a block without keys as text and warns", () => {
  for (
    const lines of [
      "Just a paragraph.",
      "- a\n- b",
      "|\n  x",
      "# The Handbook",
      "\n# The Handbook\n",
      "## Alpha\n\n## Beta",
      "**HARBOUR OFFICE**\nSecond floor, left\n* 4 Elm Row",
      "> quote",
      "[link](x.md)",
      "`code` %percent",
      "<!-- licence -->",
      "| a | b |\n|---|---|\n| c | x: y |",
      "**Status:** open",
      "Visit https://example.com today",
      "- a: x\n- b: y",
    ]
  ) {
    const found = yaml(lines);
    assert.deepEqual([found.range, found.values, found.metadata], [null, null, {}], lines);
    assert.deepEqual(found.warnings.map(({ code, line }) => [code, line]), [["frontmatter-not-a-mapping", 1]]);
  }
});

test("readFrontmatter() reads text with keys as text and as data, and warns", () => {
  for (
    const [lines, values] of [
      ["Dear Ann,\nstatus: draft\ntags: [ops]", { status: "draft", tags: ["ops"] }],
      ["\n## Prologue\n\nNote: never twice\n", { Note: "never twice" }],
      ["# Guide\n\nNote: x", { Note: "x" }],
      ["  indented\nkey: x", { key: "x" }],
      ["- item\nkey: x", { key: "x" }],
      ["key: x\n\n```yaml\ntitle: not mine\n```", { key: "x" }],
      ["key: x\n| a | b |", { key: "x" }],
    ] as const
  ) {
    const found = yaml(lines);
    assert.deepEqual([found.range, found.values], [null, values], lines);
    assert.deepEqual(found.asides, []);
    assert.deepEqual(found.warnings.map(({ code, line }) => [code, line]), [["frontmatter-not-a-mapping", 1]]);
  }
});

test("readFrontmatter() reads blank lines, comments, lists at column 0 and odd keys as data", () => {
  for (
    const [lines, values] of [
      ["\ntitle: x", { title: "x" }],
      ["# comment\ntitle: x", { title: "x" }],
      ["title: x\n\n# Hero\n\nhero: y", { title: "x", hero: "y" }],
      ["api_name:\n- A\n- B", { api_name: ["A", "B"] }],
      ["ms:assetid: a1\nms.author: b", { "ms:assetid": "a1", "ms.author": "b" }],
      ["'a b': x\n\"c: d\": y", { "a b": "x", "c: d": "y" }],
      ["$schema: s\n@type: t", { "$schema": "s" }],
      ["tags: [\n  a,\n  b\n]", { tags: ["a", "b"] }],
      ["über größe: x", { "über größe": "x" }],
    ] as const
  ) {
    const found = yaml(lines);
    assert.notEqual(found.range, null, lines);
    for (const [key, value] of Object.entries(values)) assert.deepEqual(found.values?.[key], value, lines);
  }
});

test("readFrontmatter() accepts frontmatter without values", () => {
  for (const text of ["---\n---\n", "---\n\n---\n"]) {
    assert.deepEqual([read(text).values, read(text).warnings], [{}, []]);
  }
});

test("a line that is not valid costs no other line, and counts as it is written", () => {
  for (
    const [lines, line, title, metadata] of [
      ["title: Deploy: the quick way\nowner: Ann", 2, "Deploy: the quick way", { owner: ["Ann"] }],
      ["owner: Ann\ntitle: [WIP] design", 3, "[WIP] design", { owner: ["Ann"] }],
      ["title: @handle\nowner: Ann", 2, "@handle", { owner: ["Ann"] }],
      ["title: `code` first\nowner: Ann", 2, "`code` first", { owner: ["Ann"] }],
      ["title: %x\nowner: Ann", 2, "%x", { owner: ["Ann"] }],
      ['title: "Unclosed quote\nowner: Ann', 2, "Unclosed quote", { owner: ["Ann"] }],
      ["title: 'Closed' and more\nowner: Ann", 2, "'Closed' and more", { owner: ["Ann"] }],
      ["title: ok\ndescription: *bold start\nowner: Ann", 3, "ok", { description: ["*bold start"], owner: ["Ann"] }],
      ["title: {{ name }}\nowner: Ann", 2, "{{ name }}", { owner: ["Ann"] }],
      ["title:Tight\nowner: Ann", 2, "Tight", { owner: ["Ann"] }],
      ["title: foo\n  bar: baz\nowner: Ann", 3, "foo", { owner: ["Ann"] }],
      ["a: 1\nb: *missing", 3, null, { a: ["1"], b: ["*missing"] }],
      ["a: x\n\tb: y\nowner: Ann", 3, null, { a: ["x"], owner: ["Ann"] }],
      ["list:\n  - @a\n  - b\nowner: Ann", 3, null, { list: ["@a", "b"], owner: ["Ann"] }],
    ] as const
  ) {
    const found = yaml(lines);
    assert.notEqual(found.range, null, lines);
    assert.deepEqual([found.title, found.metadata], [title, metadata], lines);
    assert.deepEqual(found.warnings.map(({ code }) => code), ["frontmatter-syntax"]);
    assert.ok(Math.abs(found.warnings[0]!.line - line) <= 1, `${lines}: line ${found.warnings[0]!.line}`);
  }
  assert.deepEqual(yaml("title: ok\ntags: [a, b").tags, ["a", "b"]);
  assert.deepEqual(yaml("title: foo\n  bar: baz").asides, ["bar: baz"]);
});

test("what frontmatter says beside its values is said aside", () => {
  for (
    const [lines, asides] of [
      ["title: A\ntags: [b]\nkey: c", []],
      ["hero:\n  name: Fern\n  links:\n    - text: Go on\n      href: /x", ["Fern", "Go on", "/x"]],
      ["key: a # why\n# because of x\nother: b", ["a # why", "because of x"]],
      ["Module Name: A.B\nkey: c", ["Module Name"]],
      ["title: [a, b]", ["a", "b"]],
      ["key: one\nkey: two", ["one"]],
    ] as const
  ) assert.deepEqual(yaml(lines).asides, asides, lines);
});

test("readFrontmatter() reads TOML", () => {
  const toml = [
    'title = "Kettle guide"',
    "date = 2026-01-01",
    'tags = ["alpha", "beta gamma"]',
    "draft = true # not yet",
    "version = 1.10",
    "[extra]",
    'canonical = "https://example.com/x"',
  ].join("\n");
  for (const text of [`+++\n${toml}\n+++\nx`, `---toml\r\n${toml}\n---\nx`]) {
    const found = read(text);
    assert.deepEqual([found.title, found.tags], ["Kettle guide", ["alpha", "beta gamma"]]);
    assert.deepEqual(found.metadata, { date: ["2026-01-01"], draft: ["true"], version: ["1.10"] });
    assert.deepEqual(found.asides, ["https://example.com/x", "true # not yet"]);
    assert.equal(found.range?.end, text.length - 1);
    assert.deepEqual(found.warnings, []);
  }
  const broken = read('+++\ntitle = "A"\ndraft = maybe so\ntags = [\n"x"]\n+++\n');
  assert.deepEqual([broken.title, broken.tags, broken.metadata], ["A", ["x"], { draft: ["maybe so"] }]);
  assert.deepEqual(broken.warnings.map(({ code, line }) => [code, line]), [["frontmatter-syntax", 3]]);
  assert.deepEqual([read("+++\nprose\n+++\n").range, read("+++\na = 1\n").range], [null, null]);
  assert.deepEqual(read("+++\n+++\nx").range, { start: 0, end: 8 });
});

test("readFrontmatter() reads JSON", () => {
  const json = '{\n\t"title": "Json {guide} \\"1\\"",\n\t"tags": ["delta"], "n": 1.10, "more": {"a":"b"}\n}';
  for (const text of [`${json}\nx`, `;;;\n${json}\n;;;\nx`, `---json\n${json}\n---\nx`]) {
    const found = read(text);
    assert.deepEqual([found.title, found.tags, found.metadata], ['Json {guide} "1"', ["delta"], { n: ["1.10"] }]);
    assert.deepEqual([found.asides, found.warnings], [["b"], []]);
    assert.equal(found.range?.end, text.length - 1);
  }
  for (const text of ["{ x }\n", "{{< toc >}}\n", "{/* note */}\n", '{"a": 1} text\n', '{"a": 1\n', "{}\n"]) {
    assert.deepEqual([read(text).range, read(text).warnings], [null, []], text);
  }
  assert.deepEqual(read('{"a" 1}\n').warnings.map(({ code }) => code), ["frontmatter-not-a-mapping"]);
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

test("readFrontmatter() reads frontmatter over 2,000 lines or 256 kB as text", () => {
  assert.deepEqual(yaml(`a: ${"x".repeat(1 << 18)}`).range, null);
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `k${at}: v`).join("\n");
  assert.deepEqual(yaml(lines(2_001)).warnings.map(({ code }) => code), ["frontmatter-unclosed"]);
  assert.equal(Object.keys(yaml(lines(2_000)).values!).length, 2_000);
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
