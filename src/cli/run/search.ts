/** `ra search` */
import { RaError } from "../../errors.ts";
import { formatFooter } from "../../output/text/footer_text.ts";
import type { SearchOptions } from "../../workspace.ts";
import type { SearchFlags } from "../commands/search.ts";
import { unmark } from "../dashed_query.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";
import { printAnswer } from "./print_answer.ts";
import { printBrief } from "./print_brief.ts";
import { checkFormat } from "./row_formats.ts";

export async function search(
  invocation: Invocation,
  [queries]: [queries: readonly string[]],
  flags: SearchFlags,
): Promise<void> {
  if (queries.length === 0) {
    throw new RaError("query-empty", "search: the query is missing", {
      hint: 'say what to look for: ra search "error handling"',
    });
  }
  const { format, list, full, matches, explain, whyNot, facets, groupBy, maxTokens } = flags;
  // A budget covers everything on stdout, and says itself what it leaves out.
  const isBrief = format === "text" && !list && !matches && !full && maxTokens === undefined;
  checkFormat(format, {
    "--list": list,
    "--matches": matches,
    "--explain": explain,
    "--why-not": whyNot,
    "--facets": facets,
    "--group-by query": groupBy === "query",
    "--max-tokens": maxTokens,
  });
  await withWorkspace(invocation, flags, async (workspace) => {
    const options = { ...searchOptions(flags), ...isBrief ? { sections: true } : {} };
    const answer = await workspace.search(queries.map(unmark), options);
    const limit = flags.limit ?? workspace.config.settings.default_limit;
    const limits = { limit, isCut: flags.cutoffRatio !== 0 };
    if (isBrief) return printBrief(invocation, workspace, answer, limits);
    printAnswer(invocation, workspace, answer, { format, view: list ? "list" : matches ? "matches" : "full" });
    const [entry, ...others] = answer.queries;
    if (!invocation.isTerminal || format !== "text" || maxTokens !== undefined || others.length > 0) return;
    const footer = entry && formatFooter(entry, limits, invocation.palette);
    if (footer) invocation.print(footer);
  });
}

/** Passes on only the options that the user gave, so that the configuration decides the rest. */
function searchOptions(flags: SearchFlags): SearchOptions {
  const given = {
    limit: flags.limit,
    list: flags.list,
    explain: flags.explain,
    links: flags.links,
    candidateLimit: flags.candidateLimit,
    cutoffRatio: flags.cutoffRatio,
    aggregationThreshold: flags.aggregationThreshold,
    maxResults: flags.maxResults,
    aggregation: flags.aggregation ? undefined : false,
    trees: flags.tree,
    tags: flags.tag,
    since: flags.since,
    sort: flags.sort,
    allCopies: flags.allCopies,
    groupBy: flags.groupBy,
    maxTokens: flags.maxTokens,
    facets: flags.facets,
    whyNot: flags.whyNot,
    match: flags.all ? "all" as const : undefined,
    prefix: flags.prefix,
    takeLiterally: flags.strictQuery ? undefined : true,
    lexical: flags.lexical,
    semantic: flags.semantic,
    weight: flags.weight,
    rerank: flags.rerank,
    update: flags.update,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
