import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { createPlaces } from "../../src/host/places.ts";
import { imageWords } from "../../src/sources/convert/image_words.ts";
import { encodeRecord, readRecord } from "../../src/document/source_record.ts";
import { whole } from "../../src/sources/text/parted_text.ts";
import { sha256 } from "../../src/host/hash.ts";
import { normalizeFolder } from "../../src/sources/text/normalize_folder.ts";
import { filesBelow } from "../../src/sources/places/files_below.ts";
import { openWritten, type WrittenFiles } from "../../src/sources/places/written_files.ts";
import {
  adoptTexts,
  foreignProblem,
  safeName,
  type SourceText,
  writeTexts,
} from "../../src/sources/text/text_folder.ts";

const SOURCE = { repo: null, url: null, path: null, fetched_at: null, metadata: {} } as const;
const text = (name: string, markdown: string, more: Partial<SourceText["source"]> = {}): SourceText => ({
  name,
  source: { ...SOURCE, title: name, source_id: "a", source_type: "document", ...more },
  parted: whole(markdown),
});
const written = (fs: MemoryFileSystem): WrittenFiles => openWritten({ fs, memory: "/cache" }, "a", "text", "/text");
const write = async (fs: MemoryFileSystem, texts: readonly SourceText[]) => {
  const { written: count, unchanged, removed, problems } = await writeTexts(written(fs), texts);
  return { written: count, unchanged, removed, problems: problems.map(({ path }) => path) };
};
const texts = (fs: MemoryFileSystem) => filesBelow(fs, "/text").filter((path) => path.endsWith(".md"));
const read = (fs: MemoryFileSystem, path: string): string => new TextDecoder().decode(fs.readFile(`/text/${path}`));

test("texts are written with their records, and what is no longer there goes", async () => {
  const fs = createMemoryFileSystem({ "/text/.keep": "" });
  const first = [
    text("a/b", "---\nHello", { url: "x:y", metadata: { "odd key": "true" } }),
    text("c", 'quoted "yes": # no'),
  ];
  assert.deepEqual(await write(fs, first), { written: 2, unchanged: 0, removed: 0, problems: [] });
  assert.equal(read(fs, "a/b.md"), "---\nHello\n");
  const record = readRecord(fs.readFile("/text/a/b.md.source.json")!, fs.readFile("/text/a/b.md")!);
  assert.deepEqual([record?.title, record?.url, record?.metadata], ["a/b", "x:y", { "odd key": "true" }]);
  assert.deepEqual(await write(fs, first), { written: 0, unchanged: 2, removed: 0, problems: [] });
  assert.deepEqual(await write(fs, [text("c", "new")]), { written: 1, unchanged: 0, removed: 1, problems: [] });
  assert.deepEqual(texts(fs), ["c.md"]);
  assert.deepEqual(filesBelow(fs, "/text").filter((path) => path.endsWith(".json")), ["c.md.source.json"]);
  assert.ok(fs.readFile("/text/.keep") !== undefined);
});

test("a text that has not changed is read once", async () => {
  const fs = createMemoryFileSystem({});
  await write(fs, [text("a", "one")]);
  const reads: string[] = [];
  const counting: MemoryFileSystem = {
    ...fs,
    readFile(path, options) {
      if (path.startsWith("/text/")) reads.push(path);
      return fs.readFile(path, options);
    },
  };
  assert.deepEqual(await write(counting, [text("a", "one")]), { written: 0, unchanged: 1, removed: 0, problems: [] });
  assert.deepEqual(reads.sort(), ["/text/a.md", "/text/a.md.source.json"]);
});

test("what ra did not write stays: a taken name gets the next free one, and it is said", async () => {
  const fs = createMemoryFileSystem({ "/text/c.md": "mine", "/text/c-2.md": "mine too", "/text/other.md": "other" });
  assert.deepEqual(await write(fs, [text("c", "one")]), {
    written: 1,
    unchanged: 0,
    removed: 0,
    problems: ["/text/c.md"],
  });
  assert.deepEqual(texts(fs), ["c-2.md", "c-3.md", "c.md", "other.md"]);
  assert.equal(read(fs, "c.md"), "mine");
  // Changed by somebody since: it is not ra's any more.
  fs.writeFile("/text/c-3.md", new TextEncoder().encode("changed"));
  assert.deepEqual(await write(fs, []), { written: 0, unchanged: 0, removed: 0, problems: ["/text/c-3.md"] });
  assert.equal(read(fs, "c-3.md"), "changed");
  fs.addSymlink("/text/l.md", "/etc/passwd");
  const places = createPlaces(fs, { roots: [{ path: "/text", real: "/text" }], free: ["/cache"] });
  const guarded = openWritten({ fs: places, memory: "/cache" }, "a", "text", "/text");
  await assert.rejects(writeTexts(guarded, [text("l", "x")]), {
    code: "place-refused",
    message: /\/text\/l\.md: .*link/,
  });
});

