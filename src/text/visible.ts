/**
 * Texts as their reader sees them, in the bytes of a file: of the same length, with markup as spaces or joiners. So
 * each byte keeps its place.
 */

/** Stands for markup between letters that a reader sees side by side (`JOINER` in wasm/src/visible.rs). */
const JOINER = 0x7f;

/**
 * The bytes, with joiners in place of these ranges, except newlines: start, end, start, end, … A character that is
 * partly in a range is replaced completely (`join` in wasm/src/visible.rs).
 */
export function joinRanges(bytes: Uint8Array, ranges: Uint32Array): Uint8Array {
  if (ranges.length === 0) return bytes;
  const out = bytes.slice();
  for (let at = 0; at < ranges.length; at += 2) {
    let [start, end] = [ranges[at]!, Math.min(ranges[at + 1]!, bytes.length)];
    if (start >= end) continue;
    while (isInsideCharacter(bytes[start])) start--;
    while (isInsideCharacter(bytes[end])) end++;
    for (let place = start; place < end; place++) if (!isNewline(out[place])) out[place] = JOINER;
  }
  return out;
}

/** Whether two texts in pieces differ in white space and markup alone (`of` in wasm/src/fingerprints.rs). */
export function isSameText(one: readonly Uint8Array[], other: readonly Uint8Array[]): boolean {
  return wordsOf(one) === wordsOf(other);
}

function wordsOf(pieces: readonly Uint8Array[]): string {
  return pieces.map(decodeVisible).join(" ").split(/[ \t\n\r\v\f]+/).filter((word) => word !== "").join(" ");
}

function isInsideCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function isNewline(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d;
}

/** The text that a reader sees, without the joiners. */
export function decodeVisible(visible: Uint8Array): string {
  return new TextDecoder().decode(visible).replaceAll("\x7f", "");
}
