import assert from "node:assert/strict";
import { test } from "node:test";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { openIndex } from "../../src/store/published/open_index.ts";
import { referencedFiles } from "../../src/store/published/head.ts";
import type { IndexUpdateOptions } from "../../src/store/update/update.ts";
import { createFakeEngine } from "./fake_engine.ts";
import { createFaultyFileSystem, type Fault, type FaultOptions } from "./faulty_file_system.ts";
import { config, createProject, DIRECTORY, indexed, names, tree, update, write } from "./store_fixture.ts";

const SETTINGS = config(tree("docs"));
const MERGING: Partial<IndexUpdateOptions> = {
  segments: { mergePolicy: { perLevel: 2, smallest: 512, deletedShare: 0.3, maxBytes: 1e9 }, batchBytes: 20 },
};
const SCENARIOS: Readonly<
  Record<
    string,
    { readonly prepare: (fs: MemoryFileSystem) => Promise<void>; readonly options: Partial<IndexUpdateOptions> }
  >
> = {
  "first build": { prepare: async () => {}, options: {} },
  "update by change": {
    prepare: async (fs) => {
      await update(fs, SETTINGS);
      edit(fs);
    },
    options: {},
  },
  "update with merges": {
    prepare: async (fs) => {
      await update(fs, SETTINGS, { segments: { batchBytes: 20 } });
      edit(fs);
    },
    options: MERGING,
  },
  "full rebuild": {
    prepare: async (fs) => {
      await update(fs, SETTINGS);
      edit(fs);
    },
    options: { scope: { full: true } },
  },
  "renewed fingerprints": {
    prepare: async (fs) => {
      await update(fs, SETTINGS);
      write(fs, "docs/a.md", "# A\none\n# B\ntwo\n");
    },
    options: {},
  },
  "rebuild of a damaged index": {
    prepare: async (fs) => {
      await update(fs, SETTINGS);
      fs.writeFile(`${DIRECTORY}/head.json`, new TextEncoder().encode("{"));
    },
    options: {},
  },
};

function project(): MemoryFileSystem {
  return createProject({
    "docs/a.md": "# A\none\n# B\ntwo\n",
    "docs/b.md": "# C\nthree\n",
    "docs/c.md": "# D\nfour\n",
  });
}

function edit(fs: MemoryFileSystem): void {
  write(fs, "docs/a.md", "# A\nedited\n");
  fs.removeFile("/project/docs/b.md");
  write(fs, "docs/d.md", "# E\nnew\n");
}

/** Returns what a reader finds: the chunks as JSON, or that there is no readable index. */
function readable(fs: MemoryFileSystem): string {
  const opened = openIndex(fs, DIRECTORY, createFakeEngine().schemaVersion);
  if (opened.state !== "open") return opened.state;
  opened.index.close();
  return JSON.stringify(indexed(fs));
}

/** Makes the lock look like the lock of a process that ended, as after a crash. */
function bury(fs: MemoryFileSystem): void {
  const path = `${DIRECTORY}/lock`;
  const bytes = fs.readFile(path);
  if (bytes === undefined) return;
  try {
    const owner = JSON.parse(new TextDecoder().decode(bytes));
    fs.writeFile(path, new TextEncoder().encode(JSON.stringify({ ...owner, pid: 2 ** 30 })));
  } catch {
    // A torn lock file names no owner.
  }
}

const FAULTS: readonly (readonly [Fault, NonNullable<FaultOptions["code"]>])[] = [
  ["fails", "EIO"],
  ["torn", "EIO"],
  ["late", "EIO"],
  ["dies", "EIO"],
  ["dies torn", "EIO"],
  // A disk that is full in the middle of a write, briefly or for good; a folder whose permissions change.
  ["torn", "ENOSPC"],
  ["dies torn", "ENOSPC"],
  ["fails", "EACCES"],
  ["dies", "EACCES"],
];

for (const [name, { prepare, options }] of Object.entries(SCENARIOS)) {
  for (const [fault, code] of FAULTS) {
    test(`updateIndex() leaves the old index or the new one when any operation ${fault} with ${code} during: ${name}`, async () => {
      for (let at = 1;; at++) {
        const fs = project();
        await prepare(fs);
        const old = readable(fs);
        const seen = new Set<string>();
        const faulty = createFaultyFileSystem(fs, at, fault, { before: () => seen.add(readable(fs)), code });
        const result = await update(fs, SETTINGS, { ...options, index: { fs: faulty } }).catch((error) =>
          assert.equal(error.code, "io", String(error.stack))
        );
        seen.add(readable(fs));
        // A caller whose update succeeded finds the new index.
        const done = result?.outcome === "published" || result?.outcome === "unchanged" ? readable(fs) : undefined;
        bury(fs);
        await update(fs, SETTINGS, options);
        const now = readable(fs);
        for (const state of seen) {
          assert.ok(
            state === old || state === now || state === "missing" && old === "damaged",
            `operation ${at}: ${state}`,
          );
        }
        assert.ok(done === undefined || done === now, `operation ${at}: not done`);
        assert.equal(now, await expected(fs), `operation ${at}`);
        write(fs, "docs/last.md", "# Last\nword\n");
        await update(fs, SETTINGS);
        assertClean(fs, `operation ${at}`);
        if (faulty.operations < at) break;
      }
    });
  }
}

