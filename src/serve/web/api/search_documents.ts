/** Runs the search that an address asks for. */
import { RaError } from "../../../errors.ts";
import { readSortOrder } from "../../../search/retrieval/sort_order.ts";
import type { SearchOptions, Workspace } from "../../../workspace.ts";
import { effectiveQuery, isSearch, readPageState } from "../page_state.ts";
import { MAX_RESULTS } from "../../threads/limit_calls.ts";
import type { Stoppable } from "../../../workspace/contract.ts";
import type { DocumentLabel, SearchReply } from "../html/results_html.ts";

/**
 * Throws what `search` throws, `usage` for a parameter that it cannot read, and `query-empty` without query and
 * filters.
 */
export async function searchDocuments(
  workspace: Workspace,
  parameters: URLSearchParams,
  asked: Stoppable = {},
): Promise<SearchReply> {
  const state = readPageState(parameters);
  if (!isSearch(state)) throw new RaError("query-empty", "no query given", { hint: "?q=error+handling" });
  const isForPage = parameters.get("documents") === "1";
  const { enabled, rerank } = workspace.config.semantic;
  const options = optionsOf(parameters);
  const answer = await workspace.search(effectiveQuery(state), {
    ...options,
    limit: options.limit ?? Math.min(workspace.config.settings.default_limit, MAX_RESULTS),
    // A kept address of the page still answers where semantic search or its reranker was turned off since.
    semantic: isForPage && !enabled ? false : options.semantic,
    rerank: isForPage && (!enabled || rerank === undefined) ? false : options.rerank,
    trees: state.trees.length === 0 ? undefined : state.trees,
    tags: state.tags.length === 0 ? undefined : state.tags,
    ...asked,
  });
  if (!isForPage) return answer;
  const wanted = new Set(answer.queries.flatMap(({ results }) => results.map(({ doc_id }) => doc_id)));
  const documents: DocumentLabel[] = (await workspace.list("docs", { update: false, documents: [...wanted], ...asked }))
    .map((
      { id, title, tags },
    ) => ({ id, title, tags }));
  return { ...answer, documents, semantic: enabled ? { rerank: rerank !== undefined } : undefined };
}

/** Undefined leaves the choice to the configuration. */
function isSet(parameters: URLSearchParams, name: string): true | undefined {
  return parameters.get(name) === "1" || undefined;
}

function optionsOf(parameters: URLSearchParams): SearchOptions {
  const limit = wholeNumber(parameters, "limit");
  if (limit !== undefined && limit > MAX_RESULTS) {
    throw new RaError("usage", `limit: ${limit} is more than ${MAX_RESULTS}, the most results of one answer`);
  }
  const maxTokens = wholeNumber(parameters, "max_tokens");
  const sort = parameters.get("sort") ?? undefined;
  const groupBy = oneOf(parameters, "group_by", ["doc"]);
  const match = oneOf(parameters, "match", ["any", "all"]);
  const weight = share(parameters, "weight");
  return {
    limit,
    maxTokens,
    sort: sort === undefined ? undefined : readSortOrder(sort),
    groupBy,
    match,
    since: parameters.get("since") ?? undefined,
    prefix: isSet(parameters, "prefix"),
    takeLiterally: true,
    update: parameters.get("update") === "0" ? false : undefined,
    lexical: isSet(parameters, "lexical"),
    semantic: isSet(parameters, "semantic"),
    weight,
    rerank: isSet(parameters, "rerank"),
    list: parameters.get("list") === "1",
    facets: parameters.get("facets") === "labels" ? "labels" : parameters.get("facets") === "1",
    explain: parameters.get("explain") === "scores" ? "scores" : parameters.get("explain") === "1",
  };
}

function wholeNumber(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,6}$/.test(text)) throw new RaError("usage", `${name}: ${JSON.stringify(text)} is not a whole number`);
  return Number(text);
}

function share(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === null) return undefined;
  // The range is checked where all callers come by.
  if (!/^\d(\.\d{1,9})?$/.test(text)) {
    throw new RaError("usage", `${name}: ${JSON.stringify(text)} is not a number from 0 to 1`);
  }
  return Number(text);
}

function oneOf<const T extends string>(parameters: URLSearchParams, name: string, values: readonly T[]): T | undefined {
  const text = parameters.get(name);
  if (text === null) return undefined;
  const value = values.find((each) => each === text);
  if (value === undefined) {
    throw new RaError("usage", `${name}: ${JSON.stringify(text)} is not one of ${values.join(", ")}`);
  }
  return value;
}
