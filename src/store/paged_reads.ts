/** Small reads of a file that does not change, served from pages kept in memory. */
import type { ReadHandle } from "../host/file_system.ts";

const PAGE_BYTES = 64 * 1024;

/** Pages of several files; the one loaded first goes first. */
export interface PageCache {
  /** Reads of `handle` through the cache; large ones go to the file. */
  readsOf(handle: ReadHandle): (offset: number, into: Uint8Array) => void;
}

/** Keeps at most `maxBytes`: one query makes a thousand reads of a few bytes, mostly in the same places as the last. */
export function createPageCache(maxBytes = 16 * 1024 * 1024): PageCache {
  const maxPages = Math.max(1, Math.floor(maxBytes / PAGE_BYTES));
  /** In the order of loading. */
  const loaded: { readonly pages: Map<number, Uint8Array>; readonly number: number }[] = [];
  return {
    readsOf(handle) {
      const pages = new Map<number, Uint8Array>();
      const page = (number: number): Uint8Array => {
        const known = pages.get(number);
        if (known !== undefined) return known;
        const start = number * PAGE_BYTES;
        const bytes = new Uint8Array(Math.min(PAGE_BYTES, handle.size - start));
        handle.read(start, bytes);
        if (loaded.length >= maxPages) {
          const oldest = loaded.shift()!;
          oldest.pages.delete(oldest.number);
        }
        loaded.push({ pages, number });
        pages.set(number, bytes);
        return bytes;
      };
      return (offset, into) => {
        const end = offset + into.length;
        if (into.length >= PAGE_BYTES || end > handle.size) return handle.read(offset, into);
        for (let at = offset; at < end; ) {
          const number = Math.floor(at / PAGE_BYTES);
          const start = number * PAGE_BYTES;
          const stop = Math.min(end, start + PAGE_BYTES);
          into.set(page(number).subarray(at - start, stop - start), at - offset);
          at = stop;
        }
      };
    },
  };
}
