/** Presents the results of an answer, each with the other places of its text. */
import type { SearchResult } from "../../shapes/search.ts";
import type { Snapshot } from "../ports/snapshot.ts";
import { alsoInOf, type FoundCopies } from "./also_in.ts";
import { inPlaceOf, matchingCopies, withCopies } from "./matching_copies.ts";
import { createPresenter, type Presenting } from "./present_answer.ts";
import type { RankedResult } from "./ranked_result.ts";
import type { RankedAnswer } from "./rank_query.ts";

/** After so many copies that have changed or are gone, no other one is looked for. */
const MAX_TRIES = 20;

/** A ranked result as it is shown, and as it is published. */
interface Presented<R> {
  readonly shown: R;
  readonly result: SearchResult;
}

/**
 * Presents results, which have these other places. Where the file of one has changed or is gone, and a copy that
 * matches has not, the copy takes its place.
 */
export async function presentShown<R extends RankedResult>(
  results: readonly R[],
  { places }: Pick<FoundCopies, "places">,
  { ranked, snapshot, presenting }: {
    readonly ranked: RankedAnswer;
    readonly snapshot: Snapshot;
    readonly presenting: Presenting;
  },
): Promise<readonly Presented<R>[]> {
  const present = createPresenter(ranked, snapshot, presenting);
  const livingCopy = async (result: R): Promise<Presented<R> | undefined> => {
    const dead = new Set([result.chunk.docId]);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const copies = await matchingCopies([result], ranked.request, snapshot, { without: dead });
      const [copy] = copies.of[0]!;
      if (copy === undefined) break;
      const shown = inPlaceOf(result, copy, ranked);
      const presented = await createPresenter(withCopies(ranked, copies), snapshot, presenting)(shown);
      if (presented.stale !== true) {
        return { shown, result: withPlaces(presented, await livingPlaces(shown, dead)) };
      }
      dead.add(copy.chunk.docId);
    }
    return undefined;
  };
  const livingPlaces = async (shown: R, dead: ReadonlySet<string>): Promise<FoundCopies["places"][number]> => {
    const [found = []] = (await alsoInOf([shown], snapshot)).places;
    return found.filter(({ id }) => !dead.has(id.replace(/#.*$/, "")));
  };
  const presented: Presented<R>[] = [];
  for (const [at, shown] of results.entries()) {
    await snapshot.work.goOn();
    const result = await present(shown);
    const living = result.stale === true ? await livingCopy(shown) : undefined;
    presented.push(living ?? { shown, result: withPlaces(result, places[at]!) });
  }
  return presented;
}

function withPlaces(result: SearchResult, places: FoundCopies["places"][number]): SearchResult {
  return places.length === 0 ? result : { ...result, also_in: places };
}
