/** The manifest: what was known about every file of every tree when the index was published. */
import type { DocumentWarning } from "../document/document.ts";
import { RaError } from "../errors.ts";
import type { Stamp } from "./stamp.ts";

export interface FileEntry {
  /** What the walk saw before the content was read; null for a file that could not be read: it is tried every time. */
  readonly stamp: Stamp | null;
  /** When the stamp was taken, milliseconds since 1970. */
  readonly checkedAt: number;
  /** Hash of the content, null when it was not read. */
  readonly hash: string | null;
  /** Chunks in the index; 0 for blank and for skipped files. */
  readonly chunks: number;
  /** The longest chunk body, null when there is none. */
  readonly longest: LongestBody | null;
  /** Why the file is not indexed; null when it is. */
  readonly skipped: string | null;
  readonly warnings: readonly DocumentWarning[];
}

/** Compared with `max_chunk_size`. */
export interface LongestBody {
  readonly characters: number;
  /** 1-based line where its chunk starts. */
  readonly line: number;
}

/** Entries by tree name, then by tree-relative path; both in the order of the scan. */
export type Manifest = ReadonlyMap<string, ReadonlyMap<string, FileEntry>>;

type Row = [
  path: string, size: number, mtimeNs: number, ctimeNs: number, inode: number, checkedAt: number, hash: string | null,
  chunks: number, longest: [number, number] | 0, skipped?: string | 0, warnings?: readonly DocumentWarning[],
];

/** Rows as written before: most entries of a manifest stay the same from one to the next. */
const written = new WeakMap<FileEntry, { readonly path: string; readonly text: string }>();

/** The manifest as JSON: one row a file, so that it stays small and quick to parse. */
export function encodeManifest(manifest: Manifest): Uint8Array {
  const lines = [...manifest].map(([name, files]) => {
    const rows = [...files].map(([path, entry]) => rowText(path, entry));
    return `{"tree":${JSON.stringify(name)},"files":[${rows.length === 0 ? "" : `\n${rows.join(",\n")}\n`}]}`;
  });
  return new TextEncoder().encode(`{"trees":[${lines.join(",\n")}]}\n`);
}

function rowText(path: string, entry: FileEntry): string {
  const known = written.get(entry);
  if (known?.path === path) return known.text;
  const text = JSON.stringify(rowOf(path, entry));
  written.set(entry, { path, text });
  return text;
}

/** Reads a manifest back. Throws `index-damaged` when it is none. */
export function parseManifest(bytes: Uint8Array): Manifest {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as { trees: { tree: string; files: Row[] }[] };
    return new Map(value.trees.map(({ tree, files }) => [tree, new Map(files.map((row) => [row[0], entryOf(row)]))]));
  } catch (cause) {
    throw new RaError("index-damaged", "the list of files is not readable", { cause });
  }
}

function rowOf(path: string, entry: FileEntry): Row {
  const { stamp, longest } = entry;
  const row: Row = [
    path, stamp?.size ?? -1, stamp?.mtimeNs ?? 0, stamp?.ctimeNs ?? 0, stamp?.inode ?? 0, entry.checkedAt, entry.hash,
    entry.chunks, longest === null ? 0 : [longest.characters, longest.line],
  ];
  if (entry.skipped !== null || entry.warnings.length > 0) row.push(entry.skipped ?? 0);
  if (entry.warnings.length > 0) row.push(entry.warnings);
  return row;
}

function entryOf(row: Row): FileEntry {
  const [, size, mtimeNs, ctimeNs, inode, checkedAt, hash, chunks, longest, skipped, warnings] = row;
  return {
    stamp: size < 0 ? null : { size, mtimeNs, ctimeNs, inode },
    checkedAt,
    hash,
    chunks,
    longest: longest === 0 ? null : { characters: longest[0], line: longest[1] },
    skipped: typeof skipped === "string" ? skipped : null,
    warnings: warnings ?? [],
  };
}

/** Counts of one tree's indexed files. */
export interface TreeSummary {
  readonly documents: number;
  readonly chunks: number;
  /** Bytes of source. */
  readonly bytes: number;
}

/** Documents, chunks and source bytes of one tree as indexed. */
export function summarizeTree(files: ReadonlyMap<string, FileEntry> | undefined): TreeSummary {
  let documents = 0;
  let chunks = 0;
  let bytes = 0;
  for (const entry of files?.values() ?? []) {
    if (entry.skipped !== null) continue;
    documents += 1;
    chunks += entry.chunks;
    bytes += entry.stamp?.size ?? 0;
  }
  return { documents, chunks, bytes };
}
