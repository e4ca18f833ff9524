import assert from "node:assert/strict";
import { test } from "node:test";
import { createPalette } from "../../src/output/terminal/color.ts";
import { formatTest } from "../../src/output/text/test_text.ts";

const one = (expect: string, rank: number | null, previous?: number | null, indexed = true, within = 3) => ({
  query: "a\u001bb",
  within,
  file: "/srv/.ra.toml",
  passed: rank !== null && rank <= within,
  expected: [{
    expect,
    rank,
    passed: rank !== null && rank <= within,
    indexed,
    ...(previous === undefined ? {} : { previous }),
  }],
});

test("formatTest() shows each expectation's rank, change and reason", () => {
  const tests = [
    one("t:a.md", 1, 1),
    one("t:b.md", 2, 3),
    one("t:c.md", 4, 1),
    one("t:d.md", null, 2),
    one("t:e.md", 1, null),
    one("t:f.md", null, undefined, false),
  ];
  assert.equal(
    formatTest({ passed: 3, failed: 3, tests }, createPalette(false)),
    `      rank  last run     query   expected
pass     1  same         a\\x1bb  t:a.md
pass     2  up from 3    a\\x1bb  t:b.md
FAIL     4  down from 1  a\\x1bb  t:c.md  (not among the first 3)
FAIL     -  lost (2)     a\\x1bb  t:d.md  (not found)
pass     1  found        a\\x1bb  t:e.md
FAIL     -  new          a\\x1bb  t:f.md  (not in the index)

6 tests: 3 passed, 3 failed
`,
  );
});

test("formatTest() mentions no previous run when there is none", () => {
  assert.equal(
    formatTest({ passed: 1, failed: 0, tests: [one("t:a.md", 1)] }, createPalette(false)),
    `      rank  query   expected
pass     1  a\\x1bb  t:a.md

1 test passed
`,
  );
});
