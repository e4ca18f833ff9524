/** Answers queries: checks what was asked, parses, and hands the queries to retrieval. */
import { nowMs } from "../../host/clock.ts";
import type { JoinedQuery } from "../../search/query/join.ts";
import { filtersOf } from "../../search/query/words.ts";
import { joinAskedQueries } from "../../search/query/limits.ts";
import { type AnswerInput, answerQuery } from "../../search/retrieval/answer_query.ts";
import { groupEntry } from "../../search/retrieval/group_by_document.ts";
import { mergeAnswers } from "../../search/retrieval/merge_answers.ts";
import { type SearchParameters, searchParameters } from "../../search/retrieval/parameters.ts";
import { type SearchKind, TYPED } from "../../search/retrieval/search_kind.ts";
import type { QueryEntry, SearchAnswer } from "../../shapes/search.ts";
import type { SearchOptions } from "../contract.ts";
import type { Environment } from "../environment.ts";
import type { IndexView, LiveIndex } from "../live/live_index.ts";
import { createFitter } from "./fit_answer.ts";
import { withUnread } from "./unread_answer.ts";
import { warnOfMissingLists } from "./missing_lists.ts";
import { withNewsWeights } from "./news_weights.ts";
import { requireFilteredTrees, requireTrees } from "./known_trees.ts";
import { readableQueries } from "./readable_queries.ts";
import { requireMeaning, requireRanges } from "./option_ranges.ts";

type SettledSearchOptions = SearchOptions & { readonly update: boolean };

/** Makes one entry for all queries joined, or one for each with `groupBy: "query"`. */
export async function search(
  environment: Environment,
  index: LiveIndex,
  queries: readonly string[],
  options: SettledSearchOptions,
): Promise<SearchAnswer> {
  const isDivided = options.groupBy === "query" && queries.length > 0;
  return await answer(environment, index, queries, options, {
    join: (texts) => isDivided ? texts.map((text) => join([text], options)) : [join(texts, options)],
    shape: (entries) => ({ queries: entries }),
  });
}

/** Runs each query by itself, then merges the results into one list. */
export async function searchMulti(
  environment: Environment,
  index: LiveIndex,
  queries: readonly string[],
  options: SettledSearchOptions,
): Promise<SearchAnswer> {
  return await answer(environment, index, queries, options, {
    join: (texts) => [join(texts, options), ...texts.map((text) => join([text], options))],
    shape([all, ...entries]) {
      const merged = mergeAnswers(all!, entries);
      return { queries: [options.groupBy === "doc" ? groupEntry(merged) : merged] };
    },
  });
}

function join(queries: readonly string[], { prefix, takeLiterally }: SettledSearchOptions): JoinedQuery {
  // Half a surrogate pair cannot be encoded as UTF-8, so no file holds one.
  const texts = queries.map((query) => query.replace(/\p{Surrogate}/gu, "\uFFFD"));
  return joinAskedQueries(texts, { typing: prefix, takeLiterally });
}

/** How queries become entries, and entries the answer. */
interface Division {
  join(queries: readonly string[]): readonly JoinedQuery[];
  shape(entries: readonly QueryEntry[]): SearchAnswer;
}

async function answer(
  environment: Environment,
  index: LiveIndex,
  queries: readonly string[],
  options: SettledSearchOptions,
  division: Division,
): Promise<SearchAnswer> {
  const readable = await readableQueries(environment, queries, options, (text) => {
    join([text], options).parts.forEach((part) => requireFilteredTrees(environment, part));
  });
  const joined = division.join(readable);
  requireTrees(environment, options.trees ?? []);
  joined.forEach(({ parts }) => parts.forEach((part) => requireFilteredTrees(environment, part)));
  requireRanges(options);
  requireMeaning(options, environment.config.semantic);
  const parameters = searchParameters(options, environment.config);
  const fit = await createFitter(options);
  const byMeaning = parameters.fusion !== undefined;
  const given = await index.answer({ ...options, byMeaning }, async (view) => {
    const linking = await readableQueries(environment, readable, options, async (text) => {
      await linkedIn(environment, view, [join([text], options)]);
    });
    const asked = linking.length === readable.length ? joined : division.join(linking);
    const linked = await linkedIn(environment, view, asked);
    const answerOne = createAnswerer(environment, view, parameters, { ...options, linked });
    const entries: QueryEntry[] = [];
    for (const query of asked) entries.push(await answerOne(query));
    const shaped = withUnread(division.shape(entries), view, environment.config, options.trees);
    return await fit(shaped, view.snapshot);
  });
  warnOfMissingLists(given, options.onLeftOut ?? environment.options.onWarning);
  return given;
}

/** By the value of `linked:`. Few queries have it. */
async function linkedIn(
  environment: Environment,
  view: IndexView,
  queries: readonly JoinedQuery[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const isUsed = queries.some(({ parts }) =>
    parts.some(({ node }) => filtersOf(node).some(({ filter }) => filter.on === "linked"))
  );
  if (!isUsed) return new Map();
  return await (await import("./linked_documents.ts")).linkedDocuments(environment, view, queries);
}

type AnswererOptions = SettledSearchOptions & { readonly linked?: ReadonlyMap<string, readonly string[]> };

/** Makes a function that answers queries one by one from the same view of the index. */
export function createAnswerer(
  environment: Environment,
  view: IndexView,
  configured: SearchParameters,
  options: AnswererOptions,
  kind: SearchKind = TYPED,
): (query: JoinedQuery) => Promise<QueryEntry> {
  const { meaning, config, options: { onWarning } } = environment;
  const { snapshot, index } = view;
  const parameters = withNewsWeights(configured, index.head.trees);
  const localTrees = config.trees.filter((tree) => !tree.global);
  const input: AnswerInput = {
    snapshot,
    parameters,
    scope: {
      trees: options.trees,
      tags: options.tags,
      since: options.since,
      linked: options.linked,
      factors: Object.fromEntries(localTrees.map((tree) => [tree.name, config.settings.local_boost])),
      now: nowMs(),
    },
    // A passage in part shows the sections that match.
    shown: { ...options, sections: options.sections === true || options.maxTokens !== undefined },
    beside: options,
    meaning,
    kind,
  };
  return async (query) => {
    const found = await answerQuery(query, input);
    const answered = options.links === undefined
      ? found
      : await (await import("./linked_passages.ts")).withLinked(environment, view, found, {
        most: options.links,
        parameters,
        answer: (documents, wider) =>
          answerQuery(query, {
            ...input,
            scope: { ...input.scope, documents },
            parameters: wider,
            shown: { ...input.shown, groupBy: undefined, sort: undefined },
            beside: {},
          }),
      });
    for (const { stale, gone, id } of options.update ? answered.results : []) {
      if (!stale) continue;
      onWarning?.({
        code: "file-changed",
        message: `${id} ${gone ? "vanished" : "changed"} during the search; its text is left out`,
      });
    }
    return answered;
  };
}
