/** Reads a file by its format. */
import { RaError } from "../../errors.ts";
import type { DocumentWarning } from "../document.ts";
import { type Conversions, DocumentWaits } from "./conversions.ts";
import { type Format, type FormatReader, NO_OCR, type Reading, type ReadingOptions } from "./format.ts";
import { decodeFile } from "./decode_file.ts";
import { formatOf } from "./registry.ts";
import { sameLines } from "./source_map.ts";
import { omittedWarnings } from "../omitted.ts";
import { limitedProperties, markupWarnings } from "../limits.ts";
import type { Origin } from "../source_record.ts";

/** The reading of a file. */
export interface FileReading extends Reading {
  readonly format: Format;
  /** The text differs from the file's own bytes, or has a record, so it has to be stored. */
  readonly isExtracted: boolean;
  /** Where a text comes from that has a record. */
  readonly origin?: Origin;
}

const loaded = new Map<Format, Promise<FormatReader>>();

/**
 * Throws `not-text` for binary files and for files that their format refuses, and `DocumentWaits` where `conversions`
 * leaves no time.
 */
export async function readFile(
  bytes: Uint8Array,
  path: string,
  options: ReadingOptions = NO_OCR,
  format: Format = formatOf(path),
  conversions?: Conversions,
): Promise<FileReading> {
  const decoded = await decodeFile(bytes, format);
  if (decoded === undefined) throw new RaError("not-text", "binary", { path });
  const { text, problem } = decoded;
  const guessed: readonly DocumentWarning[] = problem === null ? [] : [{ code: "not-utf-8", ...problem }];
  const { read } = await readerOf(format);
  if (format.placement === "in-place") {
    const found = read(text, path, options);
    if (found instanceof Promise) {
      throw new RaError("usage", `the format ${format.name} is in place and must not return a promise`);
    }
    const reading = limited(found, guessed);
    if (text === bytes) return { ...reading, format, isExtracted: false };
    return { ...reading, map: sameLines(reading.text), format, isExtracted: true };
  }
  try {
    return { ...limited(await read(text, path, options, conversions), guessed), format, isExtracted: true };
  } catch (error) {
    if (error instanceof RaError || error instanceof DocumentWaits) throw error;
    // A parser that fails on one file must not stop the other files.
    const reason = error instanceof Error ? error.message : String(error);
    throw new RaError("not-text", `cannot be read as ${format.name}: ${reason}`, { path, cause: error });
  }
}

/** Leaves out properties that are too long or too many, and says so. Says too where markup is not read. */
export function limited(reading: Reading, guessed: readonly DocumentWarning[]): Reading {
  const { properties, warnings } = limitedProperties(reading.properties);
  const more = [
    ...warnings,
    ...(reading.outline.by === "core" ? markupWarnings(reading.text.length) : []),
    ...omittedWarnings(reading.omitted),
  ];
  return more.length + guessed.length === 0
    ? reading
    : { ...reading, properties, warnings: [...guessed, ...reading.warnings, ...more] };
}

/** The code that reads files of a format. */
export function readerOf(format: Format): Promise<FormatReader> {
  const known = loaded.get(format) ?? format.load();
  loaded.set(format, known);
  return known;
}
