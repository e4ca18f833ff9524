/** Runs a query. Words that the index does not have are read as parts of names, or in another script. */
import { plainWord } from "../query/words.ts";
import { isDivisible, partsOf } from "./identifier_parts.ts";
import { type RankedAnswer, type RankInput, rankQuery, type RankScope } from "./rank_query.ts";
import { bareWords, type OtherLetters, type WordParts } from "./word_forms.ts";

interface RankedAsRead {
  readonly scope: RankScope;
  readonly ranked: RankedAnswer;
}

// A runtime takes a millisecond for `\p{Script=Han}`.
const HAN = /[\u3400-\u9fff\u{20000}-\u{3ffff}]/u;
/** Text with such letters is Japanese. */
const KANA = /[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f]/;

/**
 * Words that the index does not have are divided into parts of names before the search. Only Chinese words are searched
 * a second time, with the letters of the other script.
 */
export async function rankAsRead(input: RankInput): Promise<RankedAsRead> {
  const { kind, scope } = input;
  if (kind.kind !== "query") return { scope, ranked: await rankQuery(input) };
  const parts = await partsOfUnknown(input);
  const divided = parts.size === 0 ? scope : { ...scope, sources: { ...scope.sources, parts } };
  const ranked = await rankQuery({ ...input, scope: divided });
  const letters = await otherLetters(input, ranked);
  if (letters.size === 0) return { scope: divided, ranked };
  const read = { ...divided, sources: { ...divided.sources, letters } };
  return { scope: read, ranked: await rankQuery({ ...input, scope: read }) };
}

/** The statistics are remembered, so that a search with words that were asked before costs nothing more. */
async function partsOfUnknown(
  { snapshot: { retriever }, query: { parts }, parameters: { matching: { boosts } }, scope }: RankInput,
): Promise<WordParts> {
  const divisible = parts.flatMap(({ node }) => bareWords(node)).filter((node) =>
    isDivisible(plainWord(node.text)) && !scope.sources.forms.has(node)
  );
  if (divisible.length === 0) return new Map();
  const statistics = await retriever.termStatistics(divisible.map(({ text }) => plainWord(text)), boosts);
  const unknown = divisible.filter(({ text }) => statistics.get(plainWord(text))?.df === 0);
  return unknown.length === 0 ? new Map() : await partsOf(unknown, (asked) => retriever.knownForms(asked, boosts));
}

/** Only Chinese queries need the module that knows both scripts. */
async function otherLetters(
  { snapshot: { retriever }, query: { text, parts }, parameters: { matching: { boosts } } }: RankInput,
  { response: { words } }: RankedAnswer,
): Promise<OtherLetters> {
  if (!HAN.test(text) || KANA.test(text)) return new Map();
  const { otherLetters } = await import("./chinese_letters.ts");
  return await otherLetters(parts, words, (asked) => retriever.termStatistics(asked, boosts));
}
