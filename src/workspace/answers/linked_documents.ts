/** Finds the documents that `linked:` in queries accepts. */
import { type GraphSources, linksFrom, linksTo } from "../../links/graph.ts";
import type { Page } from "../../links/link_map.ts";
import { queryError } from "../../search/query/query_error.ts";
import type { JoinedQuery, ParsedQuery } from "../../search/query/join.ts";
import { filtersOf } from "../../search/query/words.ts";
import { RaError } from "../../errors.ts";
import type { Environment } from "../environment.ts";
import type { IndexView } from "../live/live_index.ts";
import { graphSources } from "./link_graph.ts";
import { namedChunk } from "./named_chunk.ts";

/** By the value of the filter. Throws `unknown-id` with the place in the query. */
export async function linkedDocuments(
  environment: Environment,
  view: IndexView,
  queries: readonly JoinedQuery[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  // Made for the first such filter; several filters read each document once.
  let sources: GraphSources | undefined;
  for (const part of queries.flatMap(({ parts }) => parts)) {
    for (const { filter, start } of filtersOf(part.node)) {
      if (filter.on !== "linked" || found.has(filter.value)) continue;
      sources ??= await graphSources(environment, view.snapshot);
      found.set(filter.value, await linkedWith(environment, view, sources, filter.value, { ...part, start }));
    }
  }
  return found;
}

/** The documents that link to this one, and those to which it links. */
async function linkedWith(
  environment: Environment,
  view: IndexView,
  sources: GraphSources,
  name: string,
  { text, start }: Pick<ParsedQuery, "text"> & { readonly start: number },
): Promise<readonly string[]> {
  const page = sources.map.withId((await chunkOf()).docId);
  if (page === undefined) return [];
  const out = (await linksFrom(sources, page)).links.map(({ place }) => place?.page);
  // A filter that leaves out documents would answer another question.
  const all = { most: Infinity, mostRead: Infinity, accepts: () => true };
  const { links } = await linksTo(sources, page, all);
  const pages = [...out, ...links.map((link) => link.page)].filter((each): each is Page =>
    each !== undefined && each.file !== page.file
  );
  // A file that stands in several trees is a document of each.
  return [...new Set(pages.flatMap(({ file }) => sources.map.atFile(file)).map(({ document }) => document.id))];

  async function chunkOf() {
    try {
      return (await namedChunk(environment, view, name, "document")).chunk;
    } catch (error) {
      if (!(error instanceof RaError) || error.code !== "unknown-id") throw error;
      throw queryError("query-syntax", text, start, error.message, error.hint ?? "name a document as for `ra get`");
    }
  }
}