test("without its journal, ra removes nothing, and offers --prune", async () => {
  const fs = createMemoryFileSystem({ "/text/mine.md": '---\nsource_id: "a"\n---\n\nmine\n' });
  await write(fs, [text("a", "one"), text("b", "two")]);
  fs.removeFile("/cache/a.text.jsonl");
  // The same text counts as written again; another one does not replace it.
  const again = await write(fs, [text("a", "one")]);
  assert.deepEqual(again, { written: 0, unchanged: 1, removed: 0, problems: [] });
  assert.deepEqual(texts(fs), ["a.md", "b.md", "mine.md"]);
  const [problem] = foreignProblem(fs, { written: written(fs), id: "a", isChosen: true });
  assert.deepEqual(problem?.path, "/text/b.md");
  assert.match(problem.reason, /ra does not remember writing this text of a; with --prune, ra takes it for its own/);
  const own = written(fs);
  adoptTexts(fs, { written: own, id: "a", isChosen: true });
  own.save();
  assert.deepEqual(await write(fs, []), { written: 0, unchanged: 0, removed: 2, problems: [] });
  assert.deepEqual(texts(fs), ["mine.md"]);
  // In its own folder, all texts are named.
  assert.equal(foreignProblem(fs, { written: written(fs), id: "a", isChosen: false })[0]?.path, "/text/mine.md");
});

test("in a folder that was moved, what ra wrote in the old place is its own, and nothing else", async () => {
  const fs = createMemoryFileSystem({ "/new/mine.md": "mine" });
  const from = openWritten({ fs, memory: "/cache/old" }, "a", "text", "/old");
  await writeTexts(from, [text("a", "one"), text("b", "two"), text("c", "three")]);
  for (const name of filesBelow(fs, "/old")) fs.writeFile(`/new/${name}`, fs.readFile(`/old/${name}`)!);
  fs.writeFile("/new/c.md", new TextEncoder().encode("changed"));
  const to = () => openWritten({ fs, memory: "/cache/new" }, "a", "text", "/new");
  const own = ["a.md", "a.md.source.json", "b.md", "b.md.source.json"];
  assert.deepEqual([...to().paths].sort(), [...own, "c.md.source.json"]);
  const { names, removed } = await writeTexts(to(), [text("a", "changed upstream"), text("c", "three")]);
  assert.deepEqual([names, removed], [["a.md", "c-2.md"], 1]);
  const texts = (folder: string) => filesBelow(fs, folder).filter((path) => path.endsWith(".md"));
  assert.deepEqual(texts("/new"), ["a.md", "c-2.md", "c.md", "mine.md"]);
  // The old place keeps what it has, and another source knows nothing of all this.
  const old = openWritten({ fs, memory: "/cache/old" }, "a", "text", "/old");
  assert.deepEqual([...old.paths].sort(), [...own, "c.md", "c.md.source.json"]);
  assert.deepEqual(openWritten({ fs, memory: "/cache/new" }, "b", "text", "/new").paths, []);
});

test("a file that could not be written is still ra's own, and not of the new version", () => {
  const fs = createMemoryFileSystem({});
  const bytes = (text: string) => new TextEncoder().encode(text);
  const first = written(fs);
  first.write("a.md", bytes("one"), { version: "1" });
  first.write("b.md", bytes("one"), { version: "1" });
  first.save();
  const full: WrittenFiles = openWritten(
    {
      fs: {
        ...fs,
        writeFile: (path, ...rest) => {
          if (path.endsWith("a.md")) throw new Error("no space");
          fs.writeFile(path, ...rest);
        },
      },
      memory: "/cache",
    },
    "a",
    "text",
    "/text",
  );
  assert.throws(() => full.write("a.md", bytes("two"), { version: "2" }), /no space/);
  // Killed here, or ended with an error, which saves.
  for (const save of [false, true]) {
    if (save) full.save();
    const next = written(fs);
    assert.deepEqual([next.isOwn("a.md"), next.versionOf("a.md"), next.versionOf("b.md")], [true, undefined, "1"]);
  }
  const next = written(fs);
  assert.equal(next.write("a.md", bytes("two"), { version: "2" }), "written");
  assert.equal(next.versionOf("a.md"), "2");
});

test("two names that differ in capital letters only are two files", async () => {
  const fs = createMemoryFileSystem({});
  await write(fs, [text("A", "one"), text("a", "two"), text("a-2", "three")]);
  assert.deepEqual(texts(fs), ["A.md", "a-2-2.md", "a-2.md"]);
});

