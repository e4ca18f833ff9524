/** Line numbers of byte offsets. A line ends with its `\n`. */

const NEWLINE = 10;

export interface LineIndex {
  /** Number of lines; a final newline does not begin another one. */
  readonly count: number;
  /** 1-based number of the line that holds this byte. */
  lineAt(offset: number): number;
  /** First byte of a 1-based line; the end of the text past the last line. */
  startOf(line: number): number;
}

/** Finds every line of `bytes` once, so that looking one up is a binary search. */
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
