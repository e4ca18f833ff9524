import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { open } from "../../src/workspace.ts";

test("a server whose project was deleted answers with an error and does not make the folder anew", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "ra-deleted-"))).replaceAll("\\", "/");
  const project = `${base}/project`;
  const plant = (): void => {
    mkdirSync(`${project}/docs`, { recursive: true });
    writeFileSync(
      `${project}/.ra.toml`,
      '[tree.docs]\npath = "docs"\n\n[[test]]\nquery = "needle"\nexpect = "docs:a.md"\n',
    );
    writeFileSync(`${project}/docs/a.md`, "# A\n\nneedle\n");
  };
  try {
    plant();
    const workspace = await open(project, { home: null, reload: true });
    assert.equal((await workspace.search("needle")).queries[0]?.results.length, 1);
    rmSync(project, { recursive: true });
    const gone = /the project's folder no longer exists/;
    await assert.rejects(workspace.search("needle"), gone);
    await assert.rejects(workspace.update(), gone);
    await assert.rejects(workspace.test(), gone);
    assert.equal(existsSync(project), false);
    plant();
    assert.equal((await workspace.search("needle")).queries[0]?.results.length, 1);
    workspace.close();
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});
