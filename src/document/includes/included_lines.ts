/** The part of a file that another one takes in. */
import type { Include, IncludedText } from "./find_includes.ts";

/** Lines of a file, from 1. */
export interface TakenLines {
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

const MDBOOK_MARK = /ANCHOR(_END)?:[ \t]*([\w-]+)/;
const SNIPPET_MARK = /-{2,}8<-{2,}[ \t]+\[[ \t]*(start|end)[ \t]*:[ \t]*([^\]]*?)[ \t]*\]/;
const ASCIIDOC_MARK = /(?:^|[^\w])(tag|end)::([^\s[\]]+)\[\](?=$|[ \t\r])/;

/** Undefined where the file has no such part. Lines that mark sections are left out. */
export function includedLines(file: string, part: Include["part"]): readonly TakenLines[] | undefined {
  const lines = file.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  const ranges = part === null
    ? [{ first: 1, last: lines.length }]
    : "section" in part
    ? sectionsOf(lines, part.section)
    : !("lines" in part)
    ? textIn(lines, part)
    : part.lines.map(({ first, last }) => ({ first, last: Math.min(last ?? lines.length, lines.length) }));
  const found = ranges.filter(({ first, last }) => first <= last).map(({ first, last }): TakenLines => ({
    first,
    last,
    text: lines.slice(first - 1, last).filter((line) => markOf(line) === undefined).join("\n"),
  }));
  return found.length === 0 && part !== null ? undefined : found;
}

/** Nothing where a text that bounds it is not there. */
function textIn(lines: readonly string[], { after, from, before, to }: IncludedText) {
  const lineWith = (text: string | undefined, start: number): number | undefined => {
    if (text === undefined) return undefined;
    const found = lines.findIndex((line, at) => at >= start && line.includes(text));
    return found < 0 ? lines.length : found;
  };
  const afterLine = lineWith(after, 0);
  // What stands behind the text on its line is taken in too.
  const hasRest = afterLine !== undefined && after !== undefined &&
    (lines[afterLine]?.split(after)[1] ?? "").trim() !== "";
  const start = lineWith(from, 0) ?? (afterLine === undefined ? 0 : hasRest ? afterLine : afterLine + 1);
  const toLine = lineWith(to, start);
  const end = lineWith(before, start) ?? (toLine === undefined ? lines.length : toLine + 1);
  return [{ first: start + 1, last: Math.min(end, lines.length) }];
}

/** The lines between the marks of a section, which may stand in several places. */
function sectionsOf(lines: readonly string[], name: string) {
  const ranges: { readonly first: number; readonly last: number }[] = [];
  let first: number | undefined;
  lines.forEach((line, at) => {
    const mark = markOf(line);
    if (mark?.name !== name) return;
    if (!mark.isEnd) first ??= at + 2;
    else if (first !== undefined) {
      ranges.push({ first, last: at });
      first = undefined;
    }
  });
  if (first !== undefined) ranges.push({ first, last: lines.length });
  return ranges;
}

function markOf(line: string): { readonly name: string; readonly isEnd: boolean } | undefined {
  if (line.length > MAX_LINE) return undefined;
  const [, end, anchor] = MDBOOK_MARK.exec(line) ?? [];
  if (anchor !== undefined) return { name: anchor, isEnd: end !== undefined };
  const [, kind, section] = SNIPPET_MARK.exec(line) ?? ASCIIDOC_MARK.exec(line) ?? [];
  return section === undefined ? undefined : { name: section, isEnd: kind === "end" };
}

/** Longer lines mark nothing. */
const MAX_LINE = 1000;
