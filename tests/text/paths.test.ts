import test from "node:test";
import assert from "node:assert/strict";
import * as path from "node:path";
import fc from "fast-check";
import * as paths from "../../src/text/paths.ts";

const anyPath = fc.tuple(
  fc.constantFrom("", "/"),
  fc.array(fc.constantFrom("a", "b.md", ".", "..", "", ".x"), { maxLength: 6 }),
).map(([root, parts]) => root + parts.join("/"));
const absolute = anyPath.map((path) => `/${path}`);

test("normalizePath(), joinPath(), parentPath() and relativePath() agree with node:path", () => {
  fc.assert(
    fc.property(anyPath, absolute, absolute, (any, from, to) => {
      const normal = (text: string): string => path.posix.normalize(text).replace(/(?<=.)\/$/, "");
      assert.equal(paths.normalizePath(any), normal(any));
      assert.equal(paths.joinPath(from, any), any.startsWith("/") ? normal(any) : normal(path.posix.join(from, any)));
      assert.equal(paths.parentPath(from), path.posix.dirname(normal(from)));
      assert.equal(paths.relativePath(from, to), path.posix.relative(from, to) || ".");
      assert.equal(paths.joinPath(from, paths.relativePath(from, to)), normal(to));
    }),
    { numRuns: 500 },
  );
});

test("paths on a drive keep their root", () => {
  assert.equal(paths.normalizePath("C:/a/../.."), "C:/");
  assert.equal(paths.joinPath("C:/a", "../b"), "C:/b");
  assert.equal(paths.joinPath("C:/a", "D:/b"), "D:/b");
  assert.equal(paths.parentPath("C:/a"), "C:/");
  assert.equal(paths.parentPath("C:/"), "C:/");
  assert.equal(paths.relativePath("C:/a/b", "c:/a/c"), "../c");
  assert.equal(paths.relativePath("C:/a", "D:/b"), "D:/b");
  assert.deepEqual(paths.withAncestors("C:/a/b"), ["C:/a/b", "C:/a", "C:/"]);
});

test("fileName(), fileStem() and fileExtension() split a path", () => {
  const parts = (path: string): string[] => [paths.fileName(path), paths.fileStem(path), paths.fileExtension(path)];
  assert.deepEqual(parts("/a/B.tar.GZ"), ["B.tar.GZ", "B.tar", "gz"]);
  assert.deepEqual(parts("/a.b/.profile"), [".profile", ".profile", ""]);
  assert.deepEqual(parts("Makefile"), ["Makefile", "Makefile", ""]);
});

test("isInside() compares whole segments", () => {
  assert.equal(paths.isInside("/a/b", "/a"), true);
  assert.equal(paths.isInside("/a", "/a"), true);
  assert.equal(paths.isInside("/ab", "/a"), false);
  assert.equal(paths.isInside("/ab", "/"), true);
});

test("withAncestors() ends at the root", () => {
  assert.deepEqual(paths.withAncestors("/a/b"), ["/a/b", "/a", "/"]);
  assert.deepEqual(paths.withAncestors("/"), ["/"]);
  assert.deepEqual(paths.withAncestors("a/./b"), ["a/b", "a", "."]);
  assert.equal(paths.withAncestors(`/${"a/".repeat(2000)}`).length, 2001);
});
