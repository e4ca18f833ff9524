/** The attributes of a document: names that stand for text. */

/** What the names mean that every document knows. */
const BUILT_IN: ReadonlyMap<string, string> = new Map(Object.entries({
  startsb: "[",
  endsb: "]",
  vbar: "|",
  caret: "^",
  asterisk: "*",
  tilde: "~",
  plus: "+",
  backslash: "\\",
  backtick: "`",
  blank: "",
  empty: "",
  sp: " ",
  "two-colons": "::",
  "two-semicolons": ";;",
  nbsp: "\u00a0",
  deg: "°",
  zwsp: "\u200b",
  quot: '"',
  apos: "'",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  wj: "\u2060",
  brvbar: "¦",
  pp: "++",
  cpp: "C++",
  amp: "&",
  lt: "<",
  gt: ">",
}));

export const REFERENCE =
  /(\\)?\{((?:set|counter2?):[^{}\n]{1,200}?|[\p{L}\p{M}\p{Nd}\p{Pc}][\p{L}\p{M}\p{Nd}\p{Pc}-]*)(\\)?\}/gu;

/** Longer texts are no values, as each stands in every place that names it. Their names stay as they are written. */
const MAX_VALUE = 4096;

/** All values may have so many letters, and so many times those of the text, as a name may come often. */
const ROOM = 64 * 1024;
const ROOM_TIMES = 8;

/** What is left of the letters that values may have. */
export class ValueRoom {
  #left: number;
  /** Whether a value within another one had no room. */
  isShort = false;

  constructor(letters: number) {
    this.#left = ROOM + ROOM_TIMES * letters;
  }

  /** Whether the value may be placed. */
  take({ length }: string): boolean {
    if (length > this.#left) return false;
    this.#left -= length;
    return true;
  }
}

export class DocumentAttributes {
  readonly #values = new Map<string, string>();
  /** The values that names have where conditions hold. */
  readonly #others = new Map<string, string[]>();
  readonly #room: ValueRoom;

  constructor(room: ValueRoom) {
    this.#room = room;
  }

  get(name: string): string | undefined {
    const key = name.toLowerCase();
    return this.#values.get(key) ?? BUILT_IN.get(key);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  isBuiltIn(name: string): boolean {
    const key = name.toLowerCase();
    return !this.#values.has(key) && BUILT_IN.has(key);
  }

  set(name: string, value: string): void {
    if (value.length <= MAX_VALUE) this.#values.set(name, value);
    else this.#values.delete(name);
  }

  /** The values of a name in other sides of conditions. They are given once. */
  takeOthers(name: string): readonly string[] {
    const key = name.toLowerCase();
    const others = this.#others.get(key) ?? [];
    this.#others.delete(key);
    return others;
  }

  /** The entry of a document. `!` unsets the name. The value takes the text of what it names. */
  enter(written: string, value: string, isConditional = false): void {
    const name = written.replace(/[^\p{L}\p{M}\p{Nd}\p{Pc}-]/gu, "").toLowerCase();
    const isUnset = written.startsWith("!") || written.endsWith("!");
    // Both sides of a condition are text.
    if (isConditional && isUnset) return;
    const before = this.#values.get(name);
    if (!isConditional) this.#others.delete(name);
    else if (before !== undefined) {
      const others = this.#others.get(name);
      if (others === undefined) this.#others.set(name, [before]);
      else others.push(before);
    }
    if (isUnset) this.#values.delete(name);
    else if (name === "leveloffset" && /^[+-]/.test(value)) {
      this.set(name, `${(Number(this.get(name)) || 0) + (Number.parseInt(value, 10) || 0)}`);
    } else this.set(name, this.resolved(unpassed(value)));
  }

  /** A text with the values of what it names. What has no value stays as it is written. */
  resolved(text: string): string {
    if (!text.includes("{")) return text;
    let room = MAX_VALUE;
    return text.replace(REFERENCE, (whole, escape?: string, name?: string, escapeEnd?: string) => {
      if (escape !== undefined || escapeEnd !== undefined) return whole.replaceAll("\\", "");
      const value = this.get(name!);
      if (value === undefined || value.length > room) return whole;
      if (!this.#room.take(value)) {
        this.#room.isShort = true;
        return whole;
      }
      room -= value.length;
      return value;
    });
  }
}

/** The content of `pass:a[…]`, as which an entry may be written. */
function unpassed(value: string): string {
  const [, inner] = /^pass:(?:[a-z]+(?:,[a-z-]+)*)?\[(.*)\]$/s.exec(value) ?? [];
  return inner ?? value;
}
