/** Line numbers of byte offsets. Each line includes its `\n`. */

const NEWLINE = 10;

export interface LineIndex {
  /** The number of lines. A final newline does not begin another line. */
  readonly count: number;
  /** The 1-based number of the line that holds this byte. */
  lineAt(offset: number): number;
  /** The first byte of a 1-based line, or the end of the text for a line after the last. */
  startOf(line: number): number;
}

/** Finds every line of `bytes` once. Each lookup is then a binary search. */
export function indexLines(bytes: Uint8Array): LineIndex {
  const starts = [0];
  for (let at = nextLine(bytes, 0); at < bytes.length; at = nextLine(bytes, at)) starts.push(at);
  return {
    count: starts.length,
    lineAt(offset) {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((starts[middle] as number) <= offset) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    startOf: (line) => starts[line - 1] ?? bytes.length,
  };
}

/** The byte after the newline that ends the line of `offset`, or the end of `bytes`. */
export function nextLine(bytes: Uint8Array, offset: number): number {
  const newline = bytes.indexOf(NEWLINE, offset);
  return newline < 0 ? bytes.length : newline + 1;
}
