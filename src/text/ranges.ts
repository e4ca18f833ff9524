/** Lists of byte ranges as `[start, end, start, end, …]`. They are ascending and disjoint. */

/** The parts of the ranges inside these pieces. The result counts from the start of the joined pieces. */
export function clipRanges(
  ranges: Uint32Array,
  pieces: readonly { readonly start: number; readonly end: number }[],
): Uint32Array {
  const clipped: number[] = [];
  let before = 0;
  for (const { start, end } of pieces) {
    for (let at = firstEndingAfter(ranges, start); at < ranges.length && ranges[at]! < end; at += 2) {
      clipped.push(Math.max(ranges[at]!, start) - start + before, Math.min(ranges[at + 1]!, end) - start + before);
    }
    before += end - start;
  }
  return Uint32Array.from(clipped);
}

/** The index of the first range that ends after `offset`. */
function firstEndingAfter(ranges: Uint32Array, offset: number): number {
  let low = 0;
  let high = ranges.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges[2 * middle + 1]! <= offset) low = middle + 1;
    else high = middle;
  }
  return 2 * low;
}

/** The bytes, with spaces in place of the ranges. */
export function blankRanges(bytes: Uint8Array, ranges: Uint32Array): Uint8Array {
  if (ranges.length === 0) return bytes;
  const out = bytes.slice();
  for (let at = 0; at < ranges.length; at += 2) out.fill(0x20, ranges[at], ranges[at + 1]);
  return out;
}
