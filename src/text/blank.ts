/** Finds white space in UTF-8 bytes: Unicode's `White_Space`. */

/** The first byte of `[start, end)` that is not white space, or `end`. It reads no byte after that one. */
export function firstNonBlank(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const width = spaceWidth(bytes, at);
    if (width === 0) return at;
    at += width;
  }
  return end;
}

/** Whether `[start, end)` holds only white space. */
export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  return firstNonBlank(bytes, start, end) === end;
}

/** The number of bytes of the white-space character at `at`; 0 when another character is there. */
function spaceWidth(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return first === 0x20 || (first >= 9 && first <= 13) ? 1 : 0;
  const second = bytes[at + 1];
  if (first === 0xc2) return second === 0x85 || second === 0xa0 ? 2 : 0; // next line, no-break space
  const third = bytes[at + 2] ?? 0;
  if (first === 0xe1) return second === 0x9a && third === 0x80 ? 3 : 0; // ogham
  if (first === 0xe3) return second === 0x80 && third === 0x80 ? 3 : 0; // ideographic
  if (first !== 0xe2) return 0;
  if (second === 0x81) return third === 0x9f ? 3 : 0; // medium mathematical
  const general = third <= 0x8a || third === 0xa8 || third === 0xa9 || third === 0xaf;
  return second === 0x80 && general ? 3 : 0;
}
