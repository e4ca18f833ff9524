/** Cutting text at paragraphs, sentences and words. Rules of our own, so that every runtime cuts alike. */

const PARAGRAPH_END = /\n[ \t\r]*\n\s*/g;
// A terminator, closing marks, white space, and no lower-case letter after it; full-width terminators need no space.
const SENTENCE_END = /(?<![.!?…])[.!?…]+["'”’»)\]]*\s+(?![\p{Ll}\s])|[。！？]+["'”’»）」』]*\s*|\n[ \t\r]*\n\s*/gu;
const LAST_SPACE = /\s+(?=\S*$)/;

/** Paragraphs with the blank lines after them; joined, they give the text. */
export function cutParagraphs(text: string): readonly string[] {
  return cutAfter(text, PARAGRAPH_END);
}

/** Sentences with the white space after them; joined, they give the text. A blank line ends a sentence too. */
export function cutSentences(text: string): readonly string[] {
  return cutAfter(text, SENTENCE_END);
}

/**
 * The longest beginning of at most `limit` characters, up to white space where its second half has some, and the rest.
 */
export function cutAtLimit(text: string, limit: number): readonly [string, string] {
  const hard = characterOffset(text, limit);
  if (hard === text.length) return [text, ""];
  const half = hard >> 1;
  const space = LAST_SPACE.exec(text.slice(half, hard));
  const at = space === null ? hard : half + space.index + space[0].length;
  return [text.slice(0, at), text.slice(at)];
}

/** Number of Unicode characters. */
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

/** Where the character after the first `count` begins. */
function characterOffset(text: string, count: number): number {
  let at = 0;
  for (let left = count; left > 0 && at < text.length; left--) at += isLowSurrogate(text.charCodeAt(at + 1)) ? 2 : 1;
  return Math.min(at, text.length);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
