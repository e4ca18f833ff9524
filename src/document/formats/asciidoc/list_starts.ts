/** Recognises how the items of lists begin. */

/** How an item begins. Items of the same list have the same sign. */
export interface ListStart {
  readonly kind: "bullet" | "number" | "term" | "callout";
  readonly sign: string;
  /** Where the text begins. */
  readonly from: number;
  /** Of a term: where it begins, and where its sign does. */
  readonly term?: readonly [number, number];
}

const BULLET = /^[ \t]*(-|\*+|\u2022)[ \t]+(?=.)/;
const NUMBER = /^[ \t]*(\.+|\d+\.|[a-zA-Z]\.|[IVXivx]+\))[ \t]+(?=.)/;
const TERM = /^(?!\/\/[^/])[ \t]*([^ \t].*?)(:::{0,2}|;;)(?:$|[ \t]+(?=.))/;
const CALLOUT = /^<(?:\d+|\.)>[ \t]+(?=.)/;

export function listStart(text: string): ListStart | undefined {
  const [callout] = text.startsWith("<") ? CALLOUT.exec(text) ?? [] : [];
  if (callout !== undefined) return { kind: "callout", sign: "<1>", from: callout.length };
  const bullet = BULLET.exec(text);
  if (bullet !== null) return { kind: "bullet", sign: bullet[1]!, from: bullet[0].length };
  const number = NUMBER.exec(text);
  if (number !== null) return { kind: "number", sign: numbering(number[1]!), from: number[0].length };
  return text.includes("::") || text.includes(";;") ? termStart(text) : undefined;
}

function termStart(text: string): ListStart | undefined {
  const match = TERM.exec(text);
  if (match === null) return undefined;
  const end = match[0].trimEnd().length - match[2]!.length;
  return { kind: "term", sign: match[2]!, from: match[0].length, term: [end - match[1]!.length, end] };
}

export function isListStart(text: string): boolean {
  return listStart(text) !== undefined;
}

/** `1.`, `a.`, … for all numbers of a kind. */
function numbering(sign: string): string {
  if (sign.startsWith(".")) return sign;
  if (/^\d/.test(sign)) return "1.";
  if (sign.endsWith(")")) return /^[ivx]/.test(sign) ? "i)" : "I)";
  return /^[a-z]/.test(sign) ? "a." : "A.";
}

/** Whether a line begins another item of the list. */
export function siblingStart(text: string, { kind, sign }: ListStart): ListStart | undefined {
  const start = kind === "term" && (text.includes("::") || text.includes(";;"))
    ? siblingTerm(text, sign)
    : listStart(text);
  return start !== undefined && start.kind === kind && start.sign === sign ? start : undefined;
}

const SIBLING_TERMS: Readonly<Record<string, RegExp>> = {
  "::": /^(?!\/\/[^/])[ \t]*([^ \t].*?[^:]|[^ \t:])(::)(?:$|[ \t]+(?=.))/,
  ":::": /^(?!\/\/[^/])[ \t]*([^ \t].*?[^:]|[^ \t:])(:::)(?:$|[ \t]+(?=.))/,
  "::::": /^(?!\/\/[^/])[ \t]*([^ \t].*?[^:]|[^ \t:])(::::)(?:$|[ \t]+(?=.))/,
  ";;": /^(?!\/\/[^/])[ \t]*([^ \t].*?)(;;)(?:$|[ \t]+(?=.))/,
};

function siblingTerm(text: string, sign: string): ListStart | undefined {
  const match = SIBLING_TERMS[sign]!.exec(text);
  if (match === null) return undefined;
  const end = match[0].trimEnd().length - sign.length;
  return { kind: "term", sign, from: match[0].length, term: [end - match[1]!.length, end] };
}
