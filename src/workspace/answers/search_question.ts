/** Searches for a question in plain words, which may be long. */
import { termQuery } from "../../context/term_query.ts";
import type { QueryVectors, Unusable } from "../../search/ports/meaning.ts";
import { joinQueries } from "../../search/query/join.ts";
import { plainQuery } from "../../search/query/plain_query.ts";
import { asWritten, searchParameters } from "../../search/retrieval/parameters.ts";
import type { SearchAnswer } from "../../shapes/search.ts";
import type { SearchOptions } from "../contract.ts";
import type { Environment } from "../environment.ts";
import type { LiveIndex } from "../live/live_index.ts";
import { createFitter } from "./fit_answer.ts";
import { requireTrees } from "./known_trees.ts";
import { firstWords, isLongQuestion, questionEnds, questionTerms, requireAskable } from "./long_question.ts";
import { warnOfMissingLists } from "./missing_lists.ts";
import { requireMeaning, requireRanges } from "./option_ranges.ts";
import { createAnswerer, search } from "./search.ts";
import { withUnread } from "./unread_answer.ts";

/** Throws what `search` throws, and `query-empty`. */
export async function searchQuestion(
  environment: Environment,
  index: LiveIndex,
  question: string,
  options: SearchOptions & { readonly update: boolean },
): Promise<SearchAnswer> {
  requireAskable(question);
  if (!isLongQuestion(question)) return await search(environment, index, [plainQuery(question)], options);
  const { config, meaning, options: { onWarning } } = environment;
  requireTrees(environment, options.trees ?? []);
  requireRanges(options);
  requireMeaning(options, config.semantic);
  const configured = searchParameters(options, config);
  const fit = await createFitter(options);
  const isCompared = configured.fusion !== undefined;
  const answer = await index.answer({ ...options, byMeaning: isCompared }, async (view) => {
    const { boosts } = configured.matching;
    const terms = await questionTerms(question, view.snapshot, { config, boosts, trees: options.trees });
    const vectors = isCompared ? await meaning?.queryVectors(questionEnds(question), options.signal) : undefined;
    const isByMeaning = terms.length === 0 && hasVectors(vectors);
    const query = terms.length > 0
      ? termQuery(terms.map(({ term: word, weight }) => ({ word, weight })))
      : plainQuery(firstWords(question));
    const { fusion, matching } = configured;
    const parameters = {
      ...configured,
      fusion: isByMeaning && fusion !== undefined ? { ...fusion, weight: 1 } : fusion,
      matching: asWritten(matching),
    };
    const kind = { kind: "like", isHidden: () => false, vectors, isByMeaning } as const;
    const entry = await createAnswerer(environment, view, parameters, options, kind)(joinQueries([query]));
    return await fit(withUnread({ queries: [entry] }, view, config, options.trees), view.snapshot);
  });
  warnOfMissingLists(answer, options.onLeftOut ?? onWarning);
  return answer;
}

function hasVectors(found: QueryVectors | Unusable | undefined): found is QueryVectors {
  return found !== undefined && "vectors" in found;
}
