import assert from "node:assert/strict";
import { test } from "node:test";
import { contentHash } from "../../src/host/hash.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import type { FileEntry } from "../../src/store/published/manifest.ts";
import type { OpenIndex } from "../../src/store/published/open_index.ts";
import { fingerprintOf } from "../../src/store/files/fingerprint.ts";
import { createFilePassages } from "../../src/store/snapshot/file_passages.ts";

const MINUTE = 60_000;
const decoder = new TextDecoder();

/** The files of the tree `docs`. The index saw them a minute after they were written, or at the same time (`young`). */
function indexed(files: Readonly<Record<string, string | Uint8Array>>, { young = false } = {}) {
  const onDisk = Object.entries(files).map(([path, content]) => [`/docs/${path}`, content] as const);
  const clock = young ? { nowNs: () => Date.now() * 1e6 } : {};
  const disk = createMemoryFileSystem(Object.fromEntries(onDisk), clock);
  const read: string[] = [];
  const fs = { ...disk, readFile: (path: string) => (read.push(path), disk.readFile(path)) };
  const index = (): OpenIndex => {
    const entries = Object.keys(files).map((path): [string, FileEntry] => {
      const fingerprint = fingerprintOf(disk.stat(`/docs/${path}`)!);
      const hash = contentHash(disk.readFile(`/docs/${path}`)!);
      return [path, {
        fingerprint,
        checkedAt: fingerprint.mtimeNs / 1e6 + (young ? 0 : MINUTE),
        hash,
        format: "markdown 1",
        text: null,
        chunks: 1,
        longest: null,
        skipped: null,
        warnings: [],
        date: null,
      }];
    });
    return { entry: (_: string, path: string) => new Map(entries).get(path) } as unknown as OpenIndex;
  };
  const documents = createFilePassages(fs, { root: null, trees: [{ name: "docs", path: "/docs" }] });
  const text = async (of: OpenIndex, path: string): Promise<string> => {
    const passage = await documents.of(of).read({ tree: "docs", path }, {
      start: 0,
      end: Infinity,
    });
    return typeof passage === "string" ? passage : decoder.decode(passage.bytes);
  };
  return { disk, read, index, text };
}

test("createFilePassages() reads a document once for many answers, and again after a change", async () => {
  const { disk, read, index, text } = indexed({ "a.md": "one", "b.md": "two" });
  const first = index();
  assert.deepEqual([await text(first, "a.md"), await text(first, "a.md"), await text(first, "b.md")], [
    "one",
    "one",
    "two",
  ]);
  assert.deepEqual(read, ["/docs/a.md", "/docs/b.md"]);
  disk.writeFile("/docs/a.md", new TextEncoder().encode("ONE"));
  assert.equal(await text(first, "a.md"), "changed");
  assert.equal(await text(index(), "a.md"), "ONE");
  disk.removeFile("/docs/a.md");
  assert.equal(await text(first, "a.md"), "gone");
  assert.equal(await text(first, "c.md"), "gone");
  assert.equal(read.filter((path) => path === "/docs/b.md").length, 1);
});

test("createFilePassages() reads a document for every answer while its times are too recent to trust", async () => {
  const { disk, read, index, text } = indexed({ "a.md": "one" }, { young: true });
  const first = index();
  assert.deepEqual([await text(first, "a.md"), await text(first, "a.md")], ["one", "one"]);
  assert.equal(read.length, 2);
  const { mtimeNs } = disk.stat("/docs/a.md")!;
  disk.writeFile("/docs/a.md", new TextEncoder().encode("two"));
  disk.setModified("/docs/a.md", mtimeNs);
  assert.equal(await text(first, "a.md"), "changed");
});

test("createFilePassages() still finds the text of a document that was written again with the same content", async () => {
  const { disk, read, index, text } = indexed({ "a.md": "one", "b.md": "two" });
  const first = index();
  disk.writeFile("/docs/a.md", new TextEncoder().encode("one"));
  disk.setModified("/docs/b.md", 5e18);
  assert.deepEqual([await text(first, "a.md"), await text(first, "a.md")], ["one", "one"]);
  assert.equal(read.length, 1);
  disk.removeFile("/docs/b.md");
  disk.writeFile("/docs/b.md", new TextEncoder().encode("two"));
  assert.equal(await text(first, "b.md"), "two");
  disk.writeFile("/docs/b.md", new TextEncoder().encode("TWO"));
  assert.equal(await text(first, "b.md"), "changed");
});

test("createFilePassages() does not open what took the place of a document unless it is a file", async () => {
  const { disk, read, index, text } = indexed({ "a.md": "", "b.md": "" });
  const first = index();
  disk.removeFile("/docs/a.md");
  disk.addOther("/docs/a.md");
  disk.removeFile("/docs/b.md");
  disk.makeDirectory("/docs/b.md");
  assert.deepEqual([await text(first, "a.md"), await text(first, "b.md")], ["gone", "gone"]);
  assert.deepEqual(read, []);
});

test("createFilePassages() drops the documents that it read longest ago to make room", async () => {
  const large = new Uint8Array(3 << 20).fill(97);
  const { read, index, text } = indexed({ "a.md": large, "b.md": large, "c.md": large, "d.md": "small" });
  const of = index();
  for (const path of ["a.md", "b.md", "c.md", "d.md", "c.md", "b.md", "a.md"]) await text(of, path);
  assert.deepEqual(read.map((path) => path.slice(6)), ["a.md", "b.md", "c.md", "d.md", "a.md"]);
});
