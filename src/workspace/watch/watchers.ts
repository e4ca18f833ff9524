/** Watches a set of directories that changes. */
import type { FileSystem } from "../../host/file_system.ts";
import { concerns, type WatchedPlaces } from "./watched_places.ts";

export interface Watchers {
  /**
   * Watches exactly these places. Returns true if one of them is new. Throws `io` if a tree's directory cannot be
   * watched.
   */
  set(places: WatchedPlaces): boolean;
  close(): void;
}

interface Watcher {
  /** Detects a directory that was replaced by another of the same name. It has to be watched anew. */
  readonly inode: number;
  readonly wanted: { names: true | ReadonlySet<string> };
  readonly close: () => void;
}

/** `onFailure` is called when the system ends a watch. Close all watches then. */
export function createWatchers(fs: FileSystem, onChange: () => void, onFailure: (error: Error) => void): Watchers {
  const open = new Map<string, Watcher>();
  const drop = (path: string): void => {
    open.get(path)?.close();
    open.delete(path);
  };
  const tryWatching = (path: string, wanted: Watcher["wanted"]): (() => void) | undefined => {
    try {
      return fs.watchDirectory?.(path, (name) => {
        if (concerns(name, wanted.names)) onChange();
      }, onFailure);
    } catch (error) {
      if (wanted.names === true) throw error;
      return undefined; // it lies above the trees; the next look finds it
    }
  };
  return {
    set(places) {
      let isNew = false;
      for (const path of [...open.keys()]) if (!places.has(path)) drop(path);
      for (const [path, names] of places) {
        const inode = fs.stat(path)?.inode;
        const known = open.get(path);
        if (known !== undefined && known.inode === inode) {
          known.wanted.names = names;
          continue;
        }
        drop(path);
        if (inode === undefined) continue;
        const wanted: Watcher["wanted"] = { names };
        const close = tryWatching(path, wanted);
        if (close === undefined) continue;
        open.set(path, { inode, wanted, close });
        isNew = true;
      }
      return isNew;
    },
    close() {
      for (const path of [...open.keys()]) drop(path);
    },
  };
}
