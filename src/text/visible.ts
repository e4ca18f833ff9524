/**
 * Texts as their reader sees them, in the bytes of a file: of the same length, with markup as spaces or joiners. So
 * each byte keeps its place.
 */

/** Stands for markup between letters that a reader sees side by side (`JOINER` in wasm/src/visible.rs). */
const JOINER = 0x7f;

/** The bytes, with joiners in place of these ranges: start, end, start, end, … */
export function joinRanges(bytes: Uint8Array, ranges: Uint32Array): Uint8Array {
  if (ranges.length === 0) return bytes;
  const out = bytes.slice();
  for (let at = 0; at < ranges.length; at += 2) out.fill(JOINER, ranges[at], ranges[at + 1]);
  return out;
}

/** Whether two texts in pieces differ in white space and markup alone (`of` in wasm/src/fingerprints.rs). */
export function isSameText(one: readonly Uint8Array[], other: readonly Uint8Array[]): boolean {
  return wordsOf(one) === wordsOf(other);
}

function wordsOf(pieces: readonly Uint8Array[]): string {
  return pieces.map(decodeVisible).join(" ").split(/[ \t\n\r\v\f]+/).filter((word) => word !== "").join(" ");
}

/** The text that a reader sees, without the joiners. */
export function decodeVisible(visible: Uint8Array): string {
  return new TextDecoder().decode(visible).replaceAll("\x7f", "");
}
