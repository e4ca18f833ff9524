/** What other readers found in real files (`oracle.py`), and the comparisons with it. */
import { counted, visible, wordsOf } from "./lost_words/shown_words.ts";
import { withoutPlace } from "./lost_words/omitted_lines.ts";
import type { ReadDocument } from "./lost_words/read_document.ts";

interface Reading {
  readonly text: string;
  readonly seconds: number;
}

export interface Oracle {
  /** All text of the file. No rule has cleaned it. */
  readonly text?: string;
  /** The same text in the order of lines across the whole page: columns of tables are read row by row. */
  readonly rows?: string;
  readonly headings?: readonly string[];
  readonly cells?: readonly string[];
  readonly error?: string;
  readonly others: Readonly<Record<string, Reading>>;
}

/** Words that are neither in the text nor listed. */
export interface Lost {
  readonly wanted: number;
  readonly lost: readonly string[];
  /** Words that are there with other gaps between them. */
  readonly joined: number;
}

/** Words that are divided at the end of a line are one. */
export const joinedLines = (text: string): string => text.replace(/[-\u00ad]\s*\n\s*/g, "");
export const plain = (text: string): string => wordsOf(joinedLines(text)).join(" ");
export const close = (text: string): string => plain(text).replaceAll(" ", "");

/** The text of a document with what it lists as left out. */
export const withOmitted = ({ text, omitted }: ReadDocument): string =>
  [visible(text), ...omitted.flatMap(({ lines }) => lines.map(withoutPlace))].join("\n");

function occurrences(text: string, word: string): number {
  let [count, at] = [0, text.indexOf(word)];
  for (; at >= 0; at = text.indexOf(word, at + word.length)) count++;
  return count;
}

/** Compares as multisets. A word counts as lost only where its letters are missing, too. */
export function lostWords(wantedText: string, foundText: string): Lost {
  const words = wordsOf(joinedLines(wantedText));
  const found = counted(wordsOf(foundText));
  const [wantedClose, foundClose] = [words.join(""), wordsOf(foundText).join("")];
  const lost: string[] = [];
  let joined = 0;
  for (const [word, count] of counted(words)) {
    const short = count - (found.get(word) ?? 0);
    if (short <= 0) continue;
    const missing = Math.min(short, Math.max(0, occurrences(wantedClose, word) - occurrences(foundClose, word)));
    for (let at = 0; at < missing; at++) lost.push(word);
    joined += short - missing;
  }
  return { wanted: words.length, lost, joined };
}

/** The share of `wanted` that is in `found`, each as often as it is there. 1 where nothing is wanted. */
export function share(wanted: readonly string[], found: readonly string[]): number {
  const left = counted(found);
  let hits = 0;
  for (const word of wanted) {
    const count = left.get(word) ?? 0;
    if (count > 0) hits++;
    left.set(word, count - 1);
  }
  return wanted.length === 0 ? 1 : hits / wanted.length;
}

/** Longer texts are compared in order up to here, because the comparison takes the square of their length. */
const MAX_ORDERED = 6000;

/** The longest common subsequence, as a share of the words that both have. */
export function order(wanted: readonly string[], found: readonly string[]): number {
  const [a, b] = [wanted.slice(0, MAX_ORDERED), found.slice(0, MAX_ORDERED)];
  let before = new Uint16Array(b.length + 1);
  for (const word of a) {
    const row = new Uint16Array(b.length + 1);
    for (let at = 0; at < b.length; at++) {
      row[at + 1] = word === b[at] ? before[at]! + 1 : Math.max(before[at + 1]!, row[at]!);
    }
    before = row;
  }
  const both = Math.round(share(a, b) * a.length);
  return both === 0 ? 1 : before[b.length]! / both;
}
