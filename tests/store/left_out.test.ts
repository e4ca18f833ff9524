// Trees that are left out stay in the index, and count nowhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { loadEngine } from "../../src/store/engine/load.ts";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { unreadTrees } from "../../src/store/files/left_out.ts";
import { openIndex } from "../../src/store/published/open_index.ts";
import type { Manifest } from "../../src/store/published/manifest.ts";
import { createEmbeddedIndex } from "../../src/store/snapshot/embedded_snapshot.ts";
import { servedIndex } from "../../src/store/snapshot/served_index.ts";
import type { MergePolicy } from "../../src/store/segments/merge_policy.ts";
import { type IndexUpdateOptions, type StoreConfig, updateIndex } from "../../src/store/update/update.ts";
import { endlessWork } from "../search/retrieval/endless_work.ts";
import { config, createProject, DIRECTORY, names, tree, update, write } from "./store_fixture.ts";

const engine = await loadEngine();
const TREES = ["one", "three", "two"];
const WORDS = ["apple", "pear", "plum", "fig"];
const EAGER: MergePolicy = { perLevel: 3, smallest: 4, deletedShare: 0.3, maxBytes: 1e9 };

/** The configuration as it is read without trust in some trees. */
function trusting(trees: readonly string[]): StoreConfig {
  const untrusted = TREES.filter((name) => !trees.includes(name));
  return {
    ...config(...trees.map((name) => tree(name, { stemmer: name === "two" ? "german" : "english" }))),
    untrusted: untrusted.map((name) => ({ name, definedIn: "/project/.ra.toml" })),
  };
}

/** Everything that an index says of these trees: what ranking counts, scores to the bit, facets, lists. */
async function answers(fs: FileSystem, served: readonly string[]): Promise<unknown> {
  const opened = openIndex(fs, DIRECTORY, engine.schemaVersion);
  assert.equal(opened.state, "open");
  if (opened.state !== "open") return undefined;
  const index = await servedIndex(opened.index, (name) => served.includes(name), engine);
  const embedded = createEmbeddedIndex(engine, index);
  const snapshot = embedded.snapshot({ read: () => Promise.resolve("gone") }, endlessWork());
  try {
    const { catalogue, retriever } = snapshot;
    const found = [];
    for (const words of [["apple"], ["pear", "plum"], ["fig", "aple"]]) {
      const response = await retriever.search({
        queries: [{ query: { and: words.map((word) => ({ word })) }, all: false }],
        filters: [],
        limit: 1000,
        boosts: { title: 2 },
        fuzzy: 1,
        factors: {},
        facets: true,
      });
      const chunks = await catalogue.chunksAt(response.hits.map(({ ref }) => ref));
      const { total, documents, words: reports } = response;
      found.push({ total, documents, reports, hits: response.hits.map(({ score }, at) => [chunks[at]!.id, score]) });
    }
    const listed = (await catalogue.files()).map(({ id }) => id);
    return {
      found,
      ids: await catalogue.ids(),
      documents: await catalogue.documents(),
      listed: listed.sort(),
      trees: [...await catalogue.trees()].sort(),
      counts: [await catalogue.countChunks(), await catalogue.countChunks(served)],
      statistics: [...await retriever.termStatistics(WORDS, {})],
    };
  } finally {
    snapshot.release();
    embedded.close();
  }
}

function manifestOf(fs: FileSystem): Manifest {
  const opened = openIndex(fs, DIRECTORY, engine.schemaVersion);
  assert.equal(opened.state, "open");
  if (opened.state !== "open") return new Map();
  try {
    assert.equal(opened.index.verify(), undefined);
    return opened.index.manifest();
  } finally {
    opened.index.close();
  }
}

/** An index over these trees alone. */
async function fresh(fs: MemoryFileSystem, trees: readonly string[]): Promise<unknown> {
  const index = createProject({});
  await updateIndex({ config: trusting(trees), engine, source: fs, index: { fs: index } });
  return await answers(index, trees);
}

const path = fc.tuple(fc.constantFrom(...TREES), fc.constantFrom("a.md", "b.md", "sub/c.md", "sub/d.md")).map(
  (parts) => parts.join("/"),
);
const text = fc.array(fc.constantFrom(...WORDS, "# Apple\n", "## Pear\n", "\n\n", "---\ntags: [x]\n---\n"), {
  maxLength: 12,
}).map((parts) => parts.join(" "));
type Edit = (fs: MemoryFileSystem) => void;
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(path, text).map(([at, content]): Edit => (fs) => write(fs, at, content)) },
  { weight: 1, arbitrary: path.map((at): Edit => (fs) => fs.removeFile(`/project/${at}`)) },
);
const round = fc.record({
  edits: fc.array(edit, { maxLength: 4 }),
  trusted: fc.subarray(TREES, { minLength: 1 }),
  missing: fc.subarray(TREES, { maxLength: 1 }),
  full: fc.boolean(),
});

