/** Finds the sections of reStructuredText by their adornment. */
import { type FoundMarkup, MarkupBuilder } from "../markup.ts";

const ADORNMENT = /^([!-/:-@[-`{-~])\1{1,}[ \t]*$/;

export function findMarkup(text: string): FoundMarkup {
  const found = new MarkupBuilder(text);
  const lines = linesOf(text);
  const styles: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [first, second, third] = [lines[at]!, lines[at + 1], lines[at + 2]];
    const sign = ADORNMENT.exec(first.text)?.[1];
    if (sign !== undefined && third !== undefined && third.text.trimEnd() === first.text.trimEnd() && isTitle(second)) {
      heading(`${sign}${sign}`, second!, first.start, third.next);
      found.hide(first.start, first.end);
      found.hide(third.start, third.end);
      at += 2;
      continue;
    }
    const under = second === undefined ? undefined : ADORNMENT.exec(second.text)?.[1];
    if (under !== undefined && isTitle(first) && second!.text.trimEnd().length >= first.text.trim().length) {
      heading(under, first, first.start, second!.next);
      found.hide(second!.start, second!.end);
      at++;
      continue;
    }
    if (/^\.\. (?!.*::)[a-z]/.test(first.text)) {
      found.hide(first.start, first.end);
      continue;
    }
    if (first.text.trim() !== "") found.block({ kind: "line", depth: 0, start: first.start, end: first.end });
  }
  return found.finish();

  function heading(style: string, title: Line, lineStart: number, bodyStart: number): void {
    if (!styles.includes(style)) styles.push(style);
    const level = styles.indexOf(style) + 1;
    found.heading({ level, text: title.text.trim(), id: null, lineStart, bodyStart }, title);
  }
}

interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf("\n", start);
    const next = feed < 0 ? text.length : feed + 1;
    const end = feed < 0 ? next : text[feed - 1] === "\r" ? feed - 1 : feed;
    lines.push({ text: text.slice(start, end), start, end, next });
    start = next;
  }
  return lines;
}

function isTitle(line: Line | undefined): boolean {
  return line !== undefined && line.text.trim() !== "" && !ADORNMENT.test(line.text);
}
