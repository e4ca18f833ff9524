/** Counting Unicode characters in UTF-8 bytes without decoding them. */

/** Characters in `[start, end)`, counted no further than `limit`. */
export function countCharacters(bytes: Uint8Array, start: number, end: number, limit = Infinity): number {
  // A character takes one to four bytes, which settles most questions without a look.
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
