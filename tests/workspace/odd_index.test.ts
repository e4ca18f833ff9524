// Tests index folders in bad shape: damaged, foreign, read-only.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Engine } from "../../src/store/engine/engine.ts";
import { ioError, systemFailure } from "../../src/host/io_error.ts";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { ALL, createFiles, failure, type Files, idsOf, openFiles, openProject, searchOne, write } from "./project.ts";

const INDEX = "/project/.ra/index";
const FILES: Files = Object.fromEntries(
  Array.from(
    { length: 12 },
    (
      _,
      at,
    ) => [
      `docs/d${at}.md`,
      `---\ntags: [t${at % 3}]\n---\n# Doc ${at}\nneedle number${at} ${
        "common words here ".repeat(at)
      }\n## Part\ninner${at} text\n`,
    ],
  ),
);

async function built(): Promise<MemoryFileSystem> {
  const { workspace, fs } = await openProject(FILES);
  await workspace.update();
  // This makes a second segment and a deletion set.
  write(fs, "docs/d3.md", "# Doc 3\nneedle number3 again\n");
  await workspace.update();
  workspace.close();
  return fs;
}

function indexFiles(fs: MemoryFileSystem): readonly string[] {
  return fs.readDirectory(INDEX).filter(({ kind }) => kind === "file").map(({ name }) => name);
}

/** Makes the same files again, so that each case starts from the same index. */
function copyOf(fs: MemoryFileSystem): ReadonlyMap<string, Uint8Array> {
  return new Map(indexFiles(fs).map((name) => [name, fs.readFile(`${INDEX}/${name}`)!]));
}
function restore(fs: MemoryFileSystem, files: ReadonlyMap<string, Uint8Array>): void {
  for (const name of indexFiles(fs)) if (!files.has(name)) fs.removeFile(`${INDEX}/${name}`);
  for (const [name, bytes] of files) fs.writeFile(`${INDEX}/${name}`, bytes);
}

async function answers(fs: MemoryFileSystem): Promise<{ readonly answer: unknown; readonly codes: readonly string[] }> {
  const { workspace, warnings } = await openFiles(fs);
  try {
    const entries = [];
    for (const query of ["needle", "number7", "inner5 text", '"common words"', "tag:t1", "title:doc -number2"]) {
      const { total_matches, results } = await searchOne(workspace, query, ALL);
      entries.push([
        query,
        total_matches,
        results.map(({ id, score, content }) => [id, Math.fround(score!).toPrecision(5), content]),
      ]);
    }
    entries.push((await workspace.list("docs")).map(({ id, title, tags }) => [id, title, tags]));
    entries.push((await workspace.list("chunks")).map(({ id }) => id));
    return { answer: entries, codes: warnings.map(({ code }) => code) };
  } finally {
    workspace.close();
  }
}

test("ra sets an index with a missing, empty, cut or replaced file aside with one warning and rebuilds it", async () => {
  const fs = await built();
  const files = copyOf(fs);
  const { answer } = await answers(fs);
  const damages: Readonly<Record<string, (path: string, bytes: Uint8Array) => void>> = {
    missing: (path) => fs.removeFile(path),
    empty: (path) => fs.writeFile(path, new Uint8Array()),
    "cut short": (path, bytes) => fs.writeFile(path, bytes.subarray(0, bytes.length >> 1)),
    longer: (path, bytes) => fs.writeFile(path, new Uint8Array([...bytes, 0])),
    garbage: (path, bytes) => fs.writeFile(path, bytes.map((byte, at) => (byte * 31 + at * 7) & 255)),
  };
  assert.ok(files.size >= 4, [...files.keys()].join(" "));
  for (const [name, bytes] of files) {
    for (const [what, damage] of Object.entries(damages)) {
      restore(fs, files);
      damage(`${INDEX}/${name}`, bytes);
      const after = await answers(fs);
      assert.deepEqual(after.answer, answer, `${name} ${what}`);
      const aside = after.codes.filter((code) => code === "index-damaged").length;
      // A missing head means no index, not a damaged one.
      assert.ok(
        aside === 1 || (what === "missing" && name === "head.json"),
        `${name} ${what}: ${after.codes.join(" ")}`,
      );
      assert.equal(after.codes.length, aside, `${name} ${what}: ${after.codes.join(" ")}`);
    }
  }
});

