/** The part of an answer that fits into a token budget. */
import { createPalette } from "../../output/terminal/color.ts";
import { createAnswerCosts } from "../../output/text/search_text.ts";
import { fillBudget } from "../../search/retrieval/fill_budget.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import type { QueryEntry, SearchAnswer } from "../../shapes/search.ts";
import { loadTokenCounter } from "../../search/retrieval/token_count.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

/** Fits an answer from a snapshot. */
export type Fit = (answer: SearchAnswer, snapshot: Pick<Snapshot, "work">) => Promise<SearchAnswer>;

/** What an answer shows. */
interface ShownAnswer {
  /** Whether it is printed as a list. */
  readonly list: boolean;
  /** Whether its results say which sections match. */
  readonly sections: boolean;
}

/**
 * Makes a function that keeps the part of an answer that fits. The reports (explain, facets, why not) are not counted,
 * because they are not passages.
 */
export async function createFilling(maxTokens: number, { list, sections }: ShownAnswer): Promise<Fit> {
  const countTokens = await loadTokenCounter();
  const costs = createAnswerCosts({
    view: list ? "list" : "full",
    verbose: false,
    columns: 80,
    palette: createPalette(false),
    locate: ({ path }) => path,
  }, countTokens);
  return async (answer, { work }) => {
    const { queries } = await fillBudget({ answer, maxTokens, costs, countTokens, work });
    return { queries: queries.map(correctReports).map((entry) => sections ? entry : withoutSections(entry)) };
  };
}

function withoutSections(entry: QueryEntry): QueryEntry {
  return { ...entry, results: entry.results.map(({ sections: _, ...result }) => result) };
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
