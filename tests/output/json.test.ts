import assert from "node:assert/strict";
import { test } from "node:test";
import { formatJson, formatResultJson, formatSearchJson } from "../../src/output/json.ts";
import type { SearchResult } from "../../src/shapes/search.ts";

const result: SearchResult = {
  score: 1,
  content: "x",
  title: "A",
  id: "t:a",
  doc_id: "t:a",
  parent_id: null,
  tree: "t",
  path: "a",
  breadcrumb: "A",
  depth: 0,
  position: 0,
  byte_start: 0,
  byte_end: 1,
  start_line: 1,
  end_line: 1,
};

const fileOf = ({ path }: { readonly path: string }) => `docs/${path}`;

test("a result names its file, and that of a source has none", () => {
  const fileIn = (text: string) => (JSON.parse(text) as { file: unknown }).file;
  assert.equal(fileIn(formatResultJson(result, fileOf)), `docs/${result.path}`);
  assert.equal(fileIn(formatResultJson({ ...result, source_id: "site" }, fileOf)), null);
});

test("formatResultJson() writes keys in their published order, however the program built the object", () => {
  assert.deepEqual(Object.keys(JSON.parse(formatResultJson(result, fileOf))), [
    "id",
    "doc_id",
    "parent_id",
    "tree",
    "path",
    "file",
    "title",
    "breadcrumb",
    "depth",
    "position",
    "byte_start",
    "byte_end",
    "start_line",
    "end_line",
    "score",
    "content",
  ]);
});

test("formatResultJson() prints a snippet as HTML in its place, with escaped text and matches in <b>", () => {
  const text = 'if (a < b && "c") { Vec<T> }';
  const snippet = { text, ranges: [{ start: 4, end: 5 }, { start: 20, end: 26 }] };
  const printed = JSON.parse(formatResultJson({ ...result, snippet }, fileOf)) as { readonly snippet: string };
  assert.equal(printed.snippet, "if (<b>a</b> &lt; b &amp;&amp; &quot;c&quot;) { <b>Vec&lt;T&gt;</b> }");
  assert.deepEqual(Object.keys(printed).slice(-3), ["score", "snippet", "content"]);
});

test("formatSearchJson() orders the keys of the entry and of its results", () => {
  const lists = ["words" as const];
  const answer = { queries: [{ results: [result], lists, full_matches: 1, total_matches: 1, query: "x" }] };
  const text = formatSearchJson(answer, fileOf);
  const [entry] = (JSON.parse(text) as { queries: [Record<string, unknown>] }).queries;
  assert.deepEqual(Object.keys(entry), ["query", "total_matches", "full_matches", "lists", "results"]);
  assert.equal(Object.keys((entry["results"] as [object])[0])[0], "id");
});

test("formatJson() indents by two and ends with one newline", () => {
  assert.equal(formatJson({ a: [1] }), '{\n  "a": [\n    1\n  ]\n}\n');
});

test("formatJson() escapes the control characters that JSON itself allows", () => {
  assert.equal(formatJson("\u009b\u007f"), '"\\u009b\\u007f"\n');
});
