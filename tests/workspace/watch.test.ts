// Tests the library's watch(), which keeps an index fresh.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Warning } from "../../src/errors.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import type { WatchUpdate } from "../../src/shapes/reports.ts";
import { open, type OpenOptions, type Workspace } from "../../src/workspace.ts";
import { DOCS, idsOf, openProject, write } from "./project.ts";

const told = ({ event, added, changed, removed }: WatchUpdate) => [event, added, changed, removed];

/** Opens a project on the disk with one document. */
async function onDisk(
  options: OpenOptions,
  work: (workspace: Workspace, folder: string) => Promise<void>,
): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ra-watch-")));
  try {
    mkdirSync(join(folder, "docs"));
    writeFileSync(join(folder, ".ra.toml"), `root = true\n${DOCS}`);
    writeFileSync(join(folder, "docs/a.md"), "# A\n\nalpha\n");
    const workspace = await open(folder, { home: null, ...options });
    try {
      await work(workspace, folder);
    } finally {
      workspace.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("watch() yields the start and then each update, when it polls the files", async () => {
  const { workspace, fs } = await openProject({ "docs/a.md": "# A\nalpha\n", "docs/b.md": "# B\nbeta\n" });
  await workspace.update();
  const seen: WatchUpdate[] = [];
  const edits = [
    () => write(fs, "docs/a.md", "# A\nanew\n"),
    () => {
      write(fs, "docs/c.md", "# C\n");
      fs.removeFile("/project/docs/b.md");
    },
    () => write(fs, ".ra.toml", `${DOCS}exclude = ["c.md"]\n`),
  ];
  for await (const update of workspace.watch({ interval: 1 })) {
    seen.push(update);
    const edit = edits.shift();
    if (edit === undefined) break;
    edit();
  }
  assert.deepEqual(seen.map(told), [
    ["start", [], [], []],
    ["change", [], ["docs:a.md"], []],
    ["change", ["docs:c.md"], [], ["docs:b.md"]],
    ["configuration", [], [], ["docs:c.md"]],
  ]);
  assert.deepEqual(
    seen.map(({ documents, trees, notified }) => [documents, trees, notified]),
    [2, 2, 2, 1].map((documents) => [documents, ["docs"], false]),
  );
  assert.deepEqual(workspace.config.trees[0]?.exclude, ["c.md"]);
  assert.deepEqual(await idsOf(workspace, "anew"), ["docs:a.md"]);
});

test("watch() reports what another writer indexes, and searches continue meanwhile", async () => {
  const { workspace, fs } = await openProject({ "docs/a.md": "# A\nalpha\n" });
  const seen: unknown[] = [];
  for await (const update of workspace.watch({ interval: 1 })) {
    seen.push(told(update));
    if (seen.length === 2) break;
    write(fs, "docs/b.md", "# B\nbeta\n");
    assert.deepEqual(await idsOf(workspace, "beta"), ["docs:b.md"]);
  }
  assert.deepEqual(seen, [["start", ["docs:a.md"], [], []], ["change", ["docs:b.md"], [], []]]);
});

test("watch() ends with its signal and with close(), even while it waits", async () => {
  const { workspace } = await openProject({ "docs/a.md": "# A\n" });
  const stop = new AbortController();
  const events: string[] = [];
  for await (const { event } of workspace.watch({ signal: stop.signal, interval: 60_000 })) {
    events.push(event);
    setTimeout(() => stop.abort(), 5);
  }
  for await (const { event } of workspace.watch({ interval: 60_000 })) {
    events.push(event);
    setTimeout(() => workspace.close(), 5);
  }
  assert.deepEqual(events, ["start", "start"]);
});

test("watch() throws the error that keeps it from starting", async () => {
  const { workspace, fs } = await openProject({ "docs/a.md": "# A\n" });
  fs.setReadOnly(true);
  await assert.rejects(async () => {
    for await (const _ of workspace.watch()) assert.fail("it began");
  }, { code: "io", message: /read-only/ });
});

test("watch() reacts to notifications of changes on a disk", { skip: process.platform === "win32" }, async () => {
  await onDisk({}, async (workspace, folder) => {
    const seen: unknown[] = [];
    for await (const update of workspace.watch()) {
      seen.push([...told(update), update.notified]);
      if (seen.length === 2) break;
      writeFileSync(join(folder, "docs/b.md"), "# B\n");
    }
    assert.deepEqual(seen, [["start", ["docs:a.md"], [], [], true], ["change", ["docs:b.md"], [], [], true]]);
  });
});

/** The ways in which watching fails: at once, or later by itself. */
const failures: Readonly<Record<string, FileSystem["watchDirectory"]>> = {
  "cannot begin": () => {
    throw new Error("cannot watch /docs: no watches left");
  },
  "ends by itself": (_path, _onChange, onFailure) => {
    const timer = setTimeout(() => onFailure(new Error("cannot watch /docs: no watches left")), 1);
    return () => clearTimeout(timer);
  },
};
for (const [what, watchDirectory] of Object.entries(failures)) {
  test(`watch() warns once and polls when the file system's watch ${what}`, async () => {
    const warnings: Warning[] = [];
    await onDisk({
      fs: { ...createDiskFileSystem(), watchDirectory: watchDirectory! },
      onWarning: (warning) => warnings.push(warning),
    }, async (workspace, folder) => {
      let last: WatchUpdate | undefined;
      for await (last of workspace.watch()) {
        if (last.event === "change") break;
        while (warnings.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
        writeFileSync(join(folder, "docs/b.md"), "# B\n");
      }
      assert.deepEqual([...told(last!), last!.notified], ["change", ["docs:b.md"], [], [], false]);
    });
    assert.deepEqual(warnings.map(({ code, message }) => [code, message]), [
      ["watch-failed", "cannot watch /docs: no watches left; looking every 2 seconds instead"],
    ]);
  });
}
