/**
 * Reads the literals of a configuration that is written in JavaScript, TypeScript or Python. Nothing is run: whatever
 * is not a literal is undefined.
 */
import { pythonTokensOf } from "./python_tokens.ts";
import { CLOSING, OPENING, type Token, tokensOf } from "./tokens.ts";

export interface Literals {
  /** The value of `export default …` or `module.exports = …`. */
  readonly exported: unknown;
  /** The value of a constant or variable of the module. */
  constant(name: string): unknown;
  /**
   * The values of every property with this name, wherever it stands, without those that are not literals. The ones in
   * fewer brackets come first, then the ones that stand first.
   */
  find(name: string): readonly unknown[];
  /** Whether values that were asked for go beyond the limits, and are undefined there. */
  readonly isCut: boolean;
}

/** A source and its tokens are cut there. Real configurations have a tenth of it. */
const MAX_CHARACTERS = 1 << 20;
const MAX_TOKENS = 200_000;
/** Values within values, and values in all, those that a constant repeats included. */
const MAX_DEPTH = 64;
const MAX_VALUES = 100_000;
/** Tokens that are passed over, in all. What stands within many things that are not literals is passed as often. */
const MAX_SKIPPED = 20 * MAX_TOKENS;

export type Language = "script" | "python";

/**
 * Strings, templates without `${…}`, numbers, `true`, `false`, `null`, lists and objects; a name of the module stands
 * for its value, and a call for its first list or object, as in `defineConfig({…})`. Types are left out. In Python, a
 * tuple is a list, and a dictionary an object.
 */
export function readLiterals(source: string, language: Language = "script"): Literals {
  const divide = language === "python" ? pythonTokensOf : tokensOf;
  return new LiteralReader(divide(source.slice(0, MAX_CHARACTERS), MAX_TOKENS), language);
}

const WORDS: Readonly<Record<Language, ReadonlyMap<string, unknown>>> = {
  script: new Map<string, unknown>([["true", true], ["false", false], ["null", null]]),
  python: new Map<string, unknown>([["True", true], ["False", false], ["None", null]]),
};
/** What stands after these is a type. */
const TYPED = new Set(["as", "satisfies"]);

class LiteralReader implements Literals {
  readonly #tokens: readonly Token[];
  readonly #language: Language;
  /** In how many brackets each token stands. */
  readonly #depths: readonly number[];
  /** Where the value of each name of the module begins. */
  readonly #constants = new Map<string, number>();
  readonly #known = new Map<string, unknown>();
  readonly #exportedAt: number | undefined;
  isCut = false;
  #values = MAX_VALUES;
  #skips = MAX_SKIPPED;
  /** The place where the value that was read last ends. */
  #end = 0;

