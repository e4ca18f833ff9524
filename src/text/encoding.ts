/** Detects the encoding of a file. */

/** The bytes of the byte order mark at the start of UTF-8 text, or 0. */
export function byteOrderMarkLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Whether a byte order mark says UTF-16. */
export function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/** Converts text to UTF-8 if its byte order mark says UTF-16; otherwise undefined. Invalid sequences become U+FFFD. */
export function decodeUtf16(bytes: Uint8Array): Uint8Array | undefined {
  if (!isUtf16(bytes)) return undefined;
  const isLittle = bytes[0] === 0xff;
  const body = isLittle ? bytes.subarray(2) : swapped(bytes.subarray(2));
  return new TextEncoder().encode(new TextDecoder("utf-16le", { ignoreBOM: true }).decode(body));
}

/** Swaps the bytes of each pair, because not every runtime decodes big-endian text. */
function swapped(bytes: Uint8Array): Uint8Array {
  const out = bytes.slice();
  for (let at = 0; at + 1 < out.length; at += 2) [out[at], out[at + 1]] = [out[at + 1]!, out[at]!];
  return out;
}

/** Whether the bytes seem to be something else than UTF-8 text: they have a NUL in the first 8 KiB. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8192).includes(0);
}
