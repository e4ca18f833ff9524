import assert from "node:assert/strict";
import { test } from "node:test";
import { openProject } from "./project.ts";

const DOCS = { "docs/a.md": "# A\n\nText.\n" };

test("status() suggests the next steps, and nothing when all is well", async () => {
  const { workspace } = await openProject(DOCS);
  assert.deepEqual((await workspace.status()).hints, [
    "the next search brings the index up to date; so does `ra update`",
  ]);
  await workspace.update();
  assert.deepEqual((await workspace.status()).hints, []);
});

test("status() says how to set up a first tree", async () => {
  const { workspace } = await openProject({ ".ra.toml": "root = true\n" });
  assert.match(
    (await workspace.status()).hints.join("\n"),
    /^name a folder to search: add \[tree\.docs\] with path = "docs" to .*\.ra\.toml$/,
  );
});

test("status() says what to do about a missing folder and about its documents in the index", async () => {
  const { workspace, fs } = await openProject(DOCS);
  await workspace.update();
  fs.rename("/project/docs", "/project/away");
  const { hints } = await workspace.status();
  assert.match(hints[0]!, /^correct the path of tree docs in .*\.ra\.toml, or bring its folder back$/);
  assert.equal(hints[1], "`ra update --prune` drops what the index keeps of trees that are left out");
});

test("status() notices an index that git would add", async () => {
  const inGit = { ...DOCS, ".git/HEAD": "ref: refs/heads/main\n" };
  const hint = "git would add the index: put .ra/ into .gitignore";
  const hintsOf = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
    (await (await openProject(files)).workspace.status()).hints;
  assert.ok((await hintsOf(inGit)).includes(hint));
  assert.ok(!(await hintsOf({ ...inGit, ".gitignore": ".ra/\n" })).includes(hint));
  assert.ok(!(await hintsOf(DOCS)).includes(hint));
});
