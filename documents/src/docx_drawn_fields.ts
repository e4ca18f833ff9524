/** What Word draws for a field without a result: the signs of an `EQ` or `SYMBOL`, and the text of a button. */
import { symbolOf } from "./docx_symbols.ts";

/** Elements of an equation inside each other. */
const MAX_DEPTH = 32;
const ROOTS: Readonly<Record<string, string>> = { "": "√", "2": "√", "3": "∛", "4": "∜" };

export function drawnText(instruction: string): string {
  const [, kind = "", rest = ""] = /^\s*([A-Za-z]+)\s+(.*)$/s.exec(instruction) ?? [];
  switch (kind.toUpperCase()) {
    case "EQ":
      return new Equation(rest.replace(/\\\*\s*(?:"[^"]*"|\S+)/g, "")).text().replace(/\s+/g, " ").trim();
    case "SYMBOL":
      return symbol(rest);
    case "MACROBUTTON":
    case "GOTOBUTTON":
      return rest.replace(/^\s*\S+\s*/, "").trim();
    default:
      return "";
  }
}

/** The code may be a number, or the sign itself. */
function symbol(rest: string): string {
  const [, code = ""] = /^\s*"?([^\s"]+)/.exec(rest) ?? [];
  const number = /^0x[\da-f]+$/i.test(code) || /^\d+$/.test(code) ? Number(code) : undefined;
  if (number === undefined) return [...code].length === 1 ? code : "";
  if (!(number > 0x20 && number <= 0x10_ff_ff)) return "";
  const font = /\\f\s*(?:"([^"]*)"|(\S+))/i.exec(rest);
  const name = font?.[1] ?? font?.[2] ?? "";
  if (!/\\[uj]/i.test(rest)) {
    const sign = symbolOf(name, number.toString(16).toUpperCase());
    if (number > 0xff || sign !== String.fromCodePoint(number)) return sign;
    return new TextDecoder("windows-1252").decode(Uint8Array.of(number));
  }
  return number >= 0xd800 && number <= 0xdfff ? "" : String.fromCodePoint(number);
}

/** Reads an equation field as the linear format of formulas writes it. */
class Equation {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  text(): string {
    let out = "";
    while (this.#at < this.#source.length) out += this.#until("", 0);
    return out;
  }

  /** Up to one of the signs, which it goes past. */
  #until(ends: string, depth: number): string {
    let out = "";
    let brackets = 0;
    while (this.#at < this.#source.length) {
      const sign = this.#source[this.#at]!;
      if (brackets === 0 && ends.includes(sign)) break;
      this.#at++;
      if (sign === "\\") out += this.#element(depth);
      else {
        if (ends !== "") brackets += sign === "(" ? 1 : sign === ")" ? -1 : 0;
        out += sign;
      }
    }
    return out;
  }

  #element(depth: number): string {
    const [name = ""] = /^[a-z]+/i.exec(this.#source.slice(this.#at, this.#at + 8)) ?? [];
    if (name === "" || depth > MAX_DEPTH) return this.#source[this.#at++] ?? "";
    this.#at += name.length;
    const options = this.#options();
    return written(name.toLowerCase(), options, this.#arguments(depth));
  }

  /** Such as `\up8` or `\lc\[`. */
  #options(): string {
    const [found = ""] =
      /^[\s\d]*(?:\\[a-z]{2}\d*\s*\d*(?:\\[^a-z\s])?\s*)*/i.exec(this.#source.slice(this.#at, this.#at + 200)) ?? [];
    this.#at += found.length;
    return found;
  }

  #arguments(depth: number): readonly string[] {
    if (this.#source[this.#at] !== "(") return [];
    const found: string[] = [];
    do {
      this.#at++;
      found.push(this.#until(",;)", depth + 1).trim());
    } while (/[,;]/.test(this.#source[this.#at] ?? ""));
    this.#at++;
    return found;
  }
}

function written(name: string, options: string, parts: readonly string[]): string {
  const [first = "", second = "", third = ""] = parts;
  switch (name) {
    case "f":
      return `${grouped(first)}/${grouped(second)}`;
    case "r": {
      if (parts.length < 2) return `√${grouped(first)}`;
      const root = ROOTS[first];
      return root === undefined ? `√(${first}&${second})` : `${root}${grouped(second)}`;
    }
    case "s":
      if (/\\do/i.test(options)) return `_${grouped(first)}`;
      if (/\\[ad]i/i.test(options)) return parts.join(" ");
      return parts.length < 2 ? `^${grouped(first)}` : `^${grouped(first)}_${grouped(second)}`;
    case "i": {
      const sign = /\\su/i.test(options)
        ? "∑"
        : /\\pr/i.test(options)
        ? "∏"
        : /\\[fv]c\\(.)/i.exec(options)?.[1] ?? "∫";
      return `${sign}${first === "" ? "" : `_${grouped(first)}`}${second === "" ? "" : `^${grouped(second)}`} ${third}`;
    }
    case "b": {
      const both = /\\bc\\(.)/i.exec(options)?.[1];
      const open = /\\lc\\(.)/i.exec(options)?.[1] ?? both ?? "(";
      return `${open}${parts.join(", ")}${/\\rc\\(.)/i.exec(options)?.[1] ?? CLOSING[both ?? "("] ?? both ?? ")"}`;
    }
    case "a": {
      const columns = Math.max(1, Number(/\\co\s*(\d+)/i.exec(options)?.[1] ?? 1));
      return parts.map((part, at) => (at === 0 ? "" : at % columns === 0 ? "; " : ", ") + part).join("");
    }
    case "o":
      // A reading over a word.
      return first.startsWith("^") ? `${second} (${first.slice(1).replace(/^\((.*)\)$/, "$1")})` : parts.join("");
    case "l":
      return parts.join(", ");
    default:
      return parts.length === 0 ? " " : parts.join(" ");
  }
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

function grouped(text: string): string {
  return /^(?:[\p{L}\p{M}]+|[\p{N}.,]+|.|\([^()]*\))?$/u.test(text) ? text : `(${text})`;
}
