/** The lines that answer a question of tools/rag/questions. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Expectation, expectationOf, isPage, type Place, type Question } from "../kinds/questions.ts";

/** In sources, the heading is the line on which a definition begins. */
export function answersOf({ kind, query, answers }: Question, folder: string): readonly Expectation[] {
  return answers.flatMap((answer) =>
    /\.(?:py|rs)$/.test(answer.path) && answer.heading !== ""
      ? [definitionIn(answer, readFileSync(join(folder, answer.path), "utf8"))]
      : expectationOf({ kind, query, answers: [answer] }, folder)
  );
}

const isComment = (line: string): boolean => /^\s*(?:#|\/\/|@)/.test(line);
const depth = (line: string): number => /^\s*/.exec(line)![0].length;

/** With the comments and attributes above it, up to the last line that is indented below it, or closes it. */
function definitionIn({ path, heading }: Question["answers"][number], content: string): Expectation {
  const lines = content.split(/\r?\n/);
  const at = lines.findIndex((line) => line.trim() === heading.trim());
  if (at < 0) throw new Error(`${path} has no line ${JSON.stringify(heading)}`);
  let first = at;
  while (first > 0 && isComment(lines[first - 1]!)) first--;
  let end = at + 1;
  for (let next = at + 1; next < lines.length && !/;\s*$/.test(lines[at]!); next++) {
    const line = lines[next]!;
    if (line.trim() === "") continue;
    const isBelow = depth(line) > depth(lines[at]!);
    if (!isBelow && !/^\s*(?:[)}{\]]|where\b)/.test(line)) break;
    end = next + 1;
    if (!isBelow && /^\s*\}\s*$/.test(line)) break;
  }
  return { path, first: first + 1, last: end };
}

/**
 * Half of the lines of the shorter one are of the other, too: a part of a long section answers, and so does a chunk of
 * several short ones.
 */
export function sharesLines(expected: Expectation, found: Place): boolean {
  if (!isPage(expected, found)) return false;
  if (expected.first === 0) return true;
  const shared = Math.min(expected.last, found.last) - Math.max(expected.first, found.first) + 1;
  return 2 * shared >= Math.min(expected.last - expected.first, found.last - found.first) + 1;
}
