// Tests which lines of a plain text are headings, and which are not.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { NO_OCR, type Reading } from "../../../../src/document/formats/format.ts";
import { shownText } from "../../../../src/document/formats/shown_text.ts";
import { findMarkup } from "../../../../src/document/formats/text/find_markup.ts";
import { reader } from "../../../../src/document/formats/text/read_text.ts";
import { parseText, shape } from "../../parse_text.ts";

const titles = (text: string): readonly string[] =>
  findMarkup(text).headings.map(({ level, text: title }) => `${level} ${title}`);

/** The lines that the index knows. */
function shown(text: string): readonly string[] {
  const found = findMarkup(text);
  return shownText(found, { start: found.textStart, end: text.length }).split("\n").map((line) => line.trim()).filter((
    line,
  ) => line !== "");
}

test("underlined lines are headings, and the order of their signs tells the levels", () => {
  const text =
    "Title\n=====\n\nText.\n\nFirst part\n----------\n\nText.\n\nBelow it\n~~~~~~~~\nText.\n\nSecond part\n-----------\nEnd.\n";
  assert.deepEqual(titles(text), ["1 Title", "2 First part", "3 Below it", "2 Second part"]);
  assert.deepEqual(shown(text), ["Title", "Text.", "First part", "Text.", "Below it", "Text.", "Second part", "End."]);
  assert.deepEqual(titles("#######\nBox one\n#######\n\nText.\n\nPart\n****\n\nText.\n"), ["1 Box one", "2 Part"]);
  assert.deepEqual(titles("\n   A title in the middle\n   =====================\n\nText.\n"), [
    "1 A title in the middle",
  ]);
  assert.deepEqual(titles(`Across the page\n${"-".repeat(72)}\n\nText.\n`), ["1 Across the page"]);
  // Where the first heading is not the only one of its level, the name of the file is the title.
  assert.deepEqual(titles("Usage\n-----\nText.\n\nBugs\n----\nText.\n"), ["2 Usage", "2 Bugs"]);
});

test("tables, boxes of comments, code and long sentences above a line are not headings", () => {
  for (
    const text of [
      "Name      Value\n---------------\nfoo       1\n",
      "a | b\n-----\n1 | 2\n",
      "Text before.\nTitle\n=====\n",
      "Title\n==============\nText.\n",
      "A\n=\n",
      "##########\n# Server #\n##########\nx = 1\n",
      "# Options\n#########\nx = 1\n",
      "---------------\n$ git log --all\n---------------\n",
      "    indented\n    ========\n",
      "Text.\n\n    code\n    ====\n",
      "======\n======\n",
      "---\ntitle: no\n---\nText.\n",
      "Please read the other file for more of this.\n============================================\n",
      "-----BEGIN KEY-----\n-------------------\n",
    ]
  ) assert.deepEqual(titles(text), text.startsWith("    ind") ? ["1 indented"] : [], text);
});

const RFC = `


Network Working Group                                           A. Writer
Request for Comments: 1                                          May 2000

                  The Protocol of Small Examples

Status of this Memo

   This memo is an example.

Table of Contents

   1.  Introduction . . . . . . . . . . . . . . . . . . . . . . . . .  1
   2.  Messages . . . . . . . . . . . . . . . . . . . . . . . . . . .  2
     2.1.  Requests . . . . . . . . . . . . . . . . . . . . . . . . .  2

1.  Introduction

   It has steps:

   1.  Say hello.

   2.  Wait for an

Writer                       Informational                      [Page 1]
\f
RFC 1                       Small Examples                      May 2000


       answer.

2.  Messages

2.1.  Requests that have a name which is so long that it goes on in the
      next line

   Text of requests.

Writer                       Informational                      [Page 2]
\f
RFC 1                       Small Examples                      May 2000

Appendix A.  Old Names

   Text of the appendix.

A.1.  Older Names

   More text.

Author's Address

   A. Writer
`;

