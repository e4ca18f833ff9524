/**
 * Checks the values of a manifest whose checksum is right (see `shape.ts`). A search reads the row of every file, so
 * the checks are cheap.
 */
import { leadsBelow } from "../../text/paths.ts";
import { isChecksum, isCount, isObject } from "./shape.ts";

/** `formatTag`: the name of a format and its version. It becomes part of a file's name. */
const FORMAT = /^[a-z]+ \d+$/;
/** `contentHash`. It becomes part of a file's name, too. */
const HASH = /^[\w-]{22}$/;

/** Throws a reason when a tree's own values are odd. */
export function requireTree(tree: unknown, origin: unknown, formats: unknown): void {
  if (typeof tree !== "string") throw new Error("a tree without a name");
  if (!Array.isArray(formats) || !formats.every((format) => typeof format === "string" && FORMAT.test(format))) {
    throw new Error(`formats of ${tree} that are none`);
  }
  if (origin === null) return;
  const isOrigin = isObject(origin) && Number.isFinite(origin["mtimeNs"]) && Number.isFinite(origin["inode"]) &&
    Number.isFinite(origin["checkedAt"]);
  if (!isOrigin) throw new Error(`an origin of ${tree} that is none`);
}

/** Throws a reason when a row is odd. `formats` is the number of formats that it may name. */
export function requireRow(row: readonly unknown[], formats: number): void {
  // No destructuring: it takes several times as long before the code is optimised, and most searches end before.
  const path = row[0];
  const hash = row[6];
  const format = row[10];
  if (typeof path !== "string" || !leadsBelow(path)) throw new Error("a path that leads out of its tree");
  for (let at = 1; at <= 5; at++) if (!Number.isFinite(row[at])) throw new Error("a row with an odd number");
  for (let at = 7; at <= 10; at++) if (!isCount(row[at])) throw new Error("a row with an odd count");
  if (!Number.isInteger(row[1]) || (format as number) >= formats) throw new Error("a row with an odd number");
  if (hash !== null && !(typeof hash === "string" && HASH.test(hash))) throw new Error("a row with an odd hash");
  if (row.length > 11) requireRest(row.slice(11));
}

function requireRest([text = 0, skipped = 0, warnings = []]: readonly unknown[]): void {
  const isText = text === 0 || (Array.isArray(text) && text.length === 2 && isCount(text[0]) && isChecksum(text[1]));
  if (!isText) throw new Error("a row with an odd text");
  if (skipped !== 0 && typeof skipped !== "string") throw new Error("a row with an odd reason");
  if (!Array.isArray(warnings) || !warnings.every(isWarning)) throw new Error("a row with odd warnings");
}

function isWarning(warning: unknown): boolean {
  return isObject(warning) && typeof warning["code"] === "string" && typeof warning["message"] === "string" &&
    isCount(warning["line"]);
}
