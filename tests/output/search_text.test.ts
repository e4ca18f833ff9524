import assert from "node:assert/strict";
import { test } from "node:test";
import { createPalette } from "../../src/output/terminal/color.ts";
import { formatSearchText, type SearchTextOptions } from "../../src/output/text/search_text.ts";
import type { QueryEntry, SearchResult } from "../../src/shapes/search.ts";
import type { WhyNot } from "../../src/shapes/why_not.ts";

const plain: SearchTextOptions = {
  view: "full",
  verbose: false,
  columns: 80,
  palette: createPalette(false),
  locate: (result) => `docs/${result.path}`,
};
const colors = { ...plain, palette: createPalette(true) };

/** A section `## Install` on line 5 whose text is `Run the setup.\nThen test it.\n`. */
const install: SearchResult = {
  id: "docs:guide.md#install",
  doc_id: "docs:guide.md",
  parent_id: "docs:guide.md",
  tree: "docs",
  path: "guide.md",
  title: "Install",
  breadcrumb: "Guide › Install",
  depth: 2,
  position: 1,
  byte_start: 40,
  byte_end: 70,
  start_line: 5,
  end_line: 7,
  score: 3.14159,
  snippet: { text: "Run the setup. Then <test> it.", ranges: [{ start: 8, end: 13 }] },
  content: "Run the setup.\nThen test it.\n",
  match_ranges: [{ start: 8, end: 13 }],
};
const guide: SearchResult = {
  ...install,
  id: "docs:guide.md",
  parent_id: null,
  title: "Guide",
  breadcrumb: "Guide",
  depth: 0,
  position: 0,
  byte_start: 0,
  byte_end: 90,
  start_line: 1,
  end_line: 9,
  content: "# Guide\n\nHello\n",
  match_ranges: [],
};
const entry = (results: readonly SearchResult[], more: Partial<QueryEntry> = {}): QueryEntry => ({
  query: "setup",
  total_matches: results.length,
  full_matches: results.length,
  lists: ["words"],
  results,
  ...more,
});
const show = (entries: readonly QueryEntry[], options = plain): string =>
  formatSearchText({ queries: entries }, options);

test("formatSearchText() frames a passage with its id and prints its breadcrumb first", () => {
  assert.equal(
    show([entry([install])]),
    "─── docs:guide.md#install ───\n> Guide › Install\n\nRun the setup.\nThen test it.\n",
  );
});

test("formatSearchText() colours exactly the matched bytes when the breadcrumb contains wide characters", () => {
  assert.ok(show([entry([install])], colors).includes("Run the \u001b[1m\u001b[33msetup\u001b[39m\u001b[22m.\n"));
});

test("formatSearchText() writes no escape sequence without colours", () => {
  for (const view of ["full", "list", "matches"] as const) {
    assert.doesNotMatch(show([entry([install, guide])], { ...plain, view, verbose: true }), /\u001b/);
  }
});

