/** Reads what begins with two dots: directives, footnotes, targets, substitutions and comments. */
import { readDirective } from "./directives.ts";
import { indentedEnd, isBlankLine, isSpace, type Line } from "./lines.ts";
import { readHanging } from "./lists.ts";
import { type BodyScope, type RstState, targetName } from "./state.ts";

const NAME = "[\\p{L}\\p{N}]+(?:[-._+:][\\p{L}\\p{N}]+)*";
const DIRECTIVE = new RegExp(`(${NAME}) ?::(?= |\\t|$)`, "muy");
const LABEL = new RegExp(`\\[(\\d+|#|#${NAME}|\\*|${NAME})\\](?= |\\t|$)`, "muy");
const SUBSTITUTION = new RegExp(`\\|(?! )([^|\\n]+)(?<! )\\|[ \\t]+(${NAME}) ?::(?= |\\t|$)`, "muy");
const TARGET = /_(?:`((?:[^`\\]|\\.)+)`|((?![ `_])(?:[^:\\\n]|\\.|:(?![ \t]|$))+)|(_)):(?= |\t|$)/my;

export function readExplicit(
  state: RstState,
  lines: Line[],
  at: number,
  to: number,
  scope: BodyScope,
): number | undefined {
  const { text } = state;
  const line = lines[at]!;
  const { start, end } = line;
  const isAnonymous = text.startsWith("__", start);
  if (!isAnonymous && !text.startsWith("..", start)) return undefined;
  let inner = start + 2;
  if (inner < end && !isSpace(text.charCodeAt(inner))) return undefined;
  while (inner < end && isSpace(text.charCodeAt(inner))) inner++;
  if (isAnonymous) {
    if (inner >= end) return undefined;
    const last = addressEnd(lines, at, to, scope);
    for (const each of lines.slice(at, last)) state.found.hide(each.start, each.end);
    state.anonymous.push(text.slice(inner, lines[last - 1]!.end).replace(/\s+/g, ""));
    return last;
  }
  return readMarked({ state, lines, at, to, scope, inner });
}

interface Marked {
  readonly state: RstState;
  readonly lines: Line[];
  readonly at: number;
  readonly to: number;
  readonly scope: BodyScope;
  /** Where the text after the dots begins. */
  readonly inner: number;
}

function readMarked(marked: Marked): number {
  const { state, lines, at, to, scope, inner } = marked;
  const { text } = state;
  const line = lines[at]!;
  const matched = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = inner;
    const found = pattern.exec(text);
    return found === null || inner + found[0].length > line.end ? undefined : found;
  };
  switch (text[inner]) {
    case "[": {
      const label = matched(LABEL);
      if (label !== undefined) return readFootnote(marked, label[1]!, inner + label[0].length);
      break;
    }
    case "_": {
      const end = readTarget(marked);
      if (end !== undefined) return end;
      break;
    }
    case "|": {
      const found = matched(SUBSTITUTION);
      if (found !== undefined) {
        const after = inner + found[0].length;
        return readDirective({ state, lines, at, to, scope, name: found[2]!, after, substitution: found[1]! });
      }
      break;
    }
    default: {
      const found = inner < line.end ? matched(DIRECTIVE) : undefined;
      if (found === undefined) break;
      state.isStart = false;
      return readDirective({ state, lines, at, to, scope, name: found[1]!, after: inner + found[0].length });
    }
  }
  return hideComment(marked);
}

/** An empty comment does not take in what is below it. */
function hideComment({ state, lines, at, to, scope, inner }: Marked): number {
  const line = lines[at]!;
  const isEmpty = inner >= line.end && (at + 1 >= to || isBlankLine(lines[at + 1]!));
  const end = isEmpty ? at + 1 : Math.max(at + 1, indentedEnd(lines, at + 1, to, scope.margin + 1));
  for (let each = at; each < end; each++) state.found.hide(lines[each]!.start, lines[each]!.end);
  return end;
}

/** The number of a footnote and the key of a citation are text. The name of one that gets a number is not. */
function readFootnote({ state, lines, at, to, scope, inner }: Marked, label: string, after: number): number {
  const { found } = state;
  const line = lines[at]!;
  state.isStart = false;
  found.hide(line.start, /^[#*]/.test(label) ? after : inner);
  state.name(targetName(label.replace(/^#/, "")));
  state.place(line.start);
  state.block(scope, { kind: "term", start: line.start, end: after });
  state.block(scope, { kind: "definition", start: after, end: after });
  return readHanging(state, lines, at, to, scope, after);
}

/** An address goes on in the lines below, up to a blank one. */
function addressEnd(lines: readonly Line[], at: number, to: number, { margin }: BodyScope): number {
  let end = at + 1;
  while (end < to && !isBlankLine(lines[end]!) && lines[end]!.indent > margin) end++;
  return end;
}

function readTarget({ state, lines, at, to, scope, inner }: Marked): number | undefined {
  const { text, found } = state;
  const end = addressEnd(lines, at, to, scope);
  const last = lines[end - 1]!.end;
  TARGET.lastIndex = inner;
  const [whole, quoted, plain, anonymous] = TARGET.exec(text) ?? [];
  if (whole === undefined || inner + whole.length > last) return undefined;
  for (let each = at; each < end; each++) found.hide(lines[each]!.start, lines[each]!.end);
  const written = text.slice(inner + whole.length, last).trim();
  // The name of another target may have spaces.
  const address = /^`[^`]*`_$/.test(written) ? written : written.replace(/\s+/g, "");
  const name = targetName(quoted ?? plain ?? "");
  if (anonymous !== undefined) state.anonymous.push(address);
  else if (address === "") {
    state.targets.set(name, `#${name}`);
    state.name(name);
  } else state.targets.set(name, address);
  return end;
}
