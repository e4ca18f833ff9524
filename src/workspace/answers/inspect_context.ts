/** Shows what `ra context` reads from a file. Does not refresh or search anything. */
import { dampedFrequency } from "../../context/choose_terms.ts";
import { termQuery } from "../../context/term_query.ts";
import { RaError } from "../../errors.ts";
import type { ContextReport } from "../../shapes/inspection.ts";
import { searchParameters } from "../../search/retrieval/parameters.ts";
import { searchedTrees, termsOf } from "./context_terms.ts";
import type { IndexView, LiveIndex } from "../live/live_index.ts";
import type { Environment } from "../environment.ts";
import { readSourceFiles } from "./source_files.ts";

/** Reads the file's signals and the rules that match it. Throws `unknown-file`, `not-text`, `config-value`. */
export async function inspectContext(environment: Environment, index: LiveIndex, file: string): Promise<ContextReport> {
  const { config } = environment;
  const [read] = await readSourceFiles({ ...environment, options: {} }, [{ file }]);
  if (read === undefined) {
    throw new RaError("not-text", "this is a binary file", { path: file, hint: "ra context leaves it out" });
  }
  const { rules, signals, language, bytes, sampled } = read;
  const { terms: limit, min_term_frequency: minCount } = config.context;
  const trees = searchedTrees(config, rules, undefined);
  const { matching: { boosts } } = searchParameters({}, config);
  const weighed = await askIndexAsItIs(
    index,
    async ({ snapshot }) =>
      trees?.length === 0
        ? []
        : (await termsOf(signals, snapshot, { small: [], boosts, limit, minCount, trees })).terms,
  );
  const terms = weighed ?? signals
    .filter(({ count, given }) => count >= minCount || given > 0)
    .map((signal) => ({
      term: signal.word,
      sources: signal.sources,
      tf: dampedFrequency(signal),
      df: null,
      idf: null,
      weight: null,
    }))
    .sort((a, b) => b.tf - a.tf || (a.term < b.term ? -1 : 1)).slice(0, limit);
  return {
    file,
    language,
    bytes,
    sampled,
    rules: rules.matches.map(({ glob, definedIn }) => ({ glob, defined_in: definedIn })),
    trees: trees ?? null,
    include: rules.include,
    query: weighed === undefined ? null : termQuery(
      weighed.map(({ term, weight }) => ({ word: term, weight })),
      rules.trees === undefined ? [] : trees,
    ),
    terms,
  };
}

/** Asks the published index. Returns undefined if there is none that can be read. */
async function askIndexAsItIs<T>(index: LiveIndex, work: (view: IndexView) => Promise<T>): Promise<T | undefined> {
  try {
    return await index.answer({ update: false }, work);
  } catch (error) {
    if (error instanceof RaError && (error.code === "index-missing" || error.code === "index-damaged")) {
      return undefined;
    }
    throw error;
  }
}
