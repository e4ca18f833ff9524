// Tests the order of results with equal scores (docs/ranking.md, "Order").
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, DOCS, openProject, searchOne } from "../workspace/project.ts";

const NAMES = ["z", "a b", "a", "é", "한", "\uFF5A", "\u{1F600}", "\u{10400}x", "#", "a!"];

for (const [what, names] of [["", NAMES], [" of few letters", ["b", "a b", "a", "é"]]] as const) {
  test(`results with equal scores come in the order of their ids in UTF-16 units: names${what}`, async () => {
    const files = Object.fromEntries(names.map((name) => [`docs/${name}.md`, "# Same\n\nThe gutter.\n"]));
    const { workspace } = await openProject({ ".ra.toml": `${DOCS}[search]\nfeedback = false\n`, ...files });
    const { results } = await searchOne(workspace, "gutter", { ...ALL, limit: names.length });
    const expected = names.map((name) => `docs:${name}.md`).sort();
    assert.deepEqual(results.map(({ doc_id }) => doc_id), expected);
    const { results: first } = await searchOne(workspace, "gutter", { ...ALL, limit: 1 });
    assert.deepEqual(first.map(({ doc_id }) => doc_id), expected.slice(0, 1));
  });
}
