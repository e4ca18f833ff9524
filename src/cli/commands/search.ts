/** `ra search` */
import { RaError } from "../../errors.ts";
import { formatSearchJson } from "../../output/json.ts";
import { formatSearchText } from "../../output/search_text.ts";
import type { SearchResult } from "../../retrieval/result.ts";
import type { SearchOptions } from "../../workspace.ts";
import { warnOfLeftOut } from "../left_out.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";

export interface SearchFlags {
  readonly limit?: number | undefined;
  readonly list?: true | undefined;
  readonly matches?: true | undefined;
  readonly json?: true | undefined;
  readonly explain?: true | undefined;
  readonly candidateLimit?: number | undefined;
  readonly cutoffRatio?: number | undefined;
  readonly aggregationThreshold?: number | undefined;
  readonly maxResults?: number | undefined;
  readonly aggregation: boolean;
  readonly tree?: readonly string[] | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly since?: string | undefined;
  readonly sort?: "score" | "date" | "path" | undefined;
  readonly groupBy?: "query" | "doc" | undefined;
  readonly maxTokens?: number | undefined;
  readonly facets?: true | undefined;
  readonly whyNot?: string | undefined;
  readonly relax: boolean;
  readonly update: boolean;
  readonly lockTimeout?: number | undefined;
}

export async function search(invocation: Invocation, queries: readonly string[], flags: SearchFlags): Promise<void> {
  if (queries.length === 0) {
    throw new RaError("query-empty", "search: no query given", {
      hint: 'say what to look for: ra search "error handling"',
    });
  }
  await withWorkspace(invocation, flags, async (workspace) => {
    const answer = await workspace.search(queries, searchOptions(flags));
    const roots = new Map(workspace.config.trees.map((tree) => [tree.name, tree.path]));
    const locate = ({ tree, path }: SearchResult): string => {
      const root = roots.get(tree);
      return root === undefined ? path : invocation.showPath(`${root}/${path}`);
    };
    warnOfLeftOut(invocation, answer);
    invocation.print(
      flags.json ? formatSearchJson(answer) : formatSearchText(answer, {
        view: flags.list ? "list" : flags.matches ? "matches" : "full",
        verbose: invocation.verbose,
        columns: invocation.columns,
        palette: invocation.palette,
        locate,
      }),
    );
  });
}

/** Only what was asked for, so that the configuration decides the rest. */
function searchOptions(flags: SearchFlags): SearchOptions {
  const given = {
    limit: flags.limit,
    list: flags.list,
    explain: flags.explain,
    candidateLimit: flags.candidateLimit,
    cutoffRatio: flags.cutoffRatio,
    aggregationThreshold: flags.aggregationThreshold,
    maxResults: flags.maxResults,
    aggregation: flags.aggregation ? undefined : false,
    trees: flags.tree,
    tags: flags.tag,
    since: flags.since,
    sort: flags.sort,
    groupBy: flags.groupBy,
    maxTokens: flags.maxTokens,
    facets: flags.facets,
    whyNot: flags.whyNot,
    relax: flags.relax ? undefined : false,
    update: flags.update,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
