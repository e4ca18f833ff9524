/** Cuts text at paragraphs, sentences and words. It has its own rules, so that every runtime cuts alike. */

const PARAGRAPH_END = /\n[ \t\r]*\n\s*/g;
// A terminator, closing marks and white space, without a lower-case letter after it. Full-width terminators need no
// space.
const SENTENCE_END = /(?<![.!?…])[.!?…]+["'”’»)\]]*\s+(?![\p{Ll}\s])|[。！？]+["'”’»）」』]*\s*|\n[ \t\r]*\n\s*/gu;

/** Splits a text into paragraphs, each with the blank lines after it. Joined, they give the text. */
export function cutParagraphs(text: string): readonly string[] {
  return cutAfter(text, PARAGRAPH_END);
}

/**
 * Splits a text into sentences, each with the white space after it. A blank line ends a sentence too. Joined, they give
 * the text.
 */
export function cutSentences(text: string): readonly string[] {
  return cutAfter(text, SENTENCE_END);
}

/**
 * Splits off the longest beginning of at most `limit` characters. It cuts at white space if the second half of the
 * beginning has some. Returns the beginning and the rest.
 */
export function cutAtLimit(text: string, limit: number): readonly [string, string] {
  const hard = characterOffset(text, limit);
  if (hard === text.length) return [text, ""];
  const half = hard >> 1;
  let space = hard;
  while (space > half && !/\s/.test(text[space - 1]!)) space--;
  const at = space === half ? hard : space;
  return [text.slice(0, at), text.slice(at)];
}

/** The number of Unicode characters. */
export function characterLength(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (!isLowSurrogate(text.charCodeAt(at))) count++;
  return count;
}

function cutAfter(text: string, pattern: RegExp): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    parts.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) parts.push(text.slice(start));
  return parts;
}

/** The offset after the first `count` characters. */
function characterOffset(text: string, count: number): number {
  let at = 0;
  for (let left = count; left > 0 && at < text.length; left--) at += isLowSurrogate(text.charCodeAt(at + 1)) ? 2 : 1;
  return Math.min(at, text.length);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
