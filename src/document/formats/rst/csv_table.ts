/** Reads tables that are written as lines of values with commas between them. */
import type { TextRange } from "../markup.ts";
import { type Directive, hideOptions, hideSyntax, optionOf, rangeOf } from "./directive_parts.ts";
import { readInline } from "./inline.ts";
import { isBlankLine } from "./lines.ts";

export function readCsvTable(directive: Directive): void {
  const { state, lines, args, options, contentFrom, end, scope } = directive;
  hideSyntax(directive);
  const title = rangeOf(args);
  if (title !== undefined) {
    readInline(state, title);
    state.block(scope, { kind: "paragraph", ...title });
  }
  hideOptions(directive, ({ name }) => name === "header");
  const delimiter = delimiterOf(optionOf(directive, "delim"));
  const header = options.find(({ name }) => name === "header");
  if (header !== undefined) readRow(directive, header.value, delimiter, true);
  for (let at = contentFrom; at < end; at++) {
    if (!isBlankLine(lines[at]!)) readRow(directive, lines[at]!, delimiter, false);
  }
}

function delimiterOf(written = ","): string {
  return written === "tab" ? "\t" : written === "space" ? " " : written[0] ?? ",";
}

/** Quotes around a value are no text. */
function readRow({ state, scope }: Directive, { start, end }: TextRange, delimiter: string, isHead: boolean): void {
  const { text, found } = state;
  const cells: TextRange[][] = [];
  for (let at = start; at <= end;) {
    while (at < end && text[at] === " " && delimiter !== " ") at++;
    const isQuoted = text[at] === '"' && at < end;
    const stop = isQuoted ? closingQuote(text, at + 1, end) : signFrom(text, delimiter, at, end);
    const cell = { start: isQuoted ? at + 1 : at, end: stop };
    if (isQuoted) {
      found.hide(at, at + 1);
      found.hide(stop, Math.min(end, stop + 1));
    }
    readInline(state, cell);
    cells.push([cell]);
    at = (isQuoted ? signFrom(text, delimiter, stop, end) : stop) + 1;
  }
  state.block(scope, { kind: "row", start, end, cells, isHead });
}

/** The place of a sign, or the end. */
function signFrom(text: string, sign: string, from: number, end: number): number {
  let at = from;
  while (at < end && text[at] !== sign) at++;
  return at;
}

/** Two quotes within a value are one that is text. */
function closingQuote(text: string, from: number, end: number): number {
  for (let at = text.indexOf('"', from); at !== -1 && at < end; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return end;
}
