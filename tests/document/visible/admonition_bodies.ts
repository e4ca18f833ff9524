/** Moves the bodies of MkDocs' admonitions and tabs to the left, as MkDocs reads them. */
import { ADMONITION_LINE } from "./dialect_edits.ts";
import { findPlaces } from "./places.ts";
import type { PageDialect } from "./syntax.ts";

const DEEPEST = 8;

/** Returns the text with those bodies as text: CommonMark may take them for indented code. */
export function withoutBodyIndents(text: string, dialect: PageDialect): string {
  let page = text;
  const done = new Set<number>();
  // A body may hold another admonition, which shows only when its own indent is gone.
  for (let level = 0; level < DEEPEST && hasOpenBody(page, done); level++) page = moveBodies(page, dialect, done);
  // A blank line keeps the first line apart, so that a table may follow it.
  return page.split("\n").map((line, number) => done.has(number) ? `${line}\n` : line).join("\n");
}

function hasOpenBody(text: string, done: ReadonlySet<number>): boolean {
  return text.split("\n").some((line, number) => isFirstLine(line) && !done.has(number));
}

function isFirstLine(line: string): boolean {
  return ADMONITION_LINE.exec(line)?.[3] !== undefined;
}

/** Moves the outermost bodies whose first line is not in `done`, and adds those lines to it. */
function moveBodies(text: string, dialect: PageDialect, done: Set<number>): string {
  const { isCode } = findPlaces(text, dialect);
  let offset = 0;
  let body: number | undefined;
  return text.split("\n").map((line, number) => {
    const indent = line.length - line.trimStart().length;
    const isCodeLine = isCode(offset + indent);
    offset += line.length + 1;
    if (body !== undefined && (line.trim() === "" || indent >= body)) return line.replace(/^(?: {1,4}|\t)/, "");
    body = undefined;
    if (isFirstLine(line) && !isCodeLine && !done.has(number)) {
      done.add(number);
      body = indent + 4;
    }
    return line;
  }).join("\n");
}
