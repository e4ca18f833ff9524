// Compares the strategies `adaptive`, `leaves`, `code` and `prose` with a second implementation of their description.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { root } from "../../cli/run_ra.ts";
import { SIZES } from "../parse_text.ts";
import { markdown } from "../random_markdown.ts";
import { compareSections, SECOND, type SecondStrategy } from "./second_comparison.ts";

const DOCS = join(root, "docs");
const STRATEGIES = Object.keys(SECOND) as SecondStrategy[];

const word = fc.constantFrom(
  "one",
  "Two",
  "größer",
  "日本。",
  "語！」",
  "😀",
  "end.",
  'so."',
  "why?)",
  "…",
  "etc.",
  "3.5",
  "x".repeat(70),
);
const gap = fc.constantFrom(" ", " ", " ", "\n", "\n\n", "\n \n", "\r\n\r\n", "\u00a0");
const text = fc.array(fc.tuple(word, gap), { maxLength: 60 }).map((pairs) => pairs.flat().join(""));
const row = fc.constantFrom("| a | b. C |", "|---|---|", "| one | two |", "a | b", "--|:-:", "> | quoted |", "no bar");
const fence = fc.constantFrom("```", "````", "~~~ ts", "- ```js", "  ~~~", "let a = 1. Then", "", "", "# no heading");
const blocks = fc.array(fc.oneof(row, fence), { maxLength: 14 }).map((lines) => `${lines.join("\n")}\n`);
const document = fc.oneof(
  markdown,
  text,
  blocks,
  fc.array(fc.oneof(markdown, text, blocks), { maxLength: 4 }).map((texts) => texts.join("\n\n")),
);
const sizes = fc.record({
  min_chunk_size: fc.constantFrom(1, 40, 200),
  max_leaf_chars: fc.integer({ min: 10, max: 120 }),
  min_leaf_chars: fc.integer({ min: 1, max: 40 }),
  min_document_chars: fc.constantFrom(1, 50, 150),
  code_max_lines: fc.integer({ min: 1, max: 9 }),
  code_max_chars: fc.constantFrom(1, 20, 60, 1_000_000),
  overlap_lines: fc.integer({ min: 0, max: 4 }),
  prose_max_chars: fc.integer({ min: 41, max: 150 }),
  min_chunk_chars: fc.integer({ min: 1, max: 40 }),
});

test("all strategies divide ra's own pages as their second implementations do", () => {
  for (const name of readdirSync(DOCS).filter((each) => each.endsWith(".md"))) {
    const content = readFileSync(join(DOCS, name), "utf8");
    for (const path of ["page.md", "part/page.md"]) {
      for (const strategy of STRATEGIES) {
        const { ra, second } = compareSections(content, path, strategy, SIZES);
        assert.deepEqual(ra, second, `${strategy}: ${name} as ${path}`);
      }
    }
  }
});

for (const strategy of STRATEGIES) {
  test(`${strategy} divides random documents as its second implementation does`, () => {
    fc.assert(
      fc.property(document, fc.constantFrom("page.md", "part/page.md"), sizes, (content, path, some) => {
        const { ra, second } = compareSections(content, path, strategy, some);
        assert.deepEqual(ra, second);
      }),
      { numRuns: 200 },
    );
  });
}
