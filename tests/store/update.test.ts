import assert from "node:assert/strict";
import { test } from "node:test";
import { indexState } from "../../src/store/update/index_state.ts";
import { config, createProject, DIRECTORY, indexed, names, rebuild, tree, update, write } from "./store_fixture.ts";
import { createFakeEngine } from "./fake_engine.ts";

const NOTHING = { added: 0, changed: 0, removed: 0, unchanged: 0, removed_trees: [], skipped: [] };
const SETTINGS = config(tree("docs"));

async function stateOf(fs: ReturnType<typeof createProject>, settings = SETTINGS) {
  return await indexState({ config: settings, schemaVersion: createFakeEngine().schemaVersion, source: fs });
}

test("updateIndex() indexes every section of every file when there is no index", async () => {
  const fs = createProject({ "docs/a.md": "Intro\n# One\nfirst\n## Two\nsecond\n", "docs/sub/b.txt": "plain\n" });
  const result = await update(fs, SETTINGS);
  assert.equal(result.outcome, "published");
  assert.deepEqual(result.report, { ...NOTHING, added: 2 });
  assert.deepEqual(indexed(fs), {
    "docs:a.md": "Intro",
    "docs:a.md#one": "first",
    "docs:a.md#two": "second",
    "docs:sub/b.txt": "plain",
  });
  assert.equal((await stateOf(fs)).state, "current");
});

test("updateIndex() publishes an empty index for empty trees, and warns about it", async () => {
  const fs = createProject({ "docs/notes.bin": "x" });
  assert.equal((await update(fs, SETTINGS)).outcome, "published");
  assert.deepEqual(indexed(fs), {});
  assert.equal((await update(fs, SETTINGS)).outcome, "unchanged");
});

test("updateIndex() writes no file when nothing changed", async () => {
  const fs = createProject({ "docs/a.md": "# One\nfirst\n" });
  await update(fs, SETTINGS);
  const before = names(fs);
  fs.setReadOnly(true);
  assert.equal((await update(fs, SETTINGS)).outcome, "unchanged");
  assert.deepEqual(names(fs), before);
});

test("updateIndex() replaces an edited file's sections, adds new files and removes deleted ones", async () => {
  const fs = createProject({
    "docs/a.md": "# One\nfirst\n# Two\nsecond\n",
    "docs/b.md": "# B\nbody\n",
    "docs/c.md": "# C\nstays\n",
  });
  await update(fs, SETTINGS);
  write(fs, "docs/a.md", "# One\nedited\n# Three\nthird\n");
  fs.removeFile("/project/docs/b.md");
  write(fs, "docs/d.md", "# D\nnew\n");
  const state = await stateOf(fs);
  assert.deepEqual([state.state, state.reason], ["stale", "1 file added, 1 file changed, 1 file removed"]);
  const { report } = await update(fs, SETTINGS);
  assert.deepEqual(report, { ...NOTHING, added: 1, changed: 1, removed: 1, unchanged: 1 });
  assert.deepEqual(indexed(fs), {
    "docs:a.md": "",
    "docs:a.md#one": "edited",
    "docs:a.md#three": "third",
    "docs:c.md": "",
    "docs:c.md#c": "stays",
    "docs:d.md": "",
    "docs:d.md#d": "new",
  });
});

test("updateIndex() moves documents when you rename a file or a folder", async () => {
  const fs = createProject({
    "docs/a.md": "# A\none\n",
    "docs/old/b.md": "# B\ntwo\n",
    "docs/old/c.md": "# C\nthree\n",
  });
  await update(fs, SETTINGS);
  fs.rename("/project/docs/a.md", "/project/docs/z.md");
  fs.rename("/project/docs/old", "/project/docs/new");
  const { report } = await update(fs, SETTINGS);
  assert.deepEqual(report, { ...NOTHING, added: 3, removed: 3 });
  assert.deepEqual(indexed(fs), {
    "docs:new/b.md": "",
    "docs:new/b.md#b": "two",
    "docs:new/c.md": "",
    "docs:new/c.md#c": "three",
    "docs:z.md": "",
    "docs:z.md#a": "one",
  });
});

