import assert from "node:assert/strict";
import { test } from "node:test";
import { mainOf, omittedFrom, readPage } from "./page.ts";

test("lists have the numbers and boxes that a reader sees", async () => {
  const cases: readonly (readonly [string, string])[] = [
    ["<ol><li value=5>five<li>six</ol>", "5. five\n6. six"],
    ["<ol reversed><li>two<li>one</ol>", "2. two\n1. one"],
    ["<ol reversed start=9><li>nine<li value=3>three<li>two</ol>", "9. nine\n3. three\n2. two"],
    ["<ol start=-1><li>a<li>b</ol>", "- -1. a\n0. b"],
    ["<ol start=x><li>a</ol>", "1. a"],
    ["<ul><li><input type=checkbox checked> done<li><input type=checkbox> open</ul>", "- [x] done\n- [ ] open"],
    ["<ul><li><label><input type=checkbox disabled checked>done</label></ul>", "- [x] done"],
    ["<ul><li><span role=checkbox aria-checked=true></span>done</ul>", "- [x] done"],
    ["<ul><li><input type=checkbox class=toctree-toggle>part</ul>", "- part"],
    ["<ul>loose<li>item</ul>", "loose\n\n- item"],
  ];
  for (const [list, text] of cases) assert.equal(await mainOf(list), text, list);
});

test("no word runs into the next", async () => {
  const cases: readonly (readonly [string, string])[] = [
    ["<p>one<br>two</p>", "one\ntwo"],
    ["<div>one</div><div>two</div>three", "one\n\ntwo\n\nthree"],
    ["<p><span style='display:inline-block'>one</span><span style='display:inline-block'>two</span></p>", "one two"],
    ["<p><span style='display:block'>one</span><span style='display:block'>two</span></p>", "one\n\ntwo"],
    ["<p><label>one</label><label>two</label></p>", "one two"],
    ["<div role=table><div role=row><span role=cell>one</span><span role=cell>two</span></div></div>", "one two"],
    ["<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>", "漢 (kan)"],
    ["<p><a href=a>one</a><a href=b>two</a></p>", "[one](a) [two](b)"],
    ["<p><code>a</code><code>b</code></p>", "`a` `b`"],
    ["<p>He said <q>yes</q>.</p>", 'He said "yes".'],
    ["<h2>one<br>two<small style='display:block'>three</small></h2>", "## one two three"],
    ["<svg><text>one</text><text>two</text><title>no</title></svg>", "one two"],
  ];
  for (const [page, text] of cases) assert.equal(await mainOf(page), text, page);
});

test("headings in a table that holds the whole page are headings, and those of other tables are bold", async () => {
  const page =
    "<table><tr><td><ul><li>Menu</li></ul></td><td><h1>Pumps</h1><p>They move water.</p><h2>Care</h2><p>Oil it.</p></td></tr></table>";
  const { outline } = await readPage(page);
  assert.deepEqual(outline.by === "format" && outline.headings.map(({ level, text }) => [level, text]), [[1, "Pumps"], [
    2,
    "Care",
  ]]);
  assert.match(await mainOf("<h1>Top</h1><table><tr><td><h3>Box</h3><p>Words.</p></td></tr></table>"), /\*\*Box\*\*/);
});

test("a script by its style is a script", async () => {
  assert.equal(
    await mainOf("<p>10<span style='vertical-align: super; font-size: 60%'>6</span> volts</p>"),
    "10^6 volts",
  );
  assert.equal(await mainOf("<p>H<span style='vertical-align:sub'>2</span>O</p>"), "H_2O");
});

test("buttons that are part of a sentence, a cell or the names of panels are text, and others are not", async () => {
  assert.equal(
    await mainOf("<p>Press <button>Save</button> and then <b><button>Go</button></b> twice.</p>"),
    "Press Save and then **Go** twice.",
  );
  assert.equal(await mainOf("<p>Text <button class=copy-btn>Copy</button></p>"), "Text");
  assert.equal(await mainOf("<p>Text of it.</p><button>Send</button>"), "Text of it.");
  assert.match(
    await mainOf("<table><tr><th>Key</th><th>Does</th></tr><tr><td><button>F1</button></td><td>help</td></tr></table>"),
    /\| F1 \| help \|/,
  );
  const tabs =
    "<div role=tablist><button role=tab aria-controls=a>Linux</button><button role=tab aria-controls=b>Mac</button></div>";
  assert.match(
    await mainOf(`${tabs}<div role=tabpanel id=a>apt</div><div role=tabpanel id=b hidden>brew</div>`),
    /Linux.*Mac[^]*apt[^]*brew/,
  );
});

test("lists in letters and Roman digits have the marks that a reader sees", async () => {
  const cases: readonly (readonly [string, string])[] = [
    ["<ol type=a><li>x<li>y</ol>", "- a. x\n- b. y"],
    ["<ol type=I start=4><li>x</ol>", "- IV. x"],
    ["<ol class='upperalpha simple' start=27><li>x</ol>", "- AA. x"],
    ["<ol style='list-style-type: lower-roman' reversed><li>x<li>y</ol>", "- ii. x\n- i. y"],
    ["<ol type=1><li>x<li type=A value=3>y</ol>", "1. x\n- C. y"],
  ];
  for (const [list, text] of cases) assert.equal(await mainOf(list), text, list);
});

test("fields of a form that a reader reads in a text are text", async () => {
  assert.equal(
    await mainOf("<p>Choose <select><option>small<option>large</select> first.</p>"),
    "Choose small large first.",
  );
  assert.equal(await mainOf("<textarea>one\n  two</textarea><textarea></textarea>"), "```\none\n  two\n```");
  assert.equal(await mainOf("<p><input type=radio checked> yes <input type=radio> no</p>"), "[x] yes [ ] no");
  assert.equal(await mainOf("<map name=m><p>Legend</p><area alt=x></map>"), "Legend");
});

test("templates, and what a browser shows only where it must, are listed whole", async () => {
  const long = "word ".repeat(200).trim();
  assert.deepEqual(await omittedFrom(`<p>Text</p><template><p>Later</p></template><canvas>Draw ${long}</canvas>`), {
    "hidden-text": [
      "Later",
      `Draw ${"word ".repeat(59).trim()}`,
      "word ".repeat(60).trim(),
      "word ".repeat(60).trim(),
      "word ".repeat(21).trim(),
    ],
  });
});

test("pictures without a description are counted, and decoration is not", async () => {
  const page =
    '<nav><img src="logo.png"></nav><main><p>The plan: <img src="img/plan.png?v=2"><img src="data:image/png;x">' +
    '<img src="line.png" alt=""><img src="dot.png" role="presentation"><img src="pump.png" alt="A pump">' +
    '<img class="lazy"><span hidden><img src="gone.png"></span></p></main>';
  assert.deepEqual(await omittedFrom(page), { picture: ["plan.png", "picture in the page"] });
});
