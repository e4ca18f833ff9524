/** Reads the lines before a block: its title and attributes, entries of the document, and comments. */
import { type BlockAttributes, readAttributeList } from "./attribute_list.ts";
import { type AsciidocLine, endOf, isRun, type LineCursor } from "./lines.ts";
import type { AsciidocState } from "./state.ts";

const ANCHOR = /^\[\[(?:|([\p{L}_:][\p{L}\p{M}\p{Nd}\p{Pc}\-:.]*)(?:, *(.+))?)\]\]$/u;
const LIST = /^\[(|[\p{L}\p{M}\p{Nd}\p{Pc}.#%{,"'].*)\]$/u;
export const ENTRY = /^:(!?[\p{L}\p{M}\p{Nd}\p{Pc}][^:]*):(?:[ \t]+(.*))?$/u;
const TITLE = /^\.(\.?[^ \t.].*)$/;

export function isAttributeLine(text: string): boolean {
  return text.startsWith("[") && text.endsWith("]") && (ANCHOR.test(text) || LIST.test(text));
}

export function isTitleLine(text: string): boolean {
  return text.startsWith(".") && TITLE.test(text);
}

export function isEntry(text: string): boolean {
  return text.startsWith(":") && ENTRY.test(text);
}

export function isCommentLine(text: string): boolean {
  return text.startsWith("//") && !text.startsWith("///");
}

/** Reads all such lines. */
export function readMetadata(cursor: LineCursor, attributes: BlockAttributes, state: AsciidocState): void {
  while (cursor.skipBlank() && readLine(cursor, attributes, state));
}

function readLine(cursor: LineCursor, attributes: BlockAttributes, state: AsciidocState): boolean {
  const line = cursor.line!;
  const { text } = line;
  if (text.startsWith("[") && isAttributeLine(text)) {
    readAttributes(line, attributes, state);
    state.hideAttributes(line);
    cursor.at++;
    return true;
  }
  if (isCommentLine(text)) {
    state.hideLine(line);
    cursor.at++;
    return true;
  }
  if (text.startsWith("////") && isRun(text)) {
    cursor.at++;
    state.hideLines([line, ...cursor.takeUntil((each) => each.text === text)]);
    closeBlock(cursor, line, state);
    return true;
  }
  if (isTitleLine(text)) {
    state.found.hide(line.start, line.start + 1);
    // The last one counts.
    if (attributes.title !== undefined) state.hide(attributes.title);
    attributes.title = { text: text.slice(1), start: line.start + 1, end: endOf(line) };
    cursor.at++;
    return true;
  }
  return isEntry(text) && readEntry(cursor, state);
}

/** Passes the line that ends a block, or says that there is none. */
export function closeBlock(cursor: LineCursor, open: AsciidocLine, state: AsciidocState): void {
  if (cursor.line === undefined) state.found.problem("a block has no end", open.start);
  else state.hideLine(cursor.line);
  cursor.at++;
}

function readAttributes(line: AsciidocLine, attributes: BlockAttributes, state: AsciidocState): void {
  const [, id] = ANCHOR.exec(line.text) ?? [];
  if (line.text.startsWith("[[")) {
    if (id !== undefined) attributes.id = id;
  } else attributes.add(readAttributeList(state.attributes.resolved(line.text.slice(1, -1)), line.start + 1));
  if (line.text.includes("{")) attributes.isMoved = true;
}

/** `:name: value`, over several lines where each one ends with a backslash. */
export function readEntry(cursor: LineCursor, state: AsciidocState): boolean {
  const [, name, first = ""] = ENTRY.exec(cursor.line!.text) ?? [];
  if (name === undefined) return false;
  const isConditional = state.conditional.has(cursor.line!.start);
  state.hideLine(cursor.line!);
  cursor.at++;
  let value = first;
  const [, sign] = / ([\\+])$/.exec(first) ?? [];
  if (sign !== undefined) {
    const parts = [first.slice(0, -2).trimEnd()];
    for (let isOpen = true; isOpen && cursor.line !== undefined && cursor.line.text !== ""; cursor.at++) {
      state.hideLine(cursor.line);
      const next = cursor.line.text.trimStart();
      isOpen = next.endsWith(` ${sign}`);
      parts.push(isOpen ? next.slice(0, -2).trimEnd() : next);
    }
    value = parts.join(" ");
  }
  state.attributes.enter(name, value, isConditional);
  return true;
}
