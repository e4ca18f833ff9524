/** Reads one `.ra.toml`, without following a link, and tells who owns what was read. */
import { RaError } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { orAbsent } from "../host/or_absent.ts";
import { MAX_BYTES, sizeText } from "../host/read_limits.ts";

export interface OpenConfigFile {
  readonly owner: number | undefined;
  /** Throws `config-syntax` for a file that is too large. */
  readonly bytes: () => Uint8Array;
  readonly close: () => void;
}

/** Undefined for what is absent, may not be read, or is not a regular file. */
export function openConfigFile(fs: FileSystem, path: string, noLink: boolean): OpenConfigFile | undefined {
  const handle = orAbsent(() => fs.open(path, { noLink }));
  if (handle === undefined) return undefined;
  return {
    owner: handle.owner,
    bytes() {
      const most = MAX_BYTES.configuration;
      if (handle.size > most) throw new RaError("config-syntax", `the file is larger than ${sizeText(most)}`, { path });
      const bytes = new Uint8Array(handle.size);
      handle.read(0, bytes);
      return bytes;
    },
    close: handle.close,
  };
}
