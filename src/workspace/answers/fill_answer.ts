/** The part of an answer that fits into a token budget. */
import { createPalette } from "../../output/terminal/color.ts";
import { createAnswerCosts } from "../../output/text/search_text.ts";
import type { PresentById } from "../../search/retrieval/answer_query.ts";
import { fillBudget } from "../../search/retrieval/fill_budget.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import type { Work } from "../../search/ports/work.ts";
import type { QueryEntry, SearchAnswer } from "../../shapes/search.ts";
import { type CountTokens, loadTokenCounter } from "../../search/retrieval/token_count.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

/**
 * Fits an answer from a snapshot. `presenters` has one for each entry. The first one serves an answer whose entries
 * were merged.
 */
export type Fit = (
  answer: SearchAnswer,
  presenters: readonly PresentById[],
  snapshot: Pick<Snapshot, "work">,
) => Promise<SearchAnswer>;

/** Makes a function that fits answers into a budget. `list`: whether they are printed as a list. */
export async function createFilling(maxTokens: number, list: boolean): Promise<Fit> {
  const countTokens = await loadTokenCounter();
  return (answer, presenters, { work }) => fitAnswer(answer, { maxTokens, countTokens, list, presenters, work });
}

interface FitInput {
  readonly maxTokens: number;
  readonly countTokens: CountTokens;
  /** Whether the answer is printed as a list. */
  readonly list: boolean;
  readonly presenters: readonly PresentById[];
  readonly work: Work;
}

/**
 * Keeps the part of the answer that fits. The reports (explain, facets, why not) are not counted, because they are not
 * passages.
 */
async function fitAnswer(
  answer: SearchAnswer,
  { maxTokens, countTokens, list, presenters, work }: FitInput,
): Promise<SearchAnswer> {
  const asText = {
    view: list ? "list" : "full",
    verbose: false,
    columns: 80,
    palette: createPalette(false),
    locate: ({ path }: { readonly path: string }) => path,
  } as const;
  const filled = await fillBudget({
    answer,
    maxTokens,
    costs: createAnswerCosts(asText, countTokens),
    work,
    instead: async (result, entry) => {
      const best = result.constituents?.[0];
      if (best === undefined || best.id === result.id) return undefined;
      const { more } = result;
      const part = await presenters[entry]?.(best);
      return part === undefined || more === undefined ? part : { ...part, more };
    },
  });
  return { queries: filled.queries.map(correctReports) };
}

/** Corrects explanation and why-not, which were made before the budget was applied. */
function correctReports(entry: QueryEntry): QueryEntry {
  const { explain, why_not: why, results, left_out = [] } = entry;
  const lost = why?.phase === "returned" && left_out.some(({ id }) => id === why.id);
  return withoutUndefined<QueryEntry>({
    ...entry,
    explain: explain && { ...explain, phases: { ...explain.phases, returned: results.length } },
    why_not: lost ? { ...why, phase: "budget" } : why,
  });
}
