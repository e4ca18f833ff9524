/** Compares the words that a reader shows with those of another program. */

/** Letters and digits, in lower case. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

export interface WordCount {
  words: number;
  missing: number;
  extra: number;
}

/** Counts the words that one text has more often than the other. */
export function countWords(total: WordCount, ours: string, theirs: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const word of wordsOf(theirs)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    total.words++;
  }
  for (const word of wordsOf(ours)) counts.set(word, (counts.get(word) ?? 0) - 1);
  const other: string[] = [];
  for (const [word, count] of counts) {
    if (count > 0) total.missing += count;
    else total.extra -= count;
    if (count !== 0) other.push(`${count > 0 ? "-" : "+"}${word}${Math.abs(count) > 1 ? `*${Math.abs(count)}` : ""}`);
  }
  return other;
}

export function percent(part: number, whole: number): string {
  return `${(100 * part / Math.max(1, whole)).toFixed(3)} %`;
}

const BLOCKS =
  /<\/?(?:p|div|h\d|li|ul|ol|dl|dt|dd|table|thead|tbody|tr|td|th|pre|blockquote|br|hr|section|colgroup|col)\b[^>]*>/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", shy: "" };

/** The text of HTML. */
export function textOfHtml(html: string): string {
  return html.replace(BLOCKS, "\n").replace(/<!--[\s\S]*?-->/g, "").replace(/<[^>]*>/g, "").replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) =>
      hex !== undefined
        ? String.fromCodePoint(parseInt(hex, 16))
        : decimal !== undefined
        ? String.fromCodePoint(Number(decimal))
        : ENTITIES[name ?? ""] ?? whole,
  );
}