  constructor(tokens: readonly Token[], language: Language) {
    this.#tokens = tokens;
    this.#language = language;
    let depth = 0;
    this.#depths = tokens.map((token, at) => {
      if (depth === 0 && this.#isDeclaration(at)) this.#noteConstant(language === "python" ? at : at + 1);
      if (token.kind === "sign") depth += token.value in OPENING ? 1 : CLOSING.has(token.value) ? -1 : 0;
      return depth;
    });
    this.#exportedAt = this.#findExport();
  }

  get exported(): unknown {
    return this.#exportedAt === undefined ? undefined : this.#value(this.#exportedAt, 0);
  }

  constant(name: string): unknown {
    return this.#constant(name, 0);
  }

  find(name: string): readonly unknown[] {
    const found = this.#tokens.flatMap((token, at) => {
      const isNamed = (token.kind === "name" || token.kind === "text") && token.value === name;
      if (!isNamed || !(this.#is(at - 1, "{") || this.#is(at - 1, ","))) return [];
      if (this.#is(at + 1, ":")) return [{ at, from: at + 2 }];
      return token.kind === "name" && this.#endsAt(at + 1) ? [{ at, from: at }] : [];
    });
    return found.sort((a, b) => this.#depths[a.at]! - this.#depths[b.at]!)
      .map(({ from }) => this.#value(from, 0)).filter((value) => value !== undefined);
  }

  /** Whether a declaration begins here: `const name`, or in Python any statement. */
  #isDeclaration(at: number): boolean {
    if (this.#language === "python") return at === 0 || this.#is(at - 1, ";");
    return ["const", "let", "var"].some((word) => this.#isName(at, word));
  }

  #noteConstant(at: number): void {
    const name = this.#tokens[at];
    if (name?.kind !== "name") return;
    // A type may stand between the name and its value.
    let equals = at + 1;
    if (this.#is(equals, ":")) equals = this.#skip(equals + 1, (next) => this.#is(next, "=") || this.#is(next, ";"));
    if (this.#is(equals, "=") && !this.#constants.has(name.value)) this.#constants.set(name.value, equals + 1);
  }

  #findExport(): number | undefined {
    const at = this.#tokens.findIndex((_, index) =>
      (this.#isName(index, "export") && this.#isName(index + 1, "default")) ||
      (this.#isName(index, "module") && this.#is(index + 1, ".") && this.#isName(index + 2, "exports") &&
        this.#is(index + 3, "="))
    );
    return at < 0 ? undefined : this.#isName(at, "export") ? at + 2 : at + 4;
  }

  #is(at: number, sign: string): boolean {
    const token = this.#tokens[at];
    return token?.kind === "sign" && token.value === sign;
  }

  #isName(at: number, name: string): boolean {
    const token = this.#tokens[at];
    return token?.kind === "name" && token.value === name;
  }

  #endsAt(at: number): boolean {
    const token = this.#tokens[at];
    return token === undefined ||
      (token.kind === "sign" && (token.value === "," || token.value === ";" || CLOSING.has(token.value)));
  }

  /** The first place from `at` on, outside brackets that open there, where this is true or a bracket closes. */
  #skip(at: number, isEnd: (at: number) => boolean): number {
    let depth = 0;
    for (; at < this.#tokens.length; at++) {
      if (--this.#skips < 0) return this.#tokens.length;
      const { kind, value } = this.#tokens[at]!;
      if (depth === 0 && isEnd(at)) return at;
      if (kind !== "sign") continue;
      if (value in OPENING) depth++;
      else if (CLOSING.has(value) && --depth < 0) return at;
    }
    return at;
  }

  #constant(name: string, depth: number): unknown {
    if (this.#known.has(name)) return this.#known.get(name);
    const at = this.#constants.get(name);
    if (at === undefined) return undefined;
    // A constant that is made of itself has no value.
    this.#known.set(name, undefined);
    const end = this.#end;
    const value = this.#value(at, depth + 1);
    this.#end = end;
    this.#known.set(name, value);
    return value;
  }

  /** The value that begins at a token. It sets `#end` to the token after the whole expression. */
  #value(at: number, depth: number): unknown {
    const isBeyond = depth > MAX_DEPTH || --this.#values < 0;
    this.isCut ||= isBeyond;
    const value = isBeyond ? this.#unread(at) : this.#primary(at, depth);
    if (this.#is(this.#end, "!")) this.#end++;
    const next = this.#tokens[this.#end];
    if (this.#endsAt(this.#end)) return value;
    const isTyped = next?.kind === "name" && TYPED.has(next.value);
    // At the end of a line, the next statement may begin without a semicolon.
    const isOver = this.#language === "script" && next?.kind === "name" && !isTyped;
    if (isOver && depth === 0) return value;
    this.#end = this.#skip(this.#end, (end) => this.#is(end, ",") || this.#is(end, ";"));
    return isTyped || isOver ? value : undefined;
  }

  #unread(at: number): undefined {
    this.#end = this.#skip(at, (end) => this.#is(end, ",") || this.#is(end, ";"));
    return undefined;
  }

  #primary(at: number, depth: number): unknown {
    const token = this.#tokens[at];
    this.#end = at + 1;
    if (token === undefined) return undefined;
    if (token.kind === "text" || token.kind === "number") return token.value;
    if (token.kind === "name") return this.#named(token.value, at, depth);
    if (token.value === "[") return this.#list(at, depth);
    if (token.value === "{") return this.#object(at, depth);
    if (token.value === "(") return this.#inBrackets(at, depth);
    if (token.value !== "-") return this.#unread(at);
    const number = this.#primary(at + 1, depth);
    return typeof number === "number" ? -number : undefined;
  }

  #named(name: string, at: number, depth: number): unknown {
    const words = WORDS[this.#language];
    if (words.has(name)) return words.get(name);
    let open = at + 1;
    if (this.#is(open, "<")) open = this.#skip(open, (end) => this.#is(end, "(") || this.#is(end, ";"));
    if (!this.#is(open, "(")) return this.#constant(name, depth);
    if (name === "function") return this.#unread(at);
    // The first list or object among the arguments.
    return this.#items(open + 1, depth).find((value) => typeof value === "object" && value !== null);
  }

  #inBrackets(at: number, depth: number): unknown {
    const items = this.#items(at + 1, depth);
    const isTuple = items.length !== 1 || this.#is(this.#end - 2, ",");
    if (this.#language === "python") return isTuple ? items : items[0];
    return this.#is(this.#end, "=>") ? this.#unread(at) : items[0];
  }

  #list(at: number, depth: number): readonly unknown[] {
    return this.#items(at + 1, depth);
  }

  /** Values between commas, up to the bracket that closes. */
  #items(at: number, depth: number): readonly unknown[] {
    const items: unknown[] = [];
    while (at < this.#tokens.length) {
      if (this.#closes(at)) break;
      const isSpread = this.#is(at, "...");
      const value = this.#value(isSpread ? at + 1 : at, depth + 1);
      if (!isSpread) items.push(value);
      else if (Array.isArray(value)) items.push(...(value as readonly unknown[]).slice(0, Math.max(0, this.#values)));
      if (isSpread && Array.isArray(value)) this.#values -= value.length;
      at = this.#past(at);
    }
    this.#end = at + 1;
    return items;
  }

  #object(at: number, depth: number): Readonly<Record<string, unknown>> {
    const entries = new Map<string, unknown>();
    at++;
    while (at < this.#tokens.length) {
      if (this.#closes(at)) break;
      const token = this.#tokens[at]!;
      const isKey = token.kind !== "sign";
      if (this.#is(at, "...")) {
        const value = this.#value(at + 1, depth + 1);
        const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
        for (const [key, inner] of Object.entries(isObject ? value : {})) {
          if (--this.#values >= 0) entries.set(key, inner);
        }
      } else if (isKey && this.#is(at + 1, ":")) entries.set(String(token.value), this.#value(at + 2, depth + 1));
      else if (token.kind === "name" && (this.#is(at + 1, ",") || this.#is(at + 1, "}"))) {
        entries.set(token.value, this.#constant(token.value, depth));
        this.#end = at + 1;
      } else this.#end = this.#skipMember(at);
      at = this.#past(at);
    }
    this.#end = at + 1;
    return Object.fromEntries(entries);
  }

  /** Methods, accessors and computed names. */
  #skipMember(at: number): number {
    return this.#skip(at, (end) => this.#is(end, ","));
  }

  #closes(at: number): boolean {
    const token = this.#tokens[at];
    return token?.kind === "sign" && CLOSING.has(token.value);
  }

  /** The place after the value that was read last and its comma. Always further than `at`. */
  #past(at: number): number {
    const end = this.#is(this.#end, ",") ? this.#end + 1 : this.#end;
    // A stray semicolon, in what is not valid.
    return Math.max(at + 1, this.#is(end, ";") ? end + 1 : end);
  }
}
