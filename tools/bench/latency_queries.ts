/**
 * Makes queries for timing single answers: a few hundred of each class, taken from the documents by fixed random
 * numbers.
 */
import type { LatencyPassage } from "./latency_corpus.ts";
import { randomNumbers } from "./random.ts";

export const CLASSES = ["exact", "fuzzy", "phrase", "filtered", "question"] as const;
type LatencyClass = (typeof CLASSES)[number];

export interface LatencyQuery {
  readonly class: LatencyClass;
  /** Without quotes and filters. The words of a phrase stand in order. */
  readonly words: readonly string[];
  readonly filter?: { readonly on: "tree" | "tag" | "path"; readonly value: string };
  /** As typed into ra. */
  readonly text: string;
}

const WORD = /(?<![\p{L}\p{N}_-])\p{L}{3,20}(?![\p{L}\p{N}_-])/gu;
const ALPHABET = "etaoinshrdlucmfwypvbgk";

/** Makes `count` queries of each class. A fuzzy query is an exact one with a mistake in its longest word. */
export function makeLatencyQueries(passages: readonly LatencyPassage[], count: number): readonly LatencyQuery[] {
  const random = randomNumbers(29);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(of: readonly T[]): T => of[below(of.length)]!;
  const counts = documentCounts(passages);
  // Words that people search for: they occur in some passages, but not in most.
  const most = Math.max(10, passages.length / 50);
  const isMiddling = (word: string): boolean => {
    const df = counts.get(word) ?? 0;
    return word.length >= 4 && df >= 3 && df <= most;
  };
  const middling = (text: string): readonly string[] => [...new Set(wordsOf(text).filter(isMiddling))];
  const usable = (holds: (passage: LatencyPassage) => boolean): LatencyPassage => {
    for (let tries = 0; tries < 100_000; tries++) {
      const passage = pick(passages);
      if (holds(passage)) return passage;
    }
    throw new Error("the documents do not hold enough text for queries");
  };
  const distinct = (words: readonly string[], many: number): readonly string[] => {
    const left = [...words];
    return Array.from({ length: many }, () => left.splice(below(left.length), 1)[0]!);
  };
  /** Takes one to three words, from a title and from a text in turn. */
  const asked = (index: number, passage?: LatencyPassage): readonly string[] => {
    const many = 1 + (index % 3);
    const textOf = ({ title, body }: LatencyPassage): string => (index % 2 === 0 ? title : body);
    const from = passage ?? usable((candidate) => middling(textOf(candidate)).length >= many);
    return distinct(middling(textOf(from)), many);
  };

  const exact = Array.from({ length: count }, (_, index): LatencyQuery => query("exact", asked(index)));
  const fuzzy = exact.map(({ words }, index): LatencyQuery => {
    const at = words.reduce((longest, word, place) => (word.length > words[longest]!.length ? place : longest), 0);
    return query("fuzzy", words.map((word, place) => (place === at ? misspelt(word, index, below) : word)));
  });
  const phrase = Array.from({ length: count }, (_, index): LatencyQuery => {
    const many = 2 + (index % 3);
    const runs = ({ body }: LatencyPassage): readonly (readonly string[])[] => runsOf(body, many);
    return query("phrase", pick(runs(usable((passage) => runs(passage).length > 0))));
  });
  const filtered = Array.from({ length: count }, (_, index): LatencyQuery => {
    const textOf = ({ title, body }: LatencyPassage): string => (index % 2 === 0 ? title : body);
    const passage = usable((candidate) => middling(textOf(candidate)).length >= 3 && /^[\w./-]+$/.test(candidate.path));
    const on = (["tree", "tag", "path"] as const)[Math.floor(index / 3) % 3]!;
    const folder = passage.path.split("/").slice(0, 2).join("/");
    return query("filtered", asked(index, passage), { on, value: on === "path" ? folder : passage[on] });
  });
  const questions = Array.from({ length: count }, (): LatencyQuery => {
    const sentences = ({ body }: LatencyPassage): readonly (readonly string[])[] =>
      body.split(/[.!?:\n]/).map(wordsOf).filter((words) => words.length >= 8 && words.length <= 16);
    const sentence = pick(sentences(usable((passage) => sentences(passage).length > 0)));
    // A word of another document, so that no passage holds all words.
    const other = pick(middling(usable(({ body }) => middling(body).length > 0).body));
    return query("question", ["how", "do", "i", ...sentence, "with", other]);
  });
  return [...exact, ...fuzzy, ...phrase, ...filtered, ...questions];
}

function query(of: LatencyClass, words: readonly string[], filter?: LatencyQuery["filter"]): LatencyQuery {
  const text = of === "phrase" ? `"${words.join(" ")}"` : words.join(" ");
  return filter === undefined
    ? { class: of, words, text }
    : { class: of, words, filter, text: `${text} ${filter.on}:${filter.value}` };
}

function documentCounts(passages: readonly LatencyPassage[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { title, body } of passages) {
    for (const word of new Set(wordsOf(`${title}\n${body}`))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function wordsOf(text: string): readonly string[] {
  // Operators are in capitals, so no word here is one.
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/** Finds words of letters that follow each other with one space between them. */
function runsOf(body: string, many: number): readonly (readonly string[])[] {
  const run = new RegExp(`(?<![\\p{L}\\p{N}_-])\\p{L}{2,20}(?: \\p{L}{2,20}){${many - 1}}(?![\\p{L}\\p{N}_-])`, "gu");
  return (body.match(run) ?? []).map((found) => found.split(" ")).filter((words) =>
    words.some((word) => word.length >= 5)
  );
}

/** Makes a mistake: swaps two letters, replaces one, drops one or adds one, in turn. Never changes the first letter. */
function misspelt(word: string, turn: number, below: (limit: number) => number): string {
  const at = 1 + below(word.length - 2);
  const letter = ALPHABET[below(ALPHABET.length)]!;
  const head = word.slice(0, at);
  switch (turn % 4) {
    case 0:
      return word[at] === word[at + 1]
        ? head + word.slice(at + 1)
        : head + word[at + 1]! + word[at]! + word.slice(at + 2);
    case 1:
      return head + (word[at] === letter ? "x" : letter) + word.slice(at + 1);
    case 2:
      return head + word.slice(at + 1);
    default:
      return head + letter + word.slice(at);
  }
}
