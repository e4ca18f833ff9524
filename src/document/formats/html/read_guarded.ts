/** Reads a page of a tree. */
import type { Conversions } from "../conversions.ts";
import type { OcrOptions, Reading } from "../format.ts";
import { read as readHere } from "./read_html.ts";

/** A tag takes some kilobytes while a page is read, and few pages have a tenth of these. */
const MAX_TAGS = 50_000;
const MAX_BYTES = 1024 * 1024;

/** A large page is read in another process. Throws what reading it throws. */
export function read(
  bytes: Uint8Array,
  path: string,
  _: OcrOptions,
  conversions?: Conversions,
): Reading | Promise<Reading> {
  return isLarge(bytes)
    ? import("./read_large.ts").then(({ readLarge }) => readLarge(bytes, path, conversions))
    : readHere(bytes);
}

function isLarge(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_BYTES) return true;
  let tags = 0;
  for (let at = bytes.indexOf(60); at >= 0 && tags <= MAX_TAGS; at = bytes.indexOf(60, at + 1)) tags++;
  return tags > MAX_TAGS;
}
