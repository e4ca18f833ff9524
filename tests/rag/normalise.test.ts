import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { normalise } from "../../src/rag/text/normalise.ts";

test("line ends, composed letters, ligatures and invisible signs become plain", () => {
  assert.equal(
    normalise("\ufeffo\ufb03ce\r\nCafe\u0301\rsoft\u00adhyphen\u200b  \n\n\n\nend\u0007"),
    "office\nCafé\nsofthyphen\n\nend\n",
  );
});

const page = (number: number, ...lines: readonly string[]): string =>
  [`<!-- page ${number} -->`, "", "Manual of Toasters", ...lines, `Page ${number} of 9`, ""].join("\n");

test("what most pages begin and end with goes, and what stands between stays", () => {
  const names = ["", "one", "two", "three", "four", "five"];
  const text = [1, 2, 3, 4, 5].map((number) =>
    page(number, `Text ${names[number]}.`, "Manual of Toasters inside.", `More ${names[number]}.`)
  ).join("\n");
  const clean = normalise(text);
  assert.ok(!/^Manual of Toasters$/m.test(clean) && !/Page \d of 9/.test(clean), clean);
  for (const number of [1, 2, 3, 4, 5]) {
    assert.ok(
      clean.includes(
        `<!-- page ${number} -->\n\nText ${names[number]}.\nManual of Toasters inside.\nMore ${names[number]}.`,
      ),
      clean,
    );
  }
});

test("lines of a few pages, and tables, are no headers", () => {
  const text = [1, 2, 3].map((number) => page(number, "Text.")).join("\n");
  assert.equal(normalise(text).match(/Manual of Toasters/g)?.length, 3);
  const table = [1, 2, 3, 4, 5].map((number) =>
    `<!-- page ${number} -->\n| a | b |\n| --- | --- |\n| ${number} | x |\n`
  ).join("\n");
  assert.equal(normalise(table).match(/\| a \| b \|/g)?.length, 5);
});

test("a word that a line of a page cuts is joined, and no other hyphen goes", () => {
  const text = "<!-- page 1 -->\nThe exam-\nple works. A well-\nKnown name, x-\ny, 10-\ntwelve.\n```\nfoo-\nbar\n```\n";
  assert.equal(
    normalise(text),
    "<!-- page 1 -->\nThe example\nworks. A well-\nKnown name, x-\ny, 10-\ntwelve.\n```\nfoo-\nbar\n```\n",
  );
  assert.equal(normalise("exam-\nple\n"), "exam-\nple\n");
});

test("a second time changes nothing", () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom("<!-- page 1 -->", "<!-- page 2 -->", "Header 1", "Header 2", "cut-", "word", "```", "| a |", ""),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.constantFrom("\n", "\r\n"), (lines, end) => {
      const once = normalise(lines.join(end));
      assert.equal(normalise(once), once);
    }),
    { numRuns: 500 },
  );
});
