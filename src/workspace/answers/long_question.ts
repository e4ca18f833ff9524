/**
 * Questions that are too long to be a query, such as one with a pasted log. The words that set it apart are searched
 * for, chosen as those of a file are (docs/context.md), and its beginning and its end are compared by meaning.
 */
import type { ContextTerm } from "../../context/choose_terms.ts";
import { createSignals } from "../../context/signals.ts";
import { readSourceParts } from "../../context/source_parts.ts";
import type { Config } from "../../config/config.ts";
import { RaError } from "../../errors.ts";
import { MAX_CHARACTERS, MAX_TERMS } from "../../search/query/faults.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import { termsOf } from "./context_terms.ts";

/** Of a question, in UTF-8. */
export const MAX_QUESTION_BYTES = 256 * 1024;
/** Of its beginning and of its end, in characters: about as many as a small model reads. */
const END_LENGTH = 600;
/** What a word weighs that somebody says about what was pasted. Any other weighs 1. */
const SAID_WEIGHT = 20;
/** How often a word that was pasted counts. */
const MAX_TIMES = 2;
/** Of a line, in characters. */
const LONG_LINE = 500;
/** Of a word that counts, in letters: questions ask for CSS and npm. */
const MIN_LENGTH = 3;
/** The fewest terms of the query. A question says less in one of its words than a file does. */
const MIN_TERMS = 20;
const FEW_WORDS = 10;
const WORD = /[\p{L}\p{N}_]+/gu;

/** Throws `query-syntax` for a question that is too long for anything. */
export function requireAskable(question: string): void {
  if (question.length * 3 <= MAX_QUESTION_BYTES) return;
  if (new TextEncoder().encode(question).length <= MAX_QUESTION_BYTES) return;
  throw new RaError("query-syntax", `the question has more than ${MAX_QUESTION_BYTES / 1024} kB`, {
    hint: "ask about the part that matters, or attach a file",
  });
}

/** Whether words are chosen from it, because it is too long for a query of all of them. */
export function isLongQuestion(question: string): boolean {
  if (question.length > MAX_CHARACTERS) return true;
  let words = 0;
  for (const _ of question.matchAll(WORD)) if (++words > MAX_TERMS) return true;
  return false;
}

/** The beginning and the end of a long question, which end and begin with a word. */
export function questionEnds(question: string): readonly [beginning: string, end: string] {
  const text = question.trim();
  const beginning = text.slice(0, END_LENGTH).replace(/[\ud800-\udbff]$/, "").replace(/(?<=\s)\S*$/, "");
  const end = text.slice(-END_LENGTH).replace(/^[\udc00-\udfff]/, "").replace(/^\S*(?=\s)/, "");
  return [beginning.trim(), end.trim()];
}

/** Some words of a question, where the documents hold none of them. */
export function firstWords(question: string): string {
  return (question.match(WORD) ?? []).slice(0, FEW_WORDS).join(" ");
}

/** What to search for a long question, best first. Empty if the documents hold none of its words. */
export async function questionTerms(
  question: string,
  snapshot: Pick<Snapshot, "retriever" | "catalogue">,
  { config: { context }, boosts, trees }: {
    readonly config: Pick<Config, "context">;
    readonly boosts: Readonly<Record<string, number>>;
    readonly trees?: readonly string[] | undefined;
  },
): Promise<readonly ContextTerm[]> {
  const signals = createSignals();
  const pieces = distinctPieces(question.trim());
  signals.addText(
    readSourceParts(pieces.map(({ text }) => text).join("\n"), undefined),
    { minLength: Math.min(MIN_LENGTH, context.min_word_length), maxLength: context.max_word_length },
    (line) => pieces[line - 1]!.weight,
  );
  const limit = Math.max(MIN_TERMS, context.terms);
  const { terms } = await termsOf(signals.all(), snapshot, { small: [], boosts, limit, minCount: 1, trees });
  return terms;
}

interface WeighedPiece {
  readonly text: string;
  readonly weight: number;
}

/**
 * The lines of a text, and the parts of its long lines. Those that differ only in their numbers, as in a log, are one.
 * What somebody says about a pasted text stands in the first or the last paragraph, or ends as a question does: it
 * weighs more. Of a word of all the rest, the first few count.
 */
function distinctPieces(text: string): readonly WeighedPiece[] {
  const lines = text.split("\n");
  const bounded = [paragraphFrom(lines), paragraphFrom(lines.toReversed())];
  const isFound = bounded.some((length) => length > 0) || lines.some((line) => isAsked(line));
  const [first = 0, after = 0] = isFound ? bounded : [1, 1];
  const last = lines.length - after;
  const shapes = new Map<string, { readonly text: string; isSaid: boolean; times: number }>();
  for (const [at, line] of lines.entries()) {
    for (const piece of partsOfLine(line)) {
      const isSaid = at < first || at >= last || isAsked(piece);
      const shape = piece.replace(/\d+/g, "0").trim();
      const known = shapes.get(shape);
      if (known === undefined) shapes.set(shape, { text: piece, isSaid, times: 1 });
      else known.times++;
    }
  }
  const seen = new Map<string, number>();
  const isNews = (word: string): boolean => {
    const times = (seen.get(word) ?? 0) + 1;
    seen.set(word, times);
    return times <= MAX_TIMES;
  };
  return [...shapes.values()].map(({ text: own, isSaid, times }) =>
    isSaid && times === 1
      ? { text: own, weight: SAID_WEIGHT }
      : { text: own.replace(WORD, (word) => isNews(word.toLowerCase()) ? word : " "), weight: 1 }
  );
}

/** How many of the first lines are a short paragraph, which a blank line or a fence ends; 0 if they are none. */
function paragraphFrom(lines: readonly string[]): number {
  let length = 0;
  for (const [at, line] of lines.entries()) {
    if (at > 0 && /^\s*(?:```.*|~~~.*)?$/.test(line)) return at;
    length += line.length;
    if (length > END_LENGTH) return 0;
  }
  return 0;
}

/** Whether a line ends as a question does. Where words have spaces between them, it has several. */
function isAsked(line: string): boolean {
  const text = line.trim();
  return text.endsWith("？") || ((text.endsWith("?") || text.endsWith("؟")) && /\s/.test(text));
}

/** Data in one line, such as JSON, has no other lines. */
function partsOfLine(line: string): readonly string[] {
  return line.length > LONG_LINE ? line.split(/[,;{}[\]]/) : [line];
}
