// Overlapping calls share a look at the files that began after each of them. No call sees older files than that.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileSystem } from "../../src/host/file_system.ts";
import { createFiles, failure, idsOf, openFiles, write } from "./project.ts";

const FILES = { "docs/a.md": "# A\n\nalpha\n", "docs/b.md": "# B\n\nbeta\n" };

/** The project, with counts of how often ra listed its documents' folder and read its configuration. */
async function counted(reload: boolean) {
  const fs = createFiles(FILES);
  const looks = { documents: 0, configuration: 0 };
  const counting: FileSystem = {
    ...fs,
    readDirectory: (path) => {
      if (path === "/project/docs") looks.documents++;
      return fs.readDirectory(path);
    },
    readFile: (path) => {
      if (path === "/project/.ra.toml") looks.configuration++;
      return fs.readFile(path);
    },
  };
  const { workspace } = await openFiles(fs, { fs: counting, reload });
  await workspace.search("alpha");
  looks.documents = looks.configuration = 0;
  return { fs, workspace, looks };
}

test("overlapping calls read the files at most twice: for the first call, and for all calls that came meanwhile", async () => {
  const { workspace, looks } = await counted(true);
  const first = workspace.search("alpha");
  await Promise.resolve();
  const others = Array.from(
    { length: 20 },
    (_, n) => (n % 2 === 0 ? workspace.search("beta") : workspace.get("docs:a.md")),
  );
  await Promise.all([first, ...others]);
  assert.ok(looks.documents <= 2 && looks.configuration <= 2, JSON.stringify(looks));
  await workspace.search("alpha");
  await workspace.search("alpha");
  assert.ok(looks.documents >= 3, JSON.stringify(looks));
});

test("a call sees everything written before it, even while others are under way", async () => {
  const { workspace, fs } = await counted(false);
  const answers: Promise<readonly string[]>[] = [];
  for (let n = 0; n < 30; n++) {
    write(fs, "docs/b.md", `# B\n\nversion${n}x\n`);
    answers.push(idsOf(workspace, `version${n}x`, { match: "all" }));
    if (n % 3 === 0) assert.deepEqual(await answers.at(-1), ["docs:b.md"]);
  }
  assert.deepEqual(await answers.at(-1), ["docs:b.md"]);
  // A call may also see what was written after it. Then its own version no longer exists.
  for (const answer of await Promise.all(answers)) assert.ok(answer.length <= 1);
});

test("with reload a changed configuration takes effect at once, and a wrong one leaves the old one in force", async () => {
  const { workspace, fs } = await counted(true);
  write(fs, "notes/c.md", "# C\n\ngamma\n");
  write(fs, ".ra.toml", '[tree.notes]\npath = "notes"\n');
  assert.deepEqual(await idsOf(workspace, "gamma"), ["notes:c.md"]);
  write(fs, ".ra.toml", "[tree");
  assert.deepEqual(await idsOf(workspace, "gamma"), ["notes:c.md"]);
  assert.deepEqual(workspace.config.trees.map(({ name }) => name), ["notes"]);
});

test("a signal ends the wait for earlier calls, and does not affect other calls", async () => {
  const { workspace } = await counted(false);
  const stop = new AbortController();
  const first = workspace.search("alpha");
  const second = failure(() => workspace.search("alpha", { signal: stop.signal }));
  const third = idsOf(workspace, "beta");
  stop.abort();
  assert.equal((await first).queries[0]!.results[0]!.id, "docs:a.md");
  assert.equal((await second).code, "interrupted");
  assert.deepEqual(await third, ["docs:b.md"]);
});