test("safeName() keeps names inside the folder, on any disk", async () => {
  assert.equal(safeName("example.com/../../etc/passwd"), "example.com/etc/passwd");
  assert.equal(safeName("/a//b/./c"), "a/b/c");
  assert.equal(safeName(".git/config"), "_git/config");
  assert.equal(safeName('a<b>:"c|d?e*f\\g\u0000'), "a_b___c_d_e_f_g_");
  assert.equal(safeName(".."), "index");
  assert.equal(safeName("name. . "), "name_");
  assert.match(safeName("deep/".repeat(1000)), /^long\/[0-9a-f]{32}$/);
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 600 }), (path) => {
    const name = safeName(path);
    for (const part of name.split("/")) {
      assert.ok(part !== "" && part !== "." && part !== ".." && !part.startsWith("."), JSON.stringify(name));
      assert.ok(new TextEncoder().encode(part).length <= 220, String(part.length));
    }
  }));
});

test("normalizeFolder() brings texts of an earlier ra to their normal form once, with their records, and names others", async () => {
  const fs = createMemoryFileSystem({ "/text/mine.md": "o\ufb03ce" });
  await write(fs, [text("a", "office"), text("b", "plain"), text("bad", "x"), text("old", "x")]);
  const unformed = new TextEncoder().encode("o\ufb03ce exam-\r\nple\n\nnext\n");
  const parts = [{ start: 0, place: 1 }, { start: 19, place: 2 }];
  const before = { ...text("a", "").source, sha256: sha256(unformed), unit: "page", parts } as const;
  fs.writeFile("/text/a.md", unformed);
  fs.writeFile("/text/a.md.source.json", encodeRecord(before));
  fs.writeFile("/text/old.md", new TextEncoder().encode('---\nsource_id: "a"\n---\n\nx\n'));
  const earlier = written(fs);
  for (const path of ["a.md", "a.md.source.json", "old.md"]) earlier.adopt(path);
  earlier.save();
  fs.writeFile("/text/b.md", new TextEncoder().encode("my o\ufb03ce\r\n"));
  fs.writeFile("/text/bad.md", new Uint8Array([0xff, 0xfe, 0xff]));
  const first = await normalizeFolder(fs, { written: written(fs), id: "a", isChosen: true });
  assert.deepEqual([first.state, first.counts], ["changed", { texts: 4, changed: 1 }]);
  assert.deepEqual(first.problems, [
    { path: "/text/b.md", reason: "it was changed since ra wrote it, so it stays" },
    { path: "/text/bad.md", reason: "it was changed since ra wrote it, so it stays" },
    { path: "/text/old.md", reason: "it has no record of where it comes from: convert or crawl it again" },
  ]);
  assert.equal(read(fs, "a.md"), "office example\n\nnext\n");
  const after = readRecord(fs.readFile("/text/a.md.source.json")!, fs.readFile("/text/a.md")!);
  assert.deepEqual(after?.parts, [{ start: 0, place: 1 }, { start: 16, place: 2 }]);
  assert.equal((await normalizeFolder(fs, { written: written(fs), id: "a", isChosen: true })).state, "unchanged");
  assert.equal(read(fs, "b.md"), "my o\ufb03ce\r\n");
  assert.equal(read(fs, "mine.md"), "o\ufb03ce", "what ra did not write stays");
});

test("signals and timers get their turn between texts and between pages", async () => {
  for (const what of ["normalize", "write", "words"]) {
    const texts = Array.from({ length: 5 }, (_, at) => text(`t${at}`, "x"));
    const fs = createMemoryFileSystem({ "/text/.keep": "", "/in/a.svg": "<svg/>" });
    for (const { name } of texts) fs.writeFile(`/in/${name}.md`, new TextEncoder().encode("![a](a.svg)"));
    if (what === "normalize") await write(fs, texts);
    let [done, seen] = [0, -1];
    const slow: MemoryFileSystem = {
      ...fs,
      readFile(path, options) {
        if (path.endsWith(".md") || path.endsWith(".jsonl")) {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
          done++;
        }
        return fs.readFile(path, options);
      },
      writeFile(path, bytes, options) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
        done++;
        fs.writeFile(path, bytes, options);
      },
    };
    setTimeout(() => seen = done, 0);
    if (what === "normalize") await normalizeFolder(slow, { written: written(slow), id: "a", isChosen: true });
    else if (what === "write") await writeTexts(written(slow), texts);
    else await imageWords(slow, "/in", ["a.svg"], []);
    assert.ok(seen >= 0 && seen < done, `${what}: ${seen} of ${done}`);
  }
});