async function expected(fs: MemoryFileSystem): Promise<string> {
  const memory = createProject({});
  await update(fs, SETTINGS, { index: { fs: memory } });
  return JSON.stringify(indexed(memory));
}

/** After an update with something to publish, only files that the head names remain. */
function assertClean(fs: MemoryFileSystem, message: string): void {
  const opened = openIndex(fs, DIRECTORY, createFakeEngine().schemaVersion);
  assert.equal(opened.state, "open", message);
  if (opened.state !== "open") return;
  opened.index.close();
  const wanted = ["head.json", ...referencedFiles(opened.index.head).map((file) => file.name)];
  assert.deepEqual(names(fs).filter((name) => !wanted.includes(name) && name !== "head.json.damaged"), [], message);
}

test("updateIndex() removes files that earlier writers left", async () => {
  const fs = project();
  await update(fs, SETTINGS);
  for (
    const name of ["0123456789abcdef0123456789abcdef.seg", "files-00.json", "aa.del", "head.json.1-2.tmp", "notes.txt"]
  ) {
    fs.writeFile(`${DIRECTORY}/${name}`, new Uint8Array(3));
  }
  edit(fs);
  await update(fs, SETTINGS);
  const kinds = names(fs).map((name) => name.replace(/[0-9a-f]{32}/, "HASH"));
  assert.deepEqual(kinds.sort(), ["HASH.seg", "HASH.seg", "files-HASH.json", "head.json", "notes.txt"]);
});

test("updateIndex() replaces a partial segment that a dead writer left under the needed name", async () => {
  const fs = project();
  await update(fs, SETTINGS);
  const content = indexed(fs);
  const segment = names(fs).find((name) => name.endsWith(".seg"))!;
  fs.removeFile(`${DIRECTORY}/head.json`);
  const whole = fs.readFile(`${DIRECTORY}/${segment}`)!;
  fs.writeFile(`${DIRECTORY}/${segment}`, whole.map((byte, at) => (at < 50 ? byte : 0)));
  await update(fs, SETTINGS);
  assert.deepEqual(indexed(fs), content);
  assert.ok(names(fs).includes(segment));
});

const DAMAGES: Readonly<Record<string, (fs: MemoryFileSystem) => void>> = {
  "head.json is empty": (fs) => fs.writeFile(`${DIRECTORY}/head.json`, new Uint8Array()),
  "head.json is a list": (fs) => fs.writeFile(`${DIRECTORY}/head.json`, new TextEncoder().encode("[]")),
  "one digit in head.json differs": (fs) =>
    rewrite(fs, "head.json", (text) => text.replace(/"written": \d+/, '"written": 77')),
  "head.json is of a later format": (fs) =>
    rewrite(fs, "head.json", (text) => text.replace('"format": 5', '"format": 6')),
  "head.json is of the format before": (fs) =>
    rewrite(fs, "head.json", (text) => text.replace('"format": 5', '"format": 4')),
  "a segment is cut short": (fs) => rewrite(fs, ".seg", (text) => text.slice(0, -5)),
  "a segment is gone": (fs) => fs.removeFile(`${DIRECTORY}/${names(fs).find((name) => name.endsWith(".seg"))}`),
  "the list of files is another": (fs) => rewrite(fs, "files-", (text) => text.replace("a.md", "z.md")),
};

function rewrite(fs: MemoryFileSystem, part: string, change: (text: string) => string): void {
  const path = `${DIRECTORY}/${names(fs).find((name) => name.includes(part))}`;
  const before = new TextDecoder().decode(fs.readFile(path));
  assert.notEqual(change(before), before);
  fs.writeFile(path, new TextEncoder().encode(change(before)));
}

