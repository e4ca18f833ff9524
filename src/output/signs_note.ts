/** Says that signs are not indexed, and how to find them. */
import { shellWord } from "../text/shell_word.ts";

/** What a search for a term without letters and digits says. Undefined for any other term. */
export function signsNote(term: string): string | undefined {
  if (/[\p{Alphabetic}\p{N}]/u.test(term)) return undefined;
  const quoted = /^"(.+)"$/s.exec(term)?.[1];
  const signs = quoted === undefined ? term : quoted.replace(/\\(["\\])/g, "$1");
  return `has no letters or digits, and signs are not indexed; this finds them: rg -F -- ${shellWord(signs)}`;
}
