/** How the bytes of a file are text. */

/** Bytes of the mark at the start of UTF-8 text, or 0. */
export function byteOrderMarkLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** The same text in UTF-8, where the mark says UTF-16; a sequence that is none becomes U+FFFD. */
export function decodeUtf16(bytes: Uint8Array): Uint8Array | undefined {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  if (!isLittle && !(first === 0xfe && second === 0xff)) return undefined;
  const body = isLittle ? bytes.subarray(2) : swapped(bytes.subarray(2));
  return new TextEncoder().encode(new TextDecoder("utf-16le", { ignoreBOM: true }).decode(body));
}

/** Pairs of bytes the other way round: not every runtime decodes big-endian text. */
function swapped(bytes: Uint8Array): Uint8Array {
  const out = bytes.slice();
  for (let at = 0; at + 1 < out.length; at += 2) [out[at], out[at + 1]] = [out[at + 1]!, out[at]!];
  return out;
}

/** Whether bytes look like something other than text in UTF-8: a NUL in the first 8 KiB. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8192).includes(0);
}
