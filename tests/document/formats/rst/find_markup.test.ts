// What a reader of the page sees of reStructuredText, and what it does not. Most texts are from Flask and Django.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { shownText } from "../../../../src/document/formats/shown_text.ts";
import { findMarkup } from "../../../../src/document/formats/rst/find_markup.ts";

/** The visible words, with one space between them. */
function words(text: string): string {
  return shownText(findMarkup(text), { start: 0, end: text.length }).replace(/\s+/g, " ").trim();
}

/** `level title line`, and the last line of what ends before the next heading. */
function headings(text: string): readonly string[] {
  const lineAt = (offset: number): number => text.slice(0, offset).split("\n").length;
  return findMarkup(text).headings.map(({ level, text: title, lineStart, end }) =>
    `${level} ${title} ${lineAt(lineStart)}${end === undefined ? "" : `-${lineAt(end - 1)}`}`
  );
}

/** `kind text`, indented by depth. */
function blocks(text: string, isPart = false): readonly string[] {
  const markup = findMarkup(text, isPart);
  return markup.blocks.map(({ kind, depth, cells, language, ...range }) => {
    const shown = cells === undefined
      ? shownText(markup, range).replace(/\s+/g, " ").trim()
      : cells.map((cell) => cell.map((each) => shownText(markup, each).trim()).join(" ")).join(" | ").replace(
        "  ",
        " ",
      );
    return `${"  ".repeat(depth)}${kind}${language === undefined ? "" : ` (${language})`} ${shown}`.trimEnd();
  });
}

test("sections are found by their adornment, whose levels are in the order of their coming", () => {
  assert.deepEqual(
    headings(
      "=====\nGuide\n=====\n\nx\n\nOne\n===\n\nTwo\n---\n\nx\n\nThree ``x``\n^^^^^^^^^^^\n\nFour\n====\n\n----\n\nx\n",
    ),
    ["1 Guide 1", "2 One 7", "3 Two 10", "4 Three x 15", "2 Four 18"],
  );
  assert.deepEqual(headings("Title\n=====\n\nno\n==\n\nfour\n====\n\nlonger title\n----\n"), [
    "1 Title 1",
    "1 no 4",
    "1 four 7",
    "2 longer title 10",
  ]);
  // What is too short, ends nowhere or has two different lines is text.
  assert.deepEqual(headings("abcd\n===\n\n===\nab\n---\n\n=====\nText\n\n* item\n  ----\n"), []);
  assert.deepEqual(headings("日本\n====\n\n日本\n---\n"), ["1 日本 1"]);
  assert.deepEqual(headings("A\r\n===\r\n\r\ntext\r\n"), ["1 A 1"]);
});

test("titles say what the page shows of roles", () => {
  assert.deepEqual(headings("Call :func:`~django.shortcuts.render`\n=====================================\n"), [
    "1 Call render() 1",
  ]);
  assert.deepEqual(headings(":cve:`2025-27556`: *x*\n----------------------\n"), ["1 CVE 2025-27556: x 1"]);
});

test("emphasis, literals and escapes lose their signs where docutils reads them", () => {
  assert.equal(words("*a* **b** ``c * d`` \\*e\\* f*g* 2*3*4 (*h*) '*'"), "a b c * d *e* f*g* 2*3*4 (h) '*'");
  assert.equal(words("H\\ :sub:`2`\\ O and *un*\\ important \\\\ x"), "H2O and unimportant \\ x");
  assert.equal(words("``a\\b`` and `title` and *a\nb*"), "a\\b and title and a b");
  assert.equal(words("a * b and ** c and ` d and | e"), "a * b and ** c and ` d and | e");
});

test("roles show their text as Sphinx does", () => {
  assert.equal(words(":py:class:`~a.b.C` :meth:`.run` :func:`!f` :data:`g`"), "C run f g");
  assert.equal(words(":doc:`the tutorial </intro>` and :ref:`x <y>`, :doc:`/intro`"), "the tutorial and x, /intro");
  assert.equal(words(":file:`/usr/{name}` `a`:sup: :kbd:`<b>` :pr:`5730`"), "/usr/name a <b> 5730");
  assert.equal(words(":ref:`a\n<b>` and x:y:`z` and :no:role"), "a and x:y:z and :no:role");
});

