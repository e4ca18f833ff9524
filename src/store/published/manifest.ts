/** The manifest records every file of every tree as it was when the index was published. */
import type { DocumentWarning } from "../../document/document.ts";
import { RaError } from "../../errors.ts";
import type { PagePlace } from "../../document/navigation/place_pages.ts";
import type { Fingerprint } from "../files/fingerprint.ts";
import { includesOf, type IncludesRow, includesRow, type StoredIncludes } from "./stored_includes.ts";
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
  /** Where a navigation file places the document. Absent where none names it. */
  readonly place?: NavigationPlace | undefined;
  /**
   * The title that a navigation file gave to a document that has none of its own; empty where the file names the page
   * alone. Absent for documents with a title of their own, and for those that no navigation named.
   */
  readonly given?: string | undefined;
  /** The files that the document takes in. Absent where it takes in none. */
  readonly includes?: StoredIncludes | undefined;
}

/** See `PagePlace`. */
export type NavigationPlace = Pick<PagePlace, "position" | "section">;

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
  date?: number | false,
  /** The position, or -1; the number of its section in the tree's list of them; the title that was given to it. */
  place?: readonly [position: number, section: number, given?: string | 0] | 0,
  includes?: IncludesRow,
];

/** What the rows of a tree share. */
export interface RowContext {
  readonly origin: RowOrigin | null;
  readonly formats: readonly string[];
  /** Titles of the parts and folders around documents, from the outermost on. */
  readonly sections?: readonly (readonly string[])[] | undefined;
}

/**
 * The numbers from which a tree's rows count. They keep the rows short, because the files of a checkout have similar
 * times and inodes.
 */
interface RowOrigin {
  readonly mtimeNs: number;
  readonly inode: number;
  readonly checkedAt: number;
}

/** Rows by the entry that they encode. Most entries stay the same from one manifest to the next. */
const written = new WeakMap<
  FileEntry,
  { readonly path: string; readonly origin: RowOrigin | null; readonly numbers: string; readonly text: string }
>();

/** The manifest as JSON. Each file is one row, so that it is small and quick to parse. */
export function encodeManifest(manifest: Manifest): Uint8Array {
  const lines = [...manifest].map(([name, files]) => {
    const origin = originOf(files.values());
    const formats = [...new Set([...files.values()].map(({ format }) => format))];
    const sections = createNumbering();
    const rows = [...files].map(([path, entry]) =>
      rowText(path, entry, origin, formats.indexOf(entry.format), sections.numberOf(entry.place?.section))
    );
    const listed = sections.all.length === 0 ? "" : `,"sections":${JSON.stringify(sections.all)}`;
    const about = `"origin":${JSON.stringify(origin)},"formats":${JSON.stringify(formats)}${listed}`;
    return `{"tree":${JSON.stringify(name)},${about},"files":[${rows.length === 0 ? "" : `\n${rows.join(",\n")}\n`}]}`;
  });
  return new TextEncoder().encode(`{"trees":[${lines.join(",\n")}]}\n`);
}

function rowText(path: string, entry: FileEntry, origin: RowOrigin | null, format: number, section: number): string {
  const known = written.get(entry);
  const numbers = `${format} ${section}`;
  if (known?.path === path && known.numbers === numbers && isSameOrigin(known.origin, origin)) return known.text;
  const text = JSON.stringify(rowOf(path, entry, origin, format, section));
  written.set(entry, { path, origin, numbers, text });
  return text;
}

/** Numbers sections as they come; 0 is for those without titles. */
function createNumbering() {
  const all: (readonly string[])[] = [];
  const numbers = new Map<string, number>();
  return {
    all,
    numberOf(section: readonly string[] = []): number {
      if (section.length === 0) return 0;
      const key = JSON.stringify(section);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, all.push(section));
      return all.length;
    },
  };
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
      trees: ({ tree: string; files: ManifestRow[] } & RowContext)[];
    };
    return new Map(
      value.trees.map(({ tree, files, ...context }) => {
        requireTree(tree, context);
        return [
          tree,
          new Map(files.map((row) => {
            requireUsable(row, context.formats.length);
            return [row[0], entryOf(row, context)];
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
  { fingerprint, checkedAt, hash, chunks, longest, text, skipped, warnings, date, ...others }: FileEntry,
  origin: RowOrigin | null,
  format: number,
  section: number,
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
  const { place, given, includes } = others;
  const isPlaced = place !== undefined || given !== undefined;
  const rest = [text !== null, skipped !== null, warnings.length > 0, date !== null, isPlaced, includes !== undefined]
    .lastIndexOf(true);
  if (rest >= 0) row.push(text === null ? 0 : [text.size, text.checksum]);
  if (rest >= 1) row.push(skipped ?? 0);
  if (rest >= 2) row.push(warnings);
  if (rest >= 3) row.push(date ?? false);
  if (rest >= 4) row.push(isPlaced ? placeRow(place, given, section) : 0);
  if (includes !== undefined) row.push(includesRow(includes));
  return row;
}

function placeRow(place: FileEntry["place"], given: FileEntry["given"], section: number): ManifestRow[15] {
  const at = place?.position ?? -1;
  return given === undefined ? [at, section] : [at, section, given === "" ? 0 : given];
}

/** The entry that a row encodes. */
export function entryOf(row: ManifestRow, { origin, formats, sections = [] }: RowContext): FileEntry {
  const [, size, mtimeNs, ctimeNs, inode, checkedAt, hash, chunks, characters, line, format, text, ...rest] = row;
  const [skipped, warnings, date, place, includes] = rest;
  const entry: FileEntry = {
    fingerprint: size < 0 ? null : fingerprintFrom(size, mtimeNs, ctimeNs, inode, origin),
    checkedAt: checkedAt + (origin?.checkedAt ?? 0),
    hash,
    format: formats[format] ?? "",
    text: Array.isArray(text) ? { size: text[0], checksum: text[1] } : null,
    chunks,
    longest: line === 0 ? null : { characters, line },
    skipped: typeof skipped === "string" ? skipped : null,
    warnings: warnings ?? NO_WARNINGS,
    date: typeof date === "number" ? date : null,
  };
  return place === undefined ? entry : { ...entry, ...laterParts(place, includes, sections) };
}

/** What few rows have. */
function laterParts(
  place: NonNullable<ManifestRow[15]>,
  includes: IncludesRow | undefined,
  sections: NonNullable<RowContext["sections"]>,
): Pick<FileEntry, "place" | "given" | "includes"> {
  const taken = includes && includesOf(includes);
  if (place === 0) return { includes: taken };
  const [position, section, given] = place;
  const titles = section === 0 ? NO_SECTION : sections[section - 1];
  if (titles === undefined) throw new Error("a row with an odd section");
  return {
    given: given === 0 ? "" : given,
    place: position < 0 ? undefined : { position, section: titles },
    includes: taken,
  };
}

const NO_SECTION: readonly string[] = [];

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