test("formatSearchText() shows control characters of documents as visible escapes", () => {
  const evil = {
    ...install,
    id: "docs:e\u001b[2J",
    title: "\u001b]0;t\u0007",
    content: "\u001b[31mred\n",
    snippet: { text: "\u001b[5mx", ranges: [{ start: 4, end: 5 }] },
    match_ranges: [{ start: 0, end: 7 }],
  };
  for (const view of ["full", "list", "matches"] as const) {
    assert.doesNotMatch(show([entry([evil])], { ...plain, view }), /[\u0000-\u0009\u000b-\u001f]/);
    assert.doesNotMatch(show([entry([evil])], { ...colors, view }).replace(/\u001b\[\d+m/g, ""), /\u001b/);
  }
});

test("formatSearchText() shows id, title and snippet in a list", () => {
  assert.equal(
    show([entry([install])], { ...plain, view: "list" }),
    "docs:guide.md#install\n  Install\n  Run the setup. Then <test> it.\n",
  );
});

test("formatSearchText() shows scores and constituents only with verbose", () => {
  const merged = { ...install, constituents: [{ id: "docs:guide.md#a", score: 2 }] };
  const text = show([entry([merged])], { ...plain, verbose: true });
  assert.ok(text.startsWith("─── docs:guide.md#install ─── (3.14)\n  2.00  docs:guide.md#a\n> Guide"), text);
  assert.ok(!show([entry([merged])]).includes("3.14"));
});

test("formatSearchText() prints path, line and text of each matching line", () => {
  assert.equal(show([entry([install])], { ...plain, view: "matches" }), "docs/guide.md:6: Run the setup.\n");
});

test("formatSearchText() counts lines from the end, so a setext heading of two lines does not shift them", () => {
  const setext = { ...install, end_line: 8 };
  assert.equal(show([entry([setext])], { ...plain, view: "matches" }), "docs/guide.md:7: Run the setup.\n");
});

test("formatSearchText() prints the heading's line when only the title matches", () => {
  assert.equal(
    show([entry([{ ...install, match_ranges: [] }])], { ...plain, view: "matches" }),
    "docs/guide.md:5: Install\n",
  );
});

test("formatSearchText() colours only the match in a matching line", () => {
  assert.ok(
    show([entry([install])], { ...colors, view: "matches" }).endsWith(
      ":6: Run the \u001b[1m\u001b[33msetup\u001b[39m\u001b[22m.\n",
    ),
  );
});

test("formatSearchText() prints a passage in full only once across groups", () => {
  const text = show([entry([guide], { query: "one" }), entry([install, guide], { query: "two" })]);
  assert.equal(
    text,
    [
      "═══ one ═══",
      "─── docs:guide.md ───",
      "> Guide",
      "",
      "# Guide",
      "",
      "Hello",
      "",
      "═══ two ═══",
      "─── docs:guide.md#install ───",
      "(shown above, in docs:guide.md)",
      "",
      "─── docs:guide.md ───",
      "(shown above)",
      "",
    ].join("\n"),
  );
});

test("formatSearchText() explains what a stale or cut passage lacks", () => {
  const { content: _content, ...bare } = install;
  assert.match(show([entry([{ ...bare, stale: true }])]), /changed since it was indexed/);
  assert.match(show([entry([{ ...install, truncated: true }])]), /in part/);
});

test("formatSearchText() says once that no section has all the words, and at each result which ones it lacks", () => {
  const lacks = (result: SearchResult, ...missing: string[]): SearchResult => ({ ...result, missing });
  const partial = entry([lacks(install, "API"), lacks(guide, "token", "C++")], { full_matches: 0 });
  const text = show([partial]);
  assert.ok(text.startsWith("(no section has all the words)\n\n─── docs:guide.md#install ─── without: API\n"), text);
  assert.ok(text.includes("─── docs:guide.md ─── without: token, C++\n"), text);
  const listed = show([partial], { ...plain, view: "list" });
  assert.ok(listed.includes("docs:guide.md#install without: API\n"), listed);
  const lines = show([partial], { ...plain, view: "matches" });
  assert.ok(lines.startsWith("(no section has all the words)\n") && !lines.includes("without"), lines);
  const others = show([{ ...partial, full_matches: 2 }]);
  assert.ok(others.startsWith("(none of these has all the words; 2 other sections do)\n\n"), others);
  const mixed = show([entry([install, lacks(guide, "API")], { full_matches: 1 })]);
  assert.ok(mixed.startsWith("─── docs:guide.md#install ───\n") && mixed.includes("─── without: API\n"), mixed);
});

test("formatSearchText() says why a search finds nothing", () => {
  const text = show([
    entry([], {
      zero_hits: { terms: [{ term: "setpu", df: 0, nearest: ["setup"] }], filters: [{ filter: "tag:x", removed: 3 }] },
    }),
  ]);
  assert.equal(text, "no results for setup\n  setpu is in no section; nearest: setup\n  tag:x removed 3 matches\n");
  const pasted = show([{ ...entry([], {}), query: "word ".repeat(500) }]);
  assert.equal(pasted, `no results for ${"word ".repeat(40)}…\n`);
});

test("formatSearchText() does not say that nothing was found when the limit is 0", () => {
  assert.equal(show([entry([], { total_matches: 12 })]), "12 matches, none shown\n");
});

test("formatSearchText() prints the explanation before the answer", () => {
  const text = show([entry([install], {
    explain: {
      ast: "setup",
      parameters: { cutoff_ratio: 0.5, trees: ["a"] },
      phases: { candidates: 3, cut: 2, aggregated: 1, returned: 1 },
      scores: [4, 2, 0.5],
      cut_at: 2,
      results: [{
        id: "docs:guide.md#install",
        chunk: "docs:guide.md#install",
        score: 9,
        words: 3,
        neighbours: 0,
        document: 1,
        heading: 0,
        feedback: 0,
        coverage: 1,
        factor: 1.5,
        weight: 1,
        lift: 3,
        clauses: [{
          word: "setup",
          score: 3,
          terms: [{
            term: "setup",
            idf: 2,
            score: 3,
            fields: [{ field: "title", frequency: 1, length: 4, weight: 3 }],
          }],
        }],
      }],
    },
  })]);
  assert.ok(
    text.startsWith(
      'Query\n  setup\nParameters\n  cutoff_ratio  0.5\n  trees         ["a"]\nPhases\n  candidates          3\n',
    ),
    text,
  );
  assert.ok(text.indexOf("Scores") < text.indexOf("─── docs:guide.md#install"), text);
  const results =
    "Results\n  docs:guide.md#install\n    9.00 = (words 3.00 + document 1.00) · tree 1.50 + exact heading or name 3.00; coverage 1.00\n    setup  3.00  idf 2.00  title 1 of 4\n";
  assert.ok(text.includes(results), text);
});

test("formatSearchText() prints nothing at all for an entry that a budget empties", () => {
  const empty = entry([], { total_matches: 3, tokens: 0, left_out: [{ id: "docs:a", title: "A", tokens: 9 }] });
  assert.equal(show([empty]), "");
  const text = show([empty, entry([install], { query: "two", tokens: 20 })]);
  assert.ok(text.startsWith("═══ two ═══\n─── docs:guide.md#install ───\n"), text);
});

test("formatSearchText() names a document's other results", () => {
  const more = [{ id: "docs:guide.md#a", score: 2 }, { id: "docs:guide.md#b", score: 1 }];
  const line = "(also in this document: docs:guide.md#a, docs:guide.md#b)\n";
  assert.ok(
    show([entry([{ ...install, more }])]).startsWith(`─── docs:guide.md#install ───\n${line}> Guide › Install\n`),
  );
  assert.ok(show([entry([{ ...install, more }])], { ...plain, view: "list" }).endsWith(`  ${line}`));
});

test("formatSearchText() prints facets after the results, most frequent value first, and counts the rest", () => {
  const tag = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`t${String(at).padStart(2, "0")}`, 1]));
  const facets = { tree: { docs: 3 }, tag, lang: {}, meta: { year: { 2024: 1, 2023: 2 } } };
  assert.ok(
    show([entry([install], { facets })]).endsWith(
      "\n\ntree: docs (3)\ntag: t00 (1), t01 (1), t02 (1), t03 (1), t04 (1), t05 (1), t06 (1), t07 (1), t08 (1), t09 (1), … 2 others\nmeta.year: 2023 (2), 2024 (1)\n",
    ),
  );
});

test("formatSearchText() says in a sentence where a passage dropped out", () => {
  const line = (why: Partial<WhyNot>): string =>
    show([entry([install], { why_not: { id: "docs:x", phase: "unknown", score: null, needed: null, ...why } })]).split(
      "\n",
    ).at(-2)!;
  assert.equal(line({}), "why not docs:x: no chunk of the index has this id");
  assert.equal(
    line({ phase: "filtered", filters: ["--tag io", "path:api/"] }),
    "why not docs:x: excluded by --tag io, path:api/",
  );
  assert.equal(
    line({ phase: "not matched", missing: ["oven"] }),
    "why not docs:x: the query does not match it; it lacks: oven",
  );
  assert.equal(
    line({ phase: "cutoff", score: 1.234, needed: 2 }),
    "why not docs:x: it was cut where the scores fall off (--cutoff-ratio); it scores 1.23, and 2.00 was needed",
  );
  assert.equal(
    line({ phase: "aggregated", score: 1, into: "docs:y" }),
    "why not docs:x: merged into docs:y; it scores 1.00",
  );
  assert.equal(line({ phase: "returned", score: 1 }), "why not docs:x: it is among the results; it scores 1.00");
});
