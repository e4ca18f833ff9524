// Which folders of objects git would read, over `info/alternates`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { hasPlainObjects, objectFolders } from "../../src/host/git/foreign_parts.ts";

function disk(alternates?: string | Uint8Array): MemoryFileSystem {
  const fs = createMemoryFileSystem({
    "/p/up/objects/pack/x.pack": "",
    "/p/other/objects/pack/x.pack": "",
    "/p/far/objects/aa/x": "",
    "/p/far/objects/info/alternates": "../../other/objects\n",
    "/out/objects/pack/x.pack": "",
  });
  fs.addSymlink("/p/between/objects", "/out/objects");
  if (alternates !== undefined) {
    const bytes = typeof alternates === "string" ? new TextEncoder().encode(alternates) : alternates;
    fs.makeDirectory("/p/up/objects/info");
    fs.writeFile("/p/up/objects/info/alternates", bytes);
  }
  return fs;
}

const foldersOf = (fs: MemoryFileSystem): readonly string[] | undefined => objectFolders(fs, "/p/up/objects")?.slice(1);

test("borrowed objects are those of the places that git opens", () => {
  for (
    const [alternates, expected] of [
      [undefined, []],
      ["", []],
      ["# /out/objects\n\n", []],
      ["../../other/objects\n", ["/p/other/objects"]],
      ["../../other/objects/.//\n/p/other/objects", ["/p/other/objects"]],
      ["/p/far/objects\n", ["/p/far/objects", "/p/other/objects"]],
      ["../../between/objects\n", ["/out/objects"]],
      // A mark at the beginning is a part of the name, and so is what Windows takes for a drive.
      ["\ufeff/pack/..\n", ["/out/objects"]],
      ["C:/objects\n", ["/out/objects"]],
    ] as const
  ) {
    const fs = disk(alternates);
    fs.addSymlink("/p/up/objects/\ufeff", "/out/objects");
    fs.addSymlink("/p/up/objects/C:", "/out");
    assert.deepEqual(foldersOf(fs), expected, JSON.stringify(alternates));
  }
});

test("what git reads in another way than ra is not followed", () => {
  const linked = disk();
  linked.addSymlink("/p/up/objects/info", "/p/far/objects/info");
  const piped = disk("");
  piped.removeFile("/p/up/objects/info/alternates");
  piped.addOther("/p/up/objects/info/alternates");
  for (
    const fs of [
      disk('"/p/other/objects"\n'),
      disk('../../other/objects\n"../../between/objects"\n'),
      disk(`${"# so\n".repeat(20_000)}../../between/objects\n`),
      disk(new Uint8Array([0x2e, 0x2e, 0x2f, 0xff, 0x0a])),
      disk("../../other/objects\0\n"),
      disk("../../nowhere/objects\n"),
      linked,
      piped,
    ]
  ) {
    assert.equal(foldersOf(fs), undefined);
    assert.equal(hasPlainObjects(fs, "/p/up/objects"), false);
  }
});

test("links and pipes in the folders of objects are found at any depth that git reads", () => {
  const paths = ["x.pack", "pack/x.idx", "info/commit-graphs/commit-graph-chain", "pack/multi-pack-index.d/x"];
  assert.equal(hasPlainObjects(disk("../../other/objects\n"), "/p/up/objects"), true);
  for (const path of paths) {
    const [piped, linked] = [disk("../../other/objects\n"), disk("../../other/objects\n")];
    piped.addOther(`/p/other/objects/${path}`);
    linked.addSymlink(`/p/other/objects/${path}`, "/out/objects/pack/x.pack");
    assert.equal(hasPlainObjects(piped, "/p/up/objects"), false, path);
    assert.equal(hasPlainObjects(linked, "/p/up/objects"), false, path);
  }
});
