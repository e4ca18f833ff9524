/** Small reads of a file that does not change, served from pages kept in memory; each page is compared with its checksum. */
import { RaError } from "../errors.ts";
import type { ReadHandle } from "../host/file_system.ts";
import { checksumOf } from "../host/hash.ts";

const PAGE_BYTES = 64 * 1024;
/** Hexadecimal digits of one page's checksum. */
const DIGITS = 8;

/** The CRC-32 of every page of 64 KiB, as eight hexadecimal digits each, one after the other. */
export function pageSums(bytes: Uint8Array): string {
  let sums = "";
  for (let start = 0; start < bytes.length; start += PAGE_BYTES) sums += sumOf(bytes.subarray(start, start + PAGE_BYTES));
  return sums;
}

function sumOf(page: Uint8Array): string {
  return checksumOf(page).toString(16).padStart(DIGITS, "0");
}

/** A file to read through the cache. */
export interface PagedFile {
  readonly name: string;
  readonly handle: ReadHandle;
  /** `pageSums` of the file. */
  readonly sums: string;
}

/** Pages of several files; the one loaded first goes first. */
export interface PageCache {
  /** Reads of a file, from pages where they are small. They throw `index-damaged` for a page that does not match its checksum. */
  readsOf(file: PagedFile): (offset: number, into: Uint8Array) => void;
  /** The first such failure, which a reader may have taken for something else. */
  damage(): string | undefined;
}

/** Keeps at most `maxBytes`: one query makes a thousand reads of a few bytes, mostly in the same places as the last. */
export function createPageCache(maxBytes = 16 * 1024 * 1024): PageCache {
  const maxPages = Math.max(1, Math.floor(maxBytes / PAGE_BYTES));
  /** In the order of loading. */
  const loaded: { readonly pages: Map<number, Uint8Array>; readonly number: number }[] = [];
  let damage: string | undefined;

  function check({ name, sums }: PagedFile, number: number, page: Uint8Array): void {
    if (sumOf(page) === sums.slice(number * DIGITS, (number + 1) * DIGITS)) return;
    damage ??= `${name} does not match its checksum`;
    throw new RaError("index-damaged", damage);
  }

  return {
    damage: () => damage,
    readsOf(file) {
      const { handle } = file;
      const pages = new Map<number, Uint8Array>();
      const page = (number: number): Uint8Array => {
        const known = pages.get(number);
        if (known !== undefined) return known;
        const start = number * PAGE_BYTES;
        const bytes = new Uint8Array(Math.min(PAGE_BYTES, handle.size - start));
        handle.read(start, bytes);
        check(file, number, bytes);
        if (loaded.length >= maxPages) {
          const oldest = loaded.shift()!;
          oldest.pages.delete(oldest.number);
        }
        loaded.push({ pages, number });
        pages.set(number, bytes);
        return bytes;
      };
      /** Whole pages go past the cache, in one read. */
      const readWhole = (first: number, into: Uint8Array): void => {
        handle.read(first * PAGE_BYTES, into);
        for (let at = 0; at < into.length; at += PAGE_BYTES) {
          check(file, first + at / PAGE_BYTES, into.subarray(at, at + PAGE_BYTES));
        }
      };
      return (offset, into) => {
        const end = offset + into.length;
        if (end > handle.size) return handle.read(offset, into);
        for (let at = offset; at < end; ) {
          const number = Math.floor(at / PAGE_BYTES);
          const start = number * PAGE_BYTES;
          const whole = at === start ? wholePages(end - at, handle.size - at) : 0;
          if (whole > 0) readWhole(number, into.subarray(at - offset, at - offset + whole));
          else into.set(page(number).subarray(at - start, Math.min(end - start, PAGE_BYTES)), at - offset);
          at = whole > 0 ? at + whole : Math.min(end, start + PAGE_BYTES);
        }
      };
    },
  };
}

/** How many of the next bytes are whole pages, when there is at least one full one; the last of a file may be shorter. */
function wholePages(wanted: number, left: number): number {
  if (wanted < PAGE_BYTES) return 0;
  return wanted === left ? wanted : wanted - (wanted % PAGE_BYTES);
}
