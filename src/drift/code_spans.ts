/** Finds code in Markdown: the text between backticks, and fenced code. Takes linear time, whatever the text. */

export interface CodeSpan {
  /** The text without the backticks. A line break becomes a space. */
  readonly text: string;
  /** The line on which the span begins, from 1. */
  readonly line: number;
  /** Of reStructuredText: the module that the document says it is about there. */
  readonly module?: string | undefined;
}

/** Matches a fence, which may follow quote marks, list markers and indentation. */
const FENCE = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})/;
/** More than what can stand before a fence and make it. */
const MAX_OPENING_LENGTH = 500;
const RAW = /^[ \t]{0,100}<(script|style|pre|textarea)\b/i;

/**
 * Finds the code spans after a character position, by CommonMark's rules for backticks. Skips fenced code, HTML
 * comments, and elements whose content is not Markdown. Reads indented code like other text.
 */
export function findCodeSpans(text: string, from: number): readonly CodeSpan[] {
  const spans: CodeSpan[] = [];
  forEachBlock(text, from, (block, firstLine) => addSpans(spans, block, firstLine));
  return spans;
}

/** Gives the lines of text that are not code, with blanks where their code spans and comments stand. */
export function* withoutCode(
  text: string,
  from: number,
): Generator<{ readonly line: string; readonly number: number }> {
  const blocks: { readonly block: string; readonly firstLine: number }[] = [];
  forEachBlock(text, from, (block, firstLine) => blocks.push({ block, firstLine }));
  for (const { block, firstLine } of blocks) {
    const shown: string[] = [];
    let shownTo = 0;
    const hide = (start: number, end: number): void => {
      shown.push(block.slice(shownTo, start), block.slice(start, end).replace(/[^\n]/g, " "));
      shownTo = end;
    };
    addSpans([], block, firstLine, hide);
    shown.push(block.slice(shownTo));
    for (const [at, line] of shown.join("").split("\n").entries()) yield { line, number: firstLine + at };
  }
}

/** Calls `take` with each paragraph or table, and the line on which it begins. */
function forEachBlock(text: string, from: number, take: (block: string, firstLine: number) => void): void {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < from; at = text.indexOf("\n", at + 1)) line++;
  let block: string[] = [];
  let blockLine = line;
  let closes: ((line: string) => boolean) | undefined;
  const flush = (): void => {
    if (block.length > 0) take(block.join("\n"), blockLine);
    block = [];
  };
  for (const raw of text.slice(from).split("\n")) {
    const current = raw.replace(/\r$/, "");
    if (closes !== undefined) {
      if (closes(current)) closes = undefined;
    } else {
      const fence = openedBy(current);
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
}

/** Finds the lines of fenced code. Code whose fence nothing closes ends with the text. */
export function* fencedLines(text: string): Generator<string> {
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    if (fence === undefined) fence = openedBy(line.replace(/\r$/, ""));
    else if (isClosing(line.replace(/\r$/, ""), fence)) fence = undefined;
    else yield line;
  }
}

function openedBy(line: string): string | undefined {
  // A long line is a paragraph, unless its info string is long, which nobody writes.
  return line.length > MAX_OPENING_LENGTH ? undefined : FENCE.exec(line)?.[1];
}

function isClosing(line: string, fence: string): boolean {
  const run = line.length > MAX_OPENING_LENGTH ? undefined : /^[ \t>]*(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return run !== undefined && run[0] === fence[0] && run.length >= fence.length;
}

/** Adds the spans of one paragraph or table, and tells where they and comments stand in it. */
function addSpans(
  spans: CodeSpan[],
  block: string,
  firstLine: number,
  hide: (start: number, end: number) => void = () => {},
): void {
  if (!block.includes("`") && !block.includes("<!--")) return;
  const nextRun = indexRuns(block);
  const token = /\\[\s\S]|<!--|`+/g;
  const lastComment = block.lastIndexOf("-->");
  let line = firstLine;
  let counted = 0;
  for (let found = token.exec(block); found !== null; found = token.exec(block)) {
    const [opening] = found;
    if (opening === "<!--") {
      // A comment that goes on after the paragraph is none.
      if (lastComment >= token.lastIndex) {
        token.lastIndex = block.indexOf("-->", token.lastIndex) + 3;
        hide(found.index, token.lastIndex);
      }
    }
    if (!opening.startsWith("`")) continue;
    const start = found.index + opening.length;
    const end = nextRun(start, opening.length);
    if (end === undefined) continue;
    const inner = block.slice(start, end).replace(/\n[ \t>]*/g, " ");
    const isPadded = inner.startsWith(" ") && inner.endsWith(" ") && inner.trim() !== "";
    for (; counted < found.index; counted++) if (block[counted] === "\n") line++;
    spans.push({ text: isPadded ? inner.slice(1, -1) : inner, line });
    token.lastIndex = end + opening.length;
    hide(found.index, token.lastIndex);
  }
}

/** Gives the next run of exactly this many backticks from a position on. The positions must not go back. */
function indexRuns(block: string): (from: number, length: number) => number | undefined {
  const byLength = new Map<number, { readonly starts: number[]; at: number }>();
  for (const { 0: run, index } of block.matchAll(/`+/g)) {
    const known = byLength.get(run.length);
    if (known === undefined) byLength.set(run.length, { starts: [index], at: 0 });
    else known.starts.push(index);
  }
  return (from, length) => {
    const runs = byLength.get(length);
    if (runs === undefined) return undefined;
    while (runs.at < runs.starts.length && runs.starts[runs.at]! < from) runs.at++;
    return runs.starts[runs.at];
  };
}