test("references, targets and footnotes lose their signs, and lead somewhere", () => {
  const text =
    "See `the page <https://a.b/c>`_, Python_, `Set up`_, other_name and anon__. [1]_ [#n]_ https://d.e/f.\n\n" +
    ".. _Python: https://python.org/\n   long\n.. _label:\n__ https://anon.org\n.. [1] One\n.. [#n] Two\n\nSet up\n======\n";
  assert.equal(
    words(text),
    "See the page, Python, Set up, other_name and anon. [1] https://d.e/f. [1] One Two Set up",
  );
  const { links, anchors, headings: found } = findMarkup(text);
  assert.deepEqual(links.map(({ destination }) => destination), [
    "https://a.b/c",
    "https://python.org/long",
    "#set-up",
    "https://anon.org",
    "https://d.e/f",
  ]);
  assert.deepEqual(anchors.map(({ name }) => name), ["label", "1", "n"]);
  assert.equal(found.length, 1);
  const labelled = findMarkup("x\n\n.. _a:\n.. _b:\n\nT\n=\n\ny\n");
  assert.deepEqual(labelled.anchors, ["a", "b"].map((name) => ({ name, at: labelled.headings[0]!.bodyStart })));
});

test("comments and directives that show nothing are hidden", () => {
  assert.equal(
    words(".. a comment\n   goes on\n\n..\n\n   quote\n\n.. index:: x\n.. currentmodule:: a\n.. highlight:: c\n"),
    "quote",
  );
  assert.equal(
    words("Title\n=====\n\n:author: Me\n:Version: 1\n\nText :x: y\n\n:f: body\n"),
    "Title Text :x: y f body",
  );
  assert.deepEqual(findMarkup("Title\n=====\n\n:Author: Me\n:orphan:\n").properties.metadata, { author: ["Me"] });
});

test("directives keep their text and lose their names and options", () => {
  assert.equal(words(".. note:: One\n   two\n\n   Three\n"), "note One two Three");
  assert.equal(words(".. admonition:: A *title*\n   :class: x\n\n   Text\n"), "A title Text");
  assert.equal(words(".. versionadded:: 2.0\n   The ``x``\n   y\n\n   More\n"), "2.0 The x y More");
  assert.equal(words(".. image:: a.png\n   :alt: A picture\n   :width: 3\n"), "A picture");
  assert.equal(words(".. figure:: a.png\n   :alt: Alt\n\n   Caption\n\n   Legend\n"), "Alt Caption Legend");
  assert.equal(words(".. toctree::\n   :maxdepth: 2\n   :caption: Parts\n\n   a\n   Second <b>\n"), "Parts Second");
  assert.equal(
    words(".. only:: html\n\n   A\n\n.. raw:: html\n\n   <b>B</b>\n\n.. container:: x\n\n   C\n"),
    "A <b>B</b> C",
  );
  assert.equal(
    words(
      ".. tabs::\n\n   .. group-tab:: Linux\n\n      .. code-block:: bash\n         :linenos:\n\n         $ ls *\n",
    ),
    "Linux $ ls *",
  );
  assert.equal(words(".. rubric:: *Small*\n.. unknown:: arg\n.. unknown:: Title\n\n   Text\n"), "Small Title Text");
  assert.equal(
    words(".. glossary::\n\n   term one\n   term two : key\n      Means *this*.\n"),
    "term one term two Means this.",
  );
  assert.equal(words(".. |x| replace:: an *x*\n\nA |x|."), "an x A x.");
  // Text that docutils takes as an error stays.
  assert.equal(words(".. |x| image:: y.png\n\n   A\n\n.. rubric:: B\n\n   C\n"), "A B C");
  assert.equal(words(".. code-block::\n   x = 1\n"), "x = 1");
});

test("code keeps its signs", () => {
  assert.equal(
    words("Say::\n\n    *a* :b:`c`\n\nthen ::\n\n> *q*\n\n::\n\n  d_\n\nend"),
    "Say: *a* :b:`c` then > *q* d_ end",
  );
  assert.deepEqual(blocks(">>> f(*a)\n1\n\nx::\n\n  y\n\n    z\n\nw\n"), [
    "code (pycon) >>> f(*a) 1",
    "paragraph x:",
    "code y z",
    "paragraph w",
  ]);
  assert.deepEqual(blocks(".. sourcecode:: python\n    :caption: Cap\n\n    a = b\n"), [
    "paragraph Cap",
    "code (python) a = b",
  ]);
});