test("ra sets an index with a flipped bit aside with one warning, and no answer shows the bit", async () => {
  const fs = await built();
  const files = copyOf(fs);
  const { answer } = await answers(fs);
  for (const [name, bytes] of files) {
    const step = Math.max(1, Math.floor(bytes.length / 4));
    for (let at = 0; at < bytes.length; at += step) {
      restore(fs, files);
      const broken = bytes.slice();
      broken[at]! ^= 1 << (at % 8);
      fs.writeFile(`${INDEX}/${name}`, broken);
      const { workspace } = await openFiles(fs);
      assert.deepEqual(
        (await workspace.check()).issues.map(({ code }) => code),
        ["index-damaged"],
        `${name} byte ${at}`,
      );
      workspace.close();
      assert.deepEqual(await answers(fs), { answer, codes: ["index-damaged"] }, `${name} byte ${at}`);
      assert.deepEqual(await answers(fs), { answer, codes: [] }, `${name} byte ${at}`);
    }
  }
});

test("without an update, a flipped bit in what a search reads is an error with a remedy", async () => {
  const fs = await built();
  const name = indexFiles(fs).find((file) => file.endsWith(".seg"))!;
  const bytes = fs.readFile(`${INDEX}/${name}`)!;
  for (let at = 0; at < bytes.length; at += 997) {
    const broken = bytes.slice();
    broken[at]! ^= 16;
    fs.writeFile(`${INDEX}/${name}`, broken);
    const { workspace } = await openFiles(fs, { update: false });
    const error = await failure(() => workspace.search("needle"));
    assert.deepEqual([error.code, error.hint], ["index-damaged", "run `ra update`, or leave --no-update out"]);
    workspace.close();
  }
});

test("without an update, a search names damage once when it meets it after opening", async () => {
  const words = Array.from({ length: 40_000 }, (_, at) => `word${at}`).join(" ");
  const fs = createFiles({ ...FILES, "docs/long.md": `# Long\n${words}\n` });
  const { workspace: builder } = await openFiles(fs);
  await builder.update();
  builder.close();
  const name = indexFiles(fs).find((file) => file.endsWith(".seg"))!;
  const bytes = fs.readFile(`${INDEX}/${name}`)!;
  for (let at = 100; at < bytes.length; at += 65_536) {
    const broken = bytes.slice();
    broken[at]! ^= 16;
    fs.writeFile(`${INDEX}/${name}`, broken);
    const { workspace } = await openFiles(fs, { update: false });
    await workspace.search("word20000").catch((error) =>
      assert.equal(error.message.split("the index is not usable").length, 2, error.message)
    );
    workspace.close();
  }
});

test("an update does not copy a damaged segment into a new one", async () => {
  const fs = createFiles(FILES);
  const { workspace } = await openFiles(fs);
  // One segment fewer than a merge takes.
  for (let at = 0; at < 7; at++) {
    write(fs, `docs/more${at}.md`, `# More ${at}\nneedle more${at}\n`);
    await workspace.update();
  }
  workspace.close();
  const files = copyOf(fs);
  for (const [name, bytes] of [...files].filter(([file]) => file.endsWith(".seg"))) {
    restore(fs, files);
    fs.writeFile(`${INDEX}/${name}`, bytes.map((byte, at) => (at === bytes.length >> 2 ? byte ^ 4 : byte)));
    const { workspace: second, warnings } = await openFiles(fs);
    write(fs, "docs/last.md", "# Last\nneedle last\n");
    await second.update();
    second.close();
    assert.deepEqual(warnings.map(({ code }) => code), ["index-damaged"], name);
    fs.removeFile("/project/docs/last.md");
    const { answer } = await answers(fs);
    assert.deepEqual(answer, (await answers(createFiles(Object.fromEntries(sourceFiles(fs))))).answer, name);
  }
});

function sourceFiles(fs: MemoryFileSystem): readonly (readonly [string, Uint8Array])[] {
  return fs.readDirectory("/project/docs").map(({ name }) => [`docs/${name}`, fs.readFile(`/project/docs/${name}`)!]);
}

