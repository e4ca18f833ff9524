/** Reads from the disk through Deno's own functions. */
import type { Deno, DenoFileInfo } from "./deno.ts";
import type { DiskReads, FoundFile, OpenedFile } from "./disk_reads.ts";
import type { EntryKind } from "./file_system.ts";
import { openSeen, requireRegular } from "./regular.ts";

export function denoReads(deno: Deno): DiskReads {
  const stat = (path: string): FoundFile => foundFile(deno.statSync(path));
  const lstat = (path: string): FoundFile => foundFile(deno.lstatSync(path));
  const openRegular = (path: string): OpenedFile => {
    const file = deno.openSync(path, { read: true });
    const close = (): void => file.close();
    try {
      const found = foundFile(file.statSync());
      requireRegular(found.kind);
      return {
        ...found,
        read(into, offset) {
          file.seekSync(offset, 0);
          return file.readSync(into) ?? 0;
        },
        close,
      };
    } catch (error) {
      close();
      throw error;
    }
  };
  return {
    stat,
    lstat,
    list: (path) => Array.from(deno.readDirSync(path), (entry) => ({ name: entry.name, kind: kindOf(entry) })),
    realPath: (path) => deno.realPathSync(path),
    // Deno has no flags for pipes and links, so ra looks first.
    open: (path, noLink) => openSeen(() => (noLink ? lstat : stat)(path), () => openRegular(path)),
  };
}

function kindOf(
  { isFile, isDirectory, isSymlink }: Pick<DenoFileInfo, "isFile" | "isDirectory" | "isSymlink">,
): EntryKind {
  return isFile ? "file" : isDirectory ? "directory" : isSymlink ? "symlink" : "other";
}

function foundFile(found: DenoFileInfo): FoundFile {
  return {
    kind: kindOf(found),
    size: found.size,
    mtimeMs: found.mtime?.getTime() ?? 0,
    ctimeMs: found.ctime?.getTime() ?? 0,
    device: found.dev,
    inode: found.ino ?? 0,
    names: found.nlink ?? 1,
    owner: found.uid ?? undefined,
  };
}
