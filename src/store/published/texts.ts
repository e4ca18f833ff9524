/**
 * Texts that were extracted from files. They are stored in `text/` beside the segments (see `docs/formats.md`). Only
 * the lock's holder writes them.
 */
import type { SourceMap } from "../../document/formats/format.ts";
import type { Origin } from "../../document/source_record.ts";
import type { FileSystem, ReadHandle } from "../../host/file_system.ts";
import { ioError, systemFailure } from "../../host/io_error.ts";
import { makeOwnFolder } from "../../host/places.ts";
import { joinPath } from "../../text/paths.ts";
import { checksumText } from "./head.ts";
import { isCount, isObject } from "./shape.ts";
import type { FileEntry, Manifest, TextReference } from "./manifest.ts";

/** The text of a document, and the places in the file that it comes from. */
export interface ExtractedText {
  readonly text: Uint8Array;
  readonly map: SourceMap | null;
  /** Where the text comes from, if it has a record that says so. */
  readonly origin?: Origin | undefined;
}

/** A text as its file stores it. */
export interface TextFile extends TextReference {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The folder of the texts, in the folder of the index. */
export const TEXTS = "text";
/** Every file that ra itself may have left in the folder. */
const OWN_FILE = /^[a-z]+-\d+-[\w-]{22}$/;
const NEWLINE = 10;
const UNITS: readonly SourceMap["unit"][] = ["line", "cell", "page", "slide", "sheet"];

/** `html-1-HASH`: the format with its version, and the hash of the file. */
export function textName(format: string, hash: string): string {
  return `${format.replace(" ", "-")}-${hash}`;
}

/**
 * Encodes a text: a line of JSON with the map, and then the text. The map holds the difference from each number to the
 * next.
 */
export function encodeText(name: string, { text, map, origin }: ExtractedText): TextFile {
  const written: WrittenAbout = {
    origin: origin && [origin.sourceId, origin.path, origin.url],
    unit: map?.unit,
    starts: map === null ? undefined : stepsOf(map.starts),
    places: map === null ? undefined : stepsOf(map.places),
  };
  const line = new TextEncoder().encode(`${JSON.stringify(written)}\n`);
  const bytes = new Uint8Array(line.length + text.length);
  bytes.set(line);
  bytes.set(text, line.length);
  return { name, bytes, size: bytes.length, checksum: checksumText(bytes) };
}

/** Undefined when the bytes are not a text that ra writes. */
function decodeText(bytes: Uint8Array): ExtractedText | undefined {
  const end = bytes.indexOf(NEWLINE) + 1;
  const written = readAbout(bytes.subarray(0, end));
  if (written === undefined) return undefined;
  const { unit, starts, places, origin: [sourceId, path, url] = [] } = written;
  const map = unit === undefined || starts === undefined || places === undefined
    ? null
    : { unit, starts: sumsOf(starts), places: sumsOf(places) };
  const origin = sourceId === undefined ? undefined : { sourceId, path: path ?? null, url: url ?? null };
  return { text: bytes.subarray(end), map, origin };
}

/** The first line of a text. Undefined when it does not have the shape that `encodeText` gives it. */
function readAbout(line: Uint8Array): WrittenAbout | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(line));
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { unit, starts, places, origin } = value;
  if (origin !== undefined && !isOrigin(origin)) return undefined;
  if (unit === undefined) return { origin };
  const known = UNITS.find((name) => name === unit);
  const isMap = known !== undefined && areSteps(starts) && areSteps(places) && starts.length === places.length;
  return isMap ? { unit: known, starts, places, origin } : undefined;
}

function isOrigin(value: unknown): value is WrittenOrigin {
  if (!Array.isArray(value) || value.length !== 3 || typeof value[0] !== "string") return false;
  return value.slice(1).every((one) => one === null || typeof one === "string");
}

/** Whether these are differences of numbers that ascend and that 32 bits can hold. */
function areSteps(value: unknown): value is readonly number[] {
  if (!Array.isArray(value) || !value.every(isCount)) return false;
  return value.reduce((sum: number, step: number) => sum + step, 0) < 2 ** 32;
}

type WrittenOrigin = readonly [sourceId: string, path: string | null, url: string | null];

