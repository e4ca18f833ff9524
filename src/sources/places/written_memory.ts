/** The journal of the files that ra wrote below a folder: one line of JSON for each, in the user's cache. */
import type { FileSystem } from "../../host/file_system.ts";
import { orAbsent } from "../../host/or_absent.ts";
import { fileName, joinPath, leadsBelow, parentPath } from "../../text/paths.ts";

/** The hashes that a file may have: the last one that was noted, and the one before, if ra was killed in between. */
export interface WrittenEntry {
  readonly hashes: readonly string[];
  /** Of what the last one was made from. */
  readonly version: string | undefined;
}

/** A line of the journal: a path, its hash, and the version of its source. A path without a hash was removed. */
export type WrittenLine = readonly [path: string, hash?: string, version?: string];

export interface Memory {
  /** Where the files lie. */
  readonly folder: string;
  readonly entries: Map<string, WrittenEntry>;
}

const VERSION = 1;
const MAX_BYTES = 512 * 1024 * 1024;

/** What the first line says. */
export function headOf(folder: string): unknown {
  return { version: VERSION, folder };
}

export function linesOf(values: readonly unknown[]): Uint8Array {
  return new TextEncoder().encode(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
}

/** Undefined where there is no such file, or none that this ra wrote. */
export function readMemory(fs: FileSystem, file: string): Memory | undefined {
  if (fs.kindOf(file) === undefined) return undefined;
  const [head = "", ...lines] = new TextDecoder().decode(fs.readFile(file, { most: MAX_BYTES })).split("\n");
  const begun = parsed(head) as { version?: unknown; folder?: unknown } | undefined;
  if (begun?.version !== VERSION || typeof begun.folder !== "string") return undefined;
  const entries = new Map<string, WrittenEntry>();
  for (const line of lines) {
    const values = parsed(line);
    const [path, hash, version] = Array.isArray(values) ? values as readonly unknown[] : [];
    if (typeof path !== "string" || !leadsBelow(path)) continue;
    if (typeof hash !== "string") entries.delete(path);
    else {
      const before = entries.get(path)?.hashes.at(-1);
      const hashes = before === undefined ? [hash] : [before, hash];
      entries.set(path, { hashes, version: typeof version === "string" ? version : undefined });
    }
  }
  return { folder: begun.folder, entries };
}

/**
 * What ra remembers of the same source for a `rag.yaml` in another place. Each project has a folder in the cache,
 * beside that of this journal.
 */
export function rememberedElsewhere(fs: FileSystem, file: string): readonly ReadonlyMap<string, WrittenEntry>[] {
  const own = parentPath(file);
  const all = parentPath(own);
  return (orAbsent(() => fs.readDirectory(all)) ?? []).flatMap(({ name, kind }) => {
    const folder = joinPath(all, `./${name}`);
    const memory = kind === "directory" && folder !== own
      ? orAbsent(() => readMemory(fs, joinPath(folder, fileName(file))))
      : undefined;
    return memory === undefined ? [] : [memory.entries];
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // A killed writer has left half a line.
    return undefined;
  }
}
