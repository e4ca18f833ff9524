/** Tests one contract on the disk and on the file system in memory. */
import test from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as nodeFs from "node:fs";
import { createServer } from "node:net";
import * as os from "node:os";
import * as path from "node:path";
import { RaError } from "../../src/errors.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { isPermissionFailure } from "../../src/host/io_error.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { makeOwnFolder, requireOwnFolder } from "../../src/host/places.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";

interface Place {
  readonly fs: FileSystem;
  /** Makes an empty folder. */
  readonly root: string;
  symlink(at: string, target: string): void;
  remove(): void;
}

function onDisk(): Place {
  const root = nodeFs.realpathSync(nodeFs.mkdtempSync(path.join(os.tmpdir(), "ra-fs-"))).replaceAll("\\", "/");
  return {
    fs: createDiskFileSystem(),
    root,
    symlink: (at, target) => nodeFs.symlinkSync(target, at),
    remove: () => nodeFs.rmSync(root, { recursive: true, force: true }),
  };
}

function inMemory(): Place {
  const fs = createMemoryFileSystem();
  fs.makeDirectory("/place");
  return { fs, root: "/place", symlink: (at, target) => fs.addSymlink(at, target), remove() {} };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (
  content: Uint8Array | undefined,
): string | undefined => (content === undefined ? undefined : new TextDecoder().decode(content));

for (const [name, make] of [["node", onDisk], ["memory", inMemory]] as const) {
  const contract = (what: string, check: (place: Place) => void): void => {
    test(`${name} file system: ${what}`, () => {
      const place = make();
      try {
        check(place);
      } finally {
        place.remove();
      }
    });
  };

  contract("createWriter() replaces a file, or goes on at its end", ({ fs, root, symlink }) => {
    const write = (at: string, goesOn: boolean, ...pieces: readonly string[]): void => {
      const file = fs.createWriter(`${root}/${at}`, { goesOn });
      for (const piece of pieces) file.write(bytes(piece));
      file.finish();
    };
    write("a", true, "one ", "two");
    write("a", true, " three", "!");
    assert.equal(text(fs.readFile(`${root}/a`)), "one two three!");
    const file = fs.createWriter(`${root}/a`, { goesOn: true });
    assert.equal(file.size, 14);
    file.replace(0, bytes("ONE"));
    file.write(bytes("!"));
    file.finish();
    assert.equal(text(fs.readFile(`${root}/a`)), "ONE two three!!");
    write("a", false, "new");
    assert.equal(text(fs.readFile(`${root}/a`)), "new");
    symlink(`${root}/link`, `${root}/a`);
    fs.makeDirectory(`${root}/folder`);
    for (const other of ["link", "folder"]) assert.throws(() => write(other, true, "x"), { code: "io" });
    assert.equal(text(fs.readFile(`${root}/a`)), "new");
  });

  contract(
    "readFile() returns the bytes that writeFile() wrote, and the next write replaces them all",
    ({ fs, root }) => {
      fs.writeFile(`${root}/a`, bytes("first and longer"));
      fs.writeFile(`${root}/a`, bytes("second"));
      assert.equal(text(fs.readFile(`${root}/a`)), "second");
      fs.writeFile(`${root}/empty`, new Uint8Array());
      assert.equal(text(fs.readFile(`${root}/empty`)), "");
    },
  );

  contract(
    "a read returns undefined when the path is absent, lies under a file, or has an impossible name",
    ({ fs, root }) => {
      fs.writeFile(`${root}/file`, bytes("x"));
      for (const absent of [`${root}/none`, `${root}/file/under`, `${root}/a\0b`, `${root}/${"n".repeat(300)}`]) {
        assert.equal(fs.stat(absent), undefined);
        assert.equal(fs.readFile(absent), undefined);
        assert.equal(fs.open(absent), undefined);
        assert.equal(fs.realPath(absent), undefined);
        assert.deepEqual(fs.readDirectory(absent), []);
      }
      fs.removeFile(`${root}/none`);
    },
  );

  contract("stat() distinguishes files from directories, follows links, and sees a change", ({ fs, root, symlink }) => {
    fs.writeFile(`${root}/a`, bytes("12345"));
    symlink(`${root}/link`, "a");
    symlink(`${root}/broken`, "nowhere");
    symlink(`${root}/loop`, "loop");
    const a = fs.stat(`${root}/a`);
    assert.equal(a?.kind, "file");
    assert.equal(a.size, 5);
    assert.ok(a.mtimeNs > 1.7e18 && a.mtimeNs < 3e18);
    assert.deepEqual(fs.stat(`${root}/link`), a);
    assert.equal(fs.stat(root)?.kind, "directory");
    assert.equal(fs.stat(`${root}/broken`), undefined);
    assert.equal(fs.stat(`${root}/loop`), undefined);
    fs.writeFile(`${root}/new`, bytes("67890"));
    fs.rename(`${root}/new`, `${root}/a`);
    assert.notEqual(fs.stat(`${root}/a`)?.inode, a.inode);
  });

  contract("readDirectory() sorts by name and does not follow links", ({ fs, root, symlink }) => {
    for (const file of ["b", "a b#:", "Z", "é"]) fs.writeFile(`${root}/${file}`, bytes(""));
    fs.makeDirectory(`${root}/deep/er`);
    fs.makeDirectory(`${root}/deep/er`);
    symlink(`${root}/link`, "deep");
    assert.deepEqual(fs.readDirectory(root).map((entry) => `${entry.name} ${entry.kind}`), [
      "Z file",
      "a b#: file",
      "b file",
      "deep directory",
      "link symlink",
      "é file",
    ]);
    assert.deepEqual(fs.readDirectory(`${root}/link`), [{ name: "er", kind: "directory" }]);
    assert.equal(fs.realPath(`${root}/link/er`), `${root}/deep/er`);
  });

  contract("createExclusive() succeeds once and leaves an existing file alone", ({ fs, root }) => {
    assert.equal(fs.createExclusive(`${root}/lock`, bytes("mine")), true);
    assert.equal(fs.createExclusive(`${root}/lock`, bytes("theirs")), false);
    assert.equal(text(fs.readFile(`${root}/lock`)), "mine");
    fs.removeFile(`${root}/lock`);
    assert.equal(fs.createExclusive(`${root}/lock`, bytes("theirs")), true);
  });

  contract("rename() replaces a file, and an earlier handle still reads the old bytes", ({ fs, root }) => {
    fs.writeFile(`${root}/a`, bytes("old content"));
    fs.writeFile(`${root}/b`, bytes("new"));
    const handle = fs.open(`${root}/a`);
    assert.ok(handle);
    fs.rename(`${root}/b`, `${root}/a`);
    assert.equal(text(fs.readFile(`${root}/a`)), "new");
    assert.equal(fs.stat(`${root}/b`), undefined);
    fs.removeFile(`${root}/a`);
    const part = new Uint8Array(7);
    handle.read(4, part);
    assert.equal(text(part), "content");
    assert.equal(handle.size, 11);
    assert.throws(() => handle.read(8, part), (error) => error instanceof RaError && error.code === "io");
    handle.close();
    handle.close();
  });

  contract("writeFile() writes through no link, and leaves no other file behind", ({ fs, root, symlink }) => {
    fs.writeFile(`${root}/target`, bytes("old"));
    symlink(`${root}/link`, "target");
    symlink(`${root}/broken`, "nowhere");
    assert.throws(() => fs.writeFile(`${root}/link`, bytes("new")), /it is a symbolic link/);
    assert.throws(() => fs.writeFile(`${root}/broken`, bytes("new")), /it is a symbolic link/);
    assert.equal(fs.createExclusive(`${root}/broken`, bytes("new")), false);
    fs.writeFile(`${root}/target`, bytes("new"));
    assert.equal(text(fs.readFile(`${root}/link`)), "new");
    assert.deepEqual(fs.readDirectory(root).map(({ name }) => name), ["broken", "link", "target"]);
  });

  contract("touch() sets the time of a file, and of nothing else", ({ fs, root, symlink }) => {
    fs.writeFile(`${root}/a`, bytes("old"));
    symlink(`${root}/link`, "a");
    const before = fs.stat(`${root}/a`);
    fs.touch(`${root}/a`);
    // A time that is set has whole milliseconds.
    assert.ok((fs.stat(`${root}/a`)?.mtimeNs ?? 0) >= (before?.mtimeNs ?? 0) - 2e6);
    assert.equal(text(fs.readFile(`${root}/a`)), "old");
    for (const name of ["link", "none"]) assert.throws(() => fs.touch(`${root}/${name}`), { code: "io" });
  });

  contract("own folders are made and entered without links, and a missing project is not made", (place) => {
    const { fs, root, symlink } = place;
    const own = `${root}/project/.ra/index`;
    assert.throws(() => makeOwnFolder(fs, `${root}/project`, own), /the project's folder no longer exists/);
    assert.equal(fs.kindOf(`${root}/project`), undefined);
    fs.makeDirectory(`${root}/project`);
    requireOwnFolder(fs, `${root}/project`, own);
    makeOwnFolder(fs, `${root}/project`, own);
    requireOwnFolder(fs, `${root}/project`, own);
    assert.equal(fs.kindOf(own), "directory");
    fs.makeDirectory(`${root}/other/index`);
    fs.makeDirectory(`${root}/planted/.ra`);
    fs.makeDirectory(`${root}/linked`);
    fs.makeDirectory(`${root}/file`);
    fs.writeFile(`${root}/file/.ra`, bytes(""));
    symlink(`${root}/linked/.ra`, "../other");
    symlink(`${root}/planted/.ra/index`, "../../other/index");
    for (
      const [project, why] of [["linked", /it is a symbolic/], ["planted", /it is a symb/], [
        "file",
        /not a dir/,
      ]] as const
    ) {
      assert.throws(() => requireOwnFolder(fs, `${root}/${project}`, `${root}/${project}/.ra/index`), why);
      assert.throws(() => makeOwnFolder(fs, `${root}/${project}`, `${root}/${project}/.ra/index`), why);
    }
    assert.deepEqual(fs.readDirectory(`${root}/other/index`), []);
  });

  contract("readFile() refuses a file above the limit, or gives its beginning", ({ fs, root }) => {
    fs.writeFile(`${root}/a`, bytes("12345"));
    assert.equal(text(fs.readFile(`${root}/a`, { most: 5 })), "12345");
    assert.throws(() => fs.readFile(`${root}/a`, { most: 4 }), {
      code: "io",
      message: `cannot read ${root}/a: it is larger than 4 bytes, the most that ra reads of such a file`,
    });
    assert.equal(text(fs.readFile(`${root}/a`, { most: 4, cut: true })), "1234");
    assert.equal(text(fs.readFile(`${root}/a`, { most: 9, cut: true })), "12345");
  });

  contract("a file that must not be a link is read only without one", ({ fs, root, symlink }) => {
    fs.writeFile(`${root}/a`, bytes("secret"));
    symlink(`${root}/link`, "a");
    symlink(`${root}/broken`, "nowhere");
    assert.equal(text(fs.readFile(`${root}/a`, { noLink: true })), "secret");
    assert.equal(text(fs.readFile(`${root}/link`)), "secret");
    assert.equal(fs.readFile(`${root}/none`, { noLink: true }), undefined);
    assert.equal(fs.open(`${root}/none`, { noLink: true }), undefined);
    for (const at of [`${root}/link`, `${root}/broken`]) {
      assert.throws(() => fs.readFile(at, { noLink: true }), (error) => {
        assert.ok(error instanceof RaError);
        assert.equal(error.code, "io");
        assert.match(error.message, /it is a symbolic link/);
        assert.match(error.hint ?? "", /replace the link/);
        return true;
      });
      assert.throws(() => fs.open(at, { noLink: true }), /it is a symbolic link/);
    }
  });

  contract("kindOf() does not follow links", ({ fs, root, symlink }) => {
    fs.writeFile(`${root}/a`, bytes(""));
    symlink(`${root}/link`, "a");
    symlink(`${root}/broken`, "nowhere");
    assert.equal(fs.kindOf(root), "directory");
    assert.equal(fs.kindOf(`${root}/a`), "file");
    assert.equal(fs.kindOf(`${root}/link`), "symlink");
    assert.equal(fs.kindOf(`${root}/broken`), "symlink");
    assert.equal(fs.kindOf(`${root}/none`), undefined);
    assert.equal(fs.kindOf(`${root}/a/b`), undefined);
  });

  contract("a failure is an io error that says what failed and why", ({ fs, root }) => {
    const at = `${root}/no/such/folder/file`;
    const expected = { name: "RaError", code: "io", path: at };
    assert.throws(() => fs.writeFile(at, bytes("x")), {
      ...expected,
      message: `cannot write ${at}: no such file or directory`,
    });
    assert.throws(() => fs.createExclusive(at, bytes("x")), expected);
    assert.throws(() => fs.readFile(root), { code: "io", message: `cannot read ${root}: it is a directory` });
    assert.throws(() => fs.rename(`${root}/none`, `${root}/to`), { code: "io" });
    fs.writeFile(`${root}/file`, bytes("x"));
    assert.throws(() => fs.makeDirectory(`${root}/file`), { code: "io" });
    assert.throws(() => fs.makeDirectory(`${root}/file/under`), { code: "io" });
  });
}

test(
  "node file system: pipes, devices and sockets are refused at once",
  { skip: os.platform() === "win32" },
  async () => {
    const { fs, root, symlink, remove } = onDisk();
    const socket = createServer();
    try {
      execFileSync("mkfifo", [`${root}/pipe`]);
      symlink(`${root}/zero`, "/dev/zero");
      symlink(`${root}/to-pipe`, "pipe");
      await new Promise<void>((resolve) => socket.listen(`${root}/socket`, resolve));
      for (const name of ["pipe", "to-pipe", "zero", "socket"]) {
        for (const noLink of [false, true]) {
          const why = noLink && fs.kindOf(`${root}/${name}`) === "symlink"
            ? /it is a symbolic link/
            : /not a regular file/;
          assert.throws(() => fs.readFile(`${root}/${name}`, { noLink }), why);
          assert.throws(() => fs.readFile(`${root}/${name}`, { most: 1, cut: true, noLink }), why);
          assert.throws(() => fs.open(`${root}/${name}`, { noLink }), why);
        }
      }
    } finally {
      await new Promise((resolve) => socket.close(resolve));
      remove();
    }
  },
);

test("node file system: of a huge file only the beginning is read", () => {
  const { fs, root, remove } = onDisk();
  try {
    nodeFs.writeFileSync(`${root}/huge`, "first");
    nodeFs.truncateSync(`${root}/huge`, 3 * 1024 ** 3);
    assert.throws(() => fs.readFile(`${root}/huge`), /larger than 256 MB/);
    assert.equal(text(fs.readFile(`${root}/huge`, { most: 5, cut: true })), "first");
  } finally {
    remove();
  }
});

test("node file system: writeFile() keeps the permissions of the file, and a file that may not be written", {
  skip: os.platform() === "win32",
}, () => {
  const { fs, root, remove } = onDisk();
  try {
    nodeFs.writeFileSync(`${root}/a`, "old", { mode: 0o600 });
    fs.writeFile(`${root}/a`, bytes("new"));
    assert.equal(nodeFs.statSync(`${root}/a`).mode & 0o777, 0o600);
    if (process.getuid?.() === 0) return;
    nodeFs.chmodSync(`${root}/a`, 0o400);
    assert.throws(() => fs.writeFile(`${root}/a`, bytes("newer")), /permission denied/);
    assert.equal(text(fs.readFile(`${root}/a`)), "new");
  } finally {
    remove();
  }
});

test("memory file system: what is neither file nor directory is refused", () => {
  const fs = createMemoryFileSystem();
  fs.addOther("/pipe");
  assert.throws(() => fs.readFile("/pipe"), /it is not a regular file/);
  assert.throws(() => fs.open("/pipe"), /it is not a regular file/);
});

test("memory file system: unreadable and read-only places cause permission failures", () => {
  const fs = createMemoryFileSystem({ "/a/b.md": "text" });
  fs.makeUnreadable("/a/b.md");
  assert.throws(
    () => fs.readFile("/a/b.md"),
    (error) => isPermissionFailure(error) && /permission denied/.test(String(error)),
  );
  fs.setReadOnly(true);
  assert.throws(
    () => fs.writeFile("/a/c.md", bytes("x")),
    (error) => isPermissionFailure(error) && /read-only/.test(String(error)),
  );
  fs.setReadOnly(false);
  fs.writeFile("/a/c.md", bytes("x"));
  assert.throws(() => fs.writeFile("/none/c.md", bytes("x")), (error) => !isPermissionFailure(error));
});

test("memory file system: onChange sees every change and can make it fail", () => {
  const seen: string[] = [];
  const fs = createMemoryFileSystem({ "/a": "1" }, {
    onChange(operation, path) {
      seen.push(`${operation} ${path}`);
      if (seen.length === 2) throw new Error("power cut");
    },
  });
  fs.writeFile("/b", bytes("2"));
  assert.throws(() => fs.rename("/b", "/a"), /power cut/);
  assert.equal(text(fs.readFile("/a")), "1");
  assert.deepEqual(seen, ["writeFile /b", "rename /a"]);
});

test("memory file system: stat() shows the time that setModified() sets", () => {
  const fs = createMemoryFileSystem({ "/a": "1" });
  const before = fs.stat("/a");
  fs.setModified("/a", 5e9);
  assert.equal(fs.stat("/a")?.mtimeNs, 5e9);
  assert.notEqual(fs.stat("/a")?.ctimeNs, before?.ctimeNs);
});

test("a new folder takes the permissions of the folder around it, and others can never write to it", {
  skip: process.platform === "win32",
}, () => {
  const place = onDisk();
  const mode = (at: string): string => (nodeFs.statSync(`${place.root}/${at}`).mode & 0o777).toString(8);
  try {
    for (const around of [0o700, 0o750, 0o755, 0o775, 0o770]) {
      nodeFs.chmodSync(place.root, around);
      place.fs.makeDirectory(`${place.root}/.ra/index`);
      assert.deepEqual([mode(".ra"), mode(".ra/index")], [around.toString(8), around.toString(8)]);
      nodeFs.rmSync(`${place.root}/.ra`, { recursive: true });
    }
    nodeFs.chmodSync(place.root, 0o1777);
    place.fs.makeDirectory(`${place.root}/.ra/index`);
    assert.equal(nodeFs.statSync(`${place.root}/.ra/index`).mode & 0o002, 0);
    place.fs.makeDirectory(`${place.root}/own/ra`, { isPrivate: true });
    place.fs.createExclusive(`${place.root}/own/ra/file`, bytes("x"), { isPrivate: true });
    assert.deepEqual([mode("own"), mode("own/ra"), mode("own/ra/file")], ["700", "700", "600"]);
  } finally {
    place.remove();
  }
});

test("a folder that a system refuses to make is an error at once", { skip: os.platform() !== "linux" }, () => {
  // Node's own way to make several folders never ends here.
  assert.throws(() => createDiskFileSystem().makeDirectory("/proc/ra-test/deep"), { code: "io" });
});