test("updateIndex() notices an edit that keeps size and fingerprint when it follows an update at once", async () => {
  const fs = createProject({ "docs/a.md": "# A\nold\n" });
  const now = Date.now() * 1e6;
  const coarse = Object.assign(Object.create(fs), {
    stat: (path: string) => (path.endsWith(".md") ? { ...fs.stat(path), mtimeNs: now, ctimeNs: now } : fs.stat(path)),
  });
  await update(coarse, SETTINGS);
  write(fs, "docs/a.md", "# A\nnew\n");
  await update(coarse, SETTINGS);
  assert.equal(indexed(fs)["docs:a.md#a"], "new");
});

test("updateIndex() keeps segments and only renews the fingerprint of a file with a new time and the same content", async () => {
  const fs = createProject({ "docs/a.md": "# A\nsame\n" });
  await update(fs, SETTINGS);
  const segments = names(fs).filter((name) => name.endsWith(".seg"));
  write(fs, "docs/a.md", "# A\nsame\n");
  const result = await update(fs, SETTINGS);
  assert.deepEqual([result.outcome, result.report], ["unchanged", { ...NOTHING, unchanged: 1 }]);
  assert.deepEqual(names(fs).filter((name) => name.endsWith(".seg")), segments);
  // The update published the renewed fingerprint, so it reads nothing again.
  const unreadable = Object.assign(Object.create(fs), {
    readFile: (path: string) => (path.endsWith(".md") ? assert.fail("read again") : fs.readFile(path)),
  });
  assert.equal((await update(unreadable, SETTINGS)).outcome, "unchanged");
});

test("updateIndex() answers without an error when it cannot write renewed fingerprints", async () => {
  const fs = createProject({ "docs/a.md": "# A\nsame\n" });
  await update(fs, SETTINGS);
  write(fs, "docs/a.md", "# A\nsame\n");
  fs.setReadOnly(true);
  const result = await update(fs, SETTINGS);
  assert.deepEqual([result.outcome, result.warnings], ["unchanged", []]);
});

test("updateIndex() adds and removes documents together with their trees", async () => {
  const fs = createProject({ "docs/a.md": "# A\none\n", "more/b.md": "# B\ntwo\n" });
  await update(fs, SETTINGS);
  await update(fs, config(tree("docs"), tree("more")));
  assert.deepEqual(Object.keys(indexed(fs)), ["docs:a.md", "docs:a.md#a", "more:b.md", "more:b.md#b"]);
  const { report } = await update(fs, config(tree("more")));
  const { unread: _unread, ...counts } = report;
  assert.deepEqual(counts, { ...NOTHING, removed: 1, unchanged: 1, removed_trees: ["docs"] });
  assert.deepEqual(Object.keys(indexed(fs)), ["more:b.md", "more:b.md#b"]);
});

test("updateIndex() notices a tree with a new path, even when the files' fingerprints are the same", async () => {
  const fs = createProject({ "docs/a.md": "# A\none\n", "other/a.md": "# A\ntwo\n" });
  await update(fs, SETTINGS);
  const alike = Object.assign(Object.create(fs), {
    stat: (path: string) => fs.stat(path.replace("/other/a.md", "/docs/a.md")),
  });
  await update(alike, config(tree("docs", { path: "/project/other" })));
  assert.equal(indexed(fs)["docs:a.md#a"], "two");
});

test("updateIndex() indexes a file in each tree that contains it", async () => {
  const fs = createProject({ "docs/api/a.md": "# A\none\n" });
  const both = config(tree("docs"), tree("api", { path: "/project/docs/api" }));
  await update(fs, both);
  write(fs, "docs/api/a.md", "# A\ntwo\n");
  await update(fs, both);
  assert.deepEqual(indexed(fs), { "api:a.md": "", "api:a.md#a": "two", "docs:api/a.md": "", "docs:api/a.md#a": "two" });
});

test("updateIndex() empties a tree after you delete all its files", async () => {
  const fs = createProject({ "docs/a.md": "# A\none\n" });
  await update(fs, SETTINGS);
  fs.removeFile("/project/docs/a.md");
  assert.deepEqual((await update(fs, SETTINGS)).report, { ...NOTHING, removed: 1 });
  assert.deepEqual(indexed(fs), {});
  assert.deepEqual(names(fs).filter((name) => /seg|del/.test(name)), []);
});

