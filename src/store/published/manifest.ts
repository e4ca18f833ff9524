/** The manifest records every file of every tree as it was when the index was published. */
import type { DocumentWarning } from "../../document/document.ts";
import { NEWS_GLOBS } from "../../config/weights.ts";
import { RaError } from "../../errors.ts";
import { compileGlob } from "../../text/globs.ts";
import type { Fingerprint } from "../files/fingerprint.ts";
import { isPlain, requirePlainRow, requireRow, requireTree } from "./manifest_shape.ts";

export interface FileEntry {
  /**
   * What the walk saw before the content was read. Null for a file that could not be read; ra tries it again every
   * time.
   */
  readonly fingerprint: Fingerprint | null;
  /** When the fingerprint was taken, milliseconds since 1970. */
  readonly checkedAt: number;
  /** The hash of the content; null when the file was not read. */
  readonly hash: string | null;
  /** The format of the file with its version (`formatTag`), also where the file was not read. */
  readonly format: string;
  /** The text that the format extracted, in `text/`. Null when the text is the file itself. */
  readonly text: TextReference | null;
  /** The number of chunks in the index: 0 for blank and skipped files. */
  readonly chunks: number;
  /** The longest chunk body; null when the file has none. */
  readonly longest: LongestBody | null;
  /** Why the file is not indexed; null when it is. */
  readonly skipped: string | null;
  readonly warnings: readonly DocumentWarning[];
  /** The date that the frontmatter states, milliseconds since 1970; null when it states none. */
  readonly date: number | null;
}

/** The size and the `checksumText` of a stored text. */
export interface TextReference {
  readonly size: number;
  readonly checksum: string;
}

/** The longest chunk body, to compare with `max_chunk_size`. */
export interface LongestBody {
  readonly characters: number;
  /** 1-based line where its chunk starts. */
  readonly line: number;
}

/** Entries by tree name, then by tree-relative path; both in the order of the scan. */
export type Manifest = ReadonlyMap<string, ReadonlyMap<string, FileEntry>>;

/** One file. With an {@link RowOrigin}, the large numbers count from it, and `ctimeNs` counts from `mtimeNs`. */
export type ManifestRow = [
  path: string,
  size: number,
  mtimeNs: number,
  ctimeNs: number,
  inode: number,
  checkedAt: number,
  hash: string | null,
  chunks: number,
  longestCharacters: number,
  longestLine: number,
  format: number,
  text?: readonly [size: number, checksum: string] | 0,
  skipped?: string | 0,
  warnings?: readonly DocumentWarning[],
  date?: number,
];

/**
 * The numbers from which a tree's rows count. They keep the rows short, because the files of a checkout have similar
 * times and inodes.
 */
export interface RowOrigin {
  readonly mtimeNs: number;
  readonly inode: number;
  readonly checkedAt: number;
}

/** Rows by the entry that they encode. Most entries stay the same from one manifest to the next. */
const written = new WeakMap<
  FileEntry,
  { readonly path: string; readonly origin: RowOrigin | null; readonly format: number; readonly text: string }
>();

/** The manifest as JSON. Each file is one row, so that it is small and quick to parse. */
export function encodeManifest(manifest: Manifest): Uint8Array {
  const lines = [...manifest].map(([name, files]) => {
    const origin = originOf(files.values());
    const formats = [...new Set([...files.values()].map(({ format }) => format))];
    const rows = [...files].map(([path, entry]) => rowText(path, entry, origin, formats.indexOf(entry.format)));
    const about = `"origin":${JSON.stringify(origin)},"formats":${JSON.stringify(formats)}`;
    return `{"tree":${JSON.stringify(name)},${about},"files":[${rows.length === 0 ? "" : `\n${rows.join(",\n")}\n`}]}`;
  });
  return new TextEncoder().encode(`{"trees":[${lines.join(",\n")}]}\n`);
}

function rowText(path: string, entry: FileEntry, origin: RowOrigin | null, format: number): string {
  const known = written.get(entry);
  if (known?.path === path && known.format === format && isSameOrigin(known.origin, origin)) return known.text;
  const text = JSON.stringify(rowOf(path, entry, origin, format));
  written.set(entry, { path, origin, format, text });
  return text;
}

function isSameOrigin(a: RowOrigin | null, b: RowOrigin | null): boolean {
  return a?.mtimeNs === b?.mtimeNs && a?.inode === b?.inode && a?.checkedAt === b?.checkedAt;
}

/** The smallest of each number. Null when counting from it would lose digits, as with times that are far apart. */
function originOf(entries: Iterable<FileEntry>): RowOrigin | null {
  const all = [...entries];
  let [mtimeNs, inode, checkedAt] = [Infinity, Infinity, Infinity];
  for (const entry of all) {
    checkedAt = Math.min(checkedAt, entry.checkedAt);
    if (entry.fingerprint === null) continue;
    mtimeNs = Math.min(mtimeNs, entry.fingerprint.mtimeNs);
    inode = Math.min(inode, entry.fingerprint.inode);
  }
  if (mtimeNs === Infinity) return null;
  const isExact = (value: number, from: number): boolean => from + (value - from) === value;
  const areExact = all.every(({ fingerprint, checkedAt: at }) =>
    isExact(at, checkedAt) && (fingerprint === null ||
      (isExact(fingerprint.mtimeNs, mtimeNs) && isExact(fingerprint.inode, inode) &&
        isExact(fingerprint.ctimeNs, fingerprint.mtimeNs)))
  );
  return areExact ? { mtimeNs, inode, checkedAt } : null;
}

