/** Which words of a query the core would mark in a text. */
import type { SearchResponse } from "../engine/request.ts";
import type { IndexView } from "./live_index.ts";

/**
 * The words of the response's query without the stop words of the index's languages: the core marks those only where a query has
 * nothing else to mark, and then they are all there is.
 */
export function markedWords({ words, highlight }: SearchResponse, { engine, index }: IndexView): ReadonlySet<string> {
  const lines = words.map(({ word }) => new TextEncoder().encode(`${word}\n`));
  const text = new Uint8Array(lines.reduce((sum, { length }) => sum + length, 0));
  const starts: number[] = [];
  let end = 0;
  for (const line of lines) {
    starts.push(end);
    text.set(line, end);
    end += line.length;
  }
  const marked = new Set<string>();
  const stemmers = new Set(index.head.segments.flatMap(({ stats }) => Object.keys(stats.stemmers)));
  for (const stemmer of stemmers) {
    let at = 0;
    // Both ascend, so that one pass finds the line of each range.
    for (const { start } of engine.highlight(text, stemmer, highlight)) {
      while (at + 1 < starts.length && starts[at + 1]! <= start) at++;
      marked.add(words[at]!.word);
    }
  }
  return marked;
}
