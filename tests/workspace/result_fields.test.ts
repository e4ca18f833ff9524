// Tests the fields of a result.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, marked, openProject, searchOne } from "./project.ts";
import { snippetHtml } from "../../src/output/snippet_html.ts";

const GUIDE = `---
title: Handbuch
tags: [errors, rust]
---
Preamble über alles.

# Error Handling
How errors travel.

## The Result<T> Type!
A *value* or an error; naïve café tokens.

# Appendix
More.
`;

test("search() returns place, span, breadcrumb and content of a section", async () => {
  const { workspace } = await openProject({ "docs/sub/guide.md": GUIDE });
  const { results } = await searchOne(workspace, "café", ALL);
  const [result] = results;
  assert.ok(result);
  const start = new TextEncoder().encode(GUIDE.slice(0, GUIDE.indexOf("A *value*"))).length;
  const end = new TextEncoder().encode(GUIDE.slice(0, GUIDE.indexOf("# Appendix"))).length;
  const { score, snippet, content, match_ranges, ...place } = result;
  assert.deepEqual(place, {
    id: "docs:sub/guide.md#the-resultt-type",
    doc_id: "docs:sub/guide.md",
    parent_id: "docs:sub/guide.md#error-handling",
    tree: "docs",
    path: "sub/guide.md",
    title: "The Result<T> Type!",
    breadcrumb: "Handbuch › Error Handling › The Result<T> Type!",
    depth: 2,
    position: 2,
    byte_start: start,
    byte_end: end,
    start_line: 10,
    end_line: 12,
  });
  assert.ok(score! > 0);
  assert.equal(content, "A *value* or an error; naïve café tokens.\n\n");
  assert.deepEqual(marked(result), ["café"]);
  assert.equal(snippetHtml(snippet!), "A value or an error; naïve <b>café</b> tokens.");
  assert.equal(match_ranges!.length, 1);
});

test("search() returns a document from the end of its frontmatter on", async () => {
  const { workspace } = await openProject({ "docs/guide.md": GUIDE });
  const { results } = await searchOne(workspace, "body:alles", ALL);
  const [result] = results;
  assert.ok(result);
  assert.deepEqual([result.id, result.parent_id, result.depth, result.start_line, result.end_line], [
    "docs:guide.md",
    null,
    0,
    5,
    14,
  ]);
  assert.equal(result.content, GUIDE.slice(GUIDE.indexOf("Preamble")));
  assert.equal(result.byte_start, GUIDE.indexOf("Preamble"));
  assert.equal(snippetHtml(result.snippet!), "Preamble über <b>alles</b>.");
  const errors = (await searchOne(workspace, "tags:errors", { ...ALL, limit: 1 })).results[0]!;
  assert.equal(errors.id, "docs:guide.md");
  assert.ok(errors.content!.startsWith("Preamble"));
});

test("search() marks every form of a word, phrases only where they are whole, and nothing in the breadcrumb", async () => {
  const { workspace } = await openProject({
    "docs/a.md": "# Retry policy\nRetries are retried. A retry policy does not retry; the policy stands.\n",
  });
  const [words] = (await searchOne(workspace, "retry", ALL)).results;
  assert.deepEqual(marked(words!), ["Retries", "retried", "retry", "retry"]);
  const [phrase] = (await searchOne(workspace, '"retry policy"', ALL)).results;
  assert.deepEqual(marked(phrase!), ["retry", "policy"]);
  assert.equal(
    snippetHtml(phrase!.snippet!),
    "Retries are retried. A <b>retry</b> <b>policy</b> does not retry; the policy stands.",
  );
});

test("search() cuts a snippet of about 150 characters around the matches and escapes it", async () => {
  const filler = "lorem ipsum dolor sit amet ".repeat(30);
  const { workspace } = await openProject({ "docs/a.md": `# A\n${filler} if a < b && "needle" > c ${filler}\n` });
  const { snippet } = (await searchOne(workspace, "needle", ALL)).results[0]!;
  assert.match(snippetHtml(snippet!), /a &lt; b &amp;&amp; &quot;<b>needle<\/b>&quot; &gt; c/);
  const plain = snippet!.text;
  assert.ok(plain.length > 100 && plain.length < 180, `${plain.length}`);
  assert.match(plain, /^….*…$/);
});

test("search() leaves content and match ranges out of a list", async () => {
  const { workspace } = await openProject({ "docs/a.md": "# A\nneedle\n" });
  const [result] = (await searchOne(workspace, "needle", { ...ALL, list: true })).results;
  assert.equal(snippetHtml(result!.snippet!), "<b>needle</b>");
  assert.deepEqual(["content" in result!, "match_ranges" in result!], [false, false]);
});

test("search() leaves the first heading out of the breadcrumb when it is the title", async () => {
  const { workspace } = await openProject({ "docs/a.md": "# Guide\nalpha\n## Part\nbeta\n", "docs/b.txt": "gamma\n" });
  const crumbs = async (word: string) =>
    (await searchOne(workspace, word, ALL)).results.map(({ breadcrumb }) => breadcrumb);
  assert.deepEqual(await crumbs("alpha"), ["Guide"]);
  assert.deepEqual(await crumbs("beta"), ["Guide › Part"]);
  assert.deepEqual(await crumbs("gamma"), ["b"]);
});

test("search() returns offsets into the real bytes of a file with a byte order mark and Windows line ends", async () => {
  const text = "\ufeff# Eins\r\nalpha\r\n\r\n## Zwei\r\nbeta größer gamma\r\n";
  const { workspace } = await openProject({ "docs/a.md": text });
  const [result] = (await searchOne(workspace, "gamma", ALL)).results;
  assert.equal(result!.id, "docs:a.md#zwei");
  const bytes = new TextEncoder().encode(text);
  const span = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    bytes.subarray(result!.byte_start, result!.byte_end),
  );
  assert.equal(span, "beta größer gamma\r\n");
  assert.equal(result!.content, "beta größer gamma\r\n");
  assert.deepEqual(marked(result!), ["gamma"]);
  assert.deepEqual([result!.start_line, result!.end_line], [4, 5]);
  const document = await workspace.get("docs:a.md");
  assert.equal(document.byte_start, 3);
});

test("search() counts the lines of a section without children as the file has them", async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `# Heading ${at}\nword${at}\n`).join("");
  const { workspace } = await openProject({ "docs/a.md": lines });
  for (const at of [0, 7, 39]) {
    const [result] = (await searchOne(workspace, `body:word${at}`, ALL)).results;
    assert.deepEqual([result!.title, result!.start_line, result!.end_line, result!.position], [
      `Heading ${at}`,
      2 * at + 1,
      2 * at + 2,
      at + 1,
    ]);
  }
});
