/** Compares how the core and micromark with its MDX extension read MDX. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { readFrontmatter } from "../../src/document/frontmatter.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import type { Batch } from "../../src/store/engine/engine.ts";
import type { PlanNode } from "../../src/search/ports/request.ts";
import { indexLines } from "../../src/text/lines.ts";
import { parseText } from "./parse_text.ts";
import { mdxHeadings, mdxText } from "./mdx_outline.ts";

const PAGES = [
  "import Tabs from './tabs'\nexport const n = {\n  a: 1,\n\n  b: `\n\n# no\n`,\n}\n\n# One\n\n<Tabs>\n\n## Title\n\n</Tabs>\n",
  "<Tabs>\n  <Tab label=\"a > b\" on={() => { go('}') }}>\n      ## Deep\n      text\n\n      Two\n      ---\n  </Tab>\n</Tabs>\n",
  "<Steps>\n1. One\n\n    ```js\n    ## no\n    ```\n2. Two\n   ## no\n</Steps>\n## Yes\n",
  '{/* # no\n\n# no */}\n\n# `a{b}` <Badge text="x" /> {c} \\{d} \\<e>\n\n<>\n### Fragment\n</>\n',
  '<Code code={`\n# no\n\n~~~\n`} />\n\n> ## no\n> <A\n>   b="c"\n> />\n\n- a <b>c\n  d</b>\n\n      ## no\n\n    ## yes? no\n',
  'text <Foo\n  bar="# no"\n/> more\n## Yes\n<p>## no</p>\n{a}\n===\n\nSet <b>ext</b>\n===\n',
  "A [link](<b c>) ![image](d{e} \"{f}\") `<g>` ``{h` ``\n\n[i]: <j k>\n\n~~~js {1}\nimport l from 'm'\n~~~\n",
];

test("the core finds the same headings of MDX and hides the same JavaScript as micromark", async () => {
  const { outline, scriptRanges } = await loadEngine();
  // You may name a folder of your own pages, such as a clone of a documentation in MDX.
  const folder = process.env["RA_TEST_MDX"];
  const files = folder === undefined ? [] : readdirSync(folder, { recursive: true, encoding: "utf8" });
  const read = (name: string): string => readFileSync(join(folder!, name), "utf8");
  for (const page of [...PAGES, ...files.filter((name) => name.endsWith(".mdx")).map(read)]) {
    const front = readFrontmatter(new TextEncoder().encode(page), 0).range?.end ?? 0;
    // Removes frontmatter, which micromark does not know.
    const bytes = new TextEncoder().encode(page).subarray(front);
    const text = new TextDecoder().decode(bytes);
    let expected: readonly string[];
    try {
      expected = mdxHeadings(text);
    } catch (error) {
      assert.ok(!PAGES.includes(page), `${error}: ${page}`);
      continue;
    }
    const lines = indexLines(bytes);
    const name = page.slice(0, 200);
    // The oracle leaves out entities, and German pages have this one in long words.
    const plain = (title: string): string => title.replaceAll("\u00ad", "");
    assert.deepEqual(
      outline(bytes, 0, "mdx").headings.map((heading) =>
        `${lines.lineAt(heading.lineStart)} ${heading.level} ${plain(heading.text)}`
      ),
      expected,
      name,
    );
    const shown = bytes.slice();
    const hidden = scriptRanges(bytes, 0, "mdx");
    for (let at = 0; at < hidden.length; at += 2) shown.fill(32, hidden[at], hidden[at + 1]);
    assert.deepEqual(words(new TextDecoder().decode(shown)), words(mdxText(text)), name);
  }
});

/** Removes quote markers, which micromark leaves inside tags. */
function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => !/^>*$/.test(word));
}

test("an unclosed tag or expression in MDX is text and hides no heading after it", async () => {
  const { outline, scriptRanges } = await loadEngine();
  for (const open of ["{a", '<b c="d', "<b c={", "{`", "{/*", "<!--", "import a word", "export {", "<script"]) {
    const bytes = new TextEncoder().encode(`# One\n\n${open}\n\n## Two\n\nlast words\n`);
    assert.deepEqual(outline(bytes, 0, "mdx").headings.map(({ text }) => text), ["One", "Two"], open);
    const [, end = 0] = scriptRanges(bytes, 0, "mdx");
    assert.ok(end < "# One\n\n".length + open.length + 2, open);
  }
});

test("hidden parts match nothing, phrases match across them, and offsets stay the same", async () => {
  const engine = await loadEngine();
  const text = "import One from 'one'\n\nblue <Icon name=\"secret\" /> whale {secret} ends <b>here</b>\n";
  const bytes = new TextEncoder().encode(text);
  const hidden = engine.scriptRanges(bytes, 0, "mdx");
  const visible = engine.visibleText(bytes, 0, "mdx");
  /** Returns the matches of a query in a document, and the text that is marked for it. */
  const search = (query: PlanNode, load: (batch: Batch) => void): readonly (number | string)[] => {
    const batch = engine.createBatch();
    load(batch);
    const document = { ...parseText(text, { path: "a.txt" }).document, docId: "docs:a.mdx" };
    batch.add(document, "none");
    const segment = batch.finish()!;
    const read = (offset: number, into: Uint8Array): void =>
      into.set(segment.bytes.subarray(offset, offset + into.length));
    const reader = engine.openReader([{ size: segment.bytes.length, stats: segment.stats, deletes: null, read }]);
    const queries = [{ query, all: true }];
    const request = { queries, filters: [], limit: 5, boosts: { body: 1 }, fuzzy: 0, factors: {} };
    const { total, highlight } = reader.search(request);
    reader.free();
    const marked = engine.highlight(visible, "none", highlight);
    return [total, ...marked.map(({ start, end }) => text.slice(start, end))];
  };
  const asMdx = (batch: Batch): void => batch.load(bytes, "mdx");
  const asTold = (batch: Batch): void => batch.loadPlain(bytes, hidden);
  for (const load of [asMdx, asTold]) {
    for (const word of ["secret", "icon", "one", "name"]) assert.deepEqual(search({ word }, load), [0], word);
    assert.deepEqual(search({ word: "here" }, load), [1, "here"]);
    assert.deepEqual(search({ phrase: "blue whale" }, load), [1, "blue", "whale"]);
    assert.deepEqual(search({ phrase: "whale ends here" }, load), [1, "whale", "ends", "here"]);
  }
  const asText = (batch: Batch): void => batch.loadPlain(bytes, new Uint32Array());
  assert.deepEqual(search({ phrase: "blue whale" }, asText)[0], 0);
  // The text was indexed as it is written and is hidden in the answer, so the core finds it and does not mark it.
  assert.deepEqual(search({ word: "secret" }, asText), [1]);
});
