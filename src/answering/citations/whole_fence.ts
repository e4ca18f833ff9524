/** Some models put a whole answer in a fence of code. It is an answer like any other. */

const OPENING = /^\s*(`{3,}|~{3,})[ \t]*(markdown|md|mdown|text|txt|plain|plaintext)?[ \t]*\r?\n/iu;

/** The answer with spaces in place of a fence around all of it, so that every place stays the same. */
export function withoutFence(answer: string): string {
  const [opening, sign, named = ""] = OPENING.exec(answer) ?? [];
  if (opening === undefined || sign === undefined) return answer;
  const inside = answer.slice(opening.length);
  const fences = [...inside.matchAll(/^[ \t]*(`{3,}|~{3,})[ \t]*$/gmu)].filter(({ 1: own }) =>
    own![0] === sign[0] && own!.length >= sign.length
  );
  const last = fences.at(-1);
  const isAtEnd = last !== undefined && inside.slice(last.index + last[0].length).trim() === "";
  // Markdown may have fences of its own inside; other text ends at the first one.
  const isWhole = isAtEnd && (fences.length === 1 || /^(?:markdown|md|mdown)$/iu.test(named));
  if (last !== undefined && !isWhole) return answer;
  const end = last === undefined ? inside.length : last.index;
  return blank(opening) + inside.slice(0, end) + blank(inside.slice(end));
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/gu, (character) => " ".repeat(character.length));
}
