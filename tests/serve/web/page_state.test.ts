import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import { chartText, scoresHtml } from "../../../src/serve/web/html/scores_html.ts";
import { pageAddress, type PageState, readPageState, toggleFilter } from "../../../src/serve/web/page_state.ts";
import { root } from "../../cli/run_ra.ts";

const word = fc.string({ minLength: 1, maxLength: 8 });
const values = fc.uniqueArray(word, { maxLength: 3 });
const anyState = fc.record({
  query: fc.string({ maxLength: 12 }),
  trees: values,
  tags: values,
  langs: values,
  by: fc.constantFrom("" as const, "words" as const, "meaning" as const),
  rerank: fc.boolean(),
  id: fc.string({ maxLength: 12 }),
}, { noNullPrototype: true });
const parsed = (state: PageState): PageState =>
  readPageState(new URL(pageAddress(state), "http://127.0.0.1").searchParams);

test("reading an address returns the state that made it", () => {
  fc.assert(fc.property(anyState, (state) => assert.deepEqual(parsed(state), state)));
});

test("setting and removing a filter leaves the state unchanged", () => {
  fc.assert(fc.property(anyState, word, (state, value) => {
    fc.pre(!state.tags.includes(value));
    const set = toggleFilter(state, "tags", value);
    assert.ok(set.tags.includes(value));
    assert.deepEqual(toggleFilter(set, "tags", value), state);
  }));
});

test("the chart has a text alternative that names the scores and the cut", () => {
  assert.equal(
    chartText([12.34, 9, 3, 1], 2),
    "4 candidates, scores from 12.3 to 1.00; cut after 2, where they fall from 9.00 to 3.00.",
  );
  assert.equal(chartText([2], 1), "One candidate, scores from 2.00 to 2.00; no cut.");
  const html = scoresHtml({
    ast: "word <b>",
    parameters: {},
    phases: { candidates: 3, cut: 2, aggregated: 2, returned: 1 },
    scores: [4, 2, 1],
    cut_at: 2,
    results: [],
  }).toString();
  assert.deepEqual(
    [...html.matchAll(/<rect class="(\w+)"[^>]* height="([\d.]+)"/g)].map(([, kind, height]) => [kind, height]),
    [["kept", "40.0"], ["kept", "20.0"], ["cut", "10.0"]],
  );
  assert.match(html, /<line x1="13" x2="13"/);
  assert.match(html, /word &lt;b&gt;<\/pre>/);
});

test("the page's files are up to date with their sources", () => {
  execFileSync("node", ["scripts/build_page.mjs", "--check"], { cwd: root, stdio: "pipe" });
});
