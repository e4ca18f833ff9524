import { z } from "zod";
import type { Warning } from "../../../errors.ts";
import type { SearchOptions } from "../../../workspace/contract.ts";
import { resultsOf, searchResult } from "../answer.ts";
import { boolean, queryOrQueries, resultLimit, share, string, wholeNumber } from "../arguments.ts";
import { readSortOrder } from "../../../search/retrieval/sort_order.ts";
import { MAX_RESULTS } from "../../threads/limit_calls.ts";
import { askAgainIfStale } from "../ask_again.ts";
import { SEARCH_OUTPUT } from "../passages.ts";
import { defineTool, type Tool } from "./tool.ts";

/** How many tokens (cl100k_base) the passages of an answer may have if the client does not say. */
export const DEFAULT_MAX_TOKENS = 6000;

export const LIST = boolean.optional().describe("Ids, titles and snippets only, without the text (default false)");
export const MAX_TOKENS = wholeNumber.optional().describe(
  `Most tokens (cl100k_base) for all passages together (default ${DEFAULT_MAX_TOKENS}). The answer names what does not fit, with its cost`,
);

export const searchTool: Tool = defineTool({
  name: "search",
  title: "Search the documentation",
  description:
    `Search this project's documentation and notes (guides, conventions, decisions, API descriptions) and get the sections that answer, \
in one call. Use it before you decide how to do something here, and whenever the user's words may be written down somewhere. Ask with a few specific words or a \
question; word forms and small misspellings are found. Pass an array to research several topics at once: each is answered for itself.
Use grep instead for an exact string or symbol in source code, and for files outside the documentation; use context instead when you have files to work on but no question yet.
Query syntax: plain words, of which a section needs only some, and those with more of them come first; +required; "exact phrase"; -without; a OR b; (groups); title:word; path:api/; tree:name; tag:name; lang:de; version:2.1; modified:>2026-01-31.
The same text, and a page in other languages and versions, is one result that names the other places; lang: and version: choose one, and all_copies shows each.`,
  takes: z.strictObject({
    queries: queryOrQueries.describe(
      'What to look for. Quote for an exact phrase. An array for several topics: ["error handling", "logging conventions"]',
    ),
    limit: resultLimit.optional().describe("Results per query (default 5)"),
    max_tokens: MAX_TOKENS,
    list: LIST,
    sort: string.optional().describe(
      "Order of the results: score (default), date (newest first), path, or meta.KEY[:desc] for a value of the frontmatter",
    ),
    all: boolean.optional().describe(
      "Only sections that have every word (default false: those with more of them first)",
    ),
    all_copies: boolean.optional().describe(
      "Show the same text, and a page in other languages and versions, as results of their own (default false)",
    ),
    lexical: boolean.optional().describe("Find by words alone, where the project also searches by meaning"),
    semantic: boolean.optional().describe("Find by meaning alone"),
    weight: share.optional().describe("The share of meaning in the scores, 0 to 1"),
    rerank: boolean.optional().describe("Let the project's reranker order the best results"),
  }),
  gives: SEARCH_OUTPUT,
  async run(asked, project, call) {
    const { queries, limit, max_tokens: maxTokens = DEFAULT_MAX_TOKENS, list = false, all = false } = asked;
    const { sort, all_copies: allCopies, lexical, semantic, weight, rerank } = asked;
    // Other clients must not see what this one asks.
    const leftOut: Warning[] = [];
    const found = await project.use(call, async (workspace) => {
      const options: SearchOptions = {
        maxTokens,
        list,
        signal: call.signal,
        client: call.client,
        limit: limit ?? Math.min(workspace.config.settings.default_limit, MAX_RESULTS),
        match: all ? "all" : undefined,
        takeLiterally: true,
        onLeftOut: (warning) => leftOut.push(warning),
        sort: sort === undefined ? undefined : readSortOrder(sort),
        allCopies,
        lexical,
        semantic,
        weight,
        rerank,
        groupBy: typeof queries === "string" ? undefined : "query",
      };
      const answer = await askAgainIfStale(() => workspace.search(queries, options), resultsOf);
      return { answer, trees: workspace.config.trees };
    });
    return searchResult({ ...found, warnings: [...found.warnings, ...leftOut] }, { list, limit });
  },
});
