import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readPlainYaml } from "../../src/document/plain_yaml.ts";
import { parseMapping } from "../../src/document/yaml_mapping.ts";

test("readPlainYaml() reads usual frontmatter without the parser", () => {
  const yaml = [
    "title: Install: not here",
    'description: It\'s a C# "guide" (part 1), v1.10 - yes',
    "url: https://example.org/a?b=c&d#e",
    "quoted: 'a: b # c'",
    'double: "x"',
    "tags: [a b, c-d, é]",
    "Module Name: Some.Module",
    "list:",
    "  - one",
    "  - two three",
    "flat:",
    "- x",
    "",
    "date: 2026-01-31",
  ];
  assert.equal(readPlainYaml(yaml.join("\n")), undefined);
  const plain = yaml.slice(1).join("\r\n");
  assert.deepEqual(readPlainYaml(plain), (parseMapping(plain) as { mapping: unknown }).mapping);
  assert.deepEqual(readPlainYaml(plain)!["tags"], ["a b", "c-d", "é"]);
});

test("readPlainYaml() leaves everything else to the parser", () => {
  for (
    const yaml of [
      "a:",
      "a: b\na: c",
      "a: |\n  b",
      "a: b\n  c",
      "a: {b: c}",
      "a: &x b",
      "a: *x",
      "a: - b",
      'a: "b\\n"',
      "a: 'it''s'",
      "a: #b",
      "a: b #c",
      "a: b: c",
      "a:\tb",
      "a:\n  - b: c",
      "- a",
      "? a",
      "a: b\rc: d",
      "__proto__: a",
      "a: \u0007",
      "a: [b, [c]]",
      "a: []",
      "# a",
    ]
  ) assert.equal(readPlainYaml(yaml), undefined, yaml);
});

test("readPlainYaml() never differs from the parser", () => {
  const pieces = fc.constantFrom(
    ...[
      "a",
      "b c",
      "title",
      ":",
      ": ",
      "\n",
      "\n",
      "- ",
      "  - ",
      " ",
      "#",
      " #",
      "[",
      "]",
      ", ",
      "'",
      '"',
      "{",
      "}",
      "1.10",
      "é",
      "|",
      ">",
      "&",
    ],
    ...[
      "*",
      "!",
      "%",
      "@",
      "`",
      "~",
      "?",
      "\\",
      "\t",
      "\r\n",
      "null",
      "...",
      "---",
      "<<",
      "=",
      "\u2028",
      "/",
      "(",
      "$",
      "😀",
    ],
  );
  let plain = 0;
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
      const yaml = parts.join("");
      for (const text of [yaml, `a: ${yaml}`, `a: b\nc:\n- ${yaml}`, `a: [${yaml}]`]) {
        const found = readPlainYaml(text);
        if (found === undefined) continue;
        plain += 1;
        assert.deepEqual({ mapping: found }, parseMapping(text), JSON.stringify(text));
      }
    }),
    { numRuns: 20_000 },
  );
  assert.ok(plain > 5000, String(plain));
});

test("readPlainYaml() takes time in proportion to the text", () => {
  for (
    const long of [
      "a: [" + " ".repeat(1e6),
      "a" + " ".repeat(1e6),
      "a: b" + ": ".repeat(5e5),
      "a:\n- " + "#".repeat(1e6),
    ]
  ) {
    assert.equal(readPlainYaml(long), undefined);
  }
  assert.equal((readPlainYaml(`a: ${"b ".repeat(5e5)}`)!["a"] as string).length, 999_999);
});
