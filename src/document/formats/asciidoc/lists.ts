/** Reads lists: their items, terms and what stands in them. */
import { delimiterOf } from "./delimiters.ts";
import { readInline } from "./inline/inline.ts";
import { type AsciidocLine, endOf, LineCursor, restOf, unindented } from "./lines.ts";
import { itemLines } from "./list_lines.ts";
import { isAttributeLine } from "./metadata.ts";
import { paragraphLines, withoutComments } from "./paragraphs.ts";
import { isListStart, type ListStart, siblingStart } from "./list_starts.ts";
import type { AsciidocState, BlockPlace } from "./state.ts";

export function readList(
  cursor: LineCursor,
  first: ListStart,
  { depth }: BlockPlace,
  state: AsciidocState,
): void {
  for (let start: ListStart | undefined = first; start !== undefined;) {
    readItem(cursor, start, depth, state);
    if (!cursor.skipBlank()) return;
    start = siblingStart(cursor.line!.text, first);
  }
}

function readItem(
  cursor: LineCursor,
  start: ListStart,
  depth: number,
  state: AsciidocState,
) {
  const line = cursor.line!;
  const rest = restOf(line, start.from);
  const text: AsciidocLine[] = rest.text === "" ? [] : [rest];
  cursor.at++;
  const inner = new LineCursor(itemLines(cursor, start, text.length > 0, state));
  if (inner.line !== undefined && inner.line.text !== "") addText(inner, text, start, state);
  if (start.kind === "term") {
    const [from, to] = start.term!;
    const name = { text: line.text.slice(from, to), start: line.start + from };
    state.found.hide(endOf(name), endOf(name) + start.sign.length);
    readInline([name], state);
    state.block({ kind: "term", depth, start: name.start, end: endOf(name) });
  } else {
    const indent = line.text.length - line.text.trimStart().length;
    const box = start.kind === "bullet" ? /^\[[ x*]\] /.exec(rest.text)?.[0].length ?? 0 : 0;
    state.found.hide(line.start + indent, rest.start + box);
    if (box > 0) text[0] = restOf(rest, box);
  }
  if (text.length > 0) readInline(text, state, {});
  const at = text[0]?.start ?? endOf(line);
  const range = { start: at, end: text.length === 0 ? at : endOf(text.at(-1)!) };
  const isLast = text.length > 0 || inner.line !== undefined;
  if (start.kind !== "term") state.block({ kind: "item", depth, ordered: start.kind !== "bullet", ...range });
  else if (isLast) state.block({ kind: "definition", depth, ...range });
  const inList = start.kind === "term" ? "term" : "item";
  state.readBlocks(inner.lines.slice(inner.at), { depth: depth + 1, inList });
}

/** The lines right under the first one belong to the text. */
function addText(inner: LineCursor, text: AsciidocLine[], { kind }: ListStart, state: AsciidocState): void {
  const { line } = inner;
  const isText = kind !== "term" || text.length === 0;
  let at = inner.at;
  while (inner.lines[at] !== undefined && /^\/\/(?!\/)/.test(inner.lines[at]!.text)) at++;
  const next = inner.lines[at];
  if (next === undefined || next.text === "" || isAttributeLine(next.text) || delimiterOf(next.text) !== undefined) {
    return;
  }
  if (isListStart(next.text) || (!isText && /^\.[^ \t.]|^:\S+:/.test(next.text))) return;
  if (line === undefined) return;
  for (const each of withoutComments(paragraphLines(inner, true), state)) text.push(unindented(each));
}
