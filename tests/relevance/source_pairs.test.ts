import assert from "node:assert/strict";
import { test } from "node:test";
import { pairsOf, type SourceRepository } from "../../tools/relevance/source_pairs.ts";

const FILLER = "text ".repeat(80);

function pairs(files: Readonly<Record<string, string>>, repository: Partial<SourceRepository> = {}) {
  return pairsOf({ paths: Object.keys(files), read: (path) => files[path]! }, { name: "x/y", ...repository }).pairs;
}

test("pages and sources pair by a key that only those two have, in any spelling", () => {
  const files = {
    "docs/date-picker.md": "",
    "docs/tree.md": "",
    "docs/a/list.md": "",
    "docs/b/list.md": "",
    "src/DatePicker.ts": FILLER,
    "src/list.ts": FILLER,
    "src/tree.ts": "short",
  };
  const found = pairs(files, { page: /(?<key>[\w-]+)\.md$/, source: /src\/(?<key>\w+)\.ts$/ });
  assert.deepEqual(found.map(({ source, pages }) => [source, pages]), [["src/DatePicker.ts", ["docs/date-picker.md"]]]);
});

test("a page without a key pairs with the source that only this page links to", () => {
  const files = {
    "docs/a.md": "see [one](../src/one.py) and [two](https://example.com/x/y/blob/main/src/two.py#L3)",
    "docs/b.md": "[two](../src/two.py) [test](../tests/test_one.py)",
    "src/one.py": FILLER,
    "src/two.py": FILLER,
    "tests/test_one.py": FILLER,
  };
  assert.deepEqual(pairs(files).map(({ source, pages }) => [source, pages]), [["src/one.py", ["docs/a.md"]]]);
});

test("pairsOf() removes lines that cite the page from the source", () => {
  const files = {
    "docs/rules/no-undef.md": "",
    "lib/no-undef.js":
      `${FILLER}\n// see docs/rules/no-undef.md\nurl: "https://example.com/rules/no-undef"\nname: "no-undef"\n`,
  };
  const [pair] = pairs(files, { page: /(?<key>[\w-]+)\.md$/, source: /(?<key>[\w-]+)\.js$/ });
  assert.deepEqual(pair!.text.split("\n").slice(1), ['name: "no-undef"', ""]);
});

test("an example file pairs with the pages that include it, by path or by the end of its path", () => {
  const files = {
    "docs/near.md": "{{#include code/a.py}} {{#include two.py}}",
    "docs/other.md": "{{#include snippets/b}} {{#include ../docs/code/a.py}} {{#include two.py}}",
    "docs/code/a.py": FILLER,
    "src/snippets/b.py": FILLER,
    "src/one/two.py": FILLER,
    "src/other/two.py": FILLER,
  };
  const found = pairs(files, { include: /#include (?<path>[^}]+)/g });
  assert.deepEqual(found.map(({ source, pages }) => [source, pages]), [
    ["docs/code/a.py", ["docs/near.md", "docs/other.md"]],
    ["src/snippets/b.py", ["docs/other.md"]],
  ]);
});
