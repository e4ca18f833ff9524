// Tests what of the markup counts when the texts of two copies are compared.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isSamePassage } from "../../src/search/retrieval/same_passage.ts";

/** Whether two texts are the same whose markup, as the core finds it, is spaces. */
function isSame(one: string, other: string, paths: readonly [string, string] = ["a.md", "a.md"]): boolean {
  const encode = (text: string): readonly Uint8Array[] => [new TextEncoder().encode(text)];
  const visible = (text: string): string =>
    text.replace(/\]\([^)]*\)|\]: \S+|[*_~`[\]()#>|-]|<[^>]*>|(?<=\[)[ xX](?=\])/g, " ").replace(/ x /g, " ");
  const own = (text: string, path: string) => ({ path, bytes: encode(text), visible: encode(visible(text)) });
  return isSamePassage(own(one, paths[0]), own(other, paths[1]));
}

const EQUAL: readonly (readonly [string, string])[] = [
  ["some *words* here\nand there", "some   _words_\nhere and there"],
  ["- one\n- two", "* one\n\n* two"],
  ["- [x] one", "* [X] one"],
  ["1. one\n\n       more of it", "1. one\n\n   more of it"],
  ["- one\n  - [a](b.md)", "- one\n    - [a](b.md)"],
  ["```py\nif a:\n    b()\n```", "~~~ py\nif a:\n    b()   \n~~~"],
  ["- text\n\n  ```\n  if a:\n    b()\n  ```", "text\n\n```\nif a:\n  b()\n```"],
  ["text\n\n    if a:\n      b()\n\nmore", "text\n\n      if a:\n        b()\n\nmore"],
  ["a\r\nb", "a\nb"],
];
const DIFFERENT: readonly (readonly [string, string])[] = [
  ["- [x] one", "- [ ] one"],
  ["1. [ ] one\n2. [x] two", "1. [x] one\n2. [ ] two"],
  ["~~no~~ yes", "no ~~yes~~"],
  ["~~no~~ yes", "no yes"],
  ["<del>no</del> yes", "no yes"],
  ["see [this](a.zip)", "see [this](b.zip)"],
  ["see ![this](a.png)", "see ![this](b.png)"],
  ["see [this][x]\n\n[x]: https://a.org", "see [this][x]\n\n[x]: https://b.org"],
  ['see <a href="a.html">this</a>', 'see <a href="b.html">this</a>'],
  ["```py\nif a:\n    b()\n    c()\n```", "```py\nif a:\n    b()\nc()\n```"],
  ["```\na  b\n```", "```\na b\n```"],
  ["> ```\n> a\n>   b\n> ```", "> ```\n> a\n> b\n> ```"],
  ["text\n\n    if a:\n      b()\n\nmore", "text\n\n    if a:\n    b()\n\nmore"],
];

test("white space and markup do not tell texts apart", () => {
  for (const [one, other] of EQUAL) assert.equal(isSame(one, other), true, `${one} | ${other}`);
});

test("tasks, links, what is struck out and the lines of code do", () => {
  for (const [one, other] of DIFFERENT) assert.equal(isSame(one, other), false, `${one} | ${other}`);
});

test("a relative link leads to the same file from another folder, or is written alike", () => {
  assert.equal(isSame("[a](../b.md)", "[a](../../b.md)", ["x/a.md", "x/y/a.md"]), true);
  assert.equal(isSame("[a](b.md) now", "[a](b.md)  now", ["v1/a.md", "v2/a.md"]), true);
  assert.equal(isSame("[a](../b.md)", "[a](../c.md)", ["x/a.md", "x/y/a.md"]), false);
});

test("in a file of code, the indentation of each line counts", () => {
  const paths = ["a.py", "b.py"] as const;
  assert.equal(isSame("if a:\n  b()\n  c()\n", "if a:\n  b()\nc()\n", paths), false);
  assert.equal(isSame("  if a:\n    b()\n", "if a:\n  b()", paths), true);
});

test("the comparison ends soon for long texts of signs", () => {
  const own = (text: string) => ({ path: "a.md", bytes: [new TextEncoder().encode(text)], visible: [] });
  for (
    const sign of ["~~a", "](", "](<)", "<del", "- [x", "> ", "```\n", "1. ", "href=", "[a", "[a]: b\n", "    a\n"]
  ) {
    assert.equal(isSamePassage(own(sign.repeat(100_000)), own(`${sign.repeat(100_000)} `)), true, sign);
  }
});
