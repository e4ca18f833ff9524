import assert from "node:assert/strict";
import { test } from "node:test";
import { mainOf, markdownOf } from "./page.ts";

const rows = (...lines: readonly string[]): string => {
  const [head = "", ...others] = lines;
  const columns = head.split("|").length - 2;
  return [head, `|${" --- |".repeat(columns)}`, ...others].join("\n");
};

test("no value of a table stands under a wrong heading", async () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      "<tr><th>A<th>B<th>C<tr><td rowspan=2>a<td>b<td>c<tr><td>d<td>e",
      rows("| A | B | C |", "| a | b | c |", "|  | d | e |"),
    ],
    [
      "<tr><th rowspan=2>A<th colspan=2>B<th>N<tr><th>1<th>2<th>n<tr><td>a<td>b<td>c<td>d",
      rows("| A | B |  | N |", "|  | 1 | 2 | n |", "| a | b | c | d |"),
    ],
    [
      "<tr><th>A<th>B<th>C<tr><td>a<td>b<td rowspan=2>c<tr><td>d<td>e<tr><td>f<td>g<td>h",
      rows("| A | B | C |", "| a | b | c |", "| d | e |  |", "| f | g | h |"),
    ],
    [
      "<tr><th>A<th>B<th>C<tr><td rowspan=2 colspan=2>a<td>c<tr><td>d",
      rows("| A | B | C |", "| a |  | c |", "|  |  | d |"),
    ],
    [
      "<tbody><tr><th>A<th>B<tr><td rowspan=0>a<td>b<tr><td>c<tbody><tr><td>d<td>e",
      rows("| A | B |", "| a | b |", "|  | c |", "| d | e |"),
    ],
    ["<tr><th>A<th>B<tr><td rowspan=x>a<td colspan=-2>b", rows("| A | B |", "| a | b |")],
  ];
  for (const [table, text] of cases) assert.equal(await mainOf(`<table>${table}</table>`), text, table);
});

test("the caption, and a first row of one cell, stand above the table", async () => {
  assert.equal(
    await mainOf("<table><caption>Sizes</caption><tr><th>A<th>B<tr><td>1<td>2</table>"),
    `Sizes\n\n${rows("| A | B |", "| 1 | 2 |")}`,
  );
  assert.equal(
    await mainOf("<table><tr><th colspan=2>Sizes<tr><th>A<th>B<tr><td>1<td>2</table>"),
    `Sizes\n\n${rows("| A | B |", "| 1 | 2 |")}`,
  );
});

test("lists, code, paragraphs and tables in cells keep the row", async () => {
  const head = "<tr><th>A<th>B";
  const cases: readonly (readonly [string, string])[] = [
    ["Does:<ul><li>one</li><li>two<ul><li>three</ul></ul>", "Does: • one • two • three"],
    ["<ol start=4><li>one<li>two</ol>", "4. one 5. two"],
    ["<pre>go\n  on</pre>", "`go` `  on`"],
    ["<div><p>one</p><p>two</p></div>three", "one two three"],
    ["one<br>two<div>three</div>", "one two three"],
    ["<dl><dt>t<dd>d</dl>", "t d"],
    ["<blockquote>q</blockquote>", "q"],
    ["<table><tr><td>1<td>2<tr><td>3<td>4</table>", "1, 2; 3, 4;"],
    ["<input type=checkbox checked> yes", "[x] yes"],
  ];
  for (const [cell, text] of cases) {
    const table = `<table>${head}<tr><td>k<td>${cell}<tr><td>l<td>m</table>`;
    assert.equal(await mainOf(table), rows("| A | B |", `| k | ${text} |`, "| l | m |"), cell);
  }
});

test("a table that makes the layout becomes its cells", async () => {
  for (
    const table of [
      "<table role=presentation><tr><td>one<td>two<tr><td>three<td>four</table>",
      "<table><tr><td>one<td><table><tr><th>A<th>B<tr><td>1<td>2</table><tr><td>x<td>y</table>",
      `<table><tr><td><ul><li>one</ul><td>${"word ".repeat(700)}<tr><td>x<td>y</table>`,
    ]
  ) {
    assert.match(await mainOf(table), /^(?:one|- one)\n/, table);
  }
});

test("merged cells of a hostile table take no more than their share", async () => {
  const cases = [
    "<tr><td colspan=1000 rowspan=65534>x".repeat(5_000),
    `<tr>${"<td rowspan=65534>x".repeat(5_000)}${"<tr><td>x".repeat(5_000)}`,
    `<tr>${"<td>x".repeat(20_000)}<td rowspan=0>y${"<tr><td>x".repeat(20_000)}`,
  ];
  for (const table of cases) {
    const page = `<table>${table}</table>`;
    const text = await markdownOf(page);
    assert.ok(text.length < 100 * page.length, `${text.length} of ${page.length}`);
    assert.equal(text.match(/x/g)?.length, page.match(/x(?=<|$)/g)?.length);
  }
});
