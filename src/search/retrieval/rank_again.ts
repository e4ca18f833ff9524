/** Runs a query, and a second time where words that the index does not have can be read in another way. */
import { plainWord } from "../query/words.ts";
import { partsOf } from "./identifier_parts.ts";
import { type RankedAnswer, type RankInput, rankQuery, type RankScope } from "./rank_query.ts";
import { bareWords, type OtherLetters } from "./word_forms.ts";

interface RankedAgain {
  readonly scope: RankScope;
  readonly ranked: RankedAnswer;
}

// A runtime takes a millisecond for `\p{Script=Han}`.
const HAN = /[\u3400-\u9fff\u{20000}-\u{3ffff}]/u;
/** Text with such letters is Japanese. */
const KANA = /[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f]/;

/** The second time, words are divided into parts of names, or have the letters of the other Chinese script. */
export async function rankAgain(input: RankInput): Promise<RankedAgain> {
  const { snapshot: { retriever }, query, kind, parameters: { matching: { boosts } }, scope } = input;
  const ranked = await rankQuery(input);
  if (kind.kind !== "query") return { scope, ranked };
  const { words } = ranked.response;
  const unknown = new Set(words.filter(({ df }) => df === 0).map(({ word }) => word));
  const divisible = unknown.size === 0
    ? []
    : query.parts.flatMap(({ node }) => bareWords(node)).filter((node) =>
      unknown.has(plainWord(node.text)) && !scope.sources.forms.has(node)
    );
  const parts = await partsOf(divisible, (asked) => retriever.knownForms(asked, boosts));
  const letters = await otherLetters(input, ranked);
  if (parts.size + letters.size === 0) return { scope, ranked };
  const read = { ...scope, sources: { ...scope.sources, parts, letters } };
  return { scope: read, ranked: await rankQuery({ ...input, scope: read }) };
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