test("updateIndex() keeps a missing tree's documents through every kind of update until you prune it", async () => {
  const fs = createProject({ "docs/a.md": "# A\none\n", "more/b.md": "# B\ntwo\n" });
  const both = config(tree("docs"), tree("more"));
  await update(fs, both);
  fs.rename("/project/more", "/project/away");
  const kept = ["docs:a.md", "docs:a.md#a", "more:b.md", "more:b.md#b"];
  const result = await update(fs, both);
  assert.deepEqual([result.outcome, [...result.missingTrees]], ["unchanged", [["more", "there is no such directory"]]]);
  assert.deepEqual(result.warnings.map(({ code, path }) => [code, path]), [["tree-missing", "/project/more"]]);
  write(fs, "docs/a.md", "# A\nedited\n");
  await update(fs, both);
  assert.deepEqual(Object.keys(indexed(fs)), kept);
  await update(fs, both, { scope: { full: true } });
  assert.deepEqual(Object.keys(indexed(fs)), kept);
  const pruned = await update(fs, both, { scope: { prune: true } });
  const { unread, ...counts } = pruned.report;
  assert.deepEqual(counts, { ...NOTHING, removed: 1, unchanged: 1, removed_trees: ["more"] });
  assert.deepEqual(unread, [
    { tree: null, extension: ".md", files: 1, reason: "outside", folders: [{ path: "away", files: 1 }] },
  ]);
  assert.deepEqual(Object.keys(indexed(fs)), ["docs:a.md", "docs:a.md#a"]);
  fs.rename("/project/away", "/project/more");
  await update(fs, both);
  assert.deepEqual(Object.keys(indexed(fs)), kept);
});

test("updateIndex() with only keeps the documents of the other trees, and does not call these trees missing", async () => {
  const fs = createProject({ "docs/a.md": "# A\none\n", "more/b.md": "# B\ntwo\n" });
  const both = config(tree("docs"), tree("more"));
  await update(fs, both);
  write(fs, "docs/a.md", "# A\nedited\n");
  fs.removeFile("/project/more/b.md");
  const { report, warnings, missingTrees } = await update(fs, both, { scope: { only: ["docs"] } });
  assert.deepEqual([report.changed, report.removed, warnings, missingTrees.size], [1, 0, [], 0]);
});

test("updateIndex() indexes only the tree whose settings changed again", async () => {
  const fs = createProject({ "docs/a.md": "# A\none\n", "more/b.md": "# B\ntwo\n" });
  await update(fs, config(tree("docs"), tree("more")));
  const german = config(tree("docs"), tree("more", { stemmer: "german" }));
  assert.equal((await stateOf(fs, german)).reason, "settings of tree more changed");
  assert.deepEqual((await update(fs, german)).report, { ...NOTHING, changed: 1, unchanged: 1 });
  const sizes = { ...german, chunking: { ...german.chunking, max_leaf_chars: 10 } };
  assert.equal((await update(fs, sizes)).outcome, "unchanged"); // no tree uses leaves
  const boosted = config(tree("docs", { global: true }), tree("more", { stemmer: "german" }));
  assert.equal((await update(fs, boosted)).outcome, "unchanged");
});

test("updateIndex() treats a changed include as added and removed files", async () => {
  const fs = createProject({ "docs/a.md": "# A\none\n", "docs/b.txt": "two\n", "docs/c.rst": "three\n" });
  await update(fs, SETTINGS);
  const { report } = await update(fs, config(tree("docs", { include: ["**/*.md", "**/*.rst"] })));
  assert.deepEqual(report, { ...NOTHING, added: 1, removed: 1, unchanged: 1 });
  assert.deepEqual(Object.keys(indexed(fs)), ["docs:a.md", "docs:a.md#a", "docs:c.rst"]);
});

test("updateIndex() skips and reports files that are not text, and removes a document that is no longer text", async () => {
  const fs = createProject({
    "docs/a.md": "# A\none\n",
    "docs/b.md": "x\0y",
    "docs/c.txt": new Uint8Array([0x66, 1, 2, 0x68]),
  });
  const first = await update(fs, SETTINGS);
  const skipped = [{ path: "docs:b.md", reason: "binary" }, { path: "docs:c.txt", reason: "binary" }];
  assert.deepEqual(first.report, { ...NOTHING, added: 1, skipped });
  const second = await update(fs, SETTINGS);
  assert.deepEqual([second.outcome, second.report], ["unchanged", { ...NOTHING, unchanged: 1, skipped }]);
  write(fs, "docs/a.md", "\0");
  const third = await update(fs, SETTINGS);
  assert.deepEqual(third.report, {
    ...NOTHING,
    removed: 1,
    skipped: [{ path: "docs:a.md", reason: "binary" }, ...skipped],
  });
  assert.deepEqual(indexed(fs), {});
  write(fs, "docs/b.md", "# B\ntext now\n");
  assert.deepEqual((await update(fs, SETTINGS)).report.added, 1);
  assert.equal(indexed(fs)["docs:b.md#b"], "text now");
});

