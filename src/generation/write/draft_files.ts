/**
 * A view of the disk in which some files are drafts. Who works on it makes the next generation beside the one that is
 * published, and leaves every file of that one alone.
 */
import type { FileSystem } from "../../host/file_system.ts";

export interface Drafts {
  /** By the path of a file, the path of its draft. */
  readonly drafts: ReadonlyMap<string, string>;
  /** Whether a file without a draft yet counts as absent, rather than as it is published. */
  readonly startsEmpty: boolean;
  /** Paths of published files, which are not removed. */
  readonly kept: ReadonlySet<string>;
}

export function createDraftFiles(fs: FileSystem, { drafts, startsEmpty, kept }: Drafts): FileSystem {
  const written = (path: string): string => drafts.get(path) ?? path;
  const read = (path: string): string => {
    const draft = drafts.get(path);
    return draft === undefined || (!startsEmpty && fs.kindOf(draft) === undefined) ? path : draft;
  };
  return {
    isShared: fs.isShared,
    stat: (path) => fs.stat(read(path)),
    readDirectory: (path) => fs.readDirectory(path),
    realPath: (path) => fs.realPath(path),
    kindOf: (path) => fs.kindOf(read(path)),
    readFile: (path, options) => fs.readFile(read(path), options),
    open: (path, options) => fs.open(read(path), options),
    writeFile: (path, bytes, options) => fs.writeFile(written(path), bytes, options),
    createWriter: (path, options) => fs.createWriter(written(path), options),
    appendLine: (path, line, options) => fs.appendLine(written(path), line, options),
    createExclusive: (path, bytes, options) => fs.createExclusive(written(path), bytes, options),
    touch: (path) => fs.touch(written(path)),
    rename: (from, to) => fs.rename(written(from), written(to)),
    removeFile(path) {
      if (!kept.has(path)) fs.removeFile(written(path));
    },
    makeDirectory: (path, options) => fs.makeDirectory(path, options),
  };
}
