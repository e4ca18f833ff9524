/** Reads text of roff: its escapes, each of which stands for a character, a font or nothing. */
import type { InlineMark, MarkupBuilder } from "../markup.ts";
import { characterOf, STRINGS } from "./characters.ts";

export type RoffFont = Extract<InlineMark["kind"], "strong" | "emphasis" | "code"> | undefined;

const FONTS: Readonly<Record<string, RoffFont>> = {
  B: "strong",
  "3": "strong",
  CB: "strong",
  "4": "strong",
  BI: "strong",
  I: "emphasis",
  "2": "emphasis",
  CI: "emphasis",
  CW: "code",
  CR: "code",
  C: "code",
  V: "code",
};
/** Escapes with a delimited argument that no reader sees. */
const DELIMITED = /[ABDHLRSXZbhlvwx]/;
/** Escapes that name a register, a colour and the like. */
const NAMED = /[nmMFgkOVY]/;
const SIZE = /s(?:\([+-]?..|[+-]?\(..|\[[^\]\n]{0,20}\]|[+-]?'[^'\n]{0,20}'|[+-]?(?:[1-3]\d|\d))/y;
const ACCENTS: Readonly<Record<string, string>> = { "'": "´", "`": "`", "-": "-", ".": ".", "_": "_" };

export class RoffText {
  readonly #found: MarkupBuilder;
  /** The strings that the page defines. */
  readonly strings = new Map<string, string>();
  #font: RoffFont;
  #before: RoffFont;
  /** The next backslash. All texts are read in their order, nearly. */
  #known = { asked: 0, at: 0 };

  constructor(found: MarkupBuilder) {
    this.#found = found;
    this.#known = { asked: 0, at: found.text.indexOf("\\") };
  }

  /** Sets the font of what follows. */
  setFont(name: string): void {
    const next = name === "" || name === "P" ? this.#before : FONTS[name];
    this.#before = this.#font;
    this.#font = next;
  }

  /** Ends all fonts. */
  plain(): void {
    this.#font = this.#before = undefined;
  }

  /** Hides what no reader sees of a text. Returns where a comment starts, or the end. */
  read(start: number, end: number, base?: RoffFont): number {
    if (base !== undefined) this.#font = base;
    let from = start;
    let at = this.#nextEscape(start);
    while (at >= 0 && at < end) {
      const sign = this.#found.text[at + 1];
      if (sign === '"' || sign === "#") {
        this.#marked(from, at);
        this.#found.hide(at, end);
        if (base !== undefined) this.plain();
        return at;
      }
      if (sign === "f") {
        this.#marked(from, at);
        from = at = this.#fontAt(at);
      } else at = this.#escape(at, sign);
      at = this.#nextEscape(at);
    }
    this.#marked(from, end);
    if (base !== undefined) this.plain();
    return end;
  }

  #marked(start: number, end: number): void {
    if (this.#font !== undefined) this.#found.mark(this.#font, start, end);
  }

  #nextEscape(from: number): number {
    const { asked, at } = this.#known;
    if (asked <= from && (at < 0 || at >= from)) return at;
    this.#known = { asked: from, at: this.#found.text.indexOf("\\", from) };
    return this.#known.at;
  }

  #fontAt(at: number): number {
    const { name, after } = this.#nameAt(at + 2);
    this.setFont(name);
    this.#found.hide(at, after);
    return after;
  }

  /** The place after an escape. */
  #escape(at: number, sign: string | undefined): number {
    const found = this.#found;
    const { text } = found;
    const hide = (after: number): number => {
      found.hide(at, Math.min(after, text.length));
      return after;
    };
    if (sign === undefined || sign === "\n" || sign === "\r") return hide(at + 1);
    if (sign === "(" || sign === "[" || sign === "C") return this.#character(at, sign);
    if (sign === "*") return this.#string(at);
    if (/[&%:|^/,)!?{}dupracez]/.test(sign)) return sign === "e" ? this.#shown(at, at + 2, "\\") : hide(at + 2);
    if (sign === "~" || sign === "0" || sign === "t") return this.#shown(at, at + 2, " ");
    if (sign === "N" || sign === "o") return this.#delimited(at, sign);
    if (sign === "s") {
      SIZE.lastIndex = at + 1;
      return hide(at + 1 + (SIZE.exec(text)?.[0].length ?? 1));
    }
    if (DELIMITED.test(sign)) return this.#delimited(at, sign);
    if (sign === "$" && /[\d*@]/.test(text[at + 2] ?? "")) return hide(at + 3);
    if (NAMED.test(sign)) {
      const from = /[+-]/.test(text[at + 2] ?? "") ? at + 3 : at + 2;
      return hide(this.#nameAt(from).after);
    }
    const accent = sign === "'" || sign === "`" ? ACCENTS[sign] : undefined;
    if (accent !== undefined) return this.#shown(at, at + 2, accent);
    if (sign === "\\") return this.#shown(at, at + 2, "\\");
    hide(at + 1);
    return at + 2;
  }

  #shown(start: number, after: number, shown: string): number {
    this.#found.standIn(start, Math.min(after, this.#found.text.length), shown);
    return after;
  }

  #character(at: number, sign: string): number {
    const { text } = this.#found;
    const isQuoted = sign === "C";
    const { name, after } = isQuoted ? quoted(text, at + 2) : this.#nameAt(at + 1);
    const shown = characterOf(name);
    if (shown === undefined) {
      this.#found.hide(at, after);
      return after;
    }
    // The index knows a letter without its accent.
    const place = text.indexOf(name, at);
    const letter = /^[:'`^~,v/o]([A-Za-z])$/.exec(name);
    const ligature = /^(?:AE|ae|OE|oe|ff|fi|fl|ss)$/.test(name);
    const kept = letter !== null
      ? { start: place + 1, end: place + 2 }
      : ligature
      ? { start: place, end: place + name.length }
      : undefined;
    this.#found.standIn(at, after, shown, kept);
    return after;
  }

  #string(at: number): number {
    const { name, after } = this.#nameAt(at + 2);
    this.#found.standIn(
      at,
      Math.min(after, this.#found.text.length),
      this.strings.get(name) ?? STRINGS.get(name) ?? "",
    );
    return after;
  }

  #delimited(at: number, sign: string): number {
    const { text } = this.#found;
    const { name, after } = quoted(text, at + 2);
    if (sign === "N") return this.#shown(at, after, characterOf(`char${name}`) ?? "");
    if (sign === "o") return this.#shown(at, after, name.replace(/\\.*/, "").slice(0, 1));
    this.#found.hide(at, after);
    return after;
  }

  /** A name of one letter, of two after `(`, or of any in brackets. */
  #nameAt(at: number): { readonly name: string; readonly after: number } {
    const { text } = this.#found;
    if (text[at] === "(") return { name: text.slice(at + 1, at + 3), after: Math.min(text.length, at + 3) };
    if (text[at] !== "[") return { name: text.slice(at, at + 1), after: Math.min(text.length, at + 1) };
    const name = /^[^\]\n]{0,60}/.exec(text.slice(at + 1, at + 61))![0];
    return { name, after: Math.min(text.length, at + 2 + name.length) };
  }
}

/** The longest argument of an escape. */
const MAX_ARGUMENT = 200;

function quoted(text: string, at: number): { readonly name: string; readonly after: number } {
  const part = text.slice(at, at + MAX_ARGUMENT);
  const [delimiter = ""] = part;
  const line = part.indexOf("\n");
  const close = delimiter === "" || delimiter === "\n" ? -1 : part.indexOf(delimiter, 1);
  if (close < 0 || (line >= 0 && close > line)) return { name: "", after: Math.min(text.length, at) };
  return { name: part.slice(1, close), after: at + close + 1 };
}
