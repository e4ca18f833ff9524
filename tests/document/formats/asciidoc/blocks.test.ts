// Tests of the blocks of AsciiDoc.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findMarkup } from "../../../../src/document/formats/asciidoc/find_markup.ts";
import { readFile } from "../../../../src/document/formats/read_file.ts";
import { blocks, seen } from "./read.ts";

test("code has its language, and the signs of explanations are hidden in it", () => {
  const text = "[source,ruby]\n----\nputs 1 # <1>\n*x* {y}\n----\n<1> Says _one_\n\n```js\nz\n```\n\n....\nlit\n....\n";
  assert.deepEqual(blocks(text), ["0 code: puts 1 \n*x* {y}", "0 item: Says one", "0 code: z", "0 code: lit"]);
  assert.deepEqual(findMarkup(text).blocks.map(({ language }) => language), ["ruby", undefined, "js", undefined]);
});

test("code may have signs where its attributes say so", () => {
  assert.equal(seen("[subs=+quotes]\n----\n*x* {y}\n----\n"), "x {y}");
  assert.equal(seen(':y: z\n\n[subs="quotes,attributes"]\n----\n*x* {y}.\n----\n'), "x .");
});

test("blocks stand in examples, sidebars, quotations and open blocks", () => {
  assert.deepEqual(
    blocks(".Ex\n====\na\n\n=====\nb\n=====\n====\n\n[quote,Ada,Notes]\n____\nc\n____\n\n--\nd\n--\n\n****\ne\n****\n"),
    [
      ...["0 paragraph: Ex", "1 paragraph: a", "2 paragraph: b"],
      ...["0 paragraph: Ada", "0 paragraph: Notes", "0 quote: ", "1 paragraph: c", "1 paragraph: d", "1 paragraph: e"],
    ],
  );
});

test("notes are shown with their word", () => {
  assert.deepEqual(blocks("NOTE: a *b*\n\n[WARNING]\n====\nc\n====\n\n[TIP]\nd\n"), [
    ...["0 note: NOTE", "1 paragraph: a b", "0 note: WARNING", "1 paragraph: c", "0 note: TIP", "1 paragraph: d"],
  ]);
});

test("comments and lines of attributes are hidden, in paragraphs too", () => {
  assert.equal(
    seen("// a\n////\nb\n\nc\n////\n[.role#id%opt]\nd\n// e\nf\n\n[comment]\ng\nh\n\n[comment]\n--\ni\n--\n"),
    "d f",
  );
});

test("raw HTML is hidden, but for its text", () => {
  assert.equal(
    seen("++++\n<p class=x>a</p>\n<script>b</script><!-- c -->\n++++\n\n[stem]\n++++\nd^2\n++++\n"),
    "a d^2",
  );
});

test("a block without an end goes on to the end, and ra says so", () => {
  const { warnings } = findMarkup("text\n\n----\na\n\n== b\n");
  assert.deepEqual(warnings, [{ code: "markup-syntax", message: "a block has no end", line: 3 }]);
  assert.deepEqual(blocks("----\na\n\n== b\n"), ["0 code: a\n\n== b"]);
});

test("paragraphs that are indented are code, and others may be quotations", () => {
  assert.deepEqual(blocks('  a *b*\n\n> c\n> d\n\n"e\nf"\n-- Ada\n\n[verse, Bob]\ng\nh\n'), [
    ...["0 code:   a *b*", "0 quote: ", "1 paragraph: c\nd", "0 quote: ", '1 paragraph: "e\nf"', "1 paragraph: -- Ada"],
    ...["0 line: Bob", "0 line: g", "0 line: h"].map((each) => each.replace("line: Bob", "paragraph: Bob")),
  ]);
});

test("rules, pictures and tables of contents", () => {
  assert.deepEqual(blocks("'''\n\nimage::a.png[Alt *text*,200]\n\nimage::b.png[]\n\ntoc::[]\n\n---\n"), [
    ...["0 rule: ", "0 paragraph: Alt *text*", "0 rule: "],
  ]);
});