test("ra sets an index of another version aside with one warning and rebuilds it", async () => {
  const fs = await built();
  const before = await answers(fs);
  const { loadEngine } = await import("../../src/store/engine/load.ts");
  const engine: Engine = { ...await loadEngine(), schemaVersion: "0-other", whole: () => Promise.resolve(engine) };
  const { updateIndex } = await import("../../src/store/update/update.ts");
  const { workspace } = await openFiles(fs);
  await updateIndex({
    config: workspace.config,
    engine,
    source: fs,
    scope: { full: true },
  });
  const { index } = await workspace.status();
  assert.equal(index.state, "stale");
  assert.match(index.reason!, /0-other/);
  const after = await answers(fs);
  assert.deepEqual(after.answer, before.answer);
  assert.deepEqual(after.codes, ["index-damaged"]);
  assert.deepEqual((await answers(fs)).codes, []);
});

test("in a read-only folder the old index answers with one warning", async () => {
  const fs = await built();
  write(fs, "docs/new.md", "# New\nneedle brandnew\n");
  fs.setReadOnly(true);
  const { workspace, warnings } = await openFiles(fs);
  assert.deepEqual(await idsOf(workspace, "number7", ALL), ["docs:d7.md#doc-7"]);
  assert.deepEqual(warnings.map(({ code }) => code), ["index-read-only"]);
  assert.deepEqual(await idsOf(workspace, "brandnew", { ...ALL, match: "all" }), []);
  const error = await failure(() => workspace.update());
  assert.equal(error.code, "io");
});

test("an up-to-date index in a read-only folder causes no warning", async () => {
  const fs = await built();
  await answers(fs);
  fs.setReadOnly(true);
  assert.deepEqual((await answers(fs)).codes, []);
});

test("in a read-only folder without an index, ra builds one in memory that follows edits", async () => {
  const { workspace, fs, warnings } = await openProject(FILES);
  fs.setReadOnly(true);
  assert.deepEqual(await idsOf(workspace, "number7", ALL), ["docs:d7.md#doc-7"]);
  assert.deepEqual(warnings.map(({ code }) => code), ["index-read-only"]);
  fs.setReadOnly(false);
  write(fs, "docs/d7.md", "# Doc 7\nchanged text\n");
  fs.setReadOnly(true);
  assert.deepEqual(await idsOf(workspace, "changed", { ...ALL, match: "all" }), ["docs:d7.md#doc-7"]);
  assert.equal(fs.stat("/project/.ra"), undefined);
});

test("in a read-only folder with a damaged index, ra builds one in memory", async () => {
  const fs = await built();
  const head = `${INDEX}/head.json`;
  const { answer } = await answers(fs);
  assert.ok(fs.readFile(head) !== undefined, indexFiles(fs).join(" "));
  fs.writeFile(head, new TextEncoder().encode("garbage"));
  fs.setReadOnly(true);
  const after = await answers(fs);
  assert.deepEqual(after.answer, answer);
  assert.ok(after.codes.includes("index-read-only"));
});

test("in a read-only folder with a flipped bit in the index, ra builds one in memory", async () => {
  const fs = await built();
  const { answer } = await answers(fs);
  for (const [name, bytes] of copyOf(fs)) {
    const broken = bytes.slice();
    broken[bytes.length >> 1]! ^= 2;
    fs.writeFile(`${INDEX}/${name}`, broken);
    fs.setReadOnly(true);
    const after = await answers(fs);
    fs.setReadOnly(false);
    fs.writeFile(`${INDEX}/${name}`, bytes);
    assert.deepEqual(after.answer, answer, name);
    assert.ok(after.codes.includes("index-read-only"), `${name}: ${after.codes.join(" ")}`);
  }
});

test("on a read-only disk, documents that were written again with the same content keep their text", async () => {
  const fs = await built();
  write(fs, "docs/d7.md", new TextDecoder().decode(fs.readFile("/project/docs/d7.md")));
  fs.setReadOnly(true);
  const { workspace, warnings } = await openFiles(fs);
  for (const update of [true, false, true]) {
    const { results } = await searchOne(workspace, "number7", { ...ALL, update });
    assert.deepEqual(results.map(({ id, stale }) => [id, stale]), [["docs:d7.md#doc-7", undefined]]);
    assert.match(results[0]!.content!, /needle number7/);
  }
  assert.deepEqual(warnings, []);
  workspace.close();
});