test("an index with trees that are left out ranks and lists like one that never held them, and keeps them whole", async () => {
  const all = Object.fromEntries(
    TREES.flatMap((name) => ["a.md", "sub/c.md"].map((file) => [`${name}/${file}`, `# Apple\n${name} pear fig\n`])),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 6 }), async (rounds) => {
      const fs = createProject(all);
      const options: Partial<IndexUpdateOptions> = { engine, segments: { mergePolicy: EAGER } };
      await update(fs, trusting(TREES), options);
      for (const { edits, trusted, missing, full } of rounds) {
        const before = manifestOf(fs);
        for (const change of edits) change(fs);
        for (const name of missing) fs.rename(`/project/${name}`, `/project/${name}-away`);
        const served = trusted.filter((name) => !missing.includes(name));
        const { report } = await update(fs, trusting(trusted), { ...options, scope: { full } });
        assert.deepEqual(report.removed_trees, []);
        assert.deepEqual(await answers(fs, served), await fresh(fs, served));
        const after = manifestOf(fs);
        for (const name of TREES) {
          if (!served.includes(name)) assert.deepEqual(after.get(name), before.get(name), `${name} is not whole`);
        }
        assert.equal((await update(fs, trusting(trusted), options)).outcome, "unchanged");
        for (const name of missing) fs.rename(`/project/${name}-away`, `/project/${name}`);
      }
      await update(fs, trusting(TREES), options);
      assert.deepEqual(await answers(fs, TREES), await fresh(fs, TREES));
    }),
    { numRuns: 30 },
  );
});

test("updateIndex() reads no file of a tree that is left out, and none when it is trusted again", async () => {
  const fs = createProject({ "one/a.md": "# A\none\n", "two/b.md": "# B\ntwo\n", "three/c.md": "# C\nthree\n" });
  await update(fs, trusting(TREES));
  const read: string[] = [];
  const watched: MemoryFileSystem = Object.assign(Object.create(fs), {
    readFile(at: string, options: object) {
      if (at.endsWith(".md")) read.push(at);
      return fs.readFile(at, options);
    },
  });
  write(fs, "one/a.md", "# A\nedited\n");
  await update(watched, trusting(["one"]));
  assert.deepEqual(new Set(read), new Set(["/project/one/a.md"]));
  read.length = 0;
  const result = await update(watched, trusting(TREES));
  assert.deepEqual([result.outcome, result.report.unchanged, read], ["unchanged", 3, []]);
});

test("configurations with and without trust that take turns write nothing", async () => {
  const fs = createProject({ "one/a.md": "# A\none\n", "two/b.md": "# B\ntwo\n" });
  await update(fs, trusting(TREES.filter((name) => name !== "three")));
  const before = names(fs);
  fs.setReadOnly(true);
  for (const trees of [["one"], ["one", "two"], ["two"], ["one", "two"]]) {
    const { outcome, report } = await update(fs, trusting(trees));
    assert.deepEqual([outcome, report.unchanged, report.removed_trees], ["unchanged", trees.length, []]);
  }
  assert.deepEqual(names(fs), before);
});

test("updateIndex() with prune drops the trees that are left out, and a tree that nobody names goes as ever", async () => {
  const files = { "one/a.md": "# A\none\n", "two/b.md": "# B\ntwo\n" };
  for (const scope of [{ prune: true }, { prune: true, full: true }]) {
    const fs = createProject(files);
    await update(fs, trusting(["one", "two"]));
    const { report } = await update(fs, trusting(["one"]), { scope });
    assert.deepEqual([report.removed, report.removed_trees], [1, ["two"]]);
    assert.deepEqual([...manifestOfFake(fs).keys()], ["one"]);
  }
  const fs = createProject(files);
  await update(fs, trusting(["one", "two"]));
  assert.deepEqual((await update(fs, config(tree("one")))).report.removed_trees, ["two"]);
});

test("a tree stays while the file that defines it is not read, unless the file is gone", async () => {
  const above = tree("two", { definedIn: "/home/me/.ra.toml" });
  const both = { ...config(tree("one"), above), files: [] };
  const alone = config(tree("one"));
  const fs = createProject({ "one/a.md": "# A\none\n", "two/b.md": "# B\ntwo\n" });
  const removed = async (): Promise<readonly string[]> => {
    await update(fs, both);
    return (await update(fs, alone)).report.removed_trees;
  };
  assert.deepEqual(await removed(), [], "nothing is known of a folder that is missing");
  fs.makeDirectory("/home/me");
  assert.deepEqual(await removed(), ["two"]);
  fs.writeFile("/home/me/.ra.toml", new Uint8Array());
  assert.deepEqual(await removed(), []);
  const read = { ...alone, files: [{ path: "/home/me/.ra.toml", global: true }] };
  assert.deepEqual((await update(fs, read)).report.removed_trees, ["two"]);
});

