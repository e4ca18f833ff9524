/** Tells whether a block between two rules is frontmatter, text, or may be both. */

/**
 * `data`: frontmatter. `text`: it holds no line that could be data. `both`: nobody can tell, so that its words are text
 * and its `key: value` lines data.
 */
export type Verdict = "data" | "text" | "both";

const KEY = /^(?:"(?:[^"\\]|\\.)*"[ \t]*:|'[^']*'[ \t]*:|[\p{L}\p{M}\p{N}_.$@:/ \t-]*:(?=[ \t]|$))/u;
/** Writers forget the blank after the colon. The colon of an address is not one of them. */
const TIGHT_KEY = /^[\p{L}\p{M}\p{N}_.$@/-]+:(?!\/\/)/u;
const ITEM = /^-(?:[ \t]|$)/;
const HEADING = /^#{1,6}[ \t]+\S/;

export function isKeyLine(line: string): boolean {
  return !isContinued(line) && (KEY.test(line) || TIGHT_KEY.test(line));
}

/** Whether the line belongs to the key above it, if there is one. */
export function isContinued(line: string): boolean {
  return /^[ \t]/.test(line) || ITEM.test(line) || isCloser(line);
}

/** The end of a list or mapping in brackets that began on a line before. */
export function isCloser(line: string): boolean {
  return /^[\]}]+,?[ \t]*$/.test(line);
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}

/** The lines have no line ends. */
export function judgeBlock(lines: readonly string[]): Verdict {
  let [hasKey, isData] = [false, true];
  for (const line of lines) {
    if (isBlank(line) || line.startsWith("#")) continue;
    if (isContinued(line)) isData &&= hasKey;
    else if (isKeyLine(line)) hasKey = true;
    else isData = false;
  }
  if (!hasKey) return lines.every(isBlank) ? "data" : "text";
  return isData && !opensLikeText(lines) ? "data" : "both";
}

/**
 * Whether a heading stands alone between blank lines, and the block begins with it or with a blank line. A comment of
 * YAML stands above what it explains, and text under a rule begins after a blank line.
 */
function opensLikeText(lines: readonly string[]): boolean {
  const isHeading = (at: number) => HEADING.test(lines[at] ?? "") && isBlank(lines[at - 1]) && isBlank(lines[at + 1]);
  return isHeading(0) || (isBlank(lines[0]) && lines.some((_, at) => isHeading(at)));
}