test("updateIndex() leaves out unreadable files, and tries them again each time", async () => {
  const fs = createProject({ "docs/a.md": "# A\none\n", "docs/b.md": "# B\ntwo\n" });
  await update(fs, SETTINGS);
  write(fs, "docs/a.md", "# A\nsecret\n");
  const denied = Object.assign(Object.create(fs), {
    readFile(path: string) {
      return path === "/project/docs/a.md" ? blocked.readFile(path) : fs.readFile(path);
    },
  });
  const blocked = createProject({ "docs/a.md": "" });
  blocked.makeUnreadable("/project/docs/a.md");
  const skipped = [{ path: "docs:a.md", reason: "unreadable: permission denied" }];
  assert.deepEqual((await update(denied, SETTINGS)).report, { ...NOTHING, removed: 1, unchanged: 1, skipped });
  const again = await update(denied, SETTINGS);
  assert.deepEqual([again.outcome, again.report], ["unchanged", { ...NOTHING, unchanged: 1, skipped }]);
  assert.deepEqual((await update(fs, SETTINGS)).report, { ...NOTHING, added: 1, unchanged: 1 });
  assert.equal(indexed(fs)["docs:a.md#a"], "secret");
});

test("updateIndex() counts a file that vanishes between listing and reading as removed", async () => {
  const fs = createProject({ "docs/a.md": "# A\none\n", "docs/b.md": "# B\ntwo\n" });
  await update(fs, SETTINGS);
  write(fs, "docs/a.md", "# A\nedited\n");
  write(fs, "docs/c.md", "# C\nthree\n");
  const vanishing = Object.assign(Object.create(fs), {
    readFile: (path: string) => (/[ac]\.md$/.test(path) ? undefined : fs.readFile(path)),
  });
  assert.deepEqual((await update(vanishing, SETTINGS)).report, { ...NOTHING, removed: 1, unchanged: 1 });
  assert.deepEqual(Object.keys(indexed(fs)), ["docs:b.md", "docs:b.md#b"]);
});

test("updateIndex() warns about broken frontmatter and long sections, with file and line", async () => {
  const fs = createProject({ "docs/a.md": "---\ntitle: [\n---\n# A\none\n", "docs/b.md": `# B\n${"ä".repeat(60)}\n` });
  const settings = { ...SETTINGS, settings: { ...SETTINGS.settings, max_chunk_size: 50 } };
  const { warnings } = await update(fs, settings);
  assert.deepEqual(warnings.map(({ code, path, line }) => [code, path, line !== undefined]), [
    ["frontmatter-syntax", "/project/docs/a.md", true],
    ["chunk-too-long", "/project/docs/b.md", true],
  ]);
  assert.equal(warnings[1]?.message, "a section has 61 characters (max_chunk_size is 50)");
  assert.equal(indexed(fs)["docs:a.md#a"], "one");
});

test("updateIndex() combines the warnings of many files into one, and lists those of few", async () => {
  const broken = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`docs/${n}.md`, "---\ntitle: {#snippet\n---\nText.\n"]),
    );
  const warningsOf = async (files: Readonly<Record<string, string>>) =>
    (await update(createProject(files), SETTINGS)).warnings.map(({ path, message }) => path ?? message);
  assert.deepEqual(await warningsOf(broken(3)), ["/project/docs/0.md", "/project/docs/1.md", "/project/docs/2.md"]);
  assert.deepEqual(await warningsOf(broken(28)), [
    "28 files begin with frontmatter that is not valid, or with what may be text; `ra check` lists them",
  ]);
});

test("updateIndex() with full indexes everything again and counts the differences", async () => {
  const fs = createProject({ "docs/a.md": "# A\none\n", "docs/b.md": "# B\ntwo\n" });
  await update(fs, SETTINGS);
  write(fs, "docs/b.md", "# B\nother\n");
  const result = await update(fs, SETTINGS, { scope: { full: true } });
  assert.deepEqual([result.outcome, result.report], ["published", { ...NOTHING, changed: 1, unchanged: 1 }]);
  assert.equal(indexed(fs)["docs:b.md#b"], "other");
  assert.equal(names(fs).filter((name) => name.endsWith(".seg")).length, 1);
});

