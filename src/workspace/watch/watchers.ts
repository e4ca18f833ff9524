/** Keeps watch over a set of directories that changes. */
import type { FileSystem } from "../../host/file_system.ts";
import { concerns, type WatchedPlaces } from "./watched_places.ts";

export interface Watchers {
  /**
   * Watches these places and no others; true when one was not watched before. Throws `io` when a tree's directory
   * cannot be.
   */
  set(places: WatchedPlaces): boolean;
  close(): void;
}

interface Watcher {
  /** A directory that was replaced by another of its name has to be watched anew. */
  readonly inode: number;
  readonly wanted: { names: true | ReadonlySet<string> };
  readonly close: () => void;
}

/** `onFailure` is called when watching ends by itself; then everything is best closed. */
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
      return undefined; // above the trees: found at the next look
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
