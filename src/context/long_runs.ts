/**
 * Finds text for which the grammars of highlight.js take time that grows with the square of its length: a line of
 * 40,000 letters takes some of them a minute.
 */

/** The most characters of a line that a grammar reads. */
const MAX_LINE_LENGTH = 500;
/** The most names and spaces in a row, over several lines, that a grammar reads. Code has signs between its names. */
const MAX_RUN_LENGTH = 1500;

/** The most escaped quotes that the grammar of INI files reads. It looks for the end of a key after each of them. */
const MAX_ESCAPED_QUOTES = 300;

/** Whether this grammar should not read the text. */
export function isSlow(text: string, grammar: string): boolean {
  if (grammar === "ini" && (text.match(/\\["']/g) ?? []).length > MAX_ESCAPED_QUOTES) return true;
  return longestRun(text) > MAX_RUN_LENGTH;
}

/** Divides a text before and after its long lines. Joined, the pieces give the text. */
export function cutAtLongLines(text: string): readonly { readonly text: string; readonly isLong: boolean }[] {
  const pieces: { text: string; isLong: boolean }[] = [];
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline + 1;
    const isLong = end - start > MAX_LINE_LENGTH;
    const last = pieces.at(-1);
    if (last !== undefined && last.isLong === isLong) last.text += text.slice(start, end);
    else pieces.push({ text: text.slice(start, end), isLong });
    start = end;
  }
  return pieces;
}

function longestRun(text: string): number {
  let [longest, run] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    run = isOfName(text.charCodeAt(at)) ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

/** Letters, digits, white space, and signs that stand in names. */
function isOfName(code: number): boolean {
  return code > 0x7f || code <= 0x20 || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) || "_$.-,:\\".includes(String.fromCharCode(code));
}