test("the numbered headings of an RFC run on, and its pages and contents make none", () => {
  assert.deepEqual(titles(RFC), [
    "1 The Protocol of Small Examples",
    "2 Status of this Memo",
    "2 Table of Contents",
    "2 1. Introduction",
    "2 2. Messages",
    "3 2.1. Requests that have a name which is so long that it goes on in the next line",
    "2 Appendix A. Old Names",
    "3 A.1. Older Names",
    "2 Author's Address",
  ]);
  assert.equal(shown(RFC).some((line) => line.includes("[Page") || line.startsWith("RFC 1 ")), false);
  assert.deepEqual(titles(RFC.replaceAll("\n", "\r\n")), titles(RFC));
  const { document } = parseText(RFC, { path: "rfc1.txt" });
  assert.equal(document.title, "The Protocol of Small Examples");
  const requests = document.chunks.find(({ title }) => title.startsWith("2.1."))!;
  assert.equal(
    requests.id,
    "docs:rfc1.txt#21-requests-that-have-a-name-which-is-so-long-that-it-goes-on-in-the-next-line",
  );
  assert.match(requests.breadcrumb, /^The Protocol of Small Examples › 2\. Messages › 2\.1\. Requests/);
});

test("numbered headings of manuals have text between them, and may stand below a line or a title", () => {
  const body = "\n\nSome text at the margin that says more.\n\n";
  assert.deepEqual(titles(["1. Start", "1.1 Tools", "2) Use", "3. End"].join(body) + body), [
    "2 1. Start",
    "3 1.1 Tools",
    "2 2) Use",
    "2 3. End",
  ]);
  const line = "=".repeat(78);
  const help =
    `${line}\n1. Start\t\t*start* *begin*\n\nText.\n\n${line}\n2. Use\t\t*use*\n\nText.\n\n${line}\n3. End\t\t*end*\n\nText.\n`;
  assert.deepEqual(titles(help), ["2 1. Start", "2 2. Use", "2 3. End"]);
  assert.deepEqual(findMarkup(help).anchors.map(({ name }) => name), ["start", "begin", "use", "end"]);
  const mixed = `Manual\n======\n\n1. Start\n--------${body}1.1. Tools${body}1.2. More${body}2. Use\n------${body}`;
  assert.deepEqual(titles(mixed), ["1 Manual", "2 1. Start", "3 1.1. Tools", "3 1.2. More", "2 2. Use"]);
  const terms =
    "  0. Definitions.\n\n  Text of it\ngoes on.\n\n  1. Source Code.\n\n  Text of it\ngoes on.\n\n  2. Basic Permissions.\n\n  Text.\n";
  assert.deepEqual(titles(terms), ["2 0. Definitions.", "2 1. Source Code.", "2 2. Basic Permissions."]);
});

test("lists, logs, tables of figures and lists of versions are not headings", () => {
  const step = "\n\n    cp a b\n\n";
  for (
    const text of [
      "1. Apples\n\n2. Pears\n\n3. Plums\n\nText.\n",
      `To do this:\n\n${
        ["1. Fetch it", "2. Build it", "3. Run it"].join(step)
      }${step}Then all is well, and it is there.\n`,
      "1. Do this first.\n\nText.\n\n2. Do that next.\n\nText.\n\n3. Go home then.\n\nText.\n",
      "1. Apples\n\nRed.\n\n2. Pears\n\nGreen.\n\n3. Plums\n\nBlue.\n\n1. Cats\n\nGrey.\n\n2. Dogs\n\nBrown.\n\n1. Cows\n\nX.\n",
      "2.1.0  Bugs\n\nText.\n\n2.0.0  Names\n\nText.\n\n1.9.0  More\n\nText.\n",
      "2020.01.01 Start\n\nText.\n\n2020.01.02 More\n\nText.\n\n2020.01.03 End\n\nText.\n",
      "1   Alpha   3.1\n\n2   Beta   4.1\n\n3   Gamma   5.9\n\n",
      "12:00:01 Started\n12:00:02 Stopped\n",
      "3. Third\n\nText.\n\n4. Fourth\n\nText.\n\n5. Fifth\n\nText.\n",
      "a==1.0\nb>=2\n-r other.txt\n",
      "User-agent: *\nDisallow: /a\n\nUser-agent: b\nDisallow: /\n",
    ]
  ) assert.deepEqual(titles(text), [], text);
});

test("lines of capitals are headings where there are three with text below each", () => {
  const text = "THE TOOL\n\nIt does things.\n\nINSTALLATION\n\nCopy it.\n\nBUGS AND LIMITS\n\n  None of them.\n";
  assert.deepEqual(titles(text), ["2 THE TOOL", "2 INSTALLATION", "2 BUGS AND LIMITS"]);
  assert.deepEqual(titles(text.replace("BUGS AND LIMITS", "Bugs")), []);
  assert.deepEqual(titles("APPLES\n\nPEARS\n\nPLUMS\n\nAll of them.\n"), []);
});

