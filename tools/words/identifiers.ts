/** Finds identifiers and names with signs in the text of pages. */

/** Class → what the whole token must be. */
export const CLASSES: Readonly<Record<string, RegExp>> = {
  "snake_case": /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/,
  "dotted.name": /^(?=.*\w{2})[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/,
  "a::b": /^[A-Za-z]\w*(?:::[A-Za-z]\w*)+$/,
  "SCREAMING_CASE": /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/,
  "--flag": /^--[A-Za-z][A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/,
  "@scope/name": /^@[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*$/,
  "a/b, a-b-c": /^(?:[A-Za-z][\w.-]*(?:\/[A-Za-z][\w.-]*)+|[A-Za-z]\w*(?:-\w+){2,})$/,
  "C++ C# .NET": /^(?:(?:[A-Z]|[cg]|clang)\+\+\d*|[A-Za-z]#\d*|\.[A-Za-z][A-Za-z\d]+(?:[.-][A-Za-z\d]+)*)$/,
  "call()": /^[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*\(\)$/,
};

/** Nobody types more than this. */
const MAX_LENGTH = 40;

/** A run of characters that may belong to an identifier in the widest sense, so that no part of a longer one counts. */
const TOKEN = /[\p{L}\p{N}_@.:/\\#+$%&*~-]+(?:\(\))?/gu;

// Code stays as it is. Between it, a reader does not see link targets, addresses, comments, tags and anchors, and `--`
// before a word is more often a dash than an option.
const CODE =
  /^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\k<fence>[`~]*[ \t]*$|(?![\s\S]))|(?<!`)`[^`\n]+`(?!`)/
    .source;
const HIDDEN =
  /<!--[\s\S]*?-->|\]\([^)\n]*\)|\]\[[^\]\n]*\]|^ {0,3}\[[^\]\n]+\]:[^\n]*|\bhttps?:\/\/[^\s)>\]]+|<\/?[A-Za-z][^>]*>|\{ *#[^}\n]*\}|--(?=[A-Za-z])/
    .source;
const CODE_OR_HIDDEN = new RegExp(`(?<code>${CODE})|${HIDDEN}`, "gm");

/** Lists the identifiers of a page by class, each once, in order. */
export function identifiersOf(markdown: string): ReadonlyMap<string, ReadonlySet<string>> {
  const shown = markdown.replace(CODE_OR_HIDDEN, (text, ...rest) => {
    const { code } = rest.at(-1) as { readonly code?: string };
    return code === undefined ? " " : text.replace(/\bhttps?:\/\/[^\s)>\]]+/g, " ");
  });
  const found = new Map(Object.keys(CLASSES).map((name) => [name, new Set<string>()]));
  for (const { 0: token, index } of shown.matchAll(TOKEN)) {
    const text = token.replace(/^[*~:/\\&%$+]+|[*~.:/\\&%$-]+$/g, "");
    // `.map(…)` on a line of its own is a call, not a name.
    if (text.length > MAX_LENGTH || (text.startsWith(".") && shown[index + token.length] === "(")) continue;
    const name = Object.keys(CLASSES).find((name) => CLASSES[name]!.test(text));
    if (name !== undefined) found.get(name)!.add(text);
  }
  return found;
}

/** Whether a text holds an identifier as typed: no letter, digit or `_` before it or after it belongs to it. */
export function holds(text: string, identifier: string): boolean {
  const joins = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  for (let at = text.indexOf(identifier); at >= 0; at = text.indexOf(identifier, at + 1)) {
    if (!joins(text[at - 1]) && !joins(text[at + identifier.length])) return true;
  }
  return false;
}
