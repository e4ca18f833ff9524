import assert from "node:assert/strict";
import { test } from "node:test";
import type { Config } from "../../src/config/config.ts";
import { contentHash } from "../../src/host/hash.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import type { FileEntry } from "../../src/store/published/manifest.ts";
import type { OpenIndex } from "../../src/store/published/open_index.ts";
import { fingerprintOf } from "../../src/store/files/fingerprint.ts";
import { createDocumentReader } from "../../src/workspace/live/document_reader.ts";

const MINUTE = 60_000;
const decoder = new TextDecoder();

/** Files of the tree `docs`, indexed as they are a minute after they were written, or while they were (`young`). */
function indexed(files: Readonly<Record<string, string | Uint8Array>>, { young = false } = {}) {
  const onDisk = Object.entries(files).map(([path, content]) => [`/docs/${path}`, content] as const);
  const disk = createMemoryFileSystem(Object.fromEntries(onDisk));
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
      }];
    });
    return { manifest: () => new Map([["docs", new Map(entries)]]) } as unknown as OpenIndex;
  };
  const documents = createDocumentReader(fs, { trees: [{ name: "docs", path: "/docs" }] } as unknown as Config);
  const text = (of: OpenIndex, path: string): string | undefined => {
    const bytes = documents.of(of)("docs", path);
    return bytes && decoder.decode(bytes);
  };
  return { disk, read, index, text };
}

test("a document is read once for many answers, and again when it is another", () => {
  const { disk, read, index, text } = indexed({ "a.md": "one", "b.md": "two" });
  const first = index();
  assert.deepEqual([text(first, "a.md"), text(first, "a.md"), text(first, "b.md")], ["one", "one", "two"]);
  assert.deepEqual(read, ["/docs/a.md", "/docs/b.md"]);
  disk.writeFile("/docs/a.md", new TextEncoder().encode("ONE"));
  assert.equal(text(first, "a.md"), undefined, "no longer what was indexed");
  assert.equal(text(index(), "a.md"), "ONE");
  disk.removeFile("/docs/a.md");
  assert.equal(text(first, "a.md"), undefined);
  assert.equal(text(first, "c.md"), undefined);
  assert.equal(read.filter((path) => path === "/docs/b.md").length, 1);
});

test("a document too young for its times to tell is read for every answer", () => {
  const { disk, read, index, text } = indexed({ "a.md": "one" }, { young: true });
  const first = index();
  assert.deepEqual([text(first, "a.md"), text(first, "a.md")], ["one", "one"]);
  assert.equal(read.length, 2);
  const { mtimeNs } = disk.stat("/docs/a.md")!;
  disk.writeFile("/docs/a.md", new TextEncoder().encode("two"));
  disk.setModified("/docs/a.md", mtimeNs);
  assert.equal(text(first, "a.md"), undefined);
});

test("documents read long ago make room for others", () => {
  const large = new Uint8Array(3 << 20).fill(97);
  const { read, index, text } = indexed({ "a.md": large, "b.md": large, "c.md": large, "d.md": "small" });
  const of = index();
  for (const path of ["a.md", "b.md", "c.md", "d.md", "c.md", "b.md", "a.md"]) text(of, path);
  assert.deepEqual(read.map((path) => path.slice(6)), ["a.md", "b.md", "c.md", "d.md", "a.md"]);
});