test("source code has no headings, and nor has what a page cuts out of a list", () => {
  const text = "Title\n=====\n\nText.\n";
  const headings = (path: string) => {
    const { outline } = reader.read(new TextEncoder().encode(text), path, NO_OCR) as Reading;
    return outline.by === "format" ? outline.headings.length : -1;
  };
  assert.deepEqual(["a.txt", "README", "a.log", "a.py", "CMakeLists.txt", "Makefile"].map(headings), [
    1,
    1,
    1,
    0,
    0,
    0,
  ]);
});

test("a section cut out of a text shows the headings in it", () => {
  const part = "Text.\n\n2.1. Requests\n\nText.\n\n2.2. Answers\n\nText.\n";
  assert.deepEqual(titles(part), []);
  assert.deepEqual(findMarkup(part, true).headings.map(({ text }) => text), ["2.1. Requests", "2.2. Answers"]);
});

test("a text without headings is one chunk, whatever else it holds", () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const line = fc.oneof(
    fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(" ")),
    fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => `- ${words.join(" ")}`),
    fc.tuple(fc.nat(99), word).map(([number, text]) => `${number}. ${text}.`),
    fc.tuple(fc.nat(3000), word).map(([number, text]) => `${number}  ${text}   ${number}`),
    fc.constant(""),
  );
  fc.assert(fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
    const text = lines.join("\n");
    const parsed = parseText(text, { path: "a.txt" });
    assert.deepEqual(shape(parsed), text.trim() === "" ? [] : ["0 docs:a.txt"]);
    assert.deepEqual([...parsed.document.hidden!], []);
  }));
});

/** Headings with numbers that run on, each with text below it. */
const outlines = fc.array(fc.constantFrom("below", "beside", "above"), { minLength: 2, maxLength: 12 }).map((steps) => {
  const numbers: number[][] = [[1]];
  for (const step of steps) {
    const last = numbers.at(-1)!;
    if (step === "below" && last.length < 5) numbers.push([...last, 1]);
    else {
      const above = step === "above" && last.length > 1 ? last.slice(0, -1) : last;
      numbers.push([...above.slice(0, -1), above.at(-1)! + 1]);
    }
  }
  return numbers;
});

test("all headings whose numbers run on are found, whatever text is between them", () => {
  const body = fc.array(fc.stringMatching(/^[a-z][a-z ]{0,20}[a-z]$/), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(outlines, body, fc.constantFrom("\n", "\r\n"), fc.boolean(), (numbers, lines, end, isDotted) => {
      const heads = numbers.map((number) =>
        `${number.join(".")}${isDotted || number.length === 1 ? "." : ""} Part ${number.join("-")}`
      );
      const text = heads.map((head) => [head, "", ...lines, "", ""].join(end)).join("");
      assert.deepEqual(titles(text), heads.map((head, at) => `${Math.min(6, numbers[at]!.length + 1)} ${head}`));
    }),
  );
});

test("any text gives headings within it, in order, and the same ones again", () => {
  const piece = fc.constantFrom(
    "Title",
    "1. A",
    "1.1. B",
    "2. C",
    "====",
    "-----",
    "\f",
    "[Page 1]",
    "x ".repeat(30),
    "\t",
    "é",
    "…",
    "CAPS ON",
    "Appendix A",
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(piece, fc.constantFrom("\n", "\n\n", "\r\n", "  ", "\n\n\n")), { maxLength: 40 }),
      (pieces) => {
        const text = pieces.flat().join("");
        const { headings, hidden, blocks } = findMarkup(text);
        let last = -1;
        for (const { lineStart, bodyStart, level } of headings) {
          assert.ok(lineStart > last && bodyStart > lineStart && bodyStart <= text.length && level >= 1 && level <= 6);
          assert.ok(lineStart === 0 || text[lineStart - 1] === "\n");
          last = bodyStart - 1;
        }
        hidden.forEach((at, place) => assert.ok(at <= text.length && (place === 0 || at >= hidden[place - 1]!)));
        blocks.forEach(({ start, end }) => assert.ok(start <= end && end <= text.length));
        const { document: { chunks } } = parseText(text, { path: "a.txt" });
        assert.equal(new Set(chunks.map(({ id }) => id)).size, chunks.length);
      },
    ),
  );
});
