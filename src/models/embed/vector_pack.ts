/** A file of vectors, written once. docs/formats.md describes it. */
import type { FileSystem } from "../../host/file_system.ts";
import { checksumOf } from "../../host/hash.ts";

export interface PackRow {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly vector: Float32Array;
}

/** A pack that was opened. Only its table is in memory. */
export interface Pack {
  /** Bytes. */
  readonly size: number;
  readonly dimensions: number;
  /** Its undamaged rows with one of these ids; all of them without `ids`. Throws `io`, and so do the others. */
  read(ids?: ReadonlyMap<string, unknown>): readonly PackRow[];
}

const MAGIC = Uint8Array.of(0x72, 0x61, 0x2d, 0x76, 0x63, 0x73, 0, 1);
const HEAD = 20;
const ENTRY = 20;

export function encodePack(rows: readonly PackRow[], dimensions: number): Uint8Array {
  const table = HEAD + rows.length * ENTRY;
  const bytes = new Uint8Array(table + rows.length * dimensions * 4);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(8, rows.length, true);
  view.setUint32(12, dimensions, true);
  rows.forEach(({ id, vector }, row) => {
    const at = HEAD + row * ENTRY;
    for (let part = 0; part < 4; part++) {
      view.setUint32(at + 4 * part, Number.parseInt(id.slice(8 * part, 8 * part + 8), 16));
    }
    const values = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
    bytes.set(values, table + row * dimensions * 4);
    view.setUint32(at + 16, checksumOf(values), true);
  });
  view.setUint32(16, checksumOfTable(bytes.subarray(0, table)), true);
  return bytes;
}

/** `undefined` when it is absent, `damaged` when its table is not what was written or the file has another length. */
export function openPack(fs: FileSystem, path: string): Pack | "damaged" | undefined {
  const file = fs.open(path, { noLink: true });
  if (file === undefined) return undefined;
  try {
    const { size } = file;
    if (size < HEAD) return "damaged";
    const head = new Uint8Array(HEAD);
    file.read(0, head);
    const view = new DataView(head.buffer);
    const [rows, dimensions] = [view.getUint32(8, true), view.getUint32(12, true)];
    const fits = dimensions > 0 && size === HEAD + rows * (ENTRY + 4 * dimensions);
    if (!fits || MAGIC.some((byte, at) => head[at] !== byte)) return "damaged";
    const table = new Uint8Array(HEAD + rows * ENTRY);
    file.read(0, table);
    if (checksumOfTable(table) !== view.getUint32(16, true)) return "damaged";
    return { size, dimensions, read: (ids) => readRows(fs, path, { table, dimensions }, ids) };
  } finally {
    file.close();
  }
}

/** Of everything up to the end of the table, except the four bytes of the checksum itself. */
function checksumOfTable(table: Uint8Array): number {
  const covered = table.slice(4);
  covered.set(table.subarray(0, 16));
  return checksumOf(covered);
}

/** The first bits of an id, as a number that is quick to look up. */
const START_DIGITS = 12;

interface OpenedPack {
  readonly table: Uint8Array;
  readonly dimensions: number;
}

function readRows(
  fs: FileSystem,
  path: string,
  { table, dimensions }: OpenedPack,
  ids: ReadonlyMap<string, unknown> | undefined,
): readonly PackRow[] {
  const view = new DataView(table.buffer);
  const starts = ids && new Set(Array.from(ids.keys(), (id) => Number.parseInt(id.slice(0, START_DIGITS), 16)));
  const chosen: { readonly id: string; readonly row: number }[] = [];
  for (let row = 0, at = HEAD; at < table.length; row++, at += ENTRY) {
    if (starts !== undefined && !starts.has(view.getUint32(at) * 0x10000 + view.getUint16(at + 4))) continue;
    const id = [0, 4, 8, 12].map((part) => view.getUint32(at + part).toString(16).padStart(8, "0")).join("");
    if (ids === undefined || ids.has(id)) chosen.push({ id, row });
  }
  if (chosen.length === 0) return [];
  const file = fs.open(path, { noLink: true });
  if (file === undefined) return [];
  try {
    // Neighbours are read at once: thousands of small reads would take longer than the rest.
    const first = chosen[0]!.row;
    const span = chosen.at(-1)!.row - first + 1;
    const width = 4 * dimensions;
    const read = (row: number, count: number): Uint8Array => {
      const bytes = new Uint8Array(count * width);
      file.read(table.length + row * width, bytes);
      return bytes;
    };
    const all = span <= 8 * chosen.length ? read(first, span) : undefined;
    return chosen.flatMap(({ id, row }) => {
      const bytes = all?.slice((row - first) * width, (row - first + 1) * width) ?? read(row, 1);
      const isWhole = checksumOf(bytes) === view.getUint32(HEAD + row * ENTRY + 16, true);
      return isWhole ? [{ id, vector: new Float32Array(bytes.buffer, 0, dimensions) }] : [];
    });
  } finally {
    file.close();
  }
}
