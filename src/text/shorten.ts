/** Shortens names and titles to a number of bytes of UTF-8. No character is cut in two. */

const MARK = "…";
const MARK_BYTES = 3;
const encoder = new TextEncoder();

/** Whether a text takes more than `limit` bytes of UTF-8. */
export function isLongerThan(text: string, limit: number): boolean {
  // A UTF-16 unit takes one to three bytes, so the length often decides without encoding.
  return text.length > limit || (text.length * 3 > limit && encoder.encode(text).length > limit);
}

/** The text if it fits into `limit` bytes, and otherwise its beginning with `…` after it. */
export function shortenEnd(text: string, limit: number): string {
  return isLongerThan(text, limit) ? beginningOf(text, limit - MARK_BYTES) + MARK : text;
}

/** The text if it fits into `limit` bytes, and otherwise its beginning and its end with `…` between them. */
export function shortenMiddle(text: string, limit: number): string {
  if (!isLongerThan(text, limit)) return text;
  const half = (limit - MARK_BYTES) >> 1;
  return beginningOf(text, half) + MARK + endOf(text, half);
}

function beginningOf(text: string, bytes: number): string {
  // `encodeInto` writes whole characters only, and tells how much it has read.
  return text.slice(0, encoder.encodeInto(text.slice(0, bytes), new Uint8Array(bytes)).read);
}

function endOf(text: string, bytes: number): string {
  const encoded = encoder.encode(text.slice(-bytes));
  let start = Math.max(0, encoded.length - bytes);
  while ((encoded[start]! & 0xc0) === 0x80) start++;
  return new TextDecoder().decode(encoded.subarray(start));
}
