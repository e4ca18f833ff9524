// Tests of the signs within paragraphs of AsciiDoc.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findMarkup } from "../../../../src/document/formats/asciidoc/find_markup.ts";
import { blocks, marks, seen } from "./read.ts";

/** What is written, and what is seen of it. */
function table(cases: Readonly<Record<string, string>>): void {
  for (const [written, shown] of Object.entries(cases)) assert.equal(seen(written), shown, written);
}

test("signs around words are hidden, and those within words or beside spaces are not", () => {
  table({
    "*bold* _em_ `code` #mark# x^2^ H~2~O": "bold em code mark x2 H2O",
    "**b**old __e__m ``c``ode ##m##ark": "bold em code mark",
    "a*b*c snake_case_name 2 * 3 * 4": "a*b*c snake_case_name 2 * 3 * 4",
    "`*_all_*` [.role]#x# [red]*y*": "all x y",
    "\"`quoted`\" '`single`' don't": "\"quoted\" 'single' don't",
    "<*not*> and &*not*": "<*not*> and &*not*",
    "*a\nb* *open": "a b *open",
  });
});

test("a backslash keeps a sign, and is hidden where it does", () => {
  table({
    "\\*a* \\_b_ \\`c`": "*a* _b_ `c`",
    "\\**a**": "*a*",
    "a\\b C:\\x": "a\\b C:\\x",
    "\\{name} \\https://a.org \\<<x>>": "{name} https://a.org <<x>>",
    "a \\-- b \\... \\&amp;": "a -- b ... &amp;",
  });
});

test("nothing is a sign in a passthrough, and tags of HTML in it are not seen", () => {
  table({
    "+*a*+ ++*b*c++ `+*d*+` $$*e*$$": "*a* *b*c *d* *e*",
    "pass:[<u>under</u> *x*] +++<b>b</b>+++": "under *x* b",
    "pass:q[*x*] stem:[a_b_] latexmath:[c^2^]": "x a_b_ c^2^",
    "1 + 1 + 1 and C++, +x": "1 + 1 + 1 and C++, +x",
  });
});

test("links show their text, or else where they lead", () => {
  table({
    "https://a.org[the site^] link:b.html[B] <https://c.org>": "the site B https://c.org",
    "https://a.org[] link:b.html[] mailto:a@b.org[]": "https://a.org b.html a@b.org",
    "https://a.org[text,window=_blank] https://a.org[role=x]": "text https://a.org",
    "xref:a.adoc#b[Text] xref:c.adoc[] <<id,more text>> <<id>>": "Text c.adoc more text id",
    "mailto:a@b.org[Write, Subject, Body]": "Write",
    "{u}/a\\...b[diff]": "{u}/a...b[diff]",
    "link:a[b\\]c] xref:no link:": "b\\]c xref:no link:",
  });
  assert.deepEqual(marks("https://a.org/x, link:b.adoc[B] <<c,C>> xref:d.adoc#e[E] image:f.png[F]"), [
    ...["link: https://a.org/x → https://a.org/x", "link: B → b.adoc", "link: C → #c", "link: E → d.adoc#e"],
    "image: F → f.png",
  ]);
});

test("links lead to sections by their titles, also to those that come later", () => {
  assert.deepEqual(marks("<<Later On>> <<Bundler,B>> <<id>>\n\n== Later On\n\n== Bundler\n"), [
    ...["link: Later On → #_later_on", "link: B → #_bundler", "link: id → #id"],
  ]);
});

test("links are noted with where they lead, by a title too, and pages of other modules with their modules", () => {
  const { links } = findMarkup(
    "= T\n:url: https://u.org\n\n== Some Part\n\n<<Some Part>> <<_some_part>> {url}/x[X] xref:m:p.adoc[P] xref:p.adoc#q[Q]\n",
  );
  assert.deepEqual(links.map(({ destination }) => destination), [
    ...["#_some_part", "#_some_part", "https://u.org/x", "xref:m:p.adoc", "xref:p.adoc#q"],
  ]);
});

test("macros show what a reader reads", () => {
  table({
    "kbd:[Ctrl+T] btn:[OK] menu:File[Save > As]": "Ctrl+T OK File[Save > As]",
    "image:a.png[An image,100] icon:tags[] b": "An image b",
    "A footnote.footnote:[The note.] End": "A footnote.[The note.] End",
    "a ((term)) b (((x, y))) c indexterm:[z] d indexterm2:[e]": "a term b c d e",
    "[[here]]text anchor:there[]more": "text more",
    "linkgit:git-log[1] says": "git-log[1] says",
    "(paren) ((a) b": "(paren) ((a) b",
  });
  assert.deepEqual(findMarkup("[[here]]text anchor:there[]").anchors.map(({ name }) => name), ["here", "there"]);
});

test("entities and names of signs keep the words beside them apart", () => {
  table({
    "AT&amp;T a&nbsp;b caf&eacute;": "AT&T a&b caf&eacute;",
    "a{nbsp}b {plus} x{empty}y": "a{b xy",
  });
});

test("the values of attributes stand beside the text once, and names without a value stay", () => {
  const text =
    "= T\n:version: 4.5 beta\n:url: https://u.org\n\nGet {version} or {version} at {url}[the site], {unknown}.\n";
  const { properties } = findMarkup(text);
  assert.deepEqual(properties.asides, ["4.5 beta"]);
  assert.equal(seen(text), "T Get or at the site, {unknown}.");
  assert.equal(blocks(text)[1], "0 paragraph: Get 4.5 beta or 4.5 beta at the site, {unknown}.");
});

test("attributes hold from their entry on, in the body too", () => {
  assert.equal(seen("{a}\n\n:a: x\n\n{a}b\n\n:!a:\n\n{a}\n"), "{a} b {a}");
});

test("a title of the old form brings the old signs", () => {
  const old = "Title\n=====\n\n'em' +mono+ `*lit*` ``quote'' *b* ++x++y\n";
  assert.equal(seen(old), "Title em mono *lit* quote b xy");
  assert.equal(seen("= Title\n\n'em' `*b*`\n"), "Title 'em' b");
});

test("a plus at the end of a line is no text", () => {
  assert.equal(seen("a +\nb + c\n"), "a b + c");
});

test("values that come too often stay names, and ra says so", () => {
  const text = `:a: ${"x".repeat(4000)}\n\n${"{a} ".repeat(2000)}\n`;
  const { warnings } = findMarkup(text);
  assert.match(warnings[0]!.message, /^the values of attributes are too long \(\d+ times\)$/);
  assert.match(seen(text), /\{a\} \{a\}/);
});

test("an attribute may be set within a text", () => {
  assert.equal(seen("a{set:b:c} b\n\n{b} {counter:n}\n"), "a b");
});
