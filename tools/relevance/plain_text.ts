/** Turns Markdown into the prose that a reader sees, for making queries. */

/** Lists the paragraphs in order, without code, tables, headings, list marks and markup. */
export function paragraphsOf(markdown: string): readonly string[] {
  const prose = markdown
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm, "\n\n")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/^(?:import|export) .*$/gm, "")
    .replace(/^\s*(?:\||:::|#|>).*$/gm, "\n");
  return prose.split(/\n\s*\n/).map(inlineText).filter((text) => text !== "");
}

/** Lists the words of a line of Markdown without its markup. */
export function inlineText(markdown: string): string {
  return markdown
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?/g, "")
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/<\/?[A-Za-z][^>]*>/g, "")
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/gm, "")
    .replace(/\\([\\`*_{}[\]()#+.!<>-])/g, "$1")
    .replace(/[`*]|\b_|_\b/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Lists words as typed, without punctuation around them. `f()` keeps its parentheses. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).map(trimmed).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

function trimmed(word: string): string {
  const inner = word.replace(/^[^\p{L}\p{N}$@.-]+|[^\p{L}\p{N})+#]+$/gu, "");
  return inner.includes("(") ? inner : inner.replace(/[^\p{L}\p{N}+#]+$/u, "");
}

/** Writes a word as people type it in a search: in lower case, unless it has capitals inside (`FlatList`, `HTTP`). */
export function typed(word: string): string {
  return /^\p{Lu}?[^\p{Lu}\d]*$/u.test(word) ? word.toLowerCase() : word;
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  ("a about after all also an and any are as at be been before being both but by can cannot could did do does each for from had has have " +
    "he her here his how i if in into is it its may me more most must my no nor not of off on once only or other our out over own same " +
    "she should so some such than that the their them then there these they this those to too under until up us very was we were what " +
    "when where which while who why will with would you your").split(" "),
);

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase());
}
