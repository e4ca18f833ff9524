/** Finds what frontmatter says beside its title, tags and values, so that every word of it can be found. */
import type { Properties } from "./formats/properties.ts";

type KeptProperties = Pick<Properties, "title" | "tags" | "lang" | "metadata">;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Takes a third of the time. */
const ASCII_WORD = /[a-z0-9]+/g;
/** The name of one value, or of a table of TOML. */
const NAMED =
  /^[ \t]*(?:-[ \t]+)*(?:"([\w.$@/-]+)"|'([\w.$@/-]+)'|([\p{L}\p{M}\p{N}_.$@/-]+))[ \t]*(?::(?=[ \t]|$)|=)|^[ \t]*\[+([\w.-]+)\]+[ \t]*$/u;

/** Names of several words, in the order of the mapping. */
export function spacedKeys(values: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(values).filter(isSpaced);
}

/**
 * Values within values, names of several words, and the lines with words that stand nowhere else: comments, and what is
 * not valid. A name of one word stands in `meta.NAME:`, and not in the text.
 */
export function asidesOf(
  known: KeptProperties,
  values: Readonly<Record<string, unknown>>,
  lines: readonly string[],
): readonly string[] {
  const asides = [...spacedKeys(values)];
  const { title, tags, lang, metadata } = known;
  const words = new Set(["null"]);
  for (const text of [title ?? "", lang ?? "", ...tags, ...Object.values(metadata).flat(), ...asides]) {
    for (const word of wordsOf(text)) words.add(word);
  }
  const add = (text: string): void => {
    const found = wordsOf(text).filter((word) => !words.has(word));
    if (found.length > 0) asides.push(text);
    for (const word of found) words.add(word);
  };
  const names = new Set<string>();
  visit(values, names, add);
  for (const line of lines) {
    if (wordsOf(line).every((word) => words.has(word))) continue;
    add(withoutName(line, names).replace(/^[ \t]*(?:#+|-)[ \t]+/, "").trim());
  }
  return asides;
}

function visit(value: unknown, names: Set<string>, add: (text: string) => void): void {
  if (typeof value === "string") add(value);
  else if (Array.isArray(value)) { for (const inner of value) visit(inner, names, add); }
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (isSpaced(key)) add(key);
      else names.add(key);
      visit(inner, names, add);
    }
  }
}

/** A line that is not valid may begin like one with a name. */
function withoutName(line: string, names: ReadonlySet<string>): string {
  const [start, double, single, plain, table] = NAMED.exec(line) ?? [];
  if (start === undefined) return line;
  const own = table?.split(".") ?? [double ?? single ?? plain ?? ""];
  return own.every((name) => names.has(name)) ? line.slice(start.length) : line;
}

function isSpaced(key: string): boolean {
  return /\s/.test(key);
}

function wordsOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return lower.match(/^[\x20-\x7e]*$/.test(lower) ? ASCII_WORD : WORD) ?? [];
}