test("lists, definitions, fields, options, quotes and verse are blocks of their own", () => {
  const text =
    "- a\n\n  b\n- c\n\n1. d\n2. e\n\n#. f\n\nA. g is no list\nhere\n\nterm\n  means\n\n:param x: y\n\n-v, --verbose  Say more\n\n" +
    "text\n\n   quote\n\n| one\n| two\n";
  assert.deepEqual(blocks(text), [
    ..."item|  paragraph a|  paragraph b|item|  paragraph c|item|  paragraph d|item|  paragraph e|item|  paragraph f"
      .split("|"),
    ..."paragraph A. g is no list here|term term|definition|  paragraph means|term param x|definition|  paragraph y"
      .split("|"),
    ..."term -v, --verbose|definition|  paragraph Say more|paragraph text|quote|  paragraph quote|line one|line two"
      .split("|"),
  ]);
});

test("tables lose their borders, and each cell is read for itself", () => {
  assert.deepEqual(
    blocks(
      "+-----+------+\n| *a* | b    |\n|     | c    |\n+=====+======+\n| d   | - e  |\n+-----+ - f  |\n| g_  |      |\n+-----+------+\n",
    ),
    ["row a | b c", "row d | e f", "row g_"],
  );
  assert.deepEqual(
    blocks("===== =====\nA     *B*\n===== =====\none   two\n      three\n\\     four five six\n===== =====\n"),
    ["row A | B", "row one | two three", "row  | four five six"],
  );
  assert.deepEqual(blocks("=== ===\na   b\nc   d\n=== ===\n\nx\n"), ["row a | b", "row c | d", "paragraph x"]);
  assert.deepEqual(
    blocks('.. csv-table:: Title\n   :header: "H, 1", two\n\n   "a ""b""", *c*\n'),
    ["paragraph Title", "row H, 1 | two", 'row a ""b"" | c'],
  );
  assert.equal(words(".. list-table:: T\n   :header-rows: 1\n\n   * - a\n     - b\n   * - c\n     - d\n"), "T a b c d");
});

test("cells end where a border crosses any of their columns, and short lines have no cells after their end", () => {
  assert.deepEqual(blocks("+-+-+-+\n|a|b|c|\n| +-+-+\n| |d  |\n+-+-+-+\n|e|f|g|\n+-+-+-+\n"), [
    "row a | b | c",
    "row d",
    "row e | f | g",
  ]);
  assert.deepEqual(blocks("== == ==\na  b  c\n== == ==\nd\ne  f\n      g\n== == ==\n"), [
    "row a | b | c",
    "row d",
    "row e | f | g",
  ]);
});

test("what a program describes is a section with its full name, which ends with its block", () => {
  const text =
    "API\n===\n\n.. module:: flask\n\n.. class:: Config(root)\n\n   A dict.\n\n   .. method:: from_file(path)\n               other(path)\n      :async:\n\n      Reads.\n\nAfter.\n\n" +
    ".. py:function:: json.loads(s)\n.. envvar:: FLASK_DEBUG\n\n.. setting:: DEBUG\n\n``DEBUG``\n---------\n\n.. django-admin-option:: --noreload, -n FILE\n\n   x\n";
  assert.deepEqual(headings(text), [
    "1 API 1",
    "2 flask.Config 6-14",
    "3 flask.Config.from_file 10-14",
    "2 flask.json.loads 18-18",
    "2 FLASK_DEBUG 19-19",
    "2 DEBUG 23",
    "3 --noreload, -n 26-28",
  ]);
  assert.equal(
    words(text),
    "API Config(root) A dict. from_file(path) other(path) Reads. After. json.loads(s) FLASK_DEBUG DEBUG --noreload, -n FILE x",
  );
  const { anchors } = findMarkup(text);
  assert.deepEqual(anchors.map(({ name }) => name), [
    "module-flask",
    "flask.Config.other",
    "DEBUG",
    "--noreload",
    "-n",
  ]);
});

test("what autodoc describes is a section that says that its text is not there", () => {
  const text =
    "API\n===\n\n.. currentmodule:: flask\n\n.. autoclass:: Flask\n   :members:\n\n.. automethod:: Flask.run\n\nText\n";
  assert.deepEqual(headings(text), ["1 API 1", "2 flask.Flask 6-7", "2 flask.Flask.run 9-9"]);
  assert.equal(words(text), "API autoclass:: Flask automethod:: Flask.run Text");
});

