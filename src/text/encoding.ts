/** Tells text from other bytes, and UTF-8 from other encodings. */

/** Where ra looks for what text does not hold. */
export const LOOKED_AT = 8192;

/** The bytes of the byte order mark at the start of UTF-8 text, or 0. */
export function byteOrderMarkLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Whether a byte order mark says UTF-16. */
export function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/**
 * Whether the bytes are not text: in the first 8 KiB they have a NUL, or more than one control character in a hundred.
 * UTF-16 with a byte order mark is text.
 */
export function isBinary(bytes: Uint8Array): boolean {
  if (isUtf16(bytes)) return false;
  const head = bytes.subarray(0, LOOKED_AT);
  if (head.includes(0)) return true;
  const controls = controlsIn(head);
  return controls > 1 && controls * 100 > head.length;
}

/** How many control characters there are, without tabs, line ends and form feeds. */
function controlsIn(bytes: Uint8Array): number {
  let count = 0;
  const countFrom = (start: number, end: number): void => {
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) count++;
    }
  };
  // Each document comes by here. Four bytes at a time show whether one of them is below 0x20.
  const first = Math.min(-bytes.byteOffset & 3, bytes.length);
  const whole = (bytes.length - first) >> 2;
  const words = whole === 0 ? [] : new Int32Array(bytes.buffer, bytes.byteOffset + first, whole);
  countFrom(0, first);
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (((word - 0x20202020) & ~word & 0x80808080) !== 0) countFrom(first + 4 * at, first + 4 * at + 4);
  }
  countFrom(first + 4 * words.length, bytes.length);
  return count;
}

/** Whether the bytes are UTF-8 from the first to the last. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The bytes without a letter of UTF-8 at their end that is not whole. */
export function withoutCutLetter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes;
    if (byte < 0xc0) continue;
    const size = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return back < size ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}
