/** The lines of a text, for readers that go by lines. */

export interface SourceLine {
  readonly start: number;
  /** Before the newline. */
  readonly end: number;
  /** Where the next line starts. */
  readonly next: number;
}

export function sourceLines(text: string, from = 0): readonly SourceLine[] {
  const lines: SourceLine[] = [];
  for (let start = from; start < text.length;) {
    const feed = text.indexOf("\n", start);
    const next = feed < 0 ? text.length : feed + 1;
    const end = feed < 0 ? next : feed > start && text[feed - 1] === "\r" ? feed - 1 : feed;
    lines.push({ start, end, next });
    start = next;
  }
  return lines;
}
