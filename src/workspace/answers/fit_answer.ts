/** Fits an answer into a token budget, where there is one. */
import type { SearchOptions } from "../contract.ts";
import type { Fit } from "./fill_answer.ts";

/**
 * Makes a function that fits answers into the budget of the options. Without a budget it changes nothing, and loads
 * nothing.
 */
export async function createFitter(
  { maxTokens, list = false, sections = false }: Pick<SearchOptions, "maxTokens" | "list" | "sections">,
): Promise<Fit> {
  if (maxTokens === undefined) return async (answer) => answer;
  const { createFilling } = await import("./fill_answer.ts");
  return await createFilling(maxTokens, { list, sections });
}
