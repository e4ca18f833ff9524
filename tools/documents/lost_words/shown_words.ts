/** The words of Markdown as a reader sees them. */

/** Signs of tables, targets of links and escapes are not of the document. Line breaks of cells stay one line. */
export const visible = (markdown: string): string =>
  markdown.replace(/\]\((?:[^()\s]|\([^()]*\))*(?:\s+"[^"\n]*")?\)/g, "]").replace(/<br>|&nbsp;/g, " ")
    .replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").replace(/\\(?=[!-/:-@[-`{-~])/g, "");

export const wordsOf = (text: string): readonly string[] =>
  text.replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "").normalize("NFKC").toLowerCase().match(/[\p{L}\p{N}]+/gu) ??
    [];

export function counted(words: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁱⁿ", RAISED_AS = "0123456789+-in";
const LOWERED = "₀₁₂₃₄₅₆₇₈₉₊₋", LOWERED_AS = "0123456789+-";

function plainSigns(text: string, mark: string, signs: string, as: string): string {
  return text.replace(
    new RegExp(`[${signs}]+`, "gu"),
    (found) => mark + [...found].map((sign) => as[signs.indexOf(sign)]).join(""),
  );
}

/** A reader sees the text of a link, and no brackets. */
const withoutLinks = (markdown: string): string =>
  markdown.replace(/(?<![!\\])\[([^[\]\n]*)\]\((?:[^()\s]|\([^()]*\))*\)/g, "$1");

/** Raised and lowered letters in one form, `^` and `_`, whichever way they are written; without emphasis. */
export function withMarks(markdown: string): string {
  const tagged = markdown.replace(/<sup>/g, "^").replace(/<sub>/g, "_").replace(/<\/su[pb]>/g, "");
  const plain = plainSigns(plainSigns(visible(withoutLinks(tagged)), "^", RAISED, RAISED_AS), "_", LOWERED, LOWERED_AS);
  return plain.replace(/([\^_])[({]([^(){}]*)[)}]/g, "$1$2").replace(/\^([^\s^]+)\^/g, "^$1").replace(
    /~([^\s~]+)~/g,
    "_$1",
  )
    .replace(/[*`\u00ad]/g, "").replace(/[\s\u00a0]+/g, " ");
}

/** A formula without the signs that only group it. */
export const compact = (text: string): string => text.replace(/[\s{}()$\\[\]\u2061-\u2064]/g, "").replaceAll("−", "-");