interface WrittenAbout {
  readonly origin?: WrittenOrigin | undefined;
  readonly unit?: SourceMap["unit"] | undefined;
  readonly starts?: readonly number[] | undefined;
  readonly places?: readonly number[] | undefined;
}

function stepsOf(numbers: Uint32Array): readonly number[] {
  return Array.from(numbers, (number, at) => number - (at === 0 ? 0 : numbers[at - 1]!));
}

function sumsOf(steps: readonly number[]): Uint32Array {
  let sum = 0;
  return Uint32Array.from(steps, (step) => sum += step);
}

/**
 * Writes a text, or keeps the one that is there. It does not flush to the disk, because that takes minutes for
 * thousands of files. A text that a power failure cut short does not match its checksum and is made again. Throws `io`.
 */
export function storeText(fs: FileSystem, directory: string, file: TextFile): void {
  const path = joinPath(directory, `${TEXTS}/${file.name}`);
  makeOwnFolder(fs, directory, joinPath(directory, TEXTS));
  if (fs.createExclusive(path, file.bytes) || bytesOf(fs, path, file) !== undefined) return;
  // Readers that have the old file open keep it.
  fs.removeFile(path);
  if (!fs.createExclusive(path, file.bytes)) throw ioError("create", path, systemFailure("EEXIST"));
}

/** The text of a file as it was indexed. Undefined when it is gone or does not match its checksum. Throws `io`. */
export function readText(fs: FileSystem, directory: string, entry: FileEntry): ExtractedText | undefined {
  const name = nameOf(entry);
  if (name === undefined || entry.text === null) return undefined;
  const bytes = bytesOf(fs, joinPath(directory, `${TEXTS}/${name}`), entry.text);
  return bytes === undefined ? undefined : decodeText(bytes);
}

/** The bytes of a text's file. Undefined unless it is a regular file with this size and checksum. */
function bytesOf(fs: FileSystem, path: string, { size, checksum }: TextReference): Uint8Array | undefined {
  const file = openText(fs, path);
  if (file === undefined) return undefined;
  try {
    if (file.size !== size) return undefined;
    const bytes = new Uint8Array(size);
    file.read(0, bytes);
    return checksumText(bytes) === checksum ? bytes : undefined;
  } finally {
    file.close();
  }
}

/** Undefined for anything but a regular file. */
function openText(fs: FileSystem, path: string): ReadHandle | undefined {
  try {
    return fs.open(path, { noLink: true });
  } catch (error) {
    // Nearly all texts are as they were written, so only a failure is worth another look.
    if (fs.kindOf(path) !== "file") return undefined;
    throw error;
  }
}

function nameOf({ format, hash, text }: FileEntry): string | undefined {
  return text === null || hash === null ? undefined : textName(format, hash);
}

/** The reason why a text is missing or damaged, for the user. It names the first such text. */
export function damagedText(fs: FileSystem, directory: string, manifest: Manifest): string | undefined {
  for (const entry of entriesOf(manifest)) {
    if (entry.text === null || readText(fs, directory, entry) !== undefined) continue;
    return `${TEXTS}/${nameOf(entry) ?? ""} is missing or does not match its checksum`;
  }
  return undefined;
}

/** The total bytes of all texts. Files with the same content share one text. */
export function textBytes(manifest: Manifest): number {
  const sizes = new Map<string | undefined, number>();
  for (const entry of entriesOf(manifest)) if (entry.text !== null) sizes.set(nameOf(entry), entry.text.size);
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** Removes texts that the manifest does not name. Leaves failures to the next writer. */
export function collectTexts(fs: FileSystem, directory: string, manifest: Manifest | undefined): void {
  const folder = joinPath(directory, TEXTS);
  try {
    if (fs.kindOf(folder) !== "directory") return;
    const wanted = new Set(manifest === undefined ? [] : entriesOf(manifest).map(nameOf));
    for (const { name, kind } of fs.readDirectory(folder)) {
      if (kind === "file" && OWN_FILE.test(name) && !wanted.has(name)) fs.removeFile(joinPath(folder, name));
    }
  } catch {
    // The folder cannot be listed, or Windows keeps a file that a reader has open. Nothing depends on it.
  }
}

function entriesOf(manifest: Manifest): readonly FileEntry[] {
  return [...manifest.values()].flatMap((entries) => [...entries.values()]);
}
