/** `--explain`: what the scores of results are made of. */
import type { SearchResponse } from "../engine/request.ts";
import type { RankedResult } from "./rank_query.ts";
import type { ExplainedResult } from "./result.ts";

/** Each result with the parts of its best hit's score, as the core reports them. Results of filters alone have none. */
export function explainResults(
  results: readonly RankedResult[],
  { hits, explained = [] }: SearchResponse,
): readonly ExplainedResult[] {
  const parts = new Map(hits.map(({ at }, index) => [at.join(), explained[index]]));
  return results.flatMap(({ chunk, ranked }) => {
    const best = ranked.hits.reduce((before, hit) => (hit.score > before.score ? hit : before));
    const found = parts.get(best.chunk.at.join());
    return found === undefined ? [] : [{ id: chunk.id, chunk: best.chunk.id, score: best.score, ...found }];
  });
}
