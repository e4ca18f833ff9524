// Tests the store over the real core: what a search finds after updates.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { SegmentReader } from "../../src/store/engine/engine.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { openIndex } from "../../src/store/published/open_index.ts";
import type { IndexUpdateOptions, StoreConfig } from "../../src/store/update/update.ts";
import { createFaultyFileSystem } from "./faulty_file_system.ts";
import { config, createProject, DIRECTORY, names, tree, update, write } from "./store_fixture.ts";

const engine = await loadEngine();
const SETTINGS = config(tree("docs"));
const BOOSTS = { title: 3, tags: 2.5, path: 2, path_components: 2, body: 1 };

async function refresh(fs: FileSystem, settings: StoreConfig = SETTINGS, options: Partial<IndexUpdateOptions> = {}) {
  return await update(fs, settings, { engine, ...options });
}

function reading<T>(fs: FileSystem, use: (reader: SegmentReader) => T): T {
  const opened = openIndex(fs, DIRECTORY, engine.schemaVersion);
  if (opened.state !== "open") return assert.fail(opened.state);
  const reader = engine.openReader(opened.index.segments);
  try {
    return use(reader);
  } finally {
    reader.free();
    opened.index.close();
  }
}

/** Returns ids and scores of the chunks that contain a word, best first. */
function find(reader: SegmentReader, word: string): readonly (readonly [id: string, score: number])[] {
  const { hits } = reader.search({
    queries: [{ query: { word }, all: true }],
    filters: [],
    limit: 100,
    boosts: BOOSTS,
    fuzzy: 0,
    factors: {},
  });
  const chunks = reader.chunksAt(hits.map(({ ref }) => ref));
  return hits.map(({ score }, index) => [chunks[index]!.id, Math.fround(score)]);
}

function ids(fs: FileSystem, word: string): readonly string[] {
  return reading(fs, (reader) => find(reader, word).map(([id]) => id).sort());
}

/** Returns everything that an index can answer, except which segment holds it. */
function contents(fs: FileSystem, words: readonly string[]): unknown {
  return reading(fs, (reader) => ({
    ids: reader.ids(),
    chunks: reader.chunks().map(({ ref: _ref, ancestors, ...chunk }) => ({
      ...chunk,
      ancestors: ancestors.map(({ id }) => id),
    })),
    documents: reader.documents(),
    found: words.map((word) => [word, find(reader, word).map(([id, score]) => [id, score.toPrecision(5)])]),
  }));
}

async function fresh(fs: FileSystem, settings: StoreConfig = SETTINGS): Promise<FileSystem> {
  const index = createMemoryFileSystem();
  await refresh(fs, settings, { index: { fs: index } });
  return index;
}

test("a search finds edited, added and renamed documents, and no deleted ones", async () => {
  const fs = createProject({
    "docs/a.md": "# Alpha\nbefore\n## Inner\nkept\n",
    "docs/b.md": "# Beta\ndoomed\n",
    "docs/old/c.md": "# Gamma\nmoving\n",
  });
  await refresh(fs);
  assert.deepEqual(ids(fs, "before"), ["docs:a.md#alpha"]);
  write(fs, "docs/a.md", "# Alpha\nafters\n## Inner\nkept\n");
  write(fs, "docs/d.md", "# Delta\nbrandnew\n");
  fs.removeFile("/project/docs/b.md");
  fs.rename("/project/docs/old", "/project/docs/new");
  await refresh(fs);
  assert.deepEqual(ids(fs, "before"), []);
  assert.deepEqual(ids(fs, "afters"), ["docs:a.md#alpha"]);
  assert.deepEqual(ids(fs, "kept"), ["docs:a.md#inner"]);
  assert.deepEqual(ids(fs, "brandnew"), ["docs:d.md#delta"]);
  assert.deepEqual(ids(fs, "doomed"), []);
  assert.deepEqual(ids(fs, "moving"), ["docs:new/c.md#gamma"]);
});

test("a search over an index of empty trees finds nothing without an error", async () => {
  const fs = createProject({ "docs/image.png": "x" });
  await refresh(fs);
  assert.deepEqual(ids(fs, "anything"), []);
});

