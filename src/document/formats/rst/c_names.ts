/** Finds the names that declarations of C and C++ declare, as Sphinx lists them. */

/** Kinds whose name comes first in their declaration. */
const FIRST: ReadonlySet<string> = new Set(
  "class struct union enum enum-class enum-struct enumerator concept macro".split(" "),
);
/** What follows the word `operator`, before the parameters. */
const OPERATOR =
  /^operator\s*(?:\(\s*\)|\[\s*\]|""\s*\w+|(?:new|delete|co_await)\b(?:\s*\[\s*\])?|[^\s\w(]+|[\w:]+[\s*&]*)(?=\s*\()/;
const POINTER = /\(\s*(?:[\w:]+::)?[*&^]+\s*(?:const\s+)?([\w:]+)/;
const FIRST_WORDS = /^(?:(?:public|protected|private|virtual|final|class|struct|union|enum)\s+|\[\[[^\]]*\]\]\s*)+/;

/** A longer declaration is its own name. */
const MAX_DECLARATION = 10_000;

export function declaredName(kind: string, signature: string): string {
  if (signature.length > MAX_DECLARATION) return signature;
  const written = withoutTemplates(signature.replace(/\s+/g, " ").trim());
  if (FIRST.has(kind)) {
    const declared = written.replace(FIRST_WORDS, "");
    return rooted(declared.slice(0, endOfName(declared)).trim()) || written;
  }
  const word = written.search(/\boperator\b/);
  const operator = word < 0 ? undefined : OPERATOR.exec(written.slice(word))?.[0];
  if (operator !== undefined) {
    const before = written.slice(0, word);
    const around = before.endsWith("::") ? before.slice(startOfLastName(before)) : "";
    return rooted(around + operator.trim());
  }
  const declarator = written.slice(0, endOfDeclarator(written));
  const found = POINTER.exec(written.slice(declarator.length));
  if (found !== null && /[\w>*&]\s$/.test(declarator)) return rooted(found[1]!);
  return rooted(declarator.slice(startOfLastName(declarator)).trim()) || written;
}

/** A scope that is written with its template: `template<typename T> std::vector`. */
export function scopeName(written: string): string {
  const name = withoutTemplates(written.replace(/\s+/g, " ").trim());
  return /^(?:NULL|0|nullptr)$/.test(name) ? "" : rooted(name);
}

function rooted(name: string): string {
  return name.replace(/^(?:::|\.)/, "");
}

/** Without `template<…>`, and without the concept that stands for it: `Iterator{It}`. */
function withoutTemplates(written: string): string {
  let left = written;
  for (;;) {
    const [open] = /^template\s*(?=<)/.exec(left) ?? [];
    if (open !== undefined) {
      const close = closing(left, open.length);
      if (close < 0) return left;
      left = left.slice(close + 1).trimStart();
      continue;
    }
    const [introduced] = /^[\w:]+\{[^{}]*\}\s*/.exec(left) ?? [];
    return introduced === undefined ? left : left.slice(introduced.length);
  }
}

/** The place of the bracket that closes the one at `open`. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "<") depth++;
    else if (text[at] === ">" && --depth === 0) return at;
  }
  return -1;
}

/** Where a name ends that a text begins with. It may have arguments of a template. */
function endOfName(text: string): number {
  let at = 0;
  while (at < text.length) {
    if (text[at] === "<") {
      const close = closing(text, at);
      if (close < 0) return at;
      at = close + 1;
    } else if (/[\w@$~.]/.test(text[at]!)) at++;
    else if (text.startsWith("::", at)) at += 2;
    else return at;
  }
  return at;
}

/** Where the parameters, the value, the bounds or the bits of what is declared begin. */
function endOfDeclarator(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === "<") depth++;
    else if (sign === ">") depth = Math.max(0, depth - 1);
    else if (depth > 0) continue;
    else if (text.startsWith("[[", at)) {
      const close = text.indexOf("]]", at);
      if (close < 0) return at;
      at = close + 1;
    } else if (text.startsWith("::", at)) at++;
    else if ("(=[{:".includes(sign)) return at;
  }
  return text.length;
}

/** Where the name begins that a text ends with. */
function startOfLastName(text: string): number {
  let at = text.trimEnd().length;
  let depth = 0;
  while (at > 0) {
    const sign = text[at - 1]!;
    if (sign === ">") depth++;
    else if (sign === "<") {
      if (depth === 0) return at;
      depth--;
    } else if (depth === 0 && !/[\w@$~.:]/.test(sign)) return at;
    at--;
  }
  return 0;
}
