/** What the manifest keeps of the files that a document takes in. */
import type { Fingerprint } from "../files/fingerprint.ts";
import { isCount } from "./shape.ts";

/** A file that was looked for. */
export interface IncludedFile {
  /** Relative to the index's root where the file lies below it, else absolute. */
  readonly path: string;
  /** Null for a file that was not there. */
  readonly fingerprint: Fingerprint | null;
  /** Of its bytes; null where they were not read. */
  readonly hash: string | null;
}

/** Lines that are taken in. */
export interface IncludedPart {
  /** Its position in the list of files. */
  readonly file: number;
  /** Lines of the file, from 1. */
  readonly first: number;
  readonly last: number;
  /** The byte of the document where they are taken in. */
  readonly at: number;
}

export interface StoredIncludes {
  /** When the files were looked at, milliseconds since 1970. */
  readonly checkedAt: number;
  readonly files: readonly IncludedFile[];
  readonly parts: readonly IncludedPart[];
}

/** As the row of a document holds them. */
export type IncludesRow = readonly [
  checkedAt: number,
  files: readonly (readonly [
    path: string,
    hash: string | 0,
    size?: number,
    mtimeNs?: number,
    ctimeNs?: number,
    inode?: number,
  ])[],
  parts: readonly (readonly [file: number, first: number, last: number, at: number])[],
];

export function includesRow({ checkedAt, files, parts }: StoredIncludes): IncludesRow {
  return [
    checkedAt,
    files.map(({ path, fingerprint, hash }) =>
      fingerprint === null
        ? [path, hash ?? 0]
        : [path, hash ?? 0, fingerprint.size, fingerprint.mtimeNs, fingerprint.ctimeNs, fingerprint.inode]
    ),
    parts.map(({ file, first, last, at }) => [file, first, last, at]),
  ];
}

export function includesOf([checkedAt, files, parts]: IncludesRow): StoredIncludes {
  return {
    checkedAt,
    files: files.map(([path, hash, size, mtimeNs = 0, ctimeNs = 0, inode = 0]) => ({
      path,
      fingerprint: size === undefined ? null : { size, mtimeNs, ctimeNs, inode },
      hash: hash === 0 ? null : hash,
    })),
    parts: parts.map(([file, first, last, at]) => ({ file, first, last, at })),
  };
}

/** Whether a value has the shape that {@link includesRow} gives it. */
export function isIncludesRow(value: unknown): value is IncludesRow {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [checkedAt, files, parts] = value as readonly unknown[];
  if (!Number.isFinite(checkedAt) || !Array.isArray(files) || !Array.isArray(parts)) return false;
  return files.every(isFile) &&
    parts.every((part) => Array.isArray(part) && part.length === 4 && part.every(isCount) && part[0]! < files.length);
}

function isFile(file: unknown): boolean {
  if (!Array.isArray(file) || (file.length !== 2 && file.length !== 6)) return false;
  const [path, hash, ...stamp] = file as readonly unknown[];
  return typeof path === "string" && (hash === 0 || typeof hash === "string") && stamp.every(Number.isFinite);
}
