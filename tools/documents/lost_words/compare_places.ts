/** Whether words stand in their rows, columns, lines and order. */
import type { Fault, Part } from "./labels.ts";
import { visible, wordsOf } from "./shown_words.ts";

/** The text in the forms that the comparisons need. */
export interface Places {
  /** Lines as they are written. */
  readonly lines: readonly string[];
  /** The words of each line. */
  readonly words: readonly ReadonlySet<string>[];
  /** The first place of a word among all words. */
  readonly first: ReadonlyMap<string, number>;
  /** Tables, rows, cells: the words. */
  readonly tables: readonly (readonly (readonly ReadonlySet<string>[])[])[];
}

export function placesOf(markdown: string, tokens: readonly string[]): Places {
  const lines = markdown.split("\n");
  const first = new Map<string, number>();
  for (const [at, token] of tokens.entries()) if (!first.has(token)) first.set(token, at);
  const tables: ReadonlySet<string>[][][] = [];
  let isInside = false;
  for (const line of lines) {
    const row = /^[\s>]*\|(.*)\|\s*$/.exec(line)?.[1];
    if (row !== undefined) {
      if (!isInside) tables.push([]);
      tables.at(-1)!.push(row.split(/(?<!\\)\|/).map((cell) => new Set(wordsOf(visible(cell)))));
    }
    isInside = row !== undefined;
  }
  return { lines, words: lines.map((line) => new Set(wordsOf(visible(line)))), first, tables };
}

const isBelow = ({ tables }: Places, heading: string, value: string): boolean =>
  tables.some((rows) =>
    rows.some((head, at) =>
      head.some((cell, column) =>
        cell.has(heading) && rows.slice(at + 1).some((row) => row[column]?.has(value) === true)
      )
    )
  );

/** Whether all words stand on one line. */
const isRow = ({ words }: Places, wanted: readonly string[]): boolean =>
  words.some((line) => wanted.every((word) => line.has(word.toLowerCase())));

export function* placeFaults(part: Part, places: Places): Generator<Fault> {
  const fault = (kind: Fault["kind"], what: string): Fault => ({ kind, construct: part.construct, what });
  for (const [heading, value] of part.cells) {
    if (!isBelow(places, heading, value)) yield fault("cell", `${value} under ${heading}`);
  }
  for (const row of part.rows) {
    // A table may stand on its side.
    const isColumn = row.length === 2 && isBelow(places, row[0]!, row[1]!);
    if (!isRow(places, row) && !isColumn) yield fault("row", row.join(" "));
  }
  for (const words of part.order) {
    const found = words.filter((word) => places.first.has(word));
    const at = found.findIndex((word, at) => at > 0 && places.first.get(word)! < places.first.get(found[at - 1]!)!);
    if (at > 0) yield fault("order", `${found[at]} before ${found[at - 1]}`);
  }
  for (const words of part.apart) {
    const known = words.filter((word) => places.first.has(word));
    const glued = places.words.findIndex((line) => known.filter((word) => line.has(word)).length > 1);
    // Of a cell, the lines are divided by breaks.
    if (glued >= 0 && places.lines[glued]!.split("<br>").some((line) => holdsTwo(line, known))) {
      yield fault("glued", places.lines[glued]!.slice(0, 120));
    }
  }
  for (const [outer, inner] of part.nested) {
    const [one, other] = [outer, inner].map((word) => indentOf(places, word));
    if (one !== undefined && other !== undefined && other <= one) yield fault("level", `${inner} under ${outer}`);
  }
  for (const lines of part.lines) if (!hasLines(places.lines, lines)) yield fault("lines", lines[0]!);
}

function holdsTwo(line: string, words: readonly string[]): boolean {
  const found = new Set(wordsOf(visible(line)));
  return words.filter((word) => found.has(word)).length > 1;
}

function indentOf({ lines, words }: Places, word: string): number | undefined {
  const at = words.findIndex((line) => line.has(word));
  return at < 0 ? undefined : /^\s*/.exec(lines[at]!)![0].length;
}

/** Whether the lines follow each other with their indentation. Blank lines between them do not count. */
function hasLines(text: readonly string[], wanted: readonly string[]): boolean {
  const filled = text.filter((line) => line.trim() !== "").map((line) => line.trimEnd());
  const [first] = wanted;
  return filled.some((line, at) => {
    const base = line.length - line.trimStart().length;
    return line.trim() === first && wanted.every((each, next) => filled[at + next] === " ".repeat(base) + each);
  });
}
