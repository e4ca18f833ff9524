/** Finds code spans in Markdown: the text between backticks. */

export interface CodeSpan {
  /** The text without the backticks. A line break becomes a space. */
  readonly text: string;
  /** The line on which the span begins, from 1. */
  readonly line: number;
}

/** Matches a fence, which may follow quote marks, list markers and indentation. */
const FENCE = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})/;
const RAW = /^[ \t]*<(script|style|pre|textarea)\b/i;

/**
 * Finds the code spans after a character position, by CommonMark's rules for backticks. Skips fenced code, HTML
 * comments, and elements whose content is not Markdown. Reads indented code like other text.
 */
export function findCodeSpans(text: string, from: number): readonly CodeSpan[] {
  const spans: CodeSpan[] = [];
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < from; at = text.indexOf("\n", at + 1)) line++;
  let block: string[] = [];
  let blockLine = line;
  let closes: ((line: string) => boolean) | undefined;
  const flush = (): void => {
    if (block.length > 0) spans.push(...spansOf(block.join("\n"), blockLine));
    block = [];
  };
  for (const raw of text.slice(from).split("\n")) {
    const current = raw.replace(/\r$/, "");
    if (closes !== undefined) {
      if (closes(current)) closes = undefined;
    } else {
      const fence = FENCE.exec(current)?.[1];
      const element = RAW.exec(current)?.[1]?.toLowerCase();
      if (fence !== undefined) closes = (other) => isClosing(other, fence);
      else if (element !== undefined && !current.toLowerCase().includes(`</${element}>`)) {
        closes = (other) => other.toLowerCase().includes(`</${element}>`);
      } else if (current.includes("<!--") && !current.includes("-->", current.lastIndexOf("<!--"))) {
        closes = (other) => other.includes("-->");
      }
      const isText = closes === undefined && current.trim() !== "";
      if (!isText) flush();
      else {
        if (block.length === 0) blockLine = line;
        block.push(current);
      }
    }
    line++;
  }
  flush();
  return spans;
}

function isClosing(line: string, fence: string): boolean {
  const run = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return run !== undefined && run[0] === fence[0] && run.length >= fence.length;
}

/** Finds the spans of one paragraph or table. */
function spansOf(block: string, firstLine: number): readonly CodeSpan[] {
  if (!block.includes("`")) return [];
  const spans: CodeSpan[] = [];
  const token = /\\[\s\S]|<!--[\s\S]*?-->|`+/g;
  for (let found = token.exec(block); found !== null; found = token.exec(block)) {
    const [opening] = found;
    if (!opening.startsWith("`")) continue;
    const start = found.index + opening.length;
    const end = closingRun(block, start, opening.length);
    if (end === undefined) continue;
    const inner = block.slice(start, end).replace(/\n[ \t>]*/g, " ");
    const isPadded = inner.startsWith(" ") && inner.endsWith(" ") && inner.trim() !== "";
    const line = firstLine + block.slice(0, found.index).split("\n").length - 1;
    spans.push({ text: isPadded ? inner.slice(1, -1) : inner, line });
    token.lastIndex = end + opening.length;
  }
  return spans;
}

/** Finds the next run of exactly this many backticks. */
function closingRun(block: string, from: number, length: number): number | undefined {
  const run = /`+/g;
  run.lastIndex = from;
  for (let found = run.exec(block); found !== null; found = run.exec(block)) {
    if (found[0].length === length) return found.index;
  }
  return undefined;
}
