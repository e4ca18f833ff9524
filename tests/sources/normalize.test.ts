import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { normalize } from "../../src/sources/text/normalize.ts";

test("line ends, composed letters, ligatures and invisible signs become plain", () => {
  assert.equal(
    normalize("\ufeffo\ufb03ce\r\nCafe\u0301\rsoft\u00adhyphen\u200b  \n\n\n\nend\u0007"),
    "office\nCafé\nsofthyphen\n\nend\n",
  );
});

test("a word that a line of a page cuts is joined, and no other hyphen goes", () => {
  const text = "The exam-\nple works. A well-\nKnown name, x-\ny, 10-\ntwelve.\n```\nfoo-\nbar\n```\n";
  assert.equal(
    normalize(text, true),
    "The example\nworks. A well-\nKnown name, x-\ny, 10-\ntwelve.\n```\nfoo-\nbar\n```\n",
  );
  assert.equal(normalize("exam-\nple\n"), "exam-\nple\n");
});

test("a word that many lines cut is joined up to a bound, and letters of two units count", () => {
  assert.equal(normalize("ex-\nam-\nple, so\n", true), "example,\nso\n");
  assert.equal(normalize("\u{1d41a}\u{1d41b}-\nple\n", true), "\u{1d41a}\u{1d41b}ple\n");
  const long = normalize(`${"bb-\n".repeat(200)}bb\n`, true);
  assert.ok(long.split("\n").every((line) => line.length < 200), long);
  assert.equal(normalize(long, true), long);
});

test("a second time changes nothing", () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom("Header 1", "Header 2", "cut-", "word", "```", "| a |", ""),
  );
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 60 }),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      (lines, end, isPage) => {
        const once = normalize(lines.join(end), isPage);
        assert.equal(normalize(once, isPage), once);
      },
    ),
    { numRuns: 500 },
  );
});