test("lists nest by their signs, and a plus adds blocks to an item", () => {
  const text = "* a\nb\n** c\n*** d\n* e\n+\nf\n+\n----\ng\n----\n\n. h\n.. i\n1. j\n- [x] k\n";
  assert.deepEqual(blocks(text), [
    ...["0 item: a\nb", "1 item: c", "2 item: d", "0 item: e", "1 paragraph: f", "1 code: g"],
    ...["1 item: h", "2 item: i", "3 item: j", "4 item: k"],
  ]);
  assert.deepEqual(seen(text), "a b c d e f g h i j k");
});

test("terms and definitions of a manual are no sections", () => {
  const text =
    "OPTIONS\n-------\n-n::\n--dry-run::\n\tDo *not* add.\n+\nMore.\n\n--x=<y>:: Same line\n\n  sub;; deep\n\nq::\n\n  later\n";
  assert.deepEqual(blocks(text).slice(1), [
    ...["0 term: -n", "0 term: --dry-run", "0 definition: Do not add.", "1 paragraph: More."],
    ...["0 term: --x=<y>", "0 definition: Same line", "1 term: sub", "1 definition: deep", "0 term: q"],
    "0 definition: later",
  ]);
  assert.equal(findMarkup(text).headings.length, 1);
});

test("tables have rows, a head, and cells over several columns and lines", () => {
  const text = '[%header,cols="1,a"]\n|===\n|A |B\n\n|c\n|* d\n* e\n\n2+|f *g*\n.2+m|h |i\n|j\n|===\n';
  assert.deepEqual(blocks(text), ["0 row: A | B", "0 row: c | d\ne", "0 row: f g", "0 row: h | i", "0 row: j"]);
  assert.equal(findMarkup(text).blocks[0]!.isHead, true);
  assert.equal(seen("|===\n|a|b\\|c |d\n|===\n"), "a|b|c d");
});

test("tables may be nested, or be CSV and DSV", () => {
  assert.deepEqual(blocks("|===\na|x\n!===\n!y !z\n!===\n|===\n"), ["0 row: x\n\ny z\n"]);
  assert.deepEqual(blocks(',===\na,"b, ""c""",d\n,===\n\n:===\ne:f\\:g\n:===\n\n[format=csv]\n|===\nh,i\n|===\n'), [
    ...['0 row: a | b, "c" | d', "0 row: e | f:g", "0 row: h | i"],
  ]);
});

test("both sides of a condition are text, and its lines are not", () => {
  assert.equal(
    seen('ifdef::a[]\nx\nendif::[]\nifndef::a[y *z*]\nifeval::["{a}" == "b"]\nw\nendif::[]\n\\ifdef::q[]\n'),
    "x y z w ifdef::q[]",
  );
});

test("other files are taken in by their path, tags and lines, and as they are in code", () => {
  const text = "= T\n:dir: parts\n\ninclude::{dir}/a.adoc[tag=one]\n\n----\ninclude::b.rb[lines=2..4;7]\n----\n\n" +
    "include::partial$c.adoc[tags=x;y]\n\ninclude::m:example$d.rb[opts=optional]\n\n\\include::e.adoc[]\n";
  const { includes } = findMarkup(text);
  assert.deepEqual(
    includes.map(({ include, isPlain }) => [include.path, include.part, include.from, isPlain, include.isGuess]),
    [
      ["parts/a.adoc", { section: "one" }, "file", false, false],
      ["b.rb", { lines: [{ first: 2, last: 4 }, { first: 7, last: 7 }] }, "file", true, false],
      ["partials/c.adoc", { section: "x" }, "above", false, false],
      ["partials/c.adoc", { section: "y" }, "above", false, false],
      ["modules/m/examples/d.rb", null, "above", false, true],
    ],
  );
  assert.equal(seen(text), "T include::e.adoc[]");
});

test("signatures and keys, which have the extension .asc too, are no documents", async () => {
  const key = new TextEncoder().encode(
    "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQINBF\n-----END PGP PUBLIC KEY BLOCK-----\n",
  );
  await assert.rejects(readFile(key, "KEYS.asc"), /a signature or a key/);
});
