import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { RaError } from "../../src/errors.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { openVectorCache } from "../../src/models/embed/vector_cache.ts";
import { KEY, vectorOf } from "./cache_vectors.ts";

const compiled = import.meta.url.endsWith(".js");
const writer = fileURLToPath(
  new URL(compiled ? "./vector_cache_worker.js" : "./vector_cache_worker.ts", import.meta.url),
);
const runtimeArguments = "Deno" in globalThis ? ["run", "-A", "--no-check"] : [];
const OTHER_KEY = "f".repeat(32);

// The user's data folder is the one below the home directory that a test names.
delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];

const HOME = "/home/ada";
const FOLDER = `${HOME}/.local/share/ra/vectors`;
const numbered = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${name} ${at}`);

function put(fs: FileSystem, texts: readonly string[], key = KEY): void {
  const cache = openVectorCache(fs, HOME, key);
  cache.put(texts, texts.map((text) => vectorOf(text)));
  cache.close();
}

/** Which of the texts have no vector. Each of the others must have its own. */
function missing(fs: FileSystem, texts: readonly string[], key = KEY, home = HOME): readonly string[] {
  const cache = openVectorCache(fs, home, key);
  const found = cache.get(texts);
  cache.close();
  assert.equal(found.length, texts.length);
  return texts.filter((text, at) => {
    if (found[at] !== undefined) assert.deepEqual(found[at], vectorOf(text), text);
    return found[at] === undefined;
  });
}

const packs = (fs: FileSystem): readonly string[] =>
  fs.stat(FOLDER) === undefined ? [] : fs.readDirectory(FOLDER).map(({ name }) => `${FOLDER}/${name}`);

function change(fs: FileSystem, path: string, edit: (bytes: Uint8Array) => Uint8Array): void {
  fs.writeFile(path, edit(fs.readFile(path)!.slice()));
}

async function inFolder(use: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ra-vectors-")).replaceAll("\\", "/");
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("a text's vector is found by another process and project, in the order of the texts and as often as asked", () => {
  const fs = createMemoryFileSystem();
  put(fs, ["one", "two", "two", "three"]);
  const found = openVectorCache(fs, HOME, KEY).get(["three", "none", "one", "three"]);
  assert.deepEqual(found, [vectorOf("three"), undefined, vectorOf("one"), vectorOf("three")]);
});

test("vectors of another model are never found", () => {
  const fs = createMemoryFileSystem();
  put(fs, ["one"], OTHER_KEY);
  assert.deepEqual(missing(fs, ["one"]), ["one"]);
  assert.deepEqual(missing(fs, ["one"], OTHER_KEY), []);
});

test("an open cache finds what another one writes and joins meanwhile", () => {
  const fs = createMemoryFileSystem();
  const cache = openVectorCache(fs, HOME, KEY);
  put(fs, ["first"]);
  assert.deepEqual(cache.get(["first"]), [vectorOf("first")]);
  for (const text of numbered("later", 20)) put(fs, [text]);
  assert.deepEqual(cache.get(["first", "later 19"]), [vectorOf("first"), vectorOf("later 19")]);
});

test("without a home directory nothing is kept", () => {
  const cache = openVectorCache(createMemoryFileSystem(), null, KEY);
  cache.put(["one"], [vectorOf("one")]);
  assert.deepEqual(cache.get(["one"]), [undefined]);
});

test("a damaged vector is not found, its neighbours are, and it can be written again", () => {
  const fs = createMemoryFileSystem();
  const texts = numbered("text", 5);
  put(fs, texts);
  change(fs, packs(fs)[0]!, (bytes) => bytes.with(bytes.length - 3 * 64 + 7, bytes.at(-3 * 64 + 7)! ^ 1));
  assert.deepEqual(missing(fs, texts), ["text 2"]);
  put(fs, ["text 2"]);
  assert.deepEqual(missing(fs, texts), []);
});

test("a pack that is cut, longer, of another form or with a damaged table is removed, and can be written again", () => {
  const edits: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
    empty: () => new Uint8Array(),
    "cut in its head": (bytes) => bytes.slice(0, 13),
    "cut in its table": (bytes) => bytes.slice(0, 60),
    "cut in its vectors": (bytes) => bytes.slice(0, -1),
    longer: (bytes) => Uint8Array.from([...bytes, 0]),
    "another form": (bytes) => bytes.with(7, 2),
    "a damaged id": (bytes) => bytes.with(25, bytes[25]! ^ 4),
    "no dimensions": (bytes) => bytes.with(12, 0),
    "four billion rows": (bytes) => bytes.fill(255, 8, 12),
  };
  for (const [name, edit] of Object.entries(edits)) {
    const fs = createMemoryFileSystem();
    const texts = numbered("text", 3);
    put(fs, texts);
    change(fs, packs(fs)[0]!, edit);
    assert.deepEqual(missing(fs, texts), texts, name);
    assert.deepEqual(packs(fs), [], name);
    put(fs, texts);
    assert.deepEqual(missing(fs, texts), [], name);
  }
});

test("a damaged vector does not come back whole, nor take others with it, when packs are joined", () => {
  const fs = createMemoryFileSystem();
  put(fs, ["a", "b"]);
  change(fs, packs(fs)[0]!, (bytes) => bytes.with(bytes.length - 1, bytes.at(-1)! ^ 1));
  const texts = numbered("text", 30);
  for (const text of texts) put(fs, [text]);
  assert.deepEqual(missing(fs, [...texts, "a", "b"]), ["b"]);
});

test("many small packs become few, and every vector is still found", () => {
  const fs = createMemoryFileSystem();
  const texts = numbered("text", 300);
  for (const text of texts) put(fs, [text]);
  assert.deepEqual(missing(fs, texts), []);
  assert.ok(packs(fs).length < 24, `${packs(fs).length} packs`);
});

test("the packs that were used longest ago go first, of whatever model, and those in use stay", () => {
  const fs = createMemoryFileSystem();
  const limits = { total: 30_000, pack: 8_000 };
  const write = (name: string, key: string): void => {
    const cache = openVectorCache(fs, HOME, key, limits);
    const texts = numbered(name, 50); // 4,220 bytes
    cache.put(texts, texts.map((text) => vectorOf(text)));
    cache.close();
  };
  write("old", OTHER_KEY);
  write("used", KEY);
  write("unused", KEY);
  for (const round of ["a", "b", "c", "d", "e", "f"]) {
    assert.deepEqual(missing(fs, ["used 7"]), [], round);
    write(round, KEY);
  }
  assert.deepEqual(missing(fs, ["old 3"], OTHER_KEY), ["old 3"]);
  assert.deepEqual(missing(fs, ["unused 3", "used 7", "d 1", "e 49"]), ["unused 3"]);
  const bytes = packs(fs).reduce((sum, path) => sum + fs.stat(path)!.size, 0);
  assert.ok(bytes <= limits.total && bytes > limits.total / 2, `${bytes} bytes`);
});

test("a file system that cannot be written, and a folder that is a file, lose no work", () => {
  const readOnly = createMemoryFileSystem();
  put(readOnly, ["kept"]);
  readOnly.setReadOnly(true);
  put(readOnly, ["lost"]);
  assert.deepEqual(missing(readOnly, ["kept", "lost"]), ["lost"]);
  const blocked = createMemoryFileSystem({ [FOLDER]: "a file" });
  put(blocked, ["lost"]);
  assert.deepEqual(missing(blocked, ["lost"]), ["lost"]);
});

test("a disk that becomes full while packs are joined loses no vector that was on it", () => {
  let isFull = false;
  const fs = createMemoryFileSystem({}, {
    onChange(operation) {
      if (isFull && operation === "writeFile") throw new RaError("io", "no space left on the device");
    },
  });
  for (const text of numbered("text", 7)) put(fs, [text]);
  isFull = true;
  put(fs, ["text 7"]);
  assert.deepEqual(missing(fs, numbered("text", 8)), ["text 7"]);
  isFull = false;
  put(fs, ["text 7"]);
  assert.deepEqual(missing(fs, numbered("text", 8)), []);
});

const firstText = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => child.stdout?.once("data", () => resolve()));

test("two processes that write at once and are killed lose nothing that they had stored", () =>
  inFolder(async (home) => {
    const fs = createDiskFileSystem();
    const stored: string[] = [];
    for (const round of ["first", "second"]) {
      const children = ["a", "b"].map((name) =>
        spawn(process.execPath, [...runtimeArguments, writer, home, `${round} ${name}`], {
          stdio: ["ignore", "pipe", "inherit"],
        })
      );
      const outputs = children.map((child) => {
        const chunks: string[] = [];
        child.stdout.on("data", (data: unknown) => chunks.push(String(data)));
        return chunks;
      });
      await Promise.all(children.map(firstText));
      await new Promise((resolve) => setTimeout(resolve, 700));
      const ends = children.map((child) => new Promise((resolve) => child.once("close", resolve)));
      children.forEach((child) => child.kill("SIGKILL"));
      await Promise.all(ends);
      for (const chunks of outputs) stored.push(...chunks.join("").split("\n").slice(0, -1));
    }
    for (const name of ["first a", "first b", "second a", "second b"]) {
      assert.ok(stored.some((text) => text.startsWith(name)), name);
    }
    assert.deepEqual(missing(fs, stored, KEY, home), []);
    assert.deepEqual(missing(fs, stored.slice(0, 3), OTHER_KEY, home), stored.slice(0, 3));
  }));

test("ten thousand texts are found again, and lie in few files", () =>
  inFolder((home) => {
    const fs = createDiskFileSystem();
    const texts = numbered("word ".repeat(300), 10_000);
    const cache = openVectorCache(fs, home, KEY);
    for (let at = 0; at < texts.length; at += 500) {
      const part = texts.slice(at, at + 500);
      cache.put(part, part.map((text) => vectorOf(text.slice(1495), 384)));
    }
    cache.close();
    const found = openVectorCache(fs, home, KEY).get([...texts].reverse());
    found.forEach((vector, at) => assert.deepEqual(vector, vectorOf(texts[9_999 - at]!.slice(1495), 384)));
    assert.ok(readdirSync(join(home, ".local/share/ra/vectors")).length < 40);
  }));
