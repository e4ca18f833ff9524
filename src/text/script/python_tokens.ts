/** Divides Python into the tokens of its literals. It runs nothing. */
import { CLOSING, matchAt, OPENING, type Token, unescaped, wordAt } from "./tokens.ts";

const SPACE = /(?:[ \t\f\r\uFEFF]+|\\\r?\n|#[^\n]*)+/y;
// Every form may end with the source or the line, so that no text is tried again from its middle.
const FORMS = ['"', "'"].flatMap((mark) => [
  String.raw`${mark}{3}(?:[^${mark}\\]|\\[^]|${mark}(?!${mark}{2}))*(?:${mark}{3}|\\?$)`,
  String.raw`${mark}(?:[^${mark}\\\n]|\\[^])*${mark}?`,
]);
const TEXT = new RegExp(`[rRbBuUfFtT]{0,2}(?:${FORMS.join("|")})`, "y");
const PARTS = /^([a-z]*)("""|'''|"|')([^]*)$/i;

/** The tokens of a source, in its order; at most `most` of them. A `;` ends each line outside brackets. */
export function pythonTokensOf(source: string, most: number): readonly Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  let at = 0;
  while (tokens.length < most) {
    at += matchAt(SPACE, source, at)?.length ?? 0;
    if (at >= source.length) break;
    if (source[at] === "\n") {
      if (depth === 0) tokens.push({ kind: "sign", value: ";" });
      at++;
      continue;
    }
    const [token, length] = tokenAt(source, at);
    at += length;
    const before = tokens.at(-1);
    // Texts beside each other are one.
    if (token.kind === "text" && before?.kind === "text") tokens[tokens.length - 1] = joined(before.value, token.value);
    else tokens.push(token);
    if (token.kind !== "sign") continue;
    if (token.value in OPENING) depth++;
    else if (CLOSING.has(token.value)) depth = Math.max(0, depth - 1);
  }
  return tokens;
}

function tokenAt(source: string, at: number): readonly [token: Token, length: number] {
  const text = matchAt(TEXT, source, at);
  if (text !== undefined) return [{ kind: "text", value: textIn(text) }, text.length];
  return wordAt(source, at) ?? [{ kind: "sign", value: source[at]! }, 1];
}

/** The text of a literal with its prefix and its marks. Undefined if it is computed or never closed. */
function textIn(literal: string): string | undefined {
  const [, prefix = "", marks = "", rest = ""] = PARTS.exec(literal) ?? [];
  const inner = rest.slice(0, -marks.length);
  const isComputed = /[ft]/i.test(prefix) && inner.includes("{");
  if (isComputed || !rest.endsWith(marks)) return undefined;
  return /r/i.test(prefix) ? inner : unescaped(inner);
}

function joined(one: string | undefined, other: string | undefined): Token {
  return { kind: "text", value: one === undefined || other === undefined ? undefined : one + other };
}
