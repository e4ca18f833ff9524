/** Divides a directive into its arguments, its options and its content. */
import type { TextRange } from "../markup.ts";
import { readInline } from "./inline.ts";
import { blanked, indentedEnd, isBlankLine, leastIndent, type Line, partOf } from "./lines.ts";
import { fieldAt } from "./lists.ts";
import type { BodyScope, RstState } from "./state.ts";

/** A directive where it begins. */
export interface DirectiveStart {
  readonly state: RstState;
  readonly lines: Line[];
  readonly at: number;
  readonly to: number;
  readonly scope: BodyScope;
  readonly name: string;
  /** Where the text after the two colons begins. */
  readonly after: number;
  /** The name that stands for it in the text. */
  readonly substitution?: string;
}

export interface Directive extends DirectiveStart {
  /** Its arguments, line by line, without blank ones. */
  readonly args: readonly Line[];
  readonly options: readonly DirectiveOption[];
  /** Where the lines with arguments and options end. */
  readonly contentFrom: number;
  readonly end: number;
  /** The column of its content. */
  readonly margin: number;
}

interface DirectiveOption {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly value: TextRange;
}

export function partsOf(start: DirectiveStart): Directive {
  const { state, lines, at, to, scope, after } = start;
  const { text } = state;
  const end = Math.max(at + 1, indentedEnd(lines, at + 1, to, scope.margin + 1));
  const margin = leastIndent(lines, at + 1, end) ?? scope.margin + 1;
  const first = partOf(text, lines[at]!, after, lines[at]!.end, margin);
  const args = isBlankLine(first) ? [] : [{ ...first, indent: margin }];
  let next = at + 1;
  while (next < end && !isBlankLine(lines[next]!) && fieldAt(text, lines[next]!) === undefined) {
    args.push(lines[next++]!);
  }
  const options: DirectiveOption[] = [];
  while (next < end && !isBlankLine(lines[next]!)) {
    const from = next++;
    const field = fieldAt(text, lines[from]!);
    while (next < end && !isBlankLine(lines[next]!) && fieldAt(text, lines[next]!) === undefined) next++;
    if (field === undefined) continue;
    const value = { start: Math.min(field.valueStart + 1, lines[from]!.end), end: lines[next - 1]!.end };
    options.push({ name: field.name.trim().toLowerCase(), from, to: next, value });
  }
  return { ...start, args, options, contentFrom: next, end, margin };
}

/** The text of the arguments. */
export function argumentOf({ state, args }: Directive): string {
  return args.map(({ start, end }) => state.text.slice(start, end)).join(" ");
}

export function optionOf({ state, options }: Directive, name: string): string | undefined {
  const found = options.find((option) => option.name === name);
  return found === undefined ? undefined : state.text.slice(found.value.start, found.value.end).trim();
}

/** From the first to the last of these lines. */
export function rangeOf(lines: readonly Line[]): TextRange | undefined {
  const [first, last] = [lines[0], lines.at(-1)];
  return first === undefined || last === undefined ? undefined : { start: first.start, end: last.end };
}

export function hideSyntax({ state, lines, at, after }: Directive): void {
  state.found.hide(lines[at]!.start, Math.min(after, lines[at]!.end));
}

export function hideArguments({ state, args }: Directive): void {
  for (const { start, end } of args) state.found.hide(start, end);
}

/** Hides the options, but for the values that these names show. `:name:` is a name of what it stands at. */
export function hideOptions(directive: Directive, show?: (option: DirectiveOption) => boolean): void {
  const { state, lines, options } = directive;
  for (const option of options) {
    if (option.name === "name") state.name(state.text.slice(option.value.start, option.value.end).toLowerCase());
    if (show?.(option) === true) state.found.hide(lines[option.from]!.start, option.value.start);
    else for (let at = option.from; at < option.to; at++) state.found.hide(lines[at]!.start, lines[at]!.end);
  }
}

/** Options whose values the page shows. */
const SHOWN: ReadonlySet<string> = new Set(["caption", "header", "title"]);

/** Shows values of options as paragraphs. */
export function showOptions(directive: Directive): void {
  const { state, options, scope } = directive;
  const isShown = (option: Directive["options"][number]): boolean =>
    SHOWN.has(option.name) && option.value.start < option.value.end;
  hideOptions(directive, isShown);
  for (const { value } of options.filter(isShown)) {
    readInline(state, value);
    state.block(scope, { kind: "paragraph", ...value });
  }
}

/** Reads the content, with the arguments before it if they are text too. */
export function readContent(directive: Directive, scope: BodyScope, withArguments = false): void {
  const { state, lines, at, args, options, contentFrom, end, margin } = directive;
  const inner = { ...scope, margin, nesting: scope.nesting + 1 };
  if (!withArguments || args.length === 0) {
    state.body(lines, contentFrom, end, inner);
    return;
  }
  const isOnFirst = args[0]!.at === lines[at]!.at;
  if (isOnFirst) lines[at] = args[0]!;
  for (const { from, to } of options) for (let each = from; each < to; each++) lines[each] = blanked(lines[each]!);
  state.body(lines, isOnFirst ? at : at + 1, end, inner);
}