test("updateIndex() writes the same segments in two builds of the same files", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`docs/${at}.md`, `# T${at}\n${"text ".repeat(at)}\n`]),
  );
  const [one, two] = [createProject(files), createProject(files)];
  await update(one, SETTINGS, { segments: { batchBytes: 200 } });
  await update(two, SETTINGS, { segments: { batchBytes: 200 } });
  const segments = names(one).filter((name) => name.endsWith(".seg"));
  assert.notEqual(segments.length, 1);
  assert.deepEqual(names(two).filter((name) => name.endsWith(".seg")), segments);
  assert.deepEqual(indexed(one), indexed(await rebuild(one, SETTINGS)));
});

test("updateIndex() publishes nothing when interrupted, and works the next time", async () => {
  const fs = createProject({ "docs/a.md": "# A\none\n", "docs/b.md": "# B\ntwo\n" });
  await update(fs, SETTINGS);
  const before = indexed(fs);
  write(fs, "docs/a.md", "# A\nedited\n");
  write(fs, "docs/b.md", "# B\nedited\n");
  const controller = new AbortController();
  const interrupted = update(fs, SETTINGS, {
    caller: {
      signal: controller.signal,
      onProgress: ({ filesDone }) => void (filesDone === 1 && controller.abort()),
    },
  });
  await assert.rejects(interrupted, { code: "interrupted" });
  assert.deepEqual(indexed(fs), before);
  assert.deepEqual(names(fs).filter((name) => name === "lock" || name.endsWith(".tmp")), []);
  await update(fs, SETTINGS);
  assert.equal(indexed(fs)["docs:a.md#a"], "edited");
});

test("updateIndex() reports progress up to the total of files and bytes", async () => {
  const fs = createProject({ "docs/a.md": "# A\none\n", "docs/b.md": "# B\ntwo\n" });
  const seen: string[] = [];
  await update(fs, SETTINGS, {
    caller: {
      onProgress: ({ stage, filesDone, filesTotal, bytesDone, bytesTotal, chunks }) =>
        void seen.push([stage, `${filesDone}/${filesTotal}`, `${bytesDone}/${bytesTotal}`, chunks].join(" ")),
    },
  });
  assert.deepEqual(seen, [
    "scan 0/0 0/0 0",
    "index 0/2 0/16 0",
    "index 1/2 8/16 2",
    "index 2/2 16/16 4",
    "merge 2/2 16/16 4",
    "publish 2/2 16/16 4",
  ]);
});

test("updateIndex() merges small segments, so that many updates leave few segments and lose nothing", async () => {
  const fs = createProject({ "docs/0.md": "# T\nstart\n" });
  for (let at = 0; at < 30; at++) {
    write(fs, `docs/${at}.md`, `# T\nversion ${at}\n`);
    if (at % 3 === 0) write(fs, "docs/0.md", `# T\nedit ${at}\n`);
    await update(fs, SETTINGS);
  }
  assert.ok(names(fs).filter((name) => name.endsWith(".seg")).length < 8);
  assert.deepEqual(indexed(fs), indexed(await rebuild(fs, SETTINGS)));
});

test("updateIndex() works in memory when it cannot write the project's index folder", async () => {
  const fs = createProject({ "docs/a.md": "# A\none\n" });
  fs.setReadOnly(true);
  assert.equal((await update(fs, SETTINGS)).outcome, "read-only");
  const memory = createProject({});
  assert.equal((await update(fs, SETTINGS, { index: { fs: memory } })).outcome, "published");
  assert.deepEqual(indexed(memory), { "docs:a.md": "", "docs:a.md#a": "one" });
  assert.deepEqual(fs.readDirectory("/project").map(({ name }) => name), ["docs"]);
});

test("indexState() distinguishes missing, current and stale indexes, without writing", async () => {
  const fs = createProject({ "docs/a.md": "# A\none\n" });
  assert.equal((await stateOf(fs)).state, "missing");
  await update(fs, SETTINGS);
  fs.setReadOnly(true);
  const state = await stateOf(fs);
  assert.deepEqual([state.state, state.reason, state.segments, state.directory], ["current", null, 1, DIRECTORY]);
  assert.equal(state.manifest.get("docs")?.get("a.md")?.chunks, 2);
  assert.deepEqual(state.scans.map(({ includeMatches }) => includeMatches), [[1, 0, 0]]);
});
