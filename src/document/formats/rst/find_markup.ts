/** Reads a text of reStructuredText as docutils and Sphinx do, as far as one file tells. */
import { type FoundMarkup, MarkupBuilder } from "../markup.ts";
import { readBody } from "./body.ts";
import { isBlankLine, leastIndent, linesOf } from "./lines.ts";
import { findReferences } from "./references.ts";
import { RstState } from "./state.ts";

export function findMarkup(text: string, isPart = false): FoundMarkup {
  const textStart = text.startsWith("\ufeff") ? 1 : 0;
  const found = new MarkupBuilder(text, textStart);
  const state: RstState = new RstState(
    text,
    found,
    (lines, from, to, scope) => readBody(state, lines, from, to, scope),
    isPart,
  );
  const lines = linesOf(text, textStart);
  const scope = { depth: 0, nesting: 0, titles: true, objects: 0, object: "", domain: "", isCell: false };
  let from = 0;
  if (isPart) from = readSignature(state, lines);
  // A part may be cut out of a block, whose text is indented.
  const margin = isPart ? leastIndent(lines, from, lines.length) ?? 0 : 0;
  readBody(state, lines, from, lines.length, { ...scope, margin });
  state.place(text.length);
  findReferences(state);
  return found.finish();
}

/** The first line of a part that describes an object is its signature. Everything below it is indented. */
function readSignature({ found }: RstState, lines: ReturnType<typeof linesOf>): number {
  const [first, second] = lines;
  const least = leastIndent(lines, 1, lines.length);
  if (first === undefined || first.indent > 0 || second === undefined || least === undefined || least === 0) return 0;
  if (!isBlankLine(second) && isBlankLine(first)) return 0;
  let end = 1;
  while (end < lines.length && !isBlankLine(lines[end]!)) end++;
  for (const line of lines.slice(0, end)) {
    if (line === first || found.text[line.start] !== ":") {
      found.block({ kind: "paragraph", depth: 0, start: line.start, end: line.end });
      found.mark("code", line.start, line.end);
    } else found.hide(line.start, line.end);
  }
  return end;
}
