/**
 * A file system in memory that behaves like the one on disk. Tests, browsers and indexes that are never written use it.
 */
import type { FileStat, FileSystem, FileWriter } from "./file_system.ts";
import { ioError, systemFailure, tooLarge } from "./io_error.ts";
import { type MemoryNode, MemoryTree, type MemoryTreeOptions } from "./memory_tree.ts";
import { MAX_BYTES } from "./read_limits.ts";
import { fileName, normalizePath, parentPath } from "../text/paths.ts";

export interface MemoryFileSystem extends FileSystem {
  /** Makes a symbolic link. `target` is absolute or relative to the link's folder, and need not exist. */
  addSymlink(path: string, target: string): void;
  /** Makes an entry that is neither a file nor a directory, such as a named pipe. */
  addOther(path: string): void;
  /** Sets the modification time in nanoseconds. The change time becomes now. */
  setModified(path: string, mtimeNs: number): void;
  /** Gives the file or directory to another user. */
  setOwner(path: string, owner: number): void;
  /** Puts the file or directory on another device, as a mount does. */
  setDevice(path: string, device: number): void;
  /** Makes every later read of the file or directory fail with "permission denied". */
  makeUnreadable(path: string): void;
  /** Makes every later write fail as on a read-only file system, or work again. */
  setReadOnly(readOnly: boolean): void;
}

/** A file system in memory that holds these files (absolute path → content) and their folders. */
export function createMemoryFileSystem(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: MemoryTreeOptions = {},
): MemoryFileSystem {
  const tree = new MemoryTree(options);
  for (const [path, content] of Object.entries(files)) {
    tree.makeFolders(parentPath(path));
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content.slice();
    tree.put(path, tree.createNode("file", { bytes }), "write");
  }
  const changes = changesOf(tree);
  return { ...readsOf(tree), ...changes, ...piecewise(tree, changes.writeFile), ...stagingOf(tree) };
}

type Reads = Pick<FileSystem, "stat" | "readDirectory" | "realPath" | "kindOf" | "readFile" | "open">;
type ChangingMethods = Pick<
  FileSystem,
  "writeFile" | "createExclusive" | "touch" | "rename" | "removeFile" | "makeDirectory"
>;

function readsOf(tree: MemoryTree): Reads {
  return {
    stat(path) {
      const node = tree.find(path, true)?.node;
      if (node === undefined || node.kind === "symlink") return undefined;
      const { kind, bytes, mtimeNs, ctimeNs, inode, device, owner } = node;
      const stat: FileStat = { kind, size: bytes.length, mtimeNs, ctimeNs, inode, device };
      return owner === undefined ? stat : { ...stat, owner };
    },
    readDirectory(path) {
      const node = tree.find(path, true)?.node;
      if (node === undefined || node.kind !== "directory") return [];
      if (!node.readable) throw ioError("list", path, systemFailure("EACCES"));
      const names = [...node.entries.keys()].sort();
      return names.map((name) => ({ name, kind: (node.entries.get(name) as MemoryNode).kind }));
    },
    realPath: (path) => tree.find(path, true)?.real,
    kindOf: (path) => tree.find(path, false)?.node.kind,
    readFile(path, { most = MAX_BYTES.document, cut = false, noLink = false } = {}) {
      const bytes = tree.readable(path, "read", noLink)?.bytes;
      if (bytes !== undefined && bytes.length > most && !cut) throw ioError("read", path, tooLarge(most));
      return bytes?.slice(0, most);
    },
    open(path, { noLink = false } = {}) {
      const node = tree.readable(path, "open", noLink);
      if (node === undefined) return undefined;
      return {
        size: node.bytes.length,
        owner: node.owner,
        read(offset, into) {
          if (offset + into.length > node.bytes.length) {
            throw ioError("read", path, new Error("the file is shorter than expected"));
          }
          into.set(node.bytes.subarray(offset, offset + into.length));
        },
        close() {},
      };
    },
  };
}

