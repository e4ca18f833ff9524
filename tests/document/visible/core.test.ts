// Compares what the core reads of random Markdown with what its reader sees.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { loadEngine } from "../../../src/store/engine/load.ts";
import { decodeVisible } from "../../../src/text/visible.ts";
import { frontmatterEnd, visiblePage } from "./oracle.ts";
import { randomPage } from "./random_markdown.ts";
import { compareWords } from "./words.ts";

test("the core indexes what the reader of a random page sees", { timeout: 40_000 }, async () => {
  const engine = await loadEngine();
  fc.assert(
    fc.property(randomPage, (page) => {
      const { readings } = visiblePage(page, { mdx: false, vault: true });
      // The parsers differ in what belongs to a footnote within a quote or a list, and the oracle reads a number before
      // a label as text.
      if (readings === null || /^(?:[>\-*\d]\S*)[ ].*\[\^1\]:|^\d\. \(/m.test(page)) return;
      const from = new TextEncoder().encode(page.slice(0, frontmatterEnd(page))).length;
      const bytes = engine.visibleText(new TextEncoder().encode(page), from, "markdown").subarray(from);
      const { missing, invisible } = compareWords(readings, decodeVisible(bytes));
      assert.deepEqual([[...missing], [...invisible]], [[], []], page);
    }),
    { numRuns: 500, interruptAfterTimeLimit: 20_000, seed: 48 },
  );
});
