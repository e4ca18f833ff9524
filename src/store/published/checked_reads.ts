/** Reads immutable files in whole pages, and compares each page with its checksum. */
import { RaError } from "../../errors.ts";
import type { ReadHandle } from "../../host/file_system.ts";
import { checksumText } from "./head.ts";

/** The size of the pages that the core reads and keeps. The last page of a file is shorter. */
const PAGE_BYTES = 64 * 1024;
/** The hexadecimal digits of one page's checksum. */
const DIGITS = 8;

/** The CRC-32 of every page, eight hexadecimal digits each, joined without a separator. */
export function pageSums(bytes: Uint8Array): string {
  let sums = "";
  for (let start = 0; start < bytes.length; start += PAGE_BYTES) {
    sums += checksumText(bytes.subarray(start, start + PAGE_BYTES));
  }
  return sums;
}

/** A file to read with checks. */
interface CheckedFile {
  readonly name: string;
  readonly handle: ReadHandle;
  /** `pageSums` of the file. */
  readonly sums: string;
}

/** Reads several files. */
export interface CheckedReads {
  /**
   * Returns a function that reads whole pages of a file. That function throws `index-damaged` when a page does not
   * match its checksum.
   */
  readsOf(file: CheckedFile): (offset: number, into: Uint8Array) => void;
  /** Returns a function that reads a whole file. It throws `index-damaged` when the file does not match `checksum`. */
  readsWhole(file: { readonly name: string; readonly checksum: string }, handle: ReadHandle): () => Uint8Array;
  /** The first page failure, even where the caller took it for another error. */
  damage(): string | undefined;
  /** Whether the disk failed to deliver bytes. */
  hasFailed(): boolean;
}

export function createCheckedReads(): CheckedReads {
  let damage: string | undefined;
  let failed = false;
  const readInto = (handle: ReadHandle, offset: number, into: Uint8Array): void => {
    try {
      handle.read(offset, into);
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const differs = (name: string): RaError => {
    damage ??= `${name} does not match its checksum`;
    return new RaError("index-damaged", damage);
  };
  return {
    damage: () => damage,
    hasFailed: () => failed,
    readsOf: ({ name, handle, sums }) => (offset, into) => {
      const end = offset + into.length;
      if (offset % PAGE_BYTES !== 0 || (end % PAGE_BYTES !== 0 && end !== handle.size)) {
        throw new RaError("engine", `bytes ${offset} to ${end} of ${name} do not form whole pages`);
      }
      readInto(handle, offset, into);
      for (let at = 0; at < into.length; at += PAGE_BYTES) {
        const first = ((offset + at) / PAGE_BYTES) * DIGITS;
        if (checksumText(into.subarray(at, at + PAGE_BYTES)) === sums.slice(first, first + DIGITS)) continue;
        throw differs(name);
      }
    },
    readsWhole: ({ name, checksum }, handle) => () => {
      const bytes = new Uint8Array(handle.size);
      readInto(handle, 0, bytes);
      if (checksumText(bytes) !== checksum) throw differs(name);
      return bytes;
    },
  };
}
