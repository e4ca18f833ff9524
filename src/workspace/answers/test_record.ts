/** `.ra/test.json`: the ranks of the last run of `ra test` (see `docs/formats.md`). */
import type { FileSystem } from "../../host/file_system.ts";
import { makeOwnFolder, requireOwnFolder } from "../../host/places.ts";
import { MAX_BYTES } from "../../host/read_limits.ts";
import { RaError } from "../../errors.ts";
import type { TestReport } from "../../shapes/reports.ts";
import { parseBoundedJson } from "../../text/bounded_json.ts";
import { joinPath, parentPath } from "../../text/paths.ts";

const FORMAT = 1;

interface RecordedRank {
  readonly query: string;
  readonly expect: string;
  /** From 1; null when it was not found. */
  readonly rank: number | null;
}

/** Gives the rank that an expectation had in the last run. Undefined if the run did not have it. */
export type LastRank = (query: string, expect: string) => number | null | undefined;

function recordPath(fs: FileSystem, root: string): string {
  requireOwnFolder(fs, root, joinPath(root, ".ra"));
  return joinPath(root, ".ra/test.json");
}

/** Reads the record. One that is missing or cannot be read counts as no run. Throws `io` if `.ra` is a link. */
export function readLastRun(fs: FileSystem, root: string): LastRank {
  const ranks = new Map(
    recorded(fs, recordPath(fs, root)).map(({ query, expect, rank }) => [key(query, expect), rank]),
  );
  return (query, expect) => ranks.get(key(query, expect));
}

function recorded(fs: FileSystem, path: string): readonly RecordedRank[] {
  try {
    const bytes = fs.readFile(path, { most: MAX_BYTES.testRecord, noLink: true });
    const value = parseBoundedJson(bytes ?? new Uint8Array()) as {
      format?: unknown;
      ranks?: unknown;
    };
    return value.format === FORMAT && Array.isArray(value.ranks) ? value.ranks.filter(isRank) : [];
  } catch {
    return [];
  }
}

function isRank(value: unknown): value is RecordedRank {
  const { query, expect, rank } = (value ?? {}) as Partial<Record<keyof RecordedRank, unknown>>;
  return typeof query === "string" && typeof expect === "string" && (rank === null || Number.isSafeInteger(rank));
}

/** Replaces the record at once. If the folder cannot be written, the old record stays. */
export function writeRun(fs: FileSystem, root: string, { tests }: TestReport): void {
  const path = recordPath(fs, root);
  const ranks: readonly RecordedRank[] = tests.flatMap(({ query, expected }) =>
    expected.map(({ expect, rank }) => ({ query, expect, rank }))
  );
  try {
    makeOwnFolder(fs, root, parentPath(path));
    fs.writeFile(path, new TextEncoder().encode(`${JSON.stringify({ format: FORMAT, ranks }, null, 1)}\n`));
  } catch (error) {
    if (!(error instanceof RaError) || error.code !== "io") throw error;
  }
}

function key(query: string, expect: string): string {
  return JSON.stringify([query, expect]);
}
