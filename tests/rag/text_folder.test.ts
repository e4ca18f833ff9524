import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { normaliseFolder } from "../../src/rag/text/normalise_folder.ts";
import { markdownFiles, safeName, type SourceText, writeTexts } from "../../src/rag/text/text_folder.ts";

const text = (name: string, markdown: string, more: SourceText["properties"] = {}): SourceText => ({
  name,
  properties: { title: name, ...more },
  markdown,
});
const read = (fs: MemoryFileSystem, path: string): string => new TextDecoder().decode(fs.readFile(`/text/${path}`));

test("texts are written with their properties, and what is no longer there goes", () => {
  const fs = createMemoryFileSystem({ "/text/.keep": "" });
  const first = [text("a/b", "Hello", { lang: null, "odd key": true, n: 1 }), text("c", 'quoted "yes": # no')];
  assert.deepEqual(writeTexts(fs, "/text", first), { written: 2, unchanged: 0, removed: 0 });
  assert.equal(read(fs, "a/b.md"), '---\ntitle: "a/b"\n"odd key": true\nn: 1\n---\n\nHello\n');
  assert.deepEqual(writeTexts(fs, "/text", first), { written: 0, unchanged: 2, removed: 0 });
  assert.deepEqual(writeTexts(fs, "/text", [text("c", "new")]), { written: 1, unchanged: 0, removed: 1 });
  assert.deepEqual(markdownFiles(fs, "/text"), ["c.md"]);
  assert.ok(fs.readFile("/text/.keep") !== undefined);
});

test("two names that differ in capital letters only are two files", () => {
  const fs = createMemoryFileSystem({});
  writeTexts(fs, "/text", [text("A", "one"), text("a", "two"), text("a-2", "three")]);
  assert.deepEqual(markdownFiles(fs, "/text"), ["A.md", "a-2-2.md", "a-2.md"]);
});

test("safeName() keeps names inside the folder, on any disk", () => {
  assert.equal(safeName("example.com/../../etc/passwd"), "example.com/etc/passwd");
  assert.equal(safeName("/a//b/./c"), "a/b/c");
  assert.equal(safeName(".git/config"), "_git/config");
  assert.equal(safeName('a<b>:"c|d?e*f\\g\u0000'), "a_b___c_d_e_f_g_");
  assert.equal(safeName(".."), "index");
  assert.equal(safeName("name. . "), "name_");
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 600 }), (path) => {
    const name = safeName(path);
    for (const part of name.split("/")) {
      assert.ok(part !== "" && part !== "." && part !== ".." && !part.startsWith("."), JSON.stringify(name));
      assert.ok(new TextEncoder().encode(part).length <= 220, String(part.length));
    }
  }));
});

test("normaliseFolder() brings texts back to their normal form once, and reports what is no text", () => {
  const fs = createMemoryFileSystem({
    "/text/a.md": '---\ntitle: "A"\n---\n\no\ufb03ce\r\n',
    "/text/b.md": "plain\n",
    "/text/bad.md": new Uint8Array([0xff, 0xfe, 0xff]),
  });
  const first = normaliseFolder(fs, "/text");
  assert.deepEqual([first.state, first.counts], ["changed", { texts: 3, changed: 1 }]);
  assert.deepEqual(first.problems, [{ path: "/text/bad.md", reason: "it is not UTF-8" }]);
  assert.equal(read(fs, "a.md"), '---\ntitle: "A"\n---\n\noffice\n');
  assert.equal(normaliseFolder(fs, "/text").state, "unchanged");
});