test("an index that somebody planted keeps no tree by naming another file, and has no folder listed", () => {
  const fs = createProject({ "docs/a.md": "" });
  fs.makeDirectory("/outside");
  fs.writeFile("/outside/secret.md", new Uint8Array());
  const noList: MemoryFileSystem = { ...fs, readDirectory: assert.fail, readFile: assert.fail, open: assert.fail };
  const kept = (definedIn: string): readonly string[] => [
    ...unreadTrees(noList, { ...config(tree("docs")), files: [] }, [
      { name: "planted", path: "/outside", settings: "", formats: "", definedIn },
    ]).keys(),
  ];
  for (const file of ["/outside/secret.md", "docs/a.md", "/outside", "", "/outside/.ra.toml"]) {
    assert.deepEqual(kept(file), [], file);
  }
  fs.writeFile("/outside/.ra.toml", new Uint8Array());
  assert.deepEqual(kept("/outside/.ra.toml"), ["planted"]);
});

test("a damaged index is built anew without the trees that are left out, and they come back with trust", async () => {
  const fs = createProject({ "one/a.md": "# A\none\n", "two/b.md": "# B\ntwo\n" });
  await update(fs, trusting(["one", "two"]));
  fs.writeFile(`${DIRECTORY}/head.json`, new TextEncoder().encode("{}"));
  const { warnings } = await update(fs, trusting(["one"]));
  assert.deepEqual(warnings.map(({ code }) => code), ["index-damaged"]);
  assert.equal((await update(fs, trusting(["one", "two"]))).report.added, 1);
});

/** A disk that is mounted at the folder of a tree, as a folder of its own. */
function mounted(fs: MemoryFileSystem, at: string): { readonly unmount: () => void; readonly mount: () => void } {
  fs.setDevice(at, 7);
  return {
    unmount() {
      fs.rename(at, "/disk");
      fs.makeDirectory(at);
    },
    mount() {
      fs.rename(at, `/point-${Math.random()}`);
      fs.rename("/disk", at);
    },
  };
}

test("a tree keeps its documents while its disk is not mounted and the mount point is empty", async () => {
  const fs = createProject({ "one/a.md": "# A\none\n", "two/b.md": "# B\ntwo\n" });
  const disk = mounted(fs, "/project/two");
  const both = trusting(["one", "two"]);
  await update(fs, both);
  disk.unmount();
  const away = await update(fs, both);
  assert.deepEqual([away.outcome, [...away.missingTrees.keys()]], ["unchanged", ["two"]]);
  assert.match(away.warnings[0]?.message ?? "", /^tree two \(two\): it is empty and on another disk/);
  write(fs, "one/a.md", "# A\nedited\n");
  assert.equal((await update(fs, both)).report.removed, 0);
  disk.mount();
  const back = await update(fs, both);
  assert.deepEqual([back.outcome, back.report.unchanged, back.warnings], ["unchanged", 2, []]);
  disk.unmount();
  assert.equal((await update(fs, both, { scope: { prune: true } })).report.removed, 1);
  assert.deepEqual((await update(fs, both)).warnings, [], "an empty folder is a tree without files from now on");
});

test("a tree that was emptied on the same disk, or that holds other files, loses its documents", async () => {
  const fs = createProject({ "one/a.md": "# A\none\n", "two/b.md": "# B\ntwo\n" });
  const both = trusting(["one", "two"]);
  await update(fs, both);
  fs.removeFile("/project/two/b.md");
  assert.equal((await update(fs, both)).report.removed, 1);
  write(fs, "two/b.md", "# B\ntwo\n");
  await update(fs, both);
  mounted(fs, "/project/two").unmount();
  fs.setDevice("/project/two", 8);
  write(fs, "two/c.md", "# C\nother\n");
  const { report } = await update(fs, both);
  assert.deepEqual([report.added, report.removed], [1, 1]);
});

test("a tree that the configuration leads to an empty folder on another disk loses its documents", async () => {
  const fs = createProject({ "one/a.md": "# A\none\n", "two/b.md": "# B\ntwo\n" });
  await update(fs, trusting(["one", "two"]));
  fs.makeDirectory("/project/empty");
  fs.setDevice("/project/empty", 7);
  const { report } = await update(fs, config(tree("one"), tree("two", { path: "/project/empty" })));
  assert.equal(report.removed, 1);
});

function manifestOfFake(fs: FileSystem): Manifest {
  const opened = openIndex(fs, DIRECTORY, "fake-1");
  assert.equal(opened.state, "open");
  if (opened.state !== "open") return new Map();
  const manifest = opened.index.manifest();
  opened.index.close();
  return manifest;
}
