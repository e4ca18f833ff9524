/** Sorts results by something else than their scores. */
import type { Catalogue } from "../ports/catalogue.ts";
import { byScoreThenId } from "./rank_order.ts";
import type { RankedResult } from "./ranked_result.ts";

export type SortOrder = "score" | "date" | "path";

/**
 * Sorts results, which come best first. By date, the newest come first. By path, they have the order of trees, paths
 * and positions.
 */
export async function sortResults<R extends RankedResult>(
  results: readonly R[],
  by: SortOrder,
  catalogue: Pick<Catalogue, "modifiedMs">,
): Promise<readonly R[]> {
  if (by === "score") return results;
  if (by === "date") {
    const dated = await Promise.all(
      results.map(async (result) => ({
        result,
        modified: await catalogue.modifiedMs(result.chunk.tree, result.chunk.path),
      })),
    );
    return dated.sort((a, b) => b.modified - a.modified || byScoreThenId(scored(a.result), scored(b.result)))
      .map(({ result }) => result);
  }
  const key = ({ chunk }: RankedResult): string => `${chunk.tree}\0${chunk.path}`;
  return results.toSorted((a, b) => {
    if (key(a) !== key(b)) return key(a) < key(b) ? -1 : 1;
    return a.chunk.position - b.chunk.position;
  });
}

function scored({ chunk: { id }, score }: RankedResult): { readonly id: string; readonly score: number } {
  return { id, score };
}
