/** Where news and blogs weigh less than the manual: in trees that are something else for the most part. */
import { NEWS_GLOBS, NEWS_WEIGHT } from "../../config/weights.ts";
import type { SearchParameters } from "../../search/retrieval/parameters.ts";
import { ruleGlobParts } from "../../text/globs.ts";
import type { IndexedTree } from "../../store/published/head.ts";

/** The parameters without the weight of news where a tree is made of them. A user's own weight of the glob stays. */
export function withNewsWeights(
  parameters: SearchParameters,
  trees: readonly Pick<IndexedTree, "news">[],
): SearchParameters {
  const { matching } = parameters;
  if (!trees.some(({ news }) => news === true)) return parameters;
  return { ...parameters, matching: { ...matching, weights: matching.weights.filter((rule) => !isOfNews(rule)) } };
}

function isOfNews({ glob, weight }: SearchParameters["matching"]["weights"][number]): boolean {
  return weight === NEWS_WEIGHT && OF_NEWS.has(glob);
}

const OF_NEWS: ReadonlySet<string> = new Set(NEWS_GLOBS.flatMap(ruleGlobParts));
