// Files that contain only white space are not documents anywhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openProject, write } from "./project.ts";

test("listings, status and updates do not count a file of white space", async () => {
  const { fs, workspace } = await openProject({
    "docs/a.md": "# A\nneedle\n",
    "docs/blank.md": " \n\n",
    "docs/empty.md": "",
    "docs/bom.md": "\uFEFF\n",
  });
  const counts = async () => ({
    listed: (await workspace.list("docs")).length,
    trees: (await workspace.list("trees")).map(({ documents, bytes }) => [documents, bytes]),
    status: (await workspace.status()).trees.map(({ documents }) => documents),
  });
  assert.deepEqual(await workspace.update(), {
    added: 1,
    changed: 0,
    removed: 0,
    unchanged: 0,
    removed_trees: [],
    skipped: [],
  });
  assert.deepEqual(await counts(), { listed: 1, trees: [[1, 11]], status: [1] });
  write(fs, "docs/blank.md", "# B\nneedle\n");
  assert.deepEqual(await workspace.update(), {
    added: 1,
    changed: 0,
    removed: 0,
    unchanged: 1,
    removed_trees: [],
    skipped: [],
  });
  write(fs, "docs/blank.md", "\n\n\n");
  assert.deepEqual(await workspace.update(), {
    added: 0,
    changed: 0,
    removed: 1,
    unchanged: 1,
    removed_trees: [],
    skipped: [],
  });
  assert.deepEqual(await workspace.update(), {
    added: 0,
    changed: 0,
    removed: 0,
    unchanged: 1,
    removed_trees: [],
    skipped: [],
  });
  assert.deepEqual(await counts(), { listed: 1, trees: [[1, 11]], status: [1] });
  workspace.close();
});
