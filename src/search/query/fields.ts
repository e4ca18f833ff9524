/** The names that can precede a colon in a query, and the characters that a backslash makes plain. */
import type { Filter, TextField } from "./syntax.ts";

/** The name before a colon: a text field, or the condition of a filter (`key` only for `meta.KEY`). */
export type Prefix =
  | { readonly field: TextField }
  | { readonly on: Exclude<Filter["on"], "meta"> }
  | { readonly on: "meta"; readonly key: string };

const TEXT_FIELDS: ReadonlySet<string> = new Set<TextField>(["title", "tags", "body"]);

/** Characters that open or close a phrase. */
export const QUOTES = '"“”„';

/** Characters that a backslash makes plain inside a word. */
export const ESCAPABLE = `${QUOTES}()\\-+^:*`;

/** A factor after `^`. It is positive and has at most six digits on either side of the point. */
const FACTOR = /^(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})$/;

// Two colons belong to a path of a programming language (`path::Path`), never to a field.
const PREFIX = /(title|tags|body|tree|tag|path|lang|version|modified|linked|meta\.[^\s:"“”„()\\]+):(?!:)/y;

/** Reads a field name and its colon at offset `at`. Undefined when there is none. */
export function readPrefix(text: string, at: number): { readonly prefix: Prefix; readonly end: number } | undefined {
  PREFIX.lastIndex = at;
  const name = PREFIX.exec(text)?.[1];
  if (name === undefined) return undefined;
  return { prefix: prefixOf(name), end: at + name.length + 1 };
}

function prefixOf(name: string): Prefix {
  if (TEXT_FIELDS.has(name)) return { field: name as TextField };
  if (name.startsWith("meta.")) return { on: "meta", key: name.slice("meta.".length) };
  return { on: name as Exclude<Filter["on"], "meta"> };
}

/** The name as you type it before the colon. */
export function prefixName(prefix: Prefix): string {
  if ("field" in prefix) return prefix.field;
  return prefix.on === "meta" ? `meta.${prefix.key}` : prefix.on;
}

/** The number in the text after `^`. Undefined when it is not a valid boost. */
export function readFactor(text: string): number | undefined {
  const factor = FACTOR.test(text) ? Number(text) : 0;
  return factor > 0 ? factor : undefined;
}