/** Makes every change in the index folder fail from the `at`-th on, as on a full disk. */
function fullFrom(fs: MemoryFileSystem, at: number, code: string): MemoryFileSystem {
  let count = 0;
  const change = (path: string): void => {
    if (path.startsWith(INDEX) && ++count >= at) throw ioError("write", path, systemFailure(code));
  };
  return {
    ...fs,
    writeFile: (path, bytes) => (change(path), fs.writeFile(path, bytes)),
    createExclusive: (path, bytes, options) => (change(path), fs.createExclusive(path, bytes, options)),
    makeDirectory: (path) => (change(path), fs.makeDirectory(path)),
    rename: (from, to) => (change(to), fs.rename(from, to)),
  };
}

test("when the disk is full after an edit, searches answer from the last index, and an update leaves it whole", async () => {
  for (const code of ["ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EACCES"]) {
    const warned = ["EROFS", "EACCES"].includes(code) ? "index-read-only" : "disk-full";
    for (let at = 1; at <= 5; at++) {
      const fs = await built();
      const before = copyOf(fs);
      write(fs, "docs/d3.md", "# Doc 3\nneedle brandnew\n");
      const { workspace, warnings } = await openFiles(fullFrom(fs, at, code));
      assert.deepEqual(await idsOf(workspace, "number7", ALL), ["docs:d7.md#doc-7"], `${code} ${at}`);
      assert.deepEqual(warnings.map((warning) => warning.code), [warned], `${code} ${at}`);
      assert.match(warnings[0]!.message, /; answering from the last index$/);
      assert.equal((await failure(() => workspace.update())).code, "io");
      for (const [name, bytes] of before) assert.deepEqual(fs.readFile(`${INDEX}/${name}`), bytes, `${code} ${at}`);
      workspace.close();
      const { workspace: later, warnings: none } = await openFiles(fs);
      assert.deepEqual(await idsOf(later, "brandnew", ALL), ["docs:d3.md#doc-3"]);
      assert.deepEqual(none, [], `${code} ${at}`);
      later.close();
    }
  }
});

test("when the disk is full and there is no index, ra builds one in memory with one warning", async () => {
  for (let at = 1; at <= 5; at++) {
    const { workspace, warnings } = await openFiles(fullFrom(createFiles(FILES), at, "ENOSPC"));
    assert.deepEqual(await idsOf(workspace, "number7", ALL), ["docs:d7.md#doc-7"]);
    assert.deepEqual(warnings.map(({ code }) => code), ["disk-full"], `${at}`);
    assert.match(warnings[0]!.message, /no space left on the device; the index is built in memory$/);
    workspace.close();
  }
});

test("ra builds an index in memory where this user may not read the one in the folder", async () => {
  const fs = await built();
  fs.makeUnreadable(`${INDEX}/head.json`);
  const { workspace, warnings } = await openFiles(fs);
  assert.deepEqual(await idsOf(workspace, "number7", ALL), ["docs:d7.md#doc-7"]);
  assert.deepEqual(warnings.map(({ code }) => code), ["index-read-only"]);
  workspace.close();
});

test("an index folder that is a file causes a clear error and no crash", async () => {
  const { workspace, fs } = await openProject(FILES);
  fs.writeFile("/project/.ra", new TextEncoder().encode("a file"));
  const error = await failure(() => workspace.search("needle"));
  assert.equal(error.code, "place-refused");
  assert.match(`${error.message} ${error.path}`, /\.ra/);
});

test("ra leaves other files in the index folder alone, and they do no harm", async () => {
  const fs = await built();
  fs.writeFile(`${INDEX}/notes.txt`, new TextEncoder().encode("mine"));
  fs.makeDirectory(`${INDEX}/folder`);
  const before = await answers(fs);
  const { workspace } = await openFiles(fs);
  await workspace.update({ full: true });
  assert.deepEqual((await answers(fs)).answer, before.answer);
  assert.equal(new TextDecoder().decode(fs.readFile(`${INDEX}/notes.txt`)), "mine");
});