test("a class of CSS is no object", () => {
  assert.deepEqual(headings(".. class:: special\n\nText\n\n.. class:: Special\n"), ["1 Special 5-5"]);
});

test("includes are noted with their lines, and other files stay out", () => {
  const { includes } = findMarkup(
    ".. include:: ../a.rst\n   :start-after: x\n\n.. literalinclude:: /b.py\n   :lines: 1-3, 7\n\n.. include:: <isonum.txt>\n",
  );
  assert.deepEqual(
    includes.map(({ include: { path, from, part }, isPlain }) => [path, from, isPlain, JSON.stringify(part)]),
    [
      ["../a.rst", "file", false, '{"after":"x"}'],
      ["b.py", "above", true, '{"lines":[{"first":1,"last":3},{"first":7,"last":7}]}'],
    ],
  );
});

test("a part that was cut out of a document is read from its own margin on", () => {
  assert.deepEqual(blocks("    Text of a *method*.\n\n    - one\n", true), [
    "paragraph Text of a method.",
    "item",
    "  paragraph one",
  ]);
  assert.deepEqual(blocks("run(host)\n   :async:\n\n   Runs.\n", true), ["paragraph run(host)", "paragraph Runs."]);
});

const PIECES = [
  "a",
  " ",
  "  ",
  "   ",
  "\n",
  "\n\n",
  "*",
  "**",
  "`",
  "``",
  "|",
  "_",
  "__",
  ":",
  "::",
  "..",
  ".. ",
  "-",
  "- ",
  "+",
  "=",
  "====",
  "==== ====",
  "+--+--+",
  "| a |b |",
  "1. ",
  "x::",
  ".. note:: ",
  ".. code::",
  ":a: b",
  ".. |x| image:: y",
  ".. _t:",
  ".. [1] ",
  "\\",
  "<b>",
  "é",
  "\t",
  "\r\n",
  ">>> ",
  "http://a.b",
  ".. class:: A",
  ".. csv-table::",
  ".. cpp:function:: ",
  ".. c:namespace-push:: ",
  ".. rst:directive:: ",
  "template<",
  "operator",
  '"',
  ",",
];

test("whatever a text holds, its places are sound, and no word is in no block", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }), (parts) => {
      const text = parts.join("");
      for (const isPart of [false, true]) {
        const markup = findMarkup(text, isPart);
        let last = 0;
        markup.hidden.forEach((at, index) => {
          assert.ok(at >= last && at <= text.length && (index % 2 === 0 || at > last));
          last = at;
        });
        let before = 0;
        for (const { lineStart, bodyStart, end = text.length } of markup.headings) {
          assert.ok(before <= lineStart && lineStart < bodyStart && bodyStart <= end && end <= text.length);
          before = bodyStart;
        }
        for (const { start, end } of [...markup.blocks, ...markup.marks, ...markup.links]) {
          assert.ok(start >= 0 && start <= end && end <= text.length);
        }
        const covered = new Uint8Array(text.length);
        for (const { start, end } of markup.blocks) covered.fill(1, start, end);
        for (let pair = 0; pair < markup.hidden.length; pair += 2) {
          covered.fill(1, markup.hidden[pair], markup.hidden[pair + 1]);
        }
        for (const { index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
          assert.equal(covered[index], 1, `${JSON.stringify(text)} ${index}`);
        }
      }
    }),
    { numRuns: 3000 },
  );
});

test("a megabyte of one sign takes no longer than a megabyte of text, and nothing is nested without end", () => {
  for (
    const sign of [
      "*a ",
      "`a ",
      "_`a` ",
      "- a\n ",
      "=\n",
      "a\n=\n",
      ":a: b\n",
      "-a  b\n",
      "+-+-+\n| a |\n",
      "== ==\na b\n",
      "- ",
      "> ",
      ".. a::\n   ",
    ]
  ) {
    assert.deepEqual(
      findMarkup(sign.repeat(300_000 / sign.length)).warnings.map(({ code }) => code).filter((code) =>
        code !== "markup-syntax"
      ),
      [],
    );
  }
  const deep = Array.from({ length: 500 }, (_, depth) => `${" ".repeat(2 * depth)}- a\n\n`).join("");
  const { warnings, blocks: found } = findMarkup(deep);
  assert.deepEqual(warnings.map(({ code }) => code), ["markup-syntax"]);
  assert.ok(found.every(({ depth }) => depth <= 42));
});