test("updateIndex() with the core stems each tree and document in its own language", async () => {
  const fs = createProject({ "docs/a.md": "# A\nHäuser\n", "more/b.md": "---\nlang: de\n---\n# B\nHäuser\n" });
  await refresh(fs, config(tree("docs"), tree("more")));
  assert.deepEqual(reading(fs, (reader) => reader.chunks().map(({ id, stemmer }) => [id, stemmer])), [
    ["docs:a.md", "english"],
    ["docs:a.md#a", "english"],
    ["more:b.md", "german"],
    ["more:b.md#b", "german"],
  ]);
  await refresh(fs, config(tree("docs", { stemmer: "german" }), tree("more")));
  assert.deepEqual(reading(fs, (reader) => reader.chunks().map(({ stemmer }) => stemmer)), [
    "german",
    "german",
    "german",
    "german",
  ]);
});

test("updateIndex() with the core detects the language when neither frontmatter nor tree names a stemmer", async () => {
  const german =
    "# Haus\nDie Bibliothek ist heute geschlossen, weil die Angestellten alle Bücher in die neuen Häuser bringen.\n";
  const english = "The library is closed today because the employees are moving every book to the new building.";
  const fs = createProject({
    "auto/code.md": "```\nDie Bibliothek ist heute geschlossen, weil die Angestellten fehlen.\n```\n",
    "auto/detected.md": german,
    "auto/frontmatter.md": `---\nnote: ${english} ${english}\n---\n${german}`,
    "auto/japanese.txt": "図書館は今日閉まっています。",
    "auto/lang.md": `---\nlang: fr\n---\n${german}`,
    "auto/short.md": "Das Haus.\n",
    "auto/unknown.md": `---\nlang: ja\n---\n${german}`,
    "plain/a.md": german,
  });
  const trees = [tree("auto", { stemmer: "auto" }), tree("plain", { stemmer: "none" })];
  await refresh(fs, config(...trees));
  const stemmers = (): unknown =>
    reading(
      fs,
      (reader) => reader.chunks().filter(({ depth }) => depth === 0).map(({ path, stemmer }) => `${path} ${stemmer}`),
    );
  const before = [
    "code.md english",
    "detected.md german",
    "frontmatter.md german",
    "japanese.txt none",
    "lang.md french",
    "short.md english",
    "unknown.md german",
    "a.md none",
  ];
  assert.deepEqual(stemmers(), before);
  write(fs, "auto/short.md", german);
  await refresh(fs, config(...trees));
  assert.deepEqual(stemmers(), before.map((line) => (line.startsWith("short.md") ? "short.md german" : line)));
});

test("updateIndex() with the core skips files with control characters, and reads other bytes as text", async () => {
  const fs = createProject({
    "docs/a.txt": new Uint8Array([0x66, 1, 2, 0xff, 0x68]),
    "docs/b.txt": "fine",
    "docs/c.md": new Uint8Array([0x66, 0xff, 0x68]),
  });
  const { report } = await refresh(fs);
  assert.deepEqual([report.added, report.skipped], [2, [{ path: "docs:a.txt", reason: "binary" }]]);
});

test("updateIndex() with the core writes the same segments in two builds", async () => {
  const files = Object.fromEntries(
    Array.from(
      { length: 12 },
      (_, at) => [`docs/${at}.md`, `---\ntags: [x${at}, y]\nkey: v\n---\n# T${at}\n${"some words ".repeat(at)}\n`],
    ),
  );
  const segments: (readonly string[])[] = [];
  for (let round = 0; round < 2; round++) {
    const fs = createProject(files);
    await refresh(fs, SETTINGS, { segments: { batchBytes: 300 } });
    segments.push(names(fs).filter((name) => name.endsWith(".seg")));
  }
  assert.notEqual(segments[0]!.length, 1);
  assert.deepEqual(segments[1], segments[0]);
});

test("an index after many updates has the same content and scores as a new one", async () => {
  const words = ["version", "edit", "3", "27", "start"];
  const fs = createProject({ "docs/0.md": "# T\nstart\n" });
  for (let at = 0; at < 24; at++) {
    write(fs, `docs/${at}.md`, `# T\nversion ${at}\n`);
    if (at % 3 === 0) write(fs, "docs/0.md", `# T\nedit ${at}\n`);
    await refresh(fs);
  }
  assert.ok(names(fs).filter((name) => name.endsWith(".seg")).length < 8);
  assert.deepEqual(contents(fs, words), contents(await fresh(fs), words));
});

