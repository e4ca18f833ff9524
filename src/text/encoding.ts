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

/** A bit for each control character that text does not hold: all but tabs, line ends and form feeds. */
const ODD_CONTROLS = ~((1 << 9) | (1 << 10) | (1 << 12) | (1 << 13));

/**
 * Whether the bytes are not text: in the first 8 KiB they have a NUL, or more than one control character in a hundred.
 * UTF-16 with a byte order mark is text.
 */
export function isBinary(bytes: Uint8Array): boolean {
  if (isUtf16(bytes)) return false;
  const length = Math.min(bytes.length, LOOKED_AT);
  let controls = 0;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at]!;
    if (byte >= 0x20 || ((ODD_CONTROLS >>> byte) & 1) === 0) continue;
    if (byte === 0) return true;
    controls++;
  }
  return controls > 1 && controls * 100 > length;
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
