/** Reads of files that do not change, in whole pages, each compared with its checksum. */
import { RaError } from "../../errors.ts";
import type { ReadHandle } from "../../host/file_system.ts";
import { checksumText } from "./head.ts";

/** The core reads pages of this many bytes and keeps them; the last of a file is shorter. */
const PAGE_BYTES = 64 * 1024;
/** Hexadecimal digits of one page's checksum. */
const DIGITS = 8;

/** The CRC-32 of every page, as eight hexadecimal digits each, one after the other. */
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

/** Reads of several files. */
export interface CheckedReads {
  /** Reads whole pages of a file. Throws `index-damaged` for one that does not match its checksum. */
  readsOf(file: CheckedFile): (offset: number, into: Uint8Array) => void;
  /** The first such failure, which a reader may have taken for something else. */
  damage(): string | undefined;
}

export function createCheckedReads(): CheckedReads {
  let damage: string | undefined;
  return {
    damage: () => damage,
    readsOf: ({ name, handle, sums }) => (offset, into) => {
      const end = offset + into.length;
      if (offset % PAGE_BYTES !== 0 || (end % PAGE_BYTES !== 0 && end !== handle.size)) {
        throw new RaError("engine", `bytes ${offset} to ${end} of ${name} are no whole pages`);
      }
      handle.read(offset, into);
      for (let at = 0; at < into.length; at += PAGE_BYTES) {
        const first = ((offset + at) / PAGE_BYTES) * DIGITS;
        if (checksumText(into.subarray(at, at + PAGE_BYTES)) === sums.slice(first, first + DIGITS)) continue;
        damage ??= `${name} does not match its checksum`;
        throw new RaError("index-damaged", damage);
      }
    },
  };
}
