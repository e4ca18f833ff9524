/**
 * Reads what stands literally in a program: strings, lists, tables, and names for them. Nothing is run, and what is
 * computed is passed over. It is made for the configuration files of site generators, in JavaScript, TypeScript and
 * Python.
 */

/** A string, or what stands in brackets. Booleans and numbers are texts too. */
export type Literal = string | Brackets;

/** A list, a table, a call or a block. */
export interface Brackets {
  /** The values in order, without their names. */
  readonly items: readonly Literal[];
  /** The values that have a name, in order. */
  readonly named: ReadonlyMap<string, Literal>;
}

/** How deep brackets may stand in one another. What lies deeper is passed over. */
const MAX_DEPTH = 60;
/** How many tokens the type of a variable may take. */
const MAX_TYPE = 12;
/** The most tokens of a file. What comes later is not read. */
const MAX_TOKENS = 200_000;

interface Piece {
  readonly kind: "text" | "word" | "sign";
  readonly text: string;
}

const NAMED_SIGNS = /[A-Za-z0-9_$.-]/;

/** Reads a program as brackets whose names are the variables of the file. Never throws. */
export function readLiterals(source: string, comments: "//" | "#"): Brackets {
  const reader = new Reader([...tokens(source, comments)]);
  const top = reader.brackets("", 0);
  return resolved(top, new Map([...top.named, ...reader.variables]), 0);
}

/** All values of a name, wherever it stands, the outer ones first. */
export function valuesOf(within: Literal, name: string): readonly Literal[] {
  const found: Literal[] = [];
  const seen = new Set<Literal>();
  let level: readonly Literal[] = [within];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: Literal[] = [];
    for (const one of level) {
      if (typeof one === "string" || seen.has(one)) continue;
      seen.add(one);
      const own = one.named.get(name);
      if (own !== undefined) found.push(own);
      // A loop, because a call with many arguments would overflow the stack.
      for (const item of one.items) next.push(item);
      for (const value of one.named.values()) next.push(value);
    }
    level = next;
  }
  return found;
}

/** The value of a name right in some brackets. */
export function own(within: Literal | undefined, name: string): Literal | undefined {
  return typeof within === "object" ? within.named.get(name) : undefined;
}

export function textOf(value: Literal | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The texts right in a list. */
export function textsOf(value: Literal | undefined): readonly string[] {
  if (typeof value !== "object") return value === undefined ? [] : [value];
  return value.items.filter((item) => typeof item === "string");
}

/** A name that stands for a value of the file until all is read. */
class Reference implements Brackets {
  readonly items: readonly Literal[] = [];
  readonly named: ReadonlyMap<string, Literal> = new Map();
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Replaces names by what they stand for. A name that stands for itself is nothing. */
function resolved(value: Brackets, variables: ReadonlyMap<string, Literal>, depth: number): Brackets {
  const known = (one: Literal): Literal => {
    let found = one;
    for (let hops = 0; found instanceof Reference && hops < 5; hops++) found = variables.get(found.name) ?? "";
    if (found instanceof Reference) return "";
    // What a name stands for is looked into once, so that names in names do not grow without an end.
    if (typeof found === "string" || depth > MAX_DEPTH) return found;
    return found === one ? resolved(found, variables, depth + 1) : found;
  };
  return {
    items: value.items.map(known),
    named: new Map([...value.named].map(([name, one]) => [name, known(one)])),
  };
}

class Reader {
  /** What is named by `const NAME =` or `NAME =` anywhere. */
  readonly variables = new Map<string, Literal>();
  readonly #tokens: readonly Piece[];
  #at = 0;

  constructor(found: readonly Piece[]) {
    this.#tokens = found;
  }

  /** Reads to the closing bracket, which it takes. */
  brackets(closing: string, depth: number): Brackets {
    const items: Literal[] = [];
    const named = new Map<string, Literal>();
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at]!;
      if (token.kind === "sign" && isClosing(token.text)) {
        this.#at++;
        if (closing !== "") break;
        continue;
      }
      const before = this.#at;
      const name = this.#nameHere(closing);
      const value = this.#value(depth);
      if (name !== undefined && value !== undefined) {
        if (!named.has(name.text)) named.set(name.text, value);
        if (name.isVariable && !this.variables.has(name.text)) this.variables.set(name.text, value);
      } else if (value !== undefined) items.push(value);
      else this.#at = before + 1;
    }
    return { items, named };
  }

  /** Takes `name:`, `const name =` and, before a comma, `name`, which is its value too. The value comes next. */
  #nameHere(closing: string): { readonly text: string; readonly isVariable: boolean } | undefined {
    const [first, second] = [this.#tokens[this.#at]!, this.#tokens[this.#at + 1]];
    if (first.kind === "sign") return undefined;
    const sign = second?.kind === "sign" ? second.text : "";
    if (sign === ":" && closing === "}") {
      this.#at += 2;
      return { text: first.text, isVariable: false };
    }
    if (first.kind !== "word") return undefined;
    const isShort = closing === "}" && (sign === "," || sign === "}") && this.#isStart();
    if (isShort) return { text: first.text, isVariable: false };
    // `name = value`, or `name: Type = value` in TypeScript and Python.
    const most = sign === ":" ? this.#at + MAX_TYPE : this.#at + 1;
    let at = this.#at + 1;
    while (at < most && this.#tokens[at] !== undefined && this.#tokens[at]!.text !== "=") at++;
    if (this.#tokens[at]?.text !== "=" || this.#tokens[at]?.kind !== "sign") return undefined;
    this.#at = at + 1;
    return { text: first.text, isVariable: true };
  }

  /** Whether a comma or an opening bracket comes before. */
  #isStart(): boolean {
    return [",", "{"].includes(this.#tokens[this.#at - 1]?.text ?? "");
  }

  /** A text, brackets, or a name for one. Undefined for what is computed. */
  #value(depth: number): Literal | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined) return undefined;
    if (token.kind === "sign") {
      const closing = CLOSING[token.text];
      if (closing === undefined) return undefined;
      this.#at++;
      return depth >= MAX_DEPTH ? this.#skip() : this.brackets(closing, depth + 1);
    }
    const next = this.#tokens[this.#at + 1];
    const isWhole = next === undefined || (next.kind === "sign" && ENDS.has(next.text)) ||
      (next.kind === "word" && (/^(?:as|satisfies)$/.test(next.text) || token.kind === "text" || isWord(next)));
    if (!isWhole) return undefined;
    this.#at++;
    return token.kind === "text" || /^(?:true|false|True|False|null|None|\d+)$/.test(token.text)
      ? token.text
      : new Reference(token.text);
  }

  /** Passes over brackets whose opening one was taken. */
  #skip(): Brackets {
    for (let open = 1; open > 0 && this.#at < this.#tokens.length; this.#at++) {
      const { kind, text } = this.#tokens[this.#at]!;
      if (kind === "sign") open += CLOSING[text] !== undefined ? 1 : isClosing(text) ? -1 : 0;
    }
    return { items: [], named: new Map() };
  }
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };
/** What may follow a whole value. */
const ENDS: ReadonlySet<string> = new Set([",", "}", "]", ")", ";"]);

