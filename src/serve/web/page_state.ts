/** The state of the page, and its address. */

export interface PageState {
  readonly query: string;
  readonly trees: readonly string[];
  readonly tags: readonly string[];
  readonly langs: readonly string[];
  /** What alone decides what is found; empty for words and meaning together. */
  readonly by: "" | "words" | "meaning";
  /** Whether a reranker orders the best results. */
  readonly rerank: boolean;
  /** Id of the open passage; empty for none. */
  readonly id: string;
}

export type FacetFilter = "trees" | "tags" | "langs";

/** Name of each filter in an address. */
export const FILTER_NAMES: Readonly<Record<FacetFilter, string>> = { trees: "tree", tags: "tag", langs: "lang" };
export const FILTERS: readonly FacetFilter[] = ["trees", "tags", "langs"];

export function readPageState(parameters: URLSearchParams): PageState {
  const all = (
    name: string,
  ): readonly string[] => [...new Set(parameters.getAll(name).filter((value) => value !== ""))];
  return {
    query: parameters.get("q") ?? "",
    trees: all("tree"),
    tags: all("tag"),
    langs: all("lang"),
    by: (["words", "meaning"] as const).find((by) => by === parameters.get("by")) ?? "",
    rerank: parameters.get("rerank") === "1",
    id: parameters.get("id") ?? "",
  };
}

/** `/?q=…` */
export function pageAddress(state: PageState): string {
  const parameters = searchParametersOf(state);
  for (const [name, value] of rankingParametersOf(state)) parameters.set(name, value);
  if (state.id !== "") parameters.set("id", state.id);
  const text = parameters.toString();
  return text === "" ? "/" : `/?${text}`;
}

/** How to rank, as parameters of an address. */
export function rankingParametersOf({ by, rerank }: PageState): readonly (readonly [name: string, value: string])[] {
  return [...(by === "" ? [] : [["by", by] as const]), ...(rerank ? [["rerank", "1"] as const] : [])];
}

/** Query and filters as parameters. */
function searchParametersOf(state: PageState): URLSearchParams {
  const parameters = new URLSearchParams();
  if (state.query !== "") parameters.set("q", state.query);
  for (const filter of FILTERS) for (const value of state[filter]) parameters.append(FILTER_NAMES[filter], value);
  return parameters;
}

/** The parameters with which the page calls `/api/search`; the server renders by the same. */
export function pageSearchParameters(state: PageState): URLSearchParams {
  const parameters = searchParametersOf(state);
  for (
    const [name, value] of Object.entries({
      limit: "20",
      list: "1",
      facets: "labels",
      explain: "scores",
      documents: "1",
      snippets: "ranges",
      prefix: "1",
    })
  ) parameters.set(name, value);
  if (state.by !== "") parameters.set(state.by === "words" ? "lexical" : "semantic", "1");
  if (state.rerank) parameters.set("rerank", "1");
  return parameters;
}

/** Adds the value to a filter, or removes it when it is set. The open passage stays. */
export function toggleFilter(state: PageState, filter: FacetFilter, value: string): PageState {
  const values = state[filter];
  return { ...state, [filter]: values.includes(value) ? values.filter((each) => each !== value) : [...values, value] };
}

/** Whether there is anything to search for. */
export function isSearch(state: PageState): boolean {
  return state.query.trim() !== "" || FILTERS.some((filter) => state[filter].length > 0);
}

/**
 * The query with the language filters, for which `search` has no option. Without a text, the filters become the query.
 */
export function effectiveQuery({ query, langs, trees, tags }: PageState): string {
  const languages = langs.length === 0
    ? ""
    : langs.length === 1
    ? `lang:${quoted(langs[0]!)}`
    : `(${langs.map((lang) => `lang:${quoted(lang)}`).join(" OR ")})`;
  if (query.trim() !== "") return languages === "" ? query : `${query} ${languages}`;
  return [
    languages,
    ...trees.slice(0, 1).map((tree) => `tree:${quoted(tree)}`),
    ...tags.slice(0, 1).map((tag) => `tag:${quoted(tag)}`),
  ].filter((part) => part !== "").join(" ");
}

function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}
