import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import type { SearchResult } from "../../../src/shapes/search.ts";
import { getResult, searchResult } from "../../../src/serve/mcp/answer.ts";
import { GET_OUTPUT, SEARCH_OUTPUT } from "../../../src/serve/mcp/passages.ts";

const changed: SearchResult = {
  id: "docs:a.md#b",
  doc_id: "docs:a.md",
  parent_id: "docs:a.md",
  tree: "docs",
  path: "a.md",
  title: "B",
  breadcrumb: "A › B",
  depth: 1,
  position: 1,
  byte_start: 0,
  byte_end: 5,
  start_line: 1,
  end_line: 2,
  score: 1,
  stale: true,
};
const gone: SearchResult = { ...changed, gone: true };
const beside = { root: "/p", warnings: [] };

type Answer = Awaited<ReturnType<typeof searchResult>>;

/** Both blocks of text. */
function textOf({ content }: Answer): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

test("MCP: a passage whose file changed, and one whose file is gone, say so in text and in structured content", async () => {
  for (
    const [result, mark, why, marks] of [
      [changed, "changed since it was indexed", "(the file changed since it was indexed;", { stale: true }],
      [gone, "gone since it was indexed", "(the file no longer exists, or ra can no longer read it)", {
        stale: true,
        gone: true,
      }],
    ] as const
  ) {
    const lists = ["words" as const];
    const answer = { queries: [{ query: "q", total_matches: 1, full_matches: 1, lists, results: [result] }] };
    for (const list of [false, true]) {
      const found = await searchResult({ value: { answer, trees: [] }, ...beside }, { list, limit: undefined });
      const text = textOf(found);
      assert.ok(text.includes(`docs:a.md#b: /a.md, lines 1 to 2, score 1.00, ${mark}\n`), text);
      if (!list) assert.ok(text.includes(why), text);
      assert.equal(SEARCH_OUTPUT.safeParse(found.structuredContent).success, true);
    }
    const got = await getResult({ value: { result, trees: [] }, ...beside });
    assert.ok(textOf(got).includes(mark) && textOf(got).includes(why), textOf(got));
    const { passage } = z.object({ passage: z.object({ stale: z.unknown(), gone: z.unknown() }).partial() })
      .parse(GET_OUTPUT.parse(got.structuredContent));
    assert.deepEqual(passage, marks);
  }
});
