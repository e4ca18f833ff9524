/** Removes from a text what only its old form needed. The same text gives the same result, also a second time. */

/** Signs that stand for several letters, and letters that do not show. */
const LIGATURES: Readonly<Record<string, string>> = {
  "\ufb00": "ff",
  "\ufb01": "fi",
  "\ufb02": "fl",
  "\ufb03": "ffi",
  "\ufb04": "ffl",
  "\ufb05": "st",
  "\ufb06": "st",
};
/** Line ends, Unicode NFC, ligatures, soft hyphens; on a page also words that the end of a line cuts. */
export function normalize(text: string, isPage = false): string {
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?|\u2028|\u2029/g, "\n").normalize("NFC")
    .replace(/[\ufb00-\ufb06]/g, (sign) => LIGATURES[sign]!).replace(/[\u00ad\u200b\u2060\ufeff]/g, "")
    // deno-lint-ignore no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "");
  const lines = plain.split("\n").map((line) => line.trimEnd());
  const clean = isPage ? joinCutWords(lines) : lines;
  return `${clean.join("\n").replace(/\n{3,}/g, "\n\n").trim()}\n`;
}

/** `exam-` at the end of a line and `ple` on the next are one word. Code and tables stay as they are. */
function joinCutWords(lines: readonly string[]): readonly string[] {
  const isCode = lines.map(codeLines());
  const joined: string[] = [];
  // From the end, because a word may be cut twice.
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]!;
    const next = joined.at(-1);
    const rest = next === undefined || isCode[at] || !isCut(line) ? undefined : REST.exec(next)?.[0];
    if (rest === undefined) {
      joined.push(line);
      continue;
    }
    joined.pop();
    if (rest.length < next!.length) joined.push(next!.slice(rest.length + 1));
    joined.push(line.slice(0, -1) + rest);
  }
  return joined.reverse();
}

/** The rest of a word, and the signs after it. Longer ones are not words, and would be read again with each line. */
const REST = /^\p{Ll}{1,100}[.,;:!?)]{0,10}(?= |$)/u;

function isCut(line: string): boolean {
  // Only the end counts, because a line may be as long as a book. A letter takes two units at most.
  return line.endsWith("-") && !line.startsWith("|") && /\p{Ll}{2}-$/u.test(line.slice(-5));
}

/** Tells for one line after the other whether it belongs to a fenced block. */
function codeLines(): (line: string) => boolean {
  let isOpen = false;
  return (line) => {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isOpen = !isOpen;
    return isOpen || isFence;
  };
}
