import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { draftPath, finishSwitch, removeDrafts, switchGeneration } from "../../src/store/published/switch_files.ts";
import { createFaultyFileSystem } from "./faulty_file_system.ts";

const FILES = ["in/head.json", "index.faiss", "manifest.json", "meta.parquet"];
/** The name of a generation. */
const NEXT = "0f8fad5b-d9cb-469f-a165-70867728950e";
const text = (fs: FileSystem, name: string): string => new TextDecoder().decode(fs.readFile(`/out/${name}`));
const contents = (fs: FileSystem): readonly string[] => FILES.map((name) => text(fs, name));

function started(): FileSystem {
  return createMemoryFileSystem(Object.fromEntries(FILES.map((name) => [`/out/${name}`, `old ${name}`])));
}

function writeNew(fs: FileSystem): void {
  for (const name of FILES) fs.writeFile(draftPath("/out", name, NEXT), new TextEncoder().encode(`new ${name}`));
  switchGeneration(fs, "/out", NEXT, FILES);
}

test("a run that dies at any moment leaves the old files, or new ones once they were named", () => {
  const [before, after] = [FILES.map((name) => `old ${name}`), FILES.map((name) => `new ${name}`)];
  const seen = new Set<string>();
  for (let at = 1;; at++) {
    const disk = started();
    const faulty = createFaultyFileSystem(disk, at, "dies");
    let isWhole = true;
    try {
      writeNew(faulty);
    } catch {
      isWhole = false;
    }
    finishSwitch(disk, "/out", FILES);
    removeDrafts(disk, "/out", FILES);
    removeDrafts(disk, "/out/in", FILES);
    const found = contents(disk);
    assert.ok([before, after].some((files) => files.every((file, which) => file === found[which])), String(found));
    const left = ["/out", "/out/in"].map((folder) => disk.readDirectory(folder).map(({ name }) => name));
    assert.deepEqual(left, [["in", "index.faiss", "manifest.json", "meta.parquet"], ["head.json"]]);
    seen.add(found[0]!);
    if (isWhole) break;
  }
  assert.equal(seen.size, 2);
});

test("finishing may be interrupted at any moment, too", () => {
  for (let at = 1;; at++) {
    const disk = started();
    for (const name of FILES) disk.writeFile(draftPath("/out", name, NEXT), new TextEncoder().encode(`new ${name}`));
    disk.writeFile("/out/switch.json", new TextEncoder().encode(JSON.stringify({ generation: NEXT, files: FILES })));
    let isWhole = true;
    try {
      finishSwitch(createFaultyFileSystem(disk, at, "dies"), "/out", FILES);
    } catch {
      isWhole = false;
    }
    finishSwitch(disk, "/out", FILES);
    assert.deepEqual(contents(disk), FILES.map((name) => `new ${name}`));
    assert.equal(disk.kindOf("/out/switch.json"), undefined);
    if (isWhole) break;
  }
});

test("a damaged switch.json is one error, and names that lead elsewhere are damage", () => {
  for (
    const content of [
      "",
      "{",
      "[]",
      '{"generation":"g","files":["../x"]}',
      '{"generation":"../g","files":["x"]}',
      '{"files":[]}',
    ]
  ) {
    const disk = started();
    disk.writeFile("/out/switch.json", new TextEncoder().encode(content));
    assert.throws(() => finishSwitch(disk, "/out", FILES), { code: "io", message: /switch\.json is damaged/ }, content);
    assert.deepEqual(contents(disk), FILES.map((name) => `old ${name}`));
  }
});

test("removeDrafts() removes what killed runs left, and nothing else", () => {
  const id = NEXT;
  const disk = createMemoryFileSystem(
    Object.fromEntries(
      [
        "index.faiss",
        `index.faiss.new-${id}`,
        `manifest.json.new-${id}.${id}.tmp`,
        `switch.json.${id}.tmp`,
        "notes.tmp",
        `notes.md.new-${id}`,
        "index.faiss.new-mine",
      ]
        .map((name) => [`/out/${name}`, name]),
    ),
  );
  removeDrafts(disk, "/out", FILES);
  assert.deepEqual(disk.readDirectory("/out").map(({ name }) => name), [
    "index.faiss",
    "index.faiss.new-mine",
    `notes.md.new-${id}`,
    "notes.tmp",
  ]);
});

test("a planted switch.json replaces no file that is not of a generation, and none behind a link", () => {
  const disk = createMemoryFileSystem({ "/out/manifest.json": "old", "/away/index.faiss.new-g": "planted" });
  disk.writeFile("/out/notes.md", new TextEncoder().encode("mine"));
  disk.writeFile("/out/notes.md.new-g", new TextEncoder().encode("planted"));
  disk.addSymlink("/out/in", "/away");
  disk.writeFile("/away/head.json.new-g", new TextEncoder().encode("planted"));
  const planted = (files: readonly string[]) =>
    disk.writeFile("/out/switch.json", new TextEncoder().encode(JSON.stringify({ generation: "g", files })));
  planted(["notes.md"]);
  finishSwitch(disk, "/out", FILES);
  assert.equal(text(disk, "notes.md"), "mine");
  planted(["in/head.json"]);
  assert.throws(() => finishSwitch(disk, "/out", FILES), {
    code: "place-refused",
    message: /\/out\/in: it is a symbolic/,
  });
  assert.equal(disk.kindOf("/away/head.json"), undefined);
});
