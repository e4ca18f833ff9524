import assert from "node:assert/strict";
import { test } from "node:test";
import { createNeighbourShare } from "../../src/context/neighbours.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";

const write = (fs: ReturnType<typeof createMemoryFileSystem>, path: string, text: string): void =>
  fs.writeFile(path, new TextEncoder().encode(text));

test("createNeighbourShare() counts neighbouring files of the same extension that contain a word, whole or in part", () => {
  const fs = createMemoryFileSystem({
    "/p/a.py": "own",
    "/p/b.py": "getUser lemon",
    "/p/c.py": "user rule-name",
    "/p/d.py": "Lemon",
    "/p/e.js": "lemon",
    "/p/sub/f.py": "lemon",
  });
  const share = createNeighbourShare(fs, "/p/a.py")!;
  assert.deepEqual(
    ["lemon", "Lemon", "user", "getUser", "rule-name", "own", "none"].map((word) => Math.round(share(word) * 3)),
    [2, 2, 2, 1, 1, 0, 0],
  );
});

test("createNeighbourShare() returns nothing when there are too few neighbouring files", () => {
  const fs = createMemoryFileSystem({ "/p/a.py": "", "/p/b.py": "x", "/p/c.py": "x", "/p/d.ts": "x" });
  assert.equal(createNeighbourShare(fs, "/p/a.py"), undefined);
});

test("createNeighbourShare() notices changed files, and samples the nearest of many", () => {
  let now = 0;
  const fs = createMemoryFileSystem({}, { nowNs: () => (now += 1e9) });
  fs.makeDirectory("/p");
  for (let at = 10; at < 70; at++) write(fs, `/p/f${at}.py`, at < 40 ? "early" : "late");
  assert.equal(createNeighbourShare(fs, "/p/f10.py")!("early"), 1);
  assert.equal(createNeighbourShare(fs, "/p/f69.py")!("early"), 0);
  assert.equal(createNeighbourShare(fs, "/p/f39.py")!("early"), 0.5);
  write(fs, "/p/f11.py", "later");
  assert.equal(createNeighbourShare(fs, "/p/f10.py")!("early"), 23 / 24);
});