/** Reads a manifest back. Throws `index-damaged` when the bytes are not a manifest that ra writes. */
export function parseManifest(bytes: Uint8Array): Manifest {
  try {
    const json = new TextDecoder().decode(bytes);
    const requireUsable = isPlain(json) ? requirePlainRow : requireRow;
    const value = JSON.parse(json) as {
      trees: { tree: string; origin: RowOrigin | null; formats: string[]; files: ManifestRow[] }[];
    };
    return new Map(
      value.trees.map(({ tree, origin, formats, files }) => {
        requireTree(tree, origin, formats);
        return [
          tree,
          new Map(files.map((row) => {
            requireUsable(row, formats.length);
            return [row[0], entryOf(row, origin, formats)];
          })),
        ];
      }),
    );
  } catch (cause) {
    throw new RaError("index-damaged", "the list of files is not readable", { cause });
  }
}

function rowOf(
  path: string,
  { fingerprint, checkedAt, hash, chunks, longest, text, skipped, warnings, date }: FileEntry,
  origin: RowOrigin | null,
  format: number,
): ManifestRow {
  const { size, mtimeNs, ctimeNs, inode } = fingerprint ?? { size: -1, mtimeNs: 0, ctimeNs: 0, inode: 0 };
  const places: readonly [number, number, number] = origin === null || fingerprint === null
    ? [mtimeNs, ctimeNs, inode]
    : [mtimeNs - origin.mtimeNs, ctimeNs - mtimeNs, inode - origin.inode];
  const row: ManifestRow = [
    path,
    size,
    ...places,
    checkedAt - (origin?.checkedAt ?? 0),
    hash,
    chunks,
    longest?.characters ?? 0,
    longest?.line ?? 0,
    format,
  ];
  const rest = [text !== null, skipped !== null, warnings.length > 0, date !== null].lastIndexOf(true);
  if (rest >= 0) row.push(text === null ? 0 : [text.size, text.checksum]);
  if (rest >= 1) row.push(skipped ?? 0);
  if (rest >= 2) row.push(warnings);
  if (date !== null) row.push(date);
  return row;
}

/** The entry that a row encodes. */
export function entryOf(row: ManifestRow, origin: RowOrigin | null, formats: readonly string[]): FileEntry {
  const [, size, mtimeNs, ctimeNs, inode, checkedAt, hash, chunks, characters, line, format, text, ...rest] = row;
  const [skipped, warnings, date] = rest;
  return {
    fingerprint: size < 0 ? null : fingerprintFrom(size, mtimeNs, ctimeNs, inode, origin),
    checkedAt: checkedAt + (origin?.checkedAt ?? 0),
    hash,
    format: formats[format] ?? "",
    text: Array.isArray(text) ? { size: text[0], checksum: text[1] } : null,
    chunks,
    longest: line === 0 ? null : { characters, line },
    skipped: typeof skipped === "string" ? skipped : null,
    warnings: warnings ?? NO_WARNINGS,
    date: date ?? null,
  };
}

function fingerprintFrom(
  size: number,
  mtimeNs: number,
  ctimeNs: number,
  inode: number,
  origin: RowOrigin | null,
): Fingerprint {
  if (origin === null) return { size, mtimeNs, ctimeNs, inode };
  const modified = origin.mtimeNs + mtimeNs;
  return { size, mtimeNs: modified, ctimeNs: modified + ctimeNs, inode: origin.inode + inode };
}

const NO_WARNINGS: readonly DocumentWarning[] = [];

/** Whether a file is a document of the index. Skipped files and files of white space alone are not. */
export function isDocument(entry: FileEntry | undefined): entry is FileEntry {
  return entry !== undefined && entry.skipped === null && entry.chunks > 0;
}

/** Counts of one tree's documents. */
export interface TreeSummary {
  readonly documents: number;
  readonly chunks: number;
  /** The bytes of the source files. */
  readonly bytes: number;
}

/** Whether half of the documents of a tree or more lie in folders of blogs and news. */
export function isMostlyNews(files: ReadonlyMap<string, FileEntry> = new Map()): boolean {
  const isNews = NEWS_GLOBS.map((glob) => compileGlob(glob));
  let [documents, news] = [0, 0];
  for (const [path, entry] of files) {
    if (!isDocument(entry)) continue;
    documents += 1;
    if (isNews.some((matches) => matches(path))) news += 1;
  }
  return news > 0 && news * 2 >= documents;
}

/** Counts the documents, chunks and source bytes of one tree as indexed. */
export function summarizeTree(files: ReadonlyMap<string, FileEntry> | undefined): TreeSummary {
  let documents = 0;
  let chunks = 0;
  let bytes = 0;
  for (const entry of files?.values() ?? []) {
    if (!isDocument(entry)) continue;
    documents += 1;
    chunks += entry.chunks;
    bytes += entry.fingerprint?.size ?? 0;
  }
  return { documents, chunks, bytes };
}
