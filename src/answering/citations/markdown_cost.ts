/** Tells what it costs micromark to read a text. For some signs it goes back over all of a paragraph. */

/** The most containers in each other. Readers of trees call themselves for each one. */
const MAX_DEPTH = 50;
/** More would take longer than others should wait: about 50 milliseconds. */
const MAX_COST = 500;
const MAX_STEPS = 2_000_000;

/** What may end emphasis, a link or HTML, and what underlines a heading. */
const SIGNS = /\]|\*+|_+|~+|<[!?]|^[ \t]*(?:=+|-+)[ \t\r]*$/gmu;
const MARK = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|$))/y;

/**
 * Counts lines, containers and signs. Infinite where it is too much, has too many signs in a paragraph, or containers
 * too deep in each other.
 */
export function markdownCost(text: string): number {
  let [cost, steps] = [0, 0];
  /** Of the paragraph. */
  let [length, own] = [0, 0];
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const next = newline < 0 ? text.length : newline + 1;
    const depth = depthOf(text, at);
    if (depth > MAX_DEPTH) return Infinity;
    const line = text.slice(at, next);
    if (line.trim() === "") [length, own] = [0, 0];
    else cost += 1 + depth;
    length += line.length;
    const found = countOf(SIGNS, line);
    own += found;
    cost += found;
    // All of the paragraph for each sign of this line, and this line for each sign before.
    steps += found * length + (own - found) * line.length;
    if (steps > MAX_STEPS || cost > MAX_COST) return Infinity;
    at = next;
  }
  return cost;
}

function countOf(pattern: RegExp, line: string): number {
  let count = 0;
  for (pattern.lastIndex = 0; pattern.test(line);) count++;
  return count;
}

/** How many containers the line may open or go on with. */
function depthOf(text: string, start: number): number {
  let depth = 0;
  for (MARK.lastIndex = start; depth <= MAX_DEPTH && MARK.test(text);) depth++;
  return depth;
}
