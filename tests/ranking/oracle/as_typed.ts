// Section "Words as typed" of docs/ranking.md.
import { sum } from "./corpus_index.ts";
import { rarity } from "./term.ts";
import { bestSections, DOCUMENTS } from "./feedback.ts";
import type { Chunk } from "./text.ts";
import type { BareWord } from "./whole_query.ts";

const SHARE = 2;
const NEXT_SECTIONS = 2;
const NEXT_DOCUMENTS = 20;

/** Returns what the best sections gain from words of the query that stand in their text with their signs. */
export function wordsAsTyped(
  scores: ReadonlyMap<Chunk, number>,
  words: readonly BareWord[],
): ReadonlyMap<Chunk, number> {
  const signed = words.filter(({ isRequired, df }) => isRequired && df > 0).flatMap(({ text, idf }) => {
    const open = text.replace(/[.,;:!?]+$/, "").replace(/^["'`]+|["'`]+$/g, "").replace(/^[[(]+/, "");
    const typed = /[[(]/.test(open) ? open : open.replace(/[\]),;]+$/, "");
    return /[^a-z0-9]/i.test(typed.replace(/(?<=[a-z0-9])[-/'’](?=[a-z0-9])/gi, "")) ? [{ typed, idf }] : [];
  });
  if (signed.length === 0) return new Map();
  const read = bestSections(scores, DOCUMENTS + NEXT_DOCUMENTS).flatMap(([best], at) =>
    at < DOCUMENTS ? [best, ...nextSections(scores, best)] : [best]
  );
  const holds = (chunk: Chunk, typed: string): boolean => {
    const { title, body } = chunk.document.chunks.find(({ id }) => id === chunk.id)!;
    return [title, body.join("\n")].some((text) => standsIn(text, typed));
  };
  const weighed = signed.map(({ typed, idf }) => {
    const holding = new Set(read.filter((chunk) => holds(chunk, typed)));
    return { holding, weight: SHARE * Math.max(idf, rarity(read.length, holding.size)) };
  });
  return new Map(
    read.map((
      chunk,
    ) => [chunk, sum(weighed.filter(({ holding }) => holding.has(chunk)).map(({ weight }) => weight))]),
  );
}

/** Returns the next best candidates of the same document. */
function nextSections(scores: ReadonlyMap<Chunk, number>, best: Chunk): readonly Chunk[] {
  const { chunks } = best.document;
  const place = (chunk: Chunk) => chunks.findIndex(({ id }) => id === chunk.id);
  return [...scores.keys()]
    .filter((chunk) => chunk.document === best.document && chunk !== best)
    .sort((a, b) => scores.get(b)! - scores.get(a)! || place(a) - place(b))
    .slice(0, NEXT_SECTIONS);
}

/** Does the word stand in the text, and not as a part of a longer one? */
function standsIn(text: string, word: string): boolean {
  const isOfWord = (letter: string) => /^[a-z0-9_]$/i.test(letter);
  const continues = (inside: string, outside: string) =>
    (isOfWord(inside) && isOfWord(outside)) || (inside === outside && !/[a-z0-9]/i.test(inside));
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text[at - 1] ?? "", text[at + word.length] ?? ""];
    if (!continues(word[0]!, before) && !continues(word.at(-1)!, after)) return true;
  }
  return false;
}
