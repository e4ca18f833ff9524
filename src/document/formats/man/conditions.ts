/** Reads the conditions of roff. */

/** The place after the condition of an `if`. */
export function afterCondition(text: string, start: number, end: number): number {
  const part = text.slice(start, Math.min(end, start + 300));
  const [simple] = /^!?[ \t]*(?:[note](?![\w'])|v(?=[ \t])|[drmcFS][ \t]*\S+)/.exec(part) ?? [];
  if (simple !== undefined) return start + simple.length;
  const delimiter = /^!?([^\s\w\\(+\-.])/.exec(part)?.[1];
  if (delimiter !== undefined) {
    const first = part.indexOf(delimiter, part.indexOf(delimiter) + 1);
    const second = first < 0 ? -1 : part.indexOf(delimiter, first + 1);
    if (second > 0) return start + second + 1;
  }
  return start + /^\S*/.exec(part)![0].length;
}
