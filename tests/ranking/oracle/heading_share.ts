// Section "Heading share" of docs/ranking.md.
import { type Index, sum } from "./corpus_index.ts";
import { boostOf } from "./term.ts";
import { type Chunk, tokensOf } from "./text.ts";
import type { BareWord } from "./whole_query.ts";

export function headingShare(index: Index, chunk: Chunk, words: readonly BareWord[]): number {
  const title = chunk.fields.title.tokens;
  if (title.length === 0 || boostOf(index, "title") === 0) return 0;
  const partsOf = ({ text, standsFor }: BareWord) =>
    standsFor === undefined
      ? tokensOf(index.language, text, chunk.document.stemmer).map(({ term }) => new Set([term]))
      : [standsFor];
  const named = words.filter((word) =>
    word.isRequired && partsOf(word).every((terms) => title.some((token) => terms.has(token.term)))
  );
  const share = Math.min(1, sum(named.map((word) => partsOf(word).length)) / title.length);
  return sum(named.map(({ idf }) => idf)) * share;
}