function isClosing(sign: string): boolean {
  return sign === "}" || sign === "]" || sign === ")";
}

/** A word that begins a statement of its own. */
function isWord({ text }: Piece): boolean {
  return /^(?:const|let|var|export|import|function|if|for|class|def|from|module\.exports|return|[a-z_]+)$/.test(text);
}

function* tokens(source: string, comments: "//" | "#"): Generator<Piece> {
  let left = MAX_TOKENS;
  let before = "";
  for (let at = 0; at < source.length && left > 0; left--) {
    const sign = source[at]!;
    if (/\s/.test(sign)) at++;
    else if (source.startsWith(comments, at)) at = endOf(source, "\n", at);
    else if (comments === "//" && source.startsWith("/*", at)) at = endOf(source, "*/", at + 2);
    else if (sign === "'" || sign === '"' || (sign === "`" && comments === "//")) {
      const { text, end } = readText(source, at, comments === "#");
      at = end;
      before = "text";
      // A template that computes something is no literal.
      yield text === undefined ? { kind: "sign", text: "`" } : { kind: "text", text };
    } else if (sign === "/" && comments === "//" && /^[(,:=[!&|?{};]?$/.test(before)) {
      at = regularExpressionEnd(source, at);
      before = "text";
      yield { kind: "sign", text: "/" };
    } else if (NAMED_SIGNS.test(sign)) {
      let end = at + 1;
      while (end < source.length && NAMED_SIGNS.test(source[end]!)) end++;
      const text = source.slice(at, end);
      at = end;
      // A prefix of a text in Python.
      if (comments === "#" && /^[rbu]{1,2}$/i.test(text) && /["']/.test(source[at] ?? "")) continue;
      before = text;
      yield { kind: "word", text };
    } else {
      at++;
      before = sign;
      yield { kind: "sign", text: sign };
    }
  }
}

function endOf(source: string, what: string, from: number): number {
  const found = source.indexOf(what, from);
  return found < 0 ? source.length : found + what.length;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** A text in quotation marks. Its value is undefined for a template that computes something. */
function readText(source: string, start: number, isPython: boolean): { readonly text?: string; readonly end: number } {
  const quote = source[start]!;
  const marks = isPython && source.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  let text = "";
  let isComputed = false;
  for (let at = start + marks.length; at < source.length; at++) {
    const sign = source[at]!;
    if (source.startsWith(marks, at)) return isComputed ? { end: at + marks.length } : { text, end: at + marks.length };
    if (sign === "\n" && quote !== "`" && marks.length === 1) return { end: at };
    if (sign === "\\") {
      at++;
      text += ESCAPES[source[at] ?? ""] ?? source[at] ?? "";
    } else {
      isComputed ||= quote === "`" && sign === "$" && source[at + 1] === "{";
      text += sign;
    }
  }
  return { end: source.length };
}

/** A slash that is no expression counts as one sign. */
function regularExpressionEnd(source: string, start: number): number {
  let isInClass = false;
  for (let at = start + 1; at < source.length && source[at] !== "\n"; at++) {
    const sign = source[at];
    if (sign === "\\") at++;
    else if (sign === "[") isInClass = true;
    else if (sign === "]") isInClass = false;
    else if (sign === "/" && !isInClass) return at + 1;
  }
  return start + 1;
}
