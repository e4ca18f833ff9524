/** Reads paragraphs, and those that are more: notes, quotations, and text that is indented. */
import type { BlockAttributes } from "./attribute_list.ts";
import { delimiterOf } from "./delimiters.ts";
import { readInline } from "./inline/inline.ts";
import { type AsciidocLine, endOf, type LineCursor, restOf, unindented } from "./lines.ts";
import { isListStart } from "./list_starts.ts";
import { isAttributeLine, isCommentLine } from "./metadata.ts";
import { NOTES, noteWord, readCredits } from "./notes.ts";
import type { AsciidocState, BlockPlace } from "./state.ts";
import { substitutions } from "./values.ts";

const NOTE = /^(NOTE|TIP|IMPORTANT|WARNING|CAUTION)(:[ \t]+)/;

/** The lines of the paragraph at the cursor, up to where a block begins. Under an item's text, a list ends it too. */
export function paragraphLines(cursor: LineCursor, isInList: boolean): AsciidocLine[] {
  const first = cursor.at;
  const lines = cursor.takeUntil(({ text }) =>
    text === "" || text === "+" ||
    (cursor.at > first && (isAttributeLine(text) || delimiterOf(text) !== undefined || (isInList && isListStart(text))))
  );
  // What can be nothing else is text.
  if (lines.length === 0) lines.push(cursor.lines[cursor.at++]!);
  return lines;
}

export function withoutComments(lines: readonly AsciidocLine[], state: AsciidocState): AsciidocLine[] {
  return lines.filter((line) => {
    if (!isCommentLine(line.text)) return true;
    state.hideLine(line);
    return false;
  });
}

export function readParagraph(
  cursor: LineCursor,
  attributes: BlockAttributes,
  place: BlockPlace,
  state: AsciidocState,
): void {
  const { depth } = place;
  const { style } = attributes;
  const isIndented = /^[ \t]/.test(cursor.line!.text);
  const lines = paragraphLines(cursor, place.inList !== undefined);
  if (isIndented && style === undefined && place.inList !== "term") {
    for (const line of lines) {
      readInline([line], state, { subs: substitutions(attributes.named.get("subs")?.text, "none") });
    }
    state.block({ kind: "code", depth, start: lines[0]!.start, end: endOf(lines.at(-1)!) });
    return;
  }
  const text = withoutComments(lines, state);
  if (text.length === 0) return;
  const [, word, between = ""] = NOTE.exec(text[0]!.text) ?? [];
  if (word !== undefined || NOTES.has(style ?? "")) {
    noteWord(attributes, word === undefined ? undefined : text[0], depth, state);
    if (word !== undefined) text[0] = restOf(text[0]!, word.length + between.length);
    plain(text, attributes, depth + 1, state);
  } else if (style === undefined && text[0]!.text.startsWith("> ")) quoteSigns(text, depth, state);
  else if (style === "quote" || isQuoted(text)) quotation(text, attributes, depth, state);
  else plain(text, attributes, depth, state);
}

function plain(lines: readonly AsciidocLine[], { named }: BlockAttributes, depth: number, state: AsciidocState): void {
  const text = lines.map(unindented);
  readInline(text, state, { subs: substitutions(named.get("subs")?.text, "normal") });
  state.block({ kind: "paragraph", depth, start: text[0]!.start, end: endOf(text.at(-1)!) });
}

/** As Markdown has it. */
function quoteSigns(lines: readonly AsciidocLine[], depth: number, state: AsciidocState): void {
  state.block({ kind: "quote", depth, start: lines[0]!.start, end: lines[0]!.start });
  const inner = lines.map((line) => {
    const signs = line.text === ">" ? 1 : line.text.startsWith("> ") ? 2 : 0;
    state.found.hide(line.start, line.start + signs);
    return restOf(line, signs);
  });
  const last = inner.at(-1)!;
  const credit = last.text.startsWith("-- ") ? inner.pop() : undefined;
  state.readBlocks(inner, { depth: depth + 1 });
  if (credit !== undefined) creditLine(credit, depth + 1, state);
}

/** Lines in quotation marks, with one under them that says whose they are. */
function isQuoted(lines: readonly AsciidocLine[]): boolean {
  return lines.length > 1 && lines[0]!.text.startsWith('"') && lines.at(-1)!.text.startsWith("-- ") &&
    lines.at(-2)!.text.endsWith('"');
}

function quotation(
  lines: readonly AsciidocLine[],
  attributes: BlockAttributes,
  depth: number,
  state: AsciidocState,
): void {
  state.block({ kind: "quote", depth, start: lines[0]!.start, end: lines[0]!.start });
  const text = [...lines];
  const credit = isQuoted(text) ? text.pop() : undefined;
  plain(text, attributes, depth + 1, state);
  if (credit !== undefined) creditLine(credit, depth + 1, state);
  readCredits(attributes, depth, state);
}

function creditLine(line: AsciidocLine, depth: number, state: AsciidocState): void {
  readInline([line], state);
  state.block({ kind: "paragraph", depth, start: line.start, end: endOf(line) });
}
