// Tests what is found in pages of manuals.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { beginsPage } from "../../../../src/document/formats/man/begins_page.ts";
import { findMarkup } from "../../../../src/document/formats/man/find_markup.ts";
import { reader } from "../../../../src/document/formats/man/read_man.ts";
import { NO_OCR, type Reading } from "../../../../src/document/formats/format.ts";
import { shownText } from "../../../../src/document/formats/shown_text.ts";

function shown(text: string): readonly string[] {
  const found = findMarkup(text);
  return shownText(found, { start: 0, end: text.length }).split("\n").map((line) => line.trim()).filter((line) =>
    line !== ""
  );
}

const headings = (text: string): readonly string[] =>
  findMarkup(text).headings.map(({ level, text: name, bodyStart, end }) =>
    `${level} ${name}: ${JSON.stringify(text.slice(bodyStart, end).split("\n")[0])}${end === undefined ? "" : " ends"}`
  );

const begins = (text: string): boolean => beginsPage(new TextEncoder().encode(text));

test("a page is told by its title line, after comments and definitions", () => {
  assert.ok(begins(".TH A 1\n"));
  assert.ok(begins('\'\\" t\n.\\" x\n\n.Dd $Mdocdate$\n'));
  assert.ok(begins(".de Sp\nany text\n..\n.if n .ds x\n.TH A 1\n"));
  assert.ok(begins(".so man2/open.2\n"));
  for (const text of ["", "notes\n.TH A 1\n", ".TPX\n", ".x\ntext\n.TH A 1\n", "\x7fELF", "'quoted' text\n"]) {
    assert.ok(!begins(text), text);
  }
});

test("requests and comments are hidden, and fonts and escapes show their characters", () => {
  assert.deepEqual(
    shown('.TH A 1\n.SH NAME\na \\- b \\" comment\n.ad l\n\\fBbold\\fP \\(emx\\(lqy\\(rq \\e \\&. c\\ d \\s-1e\\s0\n'),
    [
      "NAME",
      "a - b",
      "bold —x“y” \\ . c d e",
    ],
  );
  assert.deepEqual(shown('.TH A 1\n.BR open (2)\n.BI "int f(char *" s ", ""x"");"\n.B two words\n'), [
    "open(2)",
    'int f(char *s, "x");',
    "two words",
  ]);
  assert.deepEqual(
    shown(
      ".TH A 1\n.de xx\ngone\n..\n.ds yy zz\n\\*(yy\n.ie n a\n.el b\n.if t c\n.if \\nF d\n.ie n \\{\\\n.RS 4\n.\\}\n",
    ),
    [
      "zz",
      "a",
      "d",
    ],
  );
});

test("sections, and tags with a dash in sections of options, are headings", () => {
  const text =
    ".TH A 1\n.SH DESCRIPTION\nd\n.SS Sub\n.TP\n.B \\-a\none\n.TP\n.B \\-b\n.TQ\n.BI \\-\\-bb= x\ntwo\n.IP \\-c 4\nthree\n.TP\nname\nfour\n.PP\nfive\n.SH EXAMPLES\n.TP\n.B \\-z\nno\n";
  assert.deepEqual(headings(text), [
    '2 DESCRIPTION: "d"',
    '3 Sub: ".TP"',
    '4 -a: "one" ends',
    '4 -b, --bb=x: "two" ends',
    '4 -c: "three" ends',
    '2 EXAMPLES: ".TP"',
  ]);
});

test("constants and variables that a list explains are sections, and errors are not", () => {
  const text =
    '.TH A 2\n.SH DESCRIPTION\nd\n.TP\n.B O_SYNC\n.TQ\n.B O_DSYNC\none\n.TP\n.BR O_TMPFILE " (since Linux 3.11)"\ntwo\n.RS\n.TP\n.B \\-1\nthree\n.RE\n.TP\nNULL\nfour\n.SH ENVIRONMENT\n.TP\n.B LD_PRELOAD\nfive\n.SH ERRORS\n.TP\n.B E_BAD\nsix\n';
  assert.deepEqual(headings(text), [
    '2 DESCRIPTION: "d"',
    '3 O_SYNC, O_DSYNC: "one" ends',
    '3 O_TMPFILE (since Linux 3.11): "two" ends',
    '2 ENVIRONMENT: ".TP"',
    '3 LD_PRELOAD: "five"',
    '2 ERRORS: ".TP"',
  ]);
  const mdoc = ".Dd x\n.Dt A 1\n.Sh ENVIRONMENT\n.Bl -tag\n.It Ev LS_COLORS\nColours.\n.El\n";
  assert.deepEqual(headings(mdoc).map((line) => line.split(":")[0]), ["2 ENVIRONMENT", "3 LS_COLORS"]);
});