for (const [name, damage] of Object.entries(DAMAGES)) {
  test(`updateIndex() sets the index aside with one warning and rebuilds it when ${name}`, async () => {
    const fs = project();
    await update(fs, SETTINGS);
    const content = indexed(fs);
    damage(fs);
    const result = await update(fs, SETTINGS);
    assert.deepEqual([result.outcome, result.report.added, result.warnings.map(({ code }) => code)], ["published", 3, [
      "index-damaged",
    ]]);
    assert.deepEqual(indexed(fs), content);
    assert.ok(names(fs).includes("head.json.damaged"));
    assert.deepEqual((await update(fs, SETTINGS)).warnings, []);
  });
}

test("updateIndex() sets an index with another schema aside", async () => {
  const fs = project();
  await update(fs, SETTINGS);
  const engine = createFakeEngine("fake-2");
  const result = await update(fs, SETTINGS, { engine });
  assert.deepEqual(result.warnings.map(({ code }) => code), ["index-damaged"]);
  assert.equal(indexed(fs, engine)["docs:a.md#a"], "one");
});

test("updateIndex() rebuilds when it finds a segment unreadable during a change", async () => {
  const fs = project();
  await update(fs, SETTINGS);
  rewrite(fs, ".seg", (text) => text.replace("[{", "{{"));
  edit(fs);
  const result = await update(fs, SETTINGS);
  assert.deepEqual([result.outcome, result.warnings.map(({ code }) => code)], ["published", ["index-damaged"]]);
  assert.equal(JSON.stringify(indexed(fs)), await expected(fs));
});

test("updateIndex() rebuilds an index that a reader found damaged, unless another writer has replaced it", async () => {
  const fs = project();
  await update(fs, SETTINGS);
  // Enough repetitions to write two heads of the same content within one millisecond.
  for (let round = 0; round < 20; round++) {
    const opened = openIndex(fs, DIRECTORY, "fake-1");
    assert.equal(opened.state, "open");
    if (opened.state !== "open") return;
    opened.index.close();
    const damage = { identity: opened.index.identity, reason: "a posting list ends early" };
    const rebuilt = await update(fs, SETTINGS, { scope: { damage } });
    assert.deepEqual([rebuilt.outcome, rebuilt.warnings.length, rebuilt.report.added], ["published", 1, 3]);
    const again = await update(fs, SETTINGS, { scope: { damage } });
    assert.deepEqual([again.outcome, again.warnings], ["unchanged", []]);
  }
});

test("openIndex() keeps reading its own version when a writer publishes another and removes the files", async () => {
  const fs = project();
  await update(fs, SETTINGS);
  const opened = openIndex(fs, DIRECTORY, "fake-1");
  assert.equal(opened.state, "open");
  if (opened.state !== "open") return;
  edit(fs);
  await update(fs, SETTINGS, { scope: { full: true } });
  assert.equal(opened.index.verify(), undefined);
  assert.deepEqual([...opened.index.manifest().get("docs")!.keys()], ["a.md", "b.md", "c.md"]);
  opened.index.close();
});

test("openIndex() starts again when files vanish between the head and the segments", async () => {
  const fs = project();
  await update(fs, SETTINGS);
  const stale = fs.readFile(`${DIRECTORY}/head.json`)!;
  edit(fs);
  await update(fs, SETTINGS, { scope: { full: true } });
  let reads = 0;
  const racing = Object.assign(Object.create(fs), {
    readFile: (path: string) => (path.endsWith("head.json") && ++reads === 1 ? stale : fs.readFile(path)),
  });
  const opened = openIndex(racing, DIRECTORY, "fake-1");
  assert.equal(opened.state, "open");
  if (opened.state === "open") {
    assert.deepEqual([...opened.index.manifest().get("docs")!.keys()], ["a.md", "c.md", "d.md"]);
  }
});

test("updateIndex() reports a lock while another writer works, and waits for a writer that finishes", async () => {
  const fs = project();
  await update(fs, SETTINGS);
  const old = indexed(fs);
  edit(fs);
  const waiting: string[] = [];
  let during: Promise<unknown> | undefined;
  let patient: Promise<{ readonly outcome: string }> | undefined;
  await update(fs, SETTINGS, {
    segments: {
      build: async (tasks, input) => {
        during = update(fs, SETTINGS, { caller: { lockTimeout: 20, onWait: (owner) => void waiting.push(owner) } });
        assert.equal((await during as { outcome: string }).outcome, "locked");
        assert.deepEqual(indexed(fs), old);
        patient = update(fs, SETTINGS, { caller: { lockTimeout: 5000 } });
        return await (await import("../../src/store/segments/build_segments.ts")).buildSegments(tasks, input);
      },
    },
  });
  assert.match(waiting.join(), /^process \d+/);
  assert.equal((await patient)?.outcome, "unchanged");
  assert.equal(JSON.stringify(indexed(fs)), await expected(fs));
});
