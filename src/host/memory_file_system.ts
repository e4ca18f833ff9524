/**
 * A file system in memory that behaves like the one on disk. Tests, browsers and indexes that are never written use it.
 */
import type { EntryKind, FileStat, FileSystem } from "./file_system.ts";
import { ioError, systemFailure, tooLarge } from "./io_error.ts";
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

export interface MemoryFileSystemOptions {
  /** Nanoseconds since 1970. By default, a clock that starts at 2026-01-01 and advances 1 ms with every change. */
  readonly nowNs?: () => number;
  /** Called before every operation that changes something. When it throws, the operation fails with that error. */
  readonly onChange?: (operation: MemoryOperation, path: string) => void;
}
type MemoryOperation = "writeFile" | "createExclusive" | "touch" | "rename" | "removeFile" | "makeDirectory";

interface Node {
  kind: EntryKind;
  bytes: Uint8Array;
  entries: Map<string, Node>;
  target: string;
  inode: number;
  mtimeNs: number;
  ctimeNs: number;
  readable: boolean;
  device: number;
  owner?: number;
}

const MAX_LINKS = 40;

/** A file system in memory that holds these files (absolute path → content) and their folders. */
export function createMemoryFileSystem(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: MemoryFileSystemOptions = {},
): MemoryFileSystem {
  let ticks = Date.UTC(2026, 0, 1);
  const now = options.nowNs ?? (() => ++ticks * 1e6);
  let lastInode = 0;
  let readOnly = false;
  const root = createNode("directory");
  const encoder = new TextEncoder();

  function createNode(kind: EntryKind): Node {
    const time = now();
    return {
      kind,
      bytes: new Uint8Array(),
      entries: new Map(),
      target: "",
      inode: ++lastInode,
      mtimeNs: time,
      ctimeNs: time,
      readable: true,
      device: 1,
    };
  }

  /** The node at a path and its real path; `links` counts the links followed on the way. */
  function find(path: string, followLast: boolean, links = { count: 0 }): { node: Node; real: string } | undefined {
    if (path.includes("\0")) return undefined;
    let at = { node: root, real: "/" };
    const segments = normalizePath(path).split("/").filter((segment) => segment !== "");
    for (const [index, segment] of segments.entries()) {
      const next = at.node.entries.get(segment);
      if (next === undefined) return undefined;
      const real = at.real === "/" ? `/${segment}` : `${at.real}/${segment}`;
      if (next.kind === "symlink" && (followLast || index < segments.length - 1)) {
        if (++links.count > MAX_LINKS) return undefined;
        const target = next.target.startsWith("/") ? next.target : `${at.real}/${next.target}`;
        const followed = find(target, true, links);
        if (followed === undefined) return undefined;
        at = followed;
      } else at = { node: next, real };
    }
    return at;
  }

  /** The directory that holds a path or would hold it, with links resolved. */
  function folderOf(path: string, action: string): Node {
    const folder = find(parentPath(path), true)?.node;
    if (folder === undefined) throw ioError(action, path, systemFailure("ENOENT"));
    if (folder.kind !== "directory") throw ioError(action, path, systemFailure("ENOTDIR"));
    return folder;
  }

  function changing(operation: MemoryOperation, action: string, path: string): void {
    options.onChange?.(operation, path);
    if (path.includes("\0")) throw ioError(action, path, systemFailure("ERR_INVALID_ARG_VALUE"));
    if (readOnly) throw ioError(action, path, systemFailure("EROFS"));
  }

  function put(path: string, node: Node, action: string): void {
    const folder = folderOf(path, action);
    folder.entries.set(fileName(normalizePath(path)), node);
    folder.mtimeNs = folder.ctimeNs = now();
  }

  function readable(path: string, action: string, noLink = false): Node | undefined {
    const node = find(path, !noLink)?.node;
    if (node === undefined) return undefined;
    if (node.kind === "symlink") throw ioError(action, path, systemFailure("LINK"));
    if (node.kind === "directory") throw ioError(action, path, systemFailure("EISDIR"));
    if (node.kind === "other") throw ioError(action, path, systemFailure("NOT_REGULAR"));
    if (!node.readable) throw ioError(action, path, systemFailure("EACCES"));
    return node;
  }

  function makeFolders(path: string): void {
    if (path === "/") return;
    const found = find(path, true)?.node;
    if (found?.kind === "directory") return;
    if (found !== undefined) throw ioError("create", path, systemFailure("EEXIST"));
    makeFolders(parentPath(path));
    put(path, createNode("directory"), "create");
  }

  function existing(path: string): Node {
    const node = find(path, true)?.node;
    if (node === undefined) throw ioError("find", path, systemFailure("ENOENT"));
    return node;
  }

  const system: MemoryFileSystem = {
    stat(path) {
      const node = find(path, true)?.node;
      if (node === undefined || node.kind === "symlink") return undefined;
      const { kind, bytes, mtimeNs, ctimeNs, inode, device, owner } = node;
      const stat: FileStat = { kind, size: bytes.length, mtimeNs, ctimeNs, inode, device };
      return owner === undefined ? stat : { ...stat, owner };
    },
    readDirectory(path) {
      const node = find(path, true)?.node;
      if (node === undefined || node.kind !== "directory") return [];
      if (!node.readable) throw ioError("list", path, systemFailure("EACCES"));
      const names = [...node.entries.keys()].sort();
      return names.map((name) => ({ name, kind: (node.entries.get(name) as Node).kind }));
    },
    realPath: (path) => find(path, true)?.real,
    kindOf: (path) => find(path, false)?.node.kind,
    readFile(path, { most = MAX_BYTES.document, cut = false, noLink = false } = {}) {
      const bytes = readable(path, "read", noLink)?.bytes;
      if (bytes !== undefined && bytes.length > most && !cut) throw ioError("read", path, tooLarge(most));
      return bytes?.slice(0, most);
    },
    open(path, { noLink = false } = {}) {
      const node = readable(path, "open", noLink);
      if (node === undefined) return undefined;
      return {
        size: node.bytes.length,
        ...(node.owner === undefined ? {} : { owner: node.owner }),
        read(offset, into) {
          if (offset + into.length > node.bytes.length) {
            throw ioError("read", path, new Error("the file is shorter than expected"));
          }
          into.set(node.bytes.subarray(offset, offset + into.length));
        },
        close() {},
      };
    },
    writeFile(path, bytes) {
      changing("writeFile", "write", path);
      const found = find(path, false)?.node;
      if (found?.kind === "directory") throw ioError("write", path, systemFailure("EISDIR"));
      if (found?.kind === "symlink") throw ioError("write", path, systemFailure("LINK"));
      if (found?.kind === "other") throw ioError("write", path, systemFailure("NOT_REGULAR"));
      const node = found ?? createNode("file");
      node.bytes = bytes.slice();
      if (found === undefined) put(path, node, "write");
      else node.mtimeNs = node.ctimeNs = now();
    },
    createWriter(path) {
      let bytes = new Uint8Array();
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
        finish: () => system.writeFile(path, bytes),
        discard() {},
      };
    },
    appendLine(path, line) {
      const before = readable(path, "write", true)?.bytes ?? new Uint8Array();
      const isCut = before.length > 0 && before.at(-1) !== 10;
      const added = encoder.encode(`${isCut ? "\n" : ""}${line}\n`);
      const bytes = new Uint8Array(before.length + added.length);
      bytes.set(before);
      bytes.set(added, before.length);
      system.writeFile(path, bytes);
    },
    createExclusive(path, bytes) {
      changing("createExclusive", "create", path);
      if (find(path, false) !== undefined) return false;
      put(path, Object.assign(createNode("file"), { bytes: bytes.slice() }), "create");
      return true;
    },
    touch(path) {
      changing("touch", "touch", path);
      const node = readable(path, "touch", true);
      if (node === undefined) throw ioError("touch", path, systemFailure("ENOENT"));
      node.mtimeNs = node.ctimeNs = now();
    },
    rename(from, to) {
      changing("rename", "replace", to);
      const source = folderOf(from, "move");
      const node = source.entries.get(fileName(normalizePath(from)));
      if (node === undefined) throw ioError("replace", to, systemFailure("ENOENT"));
      const replaced = folderOf(to, "replace").entries.get(fileName(normalizePath(to)));
      if (replaced?.kind === "directory" && node.kind !== "directory") {
        throw ioError("replace", to, systemFailure("EISDIR"));
      }
      if (replaced === node) return;
      source.entries.delete(fileName(normalizePath(from)));
      put(to, node, "replace");
      node.ctimeNs = now();
    },
    removeFile(path) {
      changing("removeFile", "remove", path);
      const folder = find(parentPath(path), true)?.node;
      const name = fileName(normalizePath(path));
      if (folder?.entries.get(name)?.kind === "directory") throw ioError("remove", path, systemFailure("EISDIR"));
      if (folder?.entries.delete(name) === true) folder.mtimeNs = folder.ctimeNs = now();
    },
    makeDirectory(path) {
      changing("makeDirectory", "create", path);
      makeFolders(normalizePath(path));
    },
    addSymlink(path, target) {
      makeFolders(parentPath(path));
      put(path, Object.assign(createNode("symlink"), { target }), "link");
    },
    addOther(path) {
      makeFolders(parentPath(path));
      put(path, createNode("other"), "create");
    },
    setModified(path, mtimeNs) {
      Object.assign(existing(path), { mtimeNs, ctimeNs: now() });
    },
    setOwner(path, owner) {
      existing(path).owner = owner;
    },
    setDevice(path, device) {
      existing(path).device = device;
    },
    makeUnreadable(path) {
      existing(path).readable = false;
    },
    setReadOnly(value) {
      readOnly = value;
    },
  };
  for (const [path, content] of Object.entries(files)) {
    makeFolders(parentPath(path));
    put(
      path,
      Object.assign(createNode("file"), {
        bytes: typeof content === "string" ? encoder.encode(content) : content.slice(),
      }),
      "write",
    );
  }
  return system;
}