test("a title has the name as the page writes it, and an alias that of its file", () => {
  assert.equal(findMarkup(".TH XMODMAP 1\n.SH NAME\nXmodmap \\- x\n").properties.title, "Xmodmap(1)");
  assert.equal(findMarkup(".TH OPEN 2\n").properties.title, "open(2)");
  assert.equal(findMarkup(".Dd x\n.Dt SSH 1\n.Sh NAME\n.Nm ssh\n").properties.title, "ssh(1)");
  const alias = reader.read(new TextEncoder().encode(".so man2/open.2\n"), "man2/creat.2", NO_OCR) as Reading;
  assert.equal(alias.properties.title, "creat(2)");
  assert.deepEqual(shown(".so man2/open.2\n"), ["The same page as man2/open.2"]);
  assert.deepEqual(findMarkup(".so man2/open.2\n").links.map(({ destination }) => destination), ["man:open(2)"]);
});

test("references lead to other pages", () => {
  const { links } = findMarkup(".TH A 1\n.BR open (2),\n.IR x y\n.UR https://localhost/\n.UE\n");
  assert.deepEqual(links.map(({ destination }) => destination), ["man:open(2)", "https://localhost/"]);
  assert.deepEqual(findMarkup(".Dd x\n.Dt A 1\n.Xr ls 1 ,\n").links.map(({ destination }) => destination), [
    "man:ls(1)",
  ]);
});

test("tables and code become parts of the page", () => {
  const text = ".TH A 1\n.TS\ntab(:);\nl l.\na:b\n_\nT{\nc\nd\nT}:e\n.TE\n.nf\n  x\n    y\n.fi\n.IP \\(bu 2\nz\n";
  const found = findMarkup(text);
  assert.deepEqual(
    found.blocks.map((block) =>
      block.kind === "row"
        ? block.cells!.map((cell) => cell.map((range) => shownText(found, range)).join("+")).join("|")
        : `${block.kind} ${shownText(found, block).trim()}`
    ),
    ["a|b", "c+d|e", "code x\n    y", "item z"],
  );
});

test("mdoc shows words, and what its macros stand for", () => {
  const text =
    '.Dd x\n.Dt TOOL 1\n.Sh SYNOPSIS\n.Nm tool\n.Op Fl ab Ar file\n.Sh DESCRIPTION\n.Nm\nreads.\n.Bl -tag\n.It Fl a , Fl -all\nAll.\n.It Ev HOME\nHome.\n.El\n.Fn f "int x" y\n.Bl -column\n.It a Ta b\n.El\n';
  assert.deepEqual(headings(text).map((line) => line.split(":")[0]), ["2 SYNOPSIS", "2 DESCRIPTION", "3 -a, --all"]);
  assert.deepEqual(shown(text).slice(0, 9), [
    "SYNOPSIS",
    "tool",
    "[-ab file]",
    "DESCRIPTION",
    "tool",
    "reads.",
    "-a, --all",
    "All.",
    "HOME",
  ]);
  assert.ok(shown(text).includes("f(int x, y)"));
});

test("each definition ends with the first call of its own end", () => {
  assert.deepEqual(shown(".TH A 1\n.de X Y\na\n..\nb\n.Y\nc\n.de Z\nd\n..\ne\n"), ["c", "e"]);
  const open = findMarkup(".TH A 1\n.de X Y\na\n.de Z W\nb\n");
  assert.deepEqual(open.warnings.map(({ message }) => message), ["a definition has no end (2 times)"]);
  assert.deepEqual(shown(".TH A 1\n.de X Y\na\n.de Z W\nb\n"), ["a", "b"]);
});

test("any text gives hidden ranges that ascend", () => {
  const part = fc.constantFrom(
    ...[
      ".SH a\n",
      ".TP\n",
      ".B \\-x\n",
      ".BR a (1)\n",
      "word ",
      "\n",
      ".nf\n",
      ".fi\n",
      ".TS\n",
      "l.\n",
      "T{\n",
      "T}\t",
      ".TE\n",
    ],
    ...[
      "\\fB",
      "\\(em",
      "\\*(xx",
      "\\",
      '"',
      ".de x\n",
      "..\n",
      ".if n \\{\\\n",
      ".\\}\n",
      ".RS\n",
      ".RE\n",
      ".It Fl a\n",
    ],
    ...[
      ".Bl -tag\n",
      ".El\n",
      ".Sh b\n",
      ".Fn f a\n",
      ".Xr a 1\n",
      ".IP \\(bu\n",
      "é",
      ".so x\n",
      ".ie t \\{ a\n",
      ".el b\n",
      "\\\n",
    ],
  );
  for (const first of [".TH A 1\n", ".Dd x\n.Dt A 1\n", ""]) {
    fc.assert(fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const text = first + parts.join("");
      const { hidden, headings: named, blocks } = findMarkup(text);
      for (let at = 0; at < hidden.length; at += 2) {
        assert.ok(
          (hidden[at - 1] ?? 0) <= hidden[at]! && hidden[at]! < hidden[at + 1]! && hidden[at + 1]! <= text.length,
        );
      }
      let before = 0;
      for (const { lineStart, bodyStart, end = text.length } of named) {
        assert.ok(
          before <= lineStart && lineStart < bodyStart && bodyStart <= end && end <= text.length,
          JSON.stringify(text),
        );
        before = bodyStart;
      }
      for (const { start, end } of blocks) assert.ok(start <= end && end <= text.length);
    }));
  }
});