function changesOf(tree: MemoryTree): ChangingMethods {
  return {
    writeFile(path, bytes) {
      tree.changing("writeFile", "write", path);
      const found = tree.find(path, false)?.node;
      if (found?.kind === "directory") throw ioError("write", path, systemFailure("EISDIR"));
      if (found?.kind === "symlink") throw ioError("write", path, systemFailure("LINK"));
      if (found?.kind === "other") throw ioError("write", path, systemFailure("NOT_REGULAR"));
      const node = found ?? tree.createNode("file");
      node.bytes = bytes.slice();
      if (found === undefined) tree.put(path, node, "write");
      else tree.modified(node);
    },
    createExclusive(path, bytes) {
      tree.changing("createExclusive", "create", path);
      if (tree.find(path, false) !== undefined) return false;
      tree.put(path, tree.createNode("file", { bytes: bytes.slice() }), "create");
      return true;
    },
    touch(path) {
      tree.changing("touch", "touch", path);
      const node = tree.readable(path, "touch", true);
      if (node === undefined) throw ioError("touch", path, systemFailure("ENOENT"));
      tree.modified(node);
    },
    rename(from, to) {
      tree.changing("rename", "replace", to);
      const source = tree.folderOf(from, "move");
      const node = source.entries.get(fileName(normalizePath(from)));
      if (node === undefined) throw ioError("replace", to, systemFailure("ENOENT"));
      const replaced = tree.folderOf(to, "replace").entries.get(fileName(normalizePath(to)));
      if (replaced?.kind === "directory" && node.kind !== "directory") {
        throw ioError("replace", to, systemFailure("EISDIR"));
      }
      if (replaced === node) return;
      source.entries.delete(fileName(normalizePath(from)));
      tree.put(to, node, "replace");
      node.ctimeNs = tree.nowNs();
    },
    removeFile(path) {
      tree.changing("removeFile", "remove", path);
      const folder = tree.find(parentPath(path), true)?.node;
      const name = fileName(normalizePath(path));
      if (folder?.entries.get(name)?.kind === "directory") throw ioError("remove", path, systemFailure("EISDIR"));
      if (folder?.entries.delete(name) === true) tree.modified(folder);
    },
    makeDirectory(path) {
      tree.changing("makeDirectory", "create", path);
      tree.makeFolders(normalizePath(path));
    },
  };
}

/** What adds to a file piece by piece; the file is then written as a whole. */
function piecewise(
  tree: MemoryTree,
  writeFile: FileSystem["writeFile"],
): Pick<FileSystem, "createWriter" | "appendLine"> {
  return {
    createWriter(path, { goesOn = false } = {}) {
      const before = goesOn ? tree.readable(path, "write", true)?.bytes : undefined;
      return createWriter(before?.slice() ?? new Uint8Array(), (bytes) => writeFile(path, bytes));
    },
    appendLine(path, line) {
      const before = tree.readable(path, "write", true)?.bytes ?? new Uint8Array();
      const isCut = before.length > 0 && before.at(-1) !== 10;
      const added = new TextEncoder().encode(`${isCut ? "\n" : ""}${line}\n`);
      const bytes = new Uint8Array(before.length + added.length);
      bytes.set(before);
      bytes.set(added, before.length);
      writeFile(path, bytes);
    },
  };
}

function createWriter(before: Uint8Array<ArrayBuffer>, write: (bytes: Uint8Array) => void): FileWriter {
  let bytes = before;
  const add = (offset: number, more: Uint8Array): void => {
    const longer = new Uint8Array(Math.max(bytes.length, offset + more.length));
    longer.set(bytes);
    longer.set(more, offset);
    bytes = longer;
  };
  return {
    get size() {
      return bytes.length;
    },
    write: (more) => add(bytes.length, more),
    replace: add,
    finish: () => write(bytes),
    discard() {},
  };
}

/** What a test does to the files behind the back of the code that it tests. */
function stagingOf(tree: MemoryTree): Omit<MemoryFileSystem, keyof FileSystem> {
  return {
    addSymlink(path, target) {
      tree.makeFolders(parentPath(path));
      tree.put(path, tree.createNode("symlink", { target }), "link");
    },
    addOther(path) {
      tree.makeFolders(parentPath(path));
      tree.put(path, tree.createNode("other"), "create");
    },
    setModified(path, mtimeNs) {
      Object.assign(tree.existing(path), { mtimeNs, ctimeNs: tree.nowNs() });
    },
    setOwner(path, owner) {
      tree.existing(path).owner = owner;
    },
    setDevice(path, device) {
      tree.existing(path).device = device;
    },
    makeUnreadable(path) {
      tree.existing(path).readable = false;
    },
    setReadOnly(value) {
      tree.isReadOnly = value;
    },
  };
}
