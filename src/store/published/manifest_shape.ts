/**
 * Checks the values of a manifest whose checksum is right (see `shape.ts`). A search reads the row of every file, so
 * the checks are cheap.
 */
import { isOmittedCounts } from "../../document/omitted.ts";
import { leadsBelow } from "../../text/paths.ts";
import { isIncludesRow } from "./stored_includes.ts";
import { isChecksum, isCount, isObject } from "./shape.ts";

/** `formatTag`: the name of a format and its version. It becomes part of a file's name. */
const FORMAT = /^[a-z]+ \d+$/;
/** `contentHash`. It becomes part of a file's name, too. */
const HASH = /^[\w-]{22}$/;

/** Throws a reason when a tree's own values are odd. */
export function requireTree(
  tree: unknown,
  { origin, formats, sections = [] }: {
    readonly origin: unknown;
    readonly formats: unknown;
    readonly sections?: unknown;
  },
): void {
  if (typeof tree !== "string") throw new Error("a tree without a name");
  const areSections = Array.isArray(sections) &&
    sections.every((titles) => Array.isArray(titles) && titles.every((title) => typeof title === "string"));
  if (!areSections) throw new Error(`sections of ${tree} that are none`);
  if (!Array.isArray(formats) || !formats.every((format) => typeof format === "string" && FORMAT.test(format))) {
    throw new Error(`formats of ${tree} that are none`);
  }
  if (origin === null) return;
  const isOrigin = isObject(origin) && Number.isFinite(origin["mtimeNs"]) && Number.isFinite(origin["inode"]) &&
    Number.isFinite(origin["checkedAt"]);
  if (!isOrigin) throw new Error(`an origin of ${tree} that is none`);
}

/**
 * What no usual manifest holds. A manifest with an odd path, with another value in the place of a number, or with an
 * escaped character holds one of these.
 */
const SUSPICIOUS = [
  "\\",
  "..",
  "null",
  "true",
  "false",
  // A path that is empty, starts or ends with a slash, or has an empty segment or a single dot.
  '""',
  '"/',
  '/"',
  "//",
  '"."',
  '"./',
  '/."',
  "/./",
];

/**
 * Whether the JSON of a manifest is so plain that a glance at each row is enough. Looking for a few characters in all
 * of it takes a tenth of the time that looking closely at each row takes.
 */
export function isPlain(json: string): boolean {
  return !SUSPICIOUS.some((characters) => json.includes(characters));
}

/** Throws a reason when a row of a plain manifest is odd. `formats` is the number of formats that it may name. */
export function requirePlainRow(row: readonly unknown[], formats: number): void {
  // A value that is not a number makes the sum `NaN` or a text. There are no names here, because most searches end
  // before this code is optimised.
  const numbers = row as readonly number[];
  const counts = numbers[1]! + numbers[7]! + numbers[8]! + numbers[9]! + numbers[10]!;
  const isOdd = typeof row[0] !== "string" || !Number.isSafeInteger(counts) ||
    !Number.isFinite(numbers[2]! + numbers[3]! + numbers[4]! + numbers[5]!) ||
    numbers[7]! < 0 || numbers[8]! < 0 || numbers[9]! < 0 || numbers[10]! < 0 || numbers[10]! >= formats ||
    typeof row[6] !== "string" || row.length > 11;
  if (isOdd) requireRow(row, formats);
}

/** Throws a reason when a row is odd. */
export function requireRow(row: readonly unknown[], formats: number): void {
  const [path, size, mtimeNs, ctimeNs, inode, checkedAt, hash, chunks, characters, line, format, ...rest] = row;
  if (typeof path !== "string" || !leadsBelow(path)) throw new Error("a path that leads out of its tree");
  const areNumbers = Number.isSafeInteger(size) && [mtimeNs, ctimeNs, inode, checkedAt].every(Number.isFinite) &&
    [chunks, characters, line, format].every(isCount) && (format as number) < formats;
  if (!areNumbers) throw new Error("a row with an odd number");
  if (hash !== null && !(typeof hash === "string" && HASH.test(hash))) throw new Error("a row with an odd hash");
  if (rest.length > 0) requireRest(rest);
}

function requireRest([text = 0, skipped = 0, warnings = [], date = 0, place = 0, includes]: readonly unknown[]): void {
  const isText = text === 0 || (Array.isArray(text) && text.length === 2 && isCount(text[0]) && isChecksum(text[1]));
  if (!isText) throw new Error("a row with an odd text");
  if (skipped !== 0 && typeof skipped !== "string") throw new Error("a row with an odd reason");
  if (!Array.isArray(warnings) || !warnings.every(isWarning)) throw new Error("a row with odd warnings");
  if (date !== false && !Number.isSafeInteger(date)) throw new Error("a row with an odd date");
  if (place !== 0 && !isPlace(place)) throw new Error("a row with an odd place");
  if (includes !== undefined && !isIncludesRow(includes)) throw new Error("a row with odd includes");
}

function isPlace(place: unknown): boolean {
  if (!Array.isArray(place) || place.length < 2 || place.length > 3) return false;
  const [position, section, given] = place as readonly unknown[];
  return (position === -1 || isCount(position)) && isCount(section) &&
    (given === undefined || given === 0 || typeof given === "string");
}

function isWarning(warning: unknown): boolean {
  return isObject(warning) && typeof warning["code"] === "string" && typeof warning["message"] === "string" &&
    isCount(warning["line"]) && (warning["omitted"] === undefined || isOmittedCounts(warning["omitted"]));
}
