// Tests that one search over a tree of all formats finds the section of each, and that its id leads to it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EVERY_FILE, FILES, SECTIONS } from "./every_format.ts";
import { openProject, searchOne } from "./project.ts";

test("the section of each format is found by its own words, with its lines, and its id leads to it", async () => {
  const { workspace, warnings } = await openProject({ ...FILES, ".ra.toml": EVERY_FILE });
  for (const { word, id, title, breadcrumb, lines } of SECTIONS) {
    const { results: [first, ...others] } = await searchOne(workspace, word);
    assert.deepEqual(others.map((other) => other.id), [], word);
    assert.deepEqual(
      [first!.id, first!.title, first!.breadcrumb, first!.start_line, first!.end_line],
      [id, title, breadcrumb, ...lines],
    );
    assert.equal(first!.snippet!.ranges.length >= 1, true, word);
    const { content, start_line: start } = await workspace.get(id);
    assert.ok(content!.includes(word), word);
    assert.equal(start, lines[0], word);
  }
  // All of them at once are one list.
  const { results } = await searchOne(workspace, SECTIONS.map(({ word }) => word).join(" OR "), {
    limit: 20,
    cutoffRatio: 0,
  });
  assert.deepEqual(results.map(({ id }) => id).sort(), SECTIONS.map(({ id }) => id).sort());
  assert.deepEqual(warnings, []);
  workspace.close();
});
