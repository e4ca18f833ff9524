import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { poolOf } from "../../tools/kinds/pool.ts";

const QUESTION = { kind: "plain", query: "how?", answers: [{ path: "a.md", heading: "Two" }] };

test("places under one heading are one candidate, and neither order nor length says who found them", () => {
  const project = mkdtempSync(join(tmpdir(), "ra-pool-"));
  try {
    writeFileSync(join(project, "a.md"), "---\ntitle: A\n---\ntext\n\n# One\nx\n## Deep\ny\n# Two\nz\n");
    const places = [
      { path: "a.md", first: 10, last: 11 },
      { path: "a.md", first: 6, last: 7 },
      { path: "a.md", first: 4, last: 4 },
      { path: "a.md", first: 6, last: 9 },
      { path: "a.md", first: 7, last: 7 },
    ];
    const pool = poolOf("o+n", 3, QUESTION, places, project);
    assert.deepEqual({ ...pool, candidates: [] }, {
      id: "o+n#3",
      documentation: "o+n",
      kind: "plain",
      query: "how?",
      candidates: [],
    });
    assert.deepEqual(
      pool.candidates.map(({ heading, start_line, end_line }) => `${heading} ${start_line}-${end_line}`).sort(),
      [" 1-4", "One 6-9", "Two 10-12"],
    );
    assert.deepEqual(pool.candidates.map(({ n }) => n), [1, 2, 3]);
    assert.deepEqual(poolOf("o+n", 3, QUESTION, places.toReversed(), project), pool);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
});
