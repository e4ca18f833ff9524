// Tests texts beside the index with files in UTF-16.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createDocumentPlaces } from "../../src/config/document_places.ts";
import { RaError } from "../../src/errors.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { type OpenIndex, openIndex } from "../../src/store/published/open_index.ts";
import { planChanges } from "../../src/store/update/change_plan.ts";
import { indexState } from "../../src/store/update/index_state.ts";
import { contentRules } from "../../src/store/update/tree_settings.ts";
import { scanTrees } from "../../src/store/files/scan.ts";
import { createFakeEngine } from "./fake_engine.ts";
import { config, createProject, DIRECTORY, indexed, names, tree, update, write } from "./store_fixture.ts";

const TEXTS = `${DIRECTORY}/text`;
const DOCS = config(tree("docs"));

function utf16(text: string, order: "le" | "be" = "le"): Uint8Array {
  const bytes = Uint8Array.from([...`\ufeff${text}`].flatMap((letter) => {
    const unit = letter.charCodeAt(0);
    return [unit & 0xff, unit >> 8];
  }));
  return order === "le" ? bytes : bytes.map((_, at) => bytes[at ^ 1]!);
}

function open(fs: FileSystem): OpenIndex {
  const opened = openIndex(fs, DIRECTORY, "fake-1");
  if (opened.state !== "open") throw new Error(opened.state);
  return opened.index;
}

function textOf(index: OpenIndex, path: string): string | null {
  const found = index.text(index.manifest().get("docs")!.get(path)!);
  return found && new TextDecoder().decode(found.text);
}

test("ra indexes files in UTF-16 of either byte order instead of calling them binary", async () => {
  const fs = createProject({
    "docs/big.md": utf16("# Größe\nlong\n", "be"),
    "docs/little.txt": utf16("plain €\n"),
    "docs/wide.txt": Uint8Array.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]),
  });
  const { report } = await update(fs, DOCS);
  assert.deepEqual(report.skipped, [{ path: "docs:wide.txt", reason: "binary" }]);
  assert.deepEqual(indexed(fs), { "docs:big.md": "", "docs:big.md#größe": "long", "docs:little.txt": "plain €" });
  const index = open(fs);
  assert.equal(textOf(index, "big.md"), "# Größe\nlong\n");
  assert.equal(textOf(index, "little.txt"), "plain €\n");
  const { map } = index.text(index.manifest().get("docs")!.get("big.md")!)!;
  assert.deepEqual([map?.unit, [...map!.starts], [...map!.places]], ["line", [0, 10], [1, 2]]);
  index.close();
});

test("equal files share a stored text, which is named by their hash and removed with the last of them", async () => {
  const fs = createProject({
    "docs/a.txt": utf16("one"),
    "docs/copy.txt": utf16("one"),
    "docs/b.md": utf16("one"),
    "docs/c.txt": utf16("three"),
  });
  await update(fs, DOCS);
  const before = names(fs, TEXTS);
  assert.deepEqual(before.map((name) => name.replace(/-[^-]{2}.*$/, "")), ["markdown-3", "text-2", "text-2"]);
  const bytes = before.map((name) => fs.readFile(`${TEXTS}/${name}`));
  fs.removeFile("/project/docs/c.txt");
  write(fs, "docs/b.md", "in UTF-8 now");
  await update(fs, DOCS);
  const after = names(fs, TEXTS);
  assert.equal(after.length, 1);
  fs.removeFile("/project/docs/a.txt");
  await update(fs, DOCS);
  assert.deepEqual(names(fs, TEXTS), after);
  fs.removeFile("/project/docs/copy.txt");
  await update(fs, DOCS);
  assert.deepEqual(names(fs, TEXTS), []);
  const again = createProject({
    "docs/a.txt": utf16("one"),
    "docs/b.md": utf16("one"),
    "docs/c.txt": utf16("three"),
  });
  await update(again, DOCS);
  assert.deepEqual(names(again, TEXTS).map((name) => again.readFile(`${TEXTS}/${name}`)), bytes);
});

test("an index in memory keeps its stored texts in memory", async () => {
  const fs = createProject({ "docs/a.txt": utf16("one") });
  const memory = createMemoryFileSystem();
  await update(fs, DOCS, { index: { fs: memory } });
  assert.equal(fs.stat(TEXTS), undefined);
  assert.equal(textOf(open(memory), "a.txt"), "one");
});

test("a damaged or missing text makes the index damaged, and counts as gone after a new index replaces it", async () => {
  const fs = createProject({ "docs/a.txt": utf16("one") });
  await update(fs, DOCS);
  const index = open(fs);
  assert.equal(index.verify(), undefined);
  const name = names(fs, TEXTS)[0]!;
  fs.writeFile(`${TEXTS}/${name}`, fs.readFile(`${TEXTS}/${name}`)!.map((byte) => byte ^ 1));
  assert.equal(index.verify(), `text/${name} is missing or does not match its checksum`);
  assert.throws(() => textOf(index, "a.txt"), (error) => error instanceof RaError && error.code === "index-damaged");
  fs.removeFile("/project/docs/a.txt");
  write(fs, "docs/b.txt", "two");
  await update(fs, DOCS);
  assert.equal(textOf(index, "a.txt"), null);
  index.close();
});

test("a build replaces a damaged text, and the index counts its bytes", async () => {
  const fs = createProject({ "docs/a.txt": utf16("one") });
  await update(fs, DOCS);
  const name = names(fs, TEXTS)[0]!;
  const whole = fs.readFile(`${TEXTS}/${name}`)!;
  fs.writeFile(`${TEXTS}/${name}`, whole.subarray(0, 3));
  const state = await indexState({ config: DOCS, schemaVersion: "fake-1", source: fs, verifyWith: createFakeEngine() });
  assert.equal(state.damage, `text/${name} is missing or does not match its checksum`);
  await update(fs, DOCS, { scope: { full: true } });
  assert.deepEqual(fs.readFile(`${TEXTS}/${name}`), whole);
  const index = open(fs);
  const { bytes } = await indexState({ config: DOCS, schemaVersion: "fake-1", source: fs });
  assert.equal(bytes, index.bytes + whole.length);
  index.close();
});

test("a new version of a format makes ra index exactly the files of that format again", async () => {
  const fs = createProject({ "docs/a.md": "# A", "docs/b.txt": "b", "docs/c.md": "c" });
  await update(fs, DOCS);
  const index = open(fs);
  const older = index.head.trees.map((each) => ({ ...each, formats: "markdown 0, text 1" }));
  const manifest = new Map(
    [...index.manifest()].map(([name, entries]) => [
      name,
      new Map([...entries].map(([path, entry]) => [
        path,
        { ...entry, format: entry.format.replace("markdown 3", "markdown 0") },
      ])),
    ]),
  );
  const yieldPoint = async (): Promise<void> => {};
  const plan = await planChanges({
    source: fs,
    terms: { root: "/project", schemaVersion: "fake-1", content: contentRules(DOCS) },
    subject: {
      scans: await scanTrees(fs, DOCS, yieldPoint),
      published: { head: { trees: older }, manifest },
      unread: new Map(),
      around: () => [],
    },
    scope: {},
    waiting: { isBound: false },
    places: createDocumentPlaces(fs, DOCS),
    yieldPoint,
  });
  assert.deepEqual(plan.tasks.map(({ path }) => path), ["a.md", "c.md"]);
  assert.deepEqual([...plan.kept.get("docs")!.keys()], ["b.txt"]);
  index.close();
});
