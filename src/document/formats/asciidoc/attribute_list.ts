/** Reads what stands between brackets: `style#id.role%option,second,name="value"`. */
import type { TextRange } from "../markup.ts";

export interface ListedValue extends TextRange {
  readonly text: string;
}

export interface AttributeList {
  readonly positional: readonly (ListedValue | undefined)[];
  readonly named: ReadonlyMap<string, ListedValue>;
}

/** `start` is where the list stands in the text. */
export function readAttributeList(text: string, start: number): AttributeList {
  const positional: (ListedValue | undefined)[] = [];
  const named = new Map<string, ListedValue>();
  let at = 0;
  while (at <= text.length) {
    at = spacesEnd(text, at);
    const [, name] = NAME.exec(text.slice(at, at + MAX_NAME)) ?? [];
    const from = name === undefined ? at : spacesEnd(text, text.indexOf("=", at) + 1);
    const { value, end } = valueAt(text, from, start);
    if (name === undefined) positional.push(value.text === "" ? undefined : value);
    else named.set(name, value);
    const comma = text.indexOf(",", end);
    if (comma < 0) break;
    at = comma + 1;
  }
  return { positional, named };
}

const NAME = /^([\p{L}\p{Nd}_][\p{L}\p{Nd}_\-.%]*)[ \t]*=/u;
const MAX_NAME = 100;

function spacesEnd(text: string, at: number): number {
  while (" \t\n".includes(text[at] ?? "x")) at++;
  return at;
}

/** The value from here on, which may stand in quotation marks, and where it ends with them. */
function valueAt(text: string, from: number, start: number): { readonly value: ListedValue; readonly end: number } {
  const quote = text[from];
  if (quote === '"' || quote === "'") {
    let close = text.indexOf(quote, from + 1);
    while (close > 0 && text[close - 1] === "\\") close = text.indexOf(quote, close + 1);
    if (close > 0) {
      const inner = text.slice(from + 1, close);
      return { value: { text: inner, start: start + from + 1, end: start + close }, end: close + 1 };
    }
  }
  const comma = text.indexOf(",", from);
  const inner = text.slice(from, comma < 0 ? text.length : comma).trimEnd();
  return { value: { text: inner, start: start + from, end: start + from + inner.length }, end: from + inner.length };
}

/** What the lines before a block say of it. */
export class BlockAttributes {
  style: string | undefined;
  id: string | undefined;
  /** Where its style is written. */
  styleAt: TextRange | undefined;
  title: ListedValue | undefined;
  /** A name in them had a value, so that their places do not hold. */
  isMoved = false;
  positional: readonly (ListedValue | undefined)[] = [];
  readonly options = new Set<string>();
  readonly named = new Map<string, ListedValue>();

  /** Takes in the list of one line. Later ones overrule. */
  add(list: AttributeList): void {
    for (const [name, value] of list.named) this.named.set(name, value);
    if (list.positional.some((value) => value !== undefined)) this.positional = list.positional;
    const [first] = list.positional;
    if (first !== undefined) this.#shorthand(first);
    const [id, options, style] = ["id", "options", "style"].map((name) => list.named.get(name)?.text);
    if (id !== undefined) this.id = id;
    if (style !== undefined) this.style = style;
    for (const option of (options ?? list.named.get("opts")?.text ?? "").split(",")) this.options.add(option.trim());
  }

  #shorthand({ text, start }: ListedValue): void {
    if (text.includes(" ")) return;
    const parts = text.split(/(?=[.#%])/);
    let isFirst = true;
    for (const part of parts) {
      const name = part.slice(1);
      if (part.startsWith("#")) this.id = name;
      else if (part.startsWith("%")) this.options.add(name);
      else if (!part.startsWith(".") && isFirst) {
        this.style = part;
        this.styleAt = { start, end: start + part.length };
      }
      isFirst = false;
    }
  }
}
