/** Counts Unicode characters in UTF-8 bytes without decoding them. */

/** The number of characters in `[start, end)`. Counting stops at `limit`. */
export function countCharacters(bytes: Uint8Array, start: number, end: number, limit = Infinity): number {
  // A character takes one to four bytes, so the number of bytes often decides without counting.
  if (end - start >= 4 * limit) return limit;
  let count = 0;
  for (let at = start; at < end; at++) {
    if (((bytes[at] as number) & 0xc0) !== 0x80 && ++count >= limit) return limit;
  }
  return count;
}

/** Whether `[start, end)` holds fewer than `limit` characters. */
export function isShorterThan(bytes: Uint8Array, start: number, end: number, limit: number): boolean {
  return end - start < limit || countCharacters(bytes, start, end, limit) < limit;
}
