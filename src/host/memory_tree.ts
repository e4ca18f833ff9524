/** The entries of a file system in memory. */
import type { EntryKind } from "./file_system.ts";
import { ioError, systemFailure } from "./io_error.ts";
import { fileName, normalizePath, parentPath } from "../text/paths.ts";

export type MemoryOperation = "writeFile" | "createExclusive" | "touch" | "rename" | "removeFile" | "makeDirectory";

export interface MemoryTreeOptions {
  /** Nanoseconds since 1970. By default, a clock that starts at 2026-01-01 and advances 1 ms with every change. */
  readonly nowNs?: () => number;
  /** Called before every operation that changes something. When it throws, the operation fails with that error. */
  readonly onChange?: (operation: MemoryOperation, path: string) => void;
}

export interface MemoryNode {
  readonly kind: EntryKind;
  bytes: Uint8Array;
  readonly entries: Map<string, MemoryNode>;
  readonly target: string;
  readonly inode: number;
  mtimeNs: number;
  ctimeNs: number;
  readable: boolean;
  device: number;
  owner?: number;
}

const MAX_LINKS = 40;

export class MemoryTree {
  /** Every change fails as on a read-only file system. */
  isReadOnly = false;
  readonly #options: MemoryTreeOptions;
  #ticks = Date.UTC(2026, 0, 1);
  #lastInode = 0;
  readonly #root: MemoryNode;

  constructor(options: MemoryTreeOptions) {
    this.#options = options;
    this.#root = this.createNode("directory");
  }

  nowNs(): number {
    return this.#options.nowNs === undefined ? ++this.#ticks * 1e6 : this.#options.nowNs();
  }

  createNode(kind: EntryKind, content: Partial<Pick<MemoryNode, "bytes" | "target">> = {}): MemoryNode {
    const time = this.nowNs();
    return {
      kind,
      bytes: new Uint8Array(),
      entries: new Map(),
      target: "",
      inode: ++this.#lastInode,
      mtimeNs: time,
      ctimeNs: time,
      readable: true,
      device: 1,
      ...content,
    };
  }

  /** The node at a path and its real path; `links` counts the links followed on the way. */
  find(
    path: string,
    followLast: boolean,
    links = { count: 0 },
  ): { readonly node: MemoryNode; readonly real: string } | undefined {
    if (path.includes("\0")) return undefined;
    let at = { node: this.#root, real: "/" };
    const segments = normalizePath(path).split("/").filter((segment) => segment !== "");
    for (const [index, segment] of segments.entries()) {
      const next = at.node.entries.get(segment);
      if (next === undefined) return undefined;
      const real = at.real === "/" ? `/${segment}` : `${at.real}/${segment}`;
      if (next.kind === "symlink" && (followLast || index < segments.length - 1)) {
        if (++links.count > MAX_LINKS) return undefined;
        const target = next.target.startsWith("/") ? next.target : `${at.real}/${next.target}`;
        const followed = this.find(target, true, links);
        if (followed === undefined) return undefined;
        at = followed;
      } else at = { node: next, real };
    }
    return at;
  }

  /** The node at a path, behind links. Throws `io` when it is absent. */
  existing(path: string): MemoryNode {
    const node = this.find(path, true)?.node;
    if (node === undefined) throw ioError("find", path, systemFailure("ENOENT"));
    return node;
  }

  /** The file at a path; undefined when it is absent. Throws `io` for anything else, and for one that is unreadable. */
  readable(path: string, action: string, noLink = false): MemoryNode | undefined {
    const node = this.find(path, !noLink)?.node;
    if (node === undefined) return undefined;
    if (node.kind === "symlink") throw ioError(action, path, systemFailure("LINK"));
    if (node.kind === "directory") throw ioError(action, path, systemFailure("EISDIR"));
    if (node.kind === "other") throw ioError(action, path, systemFailure("NOT_REGULAR"));
    if (!node.readable) throw ioError(action, path, systemFailure("EACCES"));
    return node;
  }

  /** The directory that holds a path or would hold it, with links resolved. */
  folderOf(path: string, action: string): MemoryNode {
    const folder = this.find(parentPath(path), true)?.node;
    if (folder === undefined) throw ioError(action, path, systemFailure("ENOENT"));
    if (folder.kind !== "directory") throw ioError(action, path, systemFailure("ENOTDIR"));
    return folder;
  }

  /** Announces a change. Throws `io` where nothing can be changed. */
  changing(operation: MemoryOperation, action: string, path: string): void {
    this.#options.onChange?.(operation, path);
    if (path.includes("\0")) throw ioError(action, path, systemFailure("ERR_INVALID_ARG_VALUE"));
    if (this.isReadOnly) throw ioError(action, path, systemFailure("EROFS"));
  }

  put(path: string, node: MemoryNode, action: string): void {
    const folder = this.folderOf(path, action);
    folder.entries.set(fileName(normalizePath(path)), node);
    this.modified(folder);
  }

  makeFolders(path: string): void {
    if (path === "/") return;
    const found = this.find(path, true)?.node;
    if (found?.kind === "directory") return;
    if (found !== undefined) throw ioError("create", path, systemFailure("EEXIST"));
    this.makeFolders(parentPath(path));
    this.put(path, this.createNode("directory"), "create");
  }

  modified(node: MemoryNode): void {
    node.mtimeNs = node.ctimeNs = this.nowNs();
  }
}