const DAMAGES: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  "is cut short": (bytes) => bytes.subarray(0, bytes.length - 40),
  "holds zeros": (bytes) => new Uint8Array(bytes.length),
  "ends in zeros": (bytes) => bytes.map((byte, at) => (at < bytes.length - 64 ? byte : 0)),
};
for (const [name, damage] of Object.entries(DAMAGES)) {
  test(`updateIndex() with the core rebuilds when a segment ${name}`, async () => {
    const fs = createProject({ "docs/a.md": "# A\nalpha\n", "docs/b.md": "# B\nbeta\n", "docs/c.md": "# C\ngamma\n" });
    await refresh(fs);
    const segment = `${DIRECTORY}/${names(fs).find((file) => file.endsWith(".seg"))}`;
    fs.writeFile(segment, damage(fs.readFile(segment)!));
    write(fs, "docs/b.md", "# B\ndelta\n");
    const { outcome, warnings } = await refresh(fs);
    assert.deepEqual([outcome, warnings.map(({ code }) => code)], ["published", ["index-damaged"]]);
    assert.deepEqual([ids(fs, "alpha"), ids(fs, "beta"), ids(fs, "delta")], [["docs:a.md#a"], [], ["docs:b.md#b"]]);
  });
}

const FAULTS = [
  // The core makes some two hundred range reads, so the test tries every ninth.
  { fault: "fails", reads: true, step: 9 },
  { fault: "torn", reads: false, step: 1 },
  { fault: "dies torn", reads: false, step: 1 },
] as const;
for (const { fault, reads, step } of FAULTS) {
  test(`a search finds either the old documents or the new ones when any operation of an update ${fault}`, async () => {
    const words = ["alpha", "beta", "gamma", "delta"];
    const found = (fs: FileSystem): string =>
      JSON.stringify(reading(fs, (reader) => words.map((word) => find(reader, word).map(([id]) => id))));
    const [old, now] = [[["docs:a.md#a"], ["docs:b.md#b"], ["docs:c.md#c"], []], [["docs:a.md#a"], [], [], [
      "docs:b.md#b",
    ]]].map((value) => JSON.stringify(value));
    for (let at = 1;; at += step) {
      const fs = createProject({
        "docs/a.md": "# A\nalpha\n",
        "docs/b.md": "# B\nbeta\n",
        "docs/c.md": "# C\ngamma\n",
      });
      await refresh(fs);
      assert.equal(found(fs), old);
      write(fs, "docs/b.md", "# B\ndelta\n");
      fs.removeFile("/project/docs/c.md");
      const faulty = createFaultyFileSystem(fs, at, fault, { reads });
      const code = await refresh(fs, SETTINGS, { index: { fs: faulty } }).then(() => "", (error) => String(error.code));
      assert.ok(["", "io"].includes(code), `operation ${at}: ${code}`);
      const between = found(fs);
      assert.ok(between === old || between === now, `operation ${at}: ${between}`);
      releaseLock(fs);
      assert.deepEqual((await refresh(fs)).warnings, [], `operation ${at}`);
      assert.equal(found(fs), now, `operation ${at}`);
      if (faulty.operations < at) break;
    }
  });
}

/** Does to the lock what the end of the process does. */
function releaseLock(fs: MemoryFileSystem): void {
  fs.removeFile(`${DIRECTORY}/lock`);
}

test("an index that grows step by step with the core has the same content and scores as a new one", async () => {
  const path = fc.constantFrom("one/a.md", "one/b.md", "one/sub/c.txt", "two/a.md");
  const text = fc.constantFrom(
    "",
    "red\n",
    "# Red\nblue\n",
    "# Blue\nred red\n## Green\nblue\n",
    "bin\0ary",
    "---\nlang: de\ntags: [green]\n---\n# Rot\nred\n",
  );
  const both = config(tree("one"), tree("two"));
  const policy = { perLevel: 3, smallest: 4, deletedShare: 0.3, maxBytes: 1e9 };
  const rounds = fc.array(fc.array(fc.tuple(path, fc.option(text)), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 5,
  });
  const words = ["red", "blue", "green", "rot"];
  await fc.assert(
    fc.asyncProperty(rounds, fc.constantFrom(1, 1e6), async (script, batchBytes) => {
      const fs = createProject({ "one/a.md": "# Red\nblue\n", "two/a.md": "red\n" });
      await refresh(fs, both);
      for (const round of script) {
        for (const [at, content] of round) {
          if (content === null) fs.removeFile(`/project/${at}`);
          else write(fs, at, content);
        }
        await refresh(fs, both, { segments: { batchBytes, mergePolicy: policy } });
        assert.deepEqual(contents(fs, words), contents(await fresh(fs, both), words));
      }
    }),
    { numRuns: 20 },
  );
});
