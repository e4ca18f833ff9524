/** Joins the lines of a text, and the words that the ends of lines cut. */

/** First parts of words that are written with a hyphen more often than without. */
const COMPOUNDING = new Set(
  ("well half quasi cross non high low long short full two three four five six seven eight nine ten first third " +
    "read write open closed real right left user client server end case time state command object line hard soft")
    .split(" "),
);
/** First parts of words that are written without. */
const CLOSING = new Set(
  ("with in on out over under up down some any every no there here where when what who how back through further more " +
    "never for after be al to an un re de dis mis sub inter super trans en em ad ac as at con com per pro sur").split(
      " ",
    ),
);
/** Second parts that are endings rather than words. */
const ENDING =
  /^(?:ab|al$|am|an[ct]|ar|at[eio]|e[dnr]|est|eous|ful|hood|i[abcefmnostvz]|l[eiy]|less|men|m$|ness|ow|ship|s$|t[eiy]|ur)/u;
/** They follow a part that stands for a whole word: `pre- and postwar`. */
const JOINING = /^(?:and|or|to|nor|und|oder|bis|bzw|et|ou|y|o|e|och|of|en|i|a|til|og)\b/u;

/** Which words a document has, for the choice between two forms of one. */
export interface DocumentWords {
  has(word: string): boolean;
}

/** The words of the lines, without those that begin or end at the end of a line. */
export function wordForms(lines: Iterable<string>): DocumentWords {
  const words = new Set<string>();
  let isCut = false;
  for (const line of lines) {
    const found = line.match(/[\p{L}\p{N}]+(?:[-\u2010][\p{L}\p{N}]+)*[-\u2010]?/gu) ?? [];
    for (const [at, word] of found.entries()) {
      if (at > 0 || !isCut) words.add(word.toLowerCase().replaceAll("\u2010", "-"));
    }
    isCut = /[-\u2010\u00ad]$/u.test(line);
  }
  return words;
}

const NONE: DocumentWords = new Set();

/** The lines may be HTML. A line break is a space, unless a hyphen cuts a word there. */
export function joinLines(lines: readonly string[], forms: DocumentWords = NONE): string {
  // Pieces, because a look at the end of a long text takes as long as the text is.
  const pieces: string[] = [];
  for (const line of lines) {
    const last = pieces.at(-1);
    if (last === undefined || last === "") pieces[Math.max(0, pieces.length - 1)] = line;
    else {
      const cut = cutAt(last, line, forms);
      if (cut === "none") pieces.push(isUnspaced(last, line) ? line : ` ${line}`);
      else pieces.splice(-1, 1, cut === "kept" ? last : withoutHyphen(last), line);
    }
  }
  return pieces.join("");
}

/** Languages whose words stand without spaces between them, and their signs. */
const UNSPACED = "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\u3000-\\u303f\\uff00-\\uff60]";
const UNSPACED_END = new RegExp(`${UNSPACED}$`, "u");
const UNSPACED_START = new RegExp(`^${UNSPACED}`, "u");

function isUnspaced(line: string, next: string): boolean {
  return UNSPACED_END.test(line.slice(-80).replace(/(?:<\/[^<>]*>)+$/, "")) &&
    UNSPACED_START.test(next.slice(0, 200).replace(/^(?:<[^<>]*>)+/, ""));
}

/** Whether a word goes on from one line to the next, and whether its hyphen belongs to it. */
export function cutAt(line: string, next: string, forms: DocumentWords): "none" | "kept" | "dropped" {
  const end = line.slice(-80).replace(/(?:<\/[^<>]*>)+$/, "");
  if (end.endsWith("\u00ad")) return "dropped";
  const token = /[^\s<>]*$/.exec(end)![0].replaceAll("\u2010", "-");
  const begin = next.slice(0, 200).replace(/^(?:<[^<>]*>)+/, "");
  if (!/[\p{L}\p{N}]-$/u.test(token) || !/^[\p{L}\p{N}]/u.test(begin) || JOINING.test(begin)) return "none";
  const before = token.slice(0, -1).replace(/^[("'[{\u2018\u201c\u00ab]+/u, "");
  const after = /^[\p{L}\p{N}]+(?:[-\u2010'’][\p{L}\p{N}]+)*/u.exec(begin)![0];
  return isCompound(before, after, forms) ? "kept" : "dropped";
}

function isCompound(before: string, after: string, forms: DocumentWords): boolean {
  // Paths, options, names with numbers, and words that have a hyphen already.
  if (!/^\p{L}{2,}$/u.test(before) || !/^\p{L}/u.test(after)) return true;
  const isUpper = before === before.toUpperCase() && after.slice(0, 2) === after.slice(0, 2).toUpperCase();
  if (!isUpper && /^\p{Lu}/u.test(after)) return true;
  const [left, right] = [before.toLowerCase(), after.toLowerCase()];
  if (forms.has(`${left}${right}`)) return false;
  if (forms.has(`${left}-${right}`)) return true;
  if (CLOSING.has(left)) return false;
  if (left === "self") return !/^(?:ish|less|ness)/.test(right);
  if (ENDING.test(right)) return false;
  if (COMPOUNDING.has(left)) return true;
  return left.length > 2 && right.length > 2 && forms.has(left) && forms.has(right);
}

function withoutHyphen(line: string): string {
  return line.replace(/[-\u2010\u00ad]((?:<\/[^<>]*>)*)$/, "$1");
}
