// Tests that closing a workspace ends its calls, and that the next call opens it again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { failure, idsOf, openProject, write } from "./project.ts";

const FILES = { "docs/a.md": "# A\n\nalpha\n", "docs/b.md": "# B\n\nbeta\n" };

test("every method reopens a workspace after close(), not only a search without update", async () => {
  const { workspace, fs } = await openProject(FILES);
  assert.deepEqual(await idsOf(workspace, "alpha"), ["docs:a.md"]);
  for (const round of ["one", "two"]) {
    workspace.close();
    write(fs, "docs/c.md", `# C\n\n${round}\n`);
    assert.deepEqual(await idsOf(workspace, round), ["docs:c.md"]);
    workspace.close();
    assert.equal((await workspace.get("docs:a.md")).id, "docs:a.md");
    workspace.close();
    assert.equal((await workspace.list("docs")).length, 3);
    workspace.close();
    write(fs, "docs/b.md", `# B\n\nbeta ${round}\n`);
    assert.equal((await workspace.update()).changed, 1);
    workspace.close();
    assert.equal((await workspace.status()).index.state, "current");
    assert.deepEqual(await idsOf(workspace, "alpha", { update: false }), ["docs:a.md"]);
  }
  workspace.close();
});

test("watch() still runs on a workspace that was closed before", async () => {
  const { workspace } = await openProject(FILES);
  workspace.close();
  for await (const { event, documents } of workspace.watch({ interval: 10 })) {
    assert.deepEqual([event, documents], ["start", 2]);
    workspace.close();
  }
  assert.deepEqual(await idsOf(workspace, "alpha"), ["docs:a.md"]);
  workspace.close();
});

test("close() ends the calls before it and none after it", async () => {
  const { workspace } = await openProject(FILES);
  const before = [failure(() => workspace.search("alpha")), failure(() => workspace.list("docs"))];
  workspace.close();
  const after = idsOf(workspace, "alpha");
  for (const { code } of await Promise.all(before)) assert.equal(code, "interrupted");
  assert.deepEqual(await after, ["docs:a.md"]);
  workspace.close();
});

test("a search without update ends with `interrupted` when the workspace closes during it", async () => {
  const { workspace } = await openProject(FILES);
  await workspace.update();
  for (let ticks = 0; ticks < 12; ticks++) {
    const searching = workspace.search("alpha", { update: false }).then(() => "answered", ({ code }) => code);
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    workspace.close();
    assert.ok(["answered", "interrupted"].includes(await searching), `closed after ${ticks} ticks`);
  }
});
