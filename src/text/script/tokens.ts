/** Divides JavaScript and TypeScript into tokens, as far as their literals need it. It runs nothing. */

export type Token =
  /** Undefined for a text that is computed or never closed, and for a regular expression. */
  | { readonly kind: "text"; readonly value: string | undefined }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "name"; readonly value: string }
  /** One character of punctuation, `=>` or `...`. */
  | { readonly kind: "sign"; readonly value: string };

export const OPENING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
export const CLOSING: ReadonlySet<string> = new Set(Object.values(OPENING));

const SPACE = /(?:\s+|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?(?:\*\/|$))+/y;
const NAME = /[\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /0[xX][\da-fA-F_]+n?|0[bB][01_]+n?|0[oO][0-7_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?n?/y;
// The end is optional. Were an unclosed text tried again at each quotation mark in it, a file could take hours.
const TEXT = /"(?:[^"\\\n\r]|\\[^])*"?|'(?:[^'\\\n\r]|\\[^])*'?/y;
/** Longer regular expressions are not looked for, because each slash of a line may begin one that is never closed. */
const MAX_EXPRESSION = 500;
const ESCAPE = /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r\n|[^]))/g;
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v", "0": "\0" };
const LINE_ENDS = /^[\n\r\u2028\u2029]/;
/** The tokens of a source, in its order; at most `most` of them. */
export function tokensOf(source: string, most: number): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (tokens.length < most) {
    at += matchAt(SPACE, source, at)?.length ?? 0;
    if (at >= source.length) break;
    const [token, length] = tokenAt(source, at, tokens.at(-1));
    tokens.push(token);
    at += length;
  }
  return tokens;
}

function tokenAt(source: string, at: number, before: Token | undefined): readonly [token: Token, length: number] {
  const text = matchAt(TEXT, source, at);
  if (text !== undefined) return [{ kind: "text", value: textIn(text) }, text.length];
  if (source[at] === "`") return templateAt(source, at);
  const word = wordAt(source, at);
  if (word !== undefined) return word;
  // After an operand, a slash divides.
  const isOperand = before !== undefined && (before.kind !== "sign" || CLOSING.has(before.value));
  const expression = source[at] === "/" && !isOperand ? expressionLength(source.slice(at, at + MAX_EXPRESSION)) : 0;
  if (expression > 0) return [{ kind: "text", value: undefined }, expression];
  const sign = source.startsWith("=>", at) ? "=>" : source.startsWith("...", at) ? "..." : source[at]!;
  return [{ kind: "sign", value: sign }, sign.length];
}

/** A name or a number. */
export function wordAt(source: string, at: number): readonly [token: Token, length: number] | undefined {
  const name = matchAt(NAME, source, at);
  if (name !== undefined) return [{ kind: "name", value: name }, name.length];
  const number = matchAt(NUMBER, source, at);
  if (number === undefined) return undefined;
  return [{ kind: "number", value: Number(number.replace(/[_n]/g, "")) }, number.length];
}

/** The text in quotation marks, which may be missing at its end. */
function textIn(quoted: string): string | undefined {
  return quoted.length > 1 && quoted.endsWith(quoted[0]!) ? unescaped(quoted.slice(1, -1)) : undefined;
}

/** The length of the regular expression that the source begins with, its flags included. */
function expressionLength(source: string): number {
  let isInClass = false;
  for (let at = 1; at < source.length && source[at] !== "\n"; at++) {
    const sign = source[at];
    if (sign === "\\") at++;
    else if (sign === "[") isInClass = true;
    else if (sign === "]") isInClass = false;
    else if (sign === "/" && !isInClass) return at + 1 + /^[a-z]*/.exec(source.slice(at + 1))![0].length;
  }
  return 0;
}

export function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

/** A template, up to its own end: what stands in `${…}` may hold others. */
function templateAt(source: string, start: number): readonly [token: Token, length: number] {
  /** The open braces of each `${…}` around this place. */
  const open: number[] = [];
  let isPlain = true;
  let isText = true;
  const outer: boolean[] = [];
  let at = start + 1;
  for (; at < source.length; at++) {
    const sign = source[at];
    if (sign === "\\") at++;
    else if (isText && sign === "`") {
      if (outer.length === 0) break;
      isText = outer.pop()!;
    } else if (isText && sign === "$" && source[at + 1] === "{") {
      [isPlain, isText] = [false, false];
      open.push(0);
      at++;
    } else if (!isText && sign === "`") {
      outer.push(false);
      isText = true;
    } else if (!isText && sign === "{") open[open.length - 1]!++;
    else if (!isText && sign === "}") {
      if (open.at(-1) === 0) {
        open.pop();
        isText = true;
      } else open[open.length - 1]!--;
    }
  }
  const value = isPlain ? unescaped(source.slice(start + 1, at)) : undefined;
  return [{ kind: "text", value }, at + 1 - start];
}

export function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(ESCAPE, (_, wide?: string, four?: string, two?: string, plain = "") => {
    const code = wide ?? four ?? two;
    if (code === undefined) return LINE_ENDS.test(plain) ? "" : ESCAPED[plain] ?? plain;
    const point = Number.parseInt(code, 16);
    return point > 0x10ffff ? "\ufffd" : String.fromCodePoint(point);
  });
}
