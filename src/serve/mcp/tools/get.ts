import { z } from "zod";
import type { SearchResult } from "../../../shapes/search.ts";
import { withoutUndefined } from "../../../shapes/without_undefined.ts";
import { getResult } from "../answer.ts";
import { boolean, string } from "../arguments.ts";
import { askAgainIfStale } from "../ask_again.ts";
import { GET_OUTPUT } from "../passages.ts";
import { defineTool, type Tool } from "./tool.ts";

/** So many links in each direction are named. */
const MAX_LINKS = 10;

/** A client needs to know what to read next, and not where each link stands. */
function withFewLinks({ links = [], backlinks = [], ...result }: SearchResult): SearchResult {
  const few = (all: readonly { readonly id: string; readonly text?: string }[]) => {
    const named = new Set<string>();
    const once = all.filter(({ id }) => !named.has(id) && named.add(id));
    return once.slice(0, MAX_LINKS).map(({ id, text = "" }) => ({ id, text }));
  };
  return withoutUndefined<SearchResult>({
    ...result,
    links: links.length === 0 ? undefined : few(links),
    backlinks: backlinks.length === 0 ? undefined : few(backlinks),
  });
}

export const getTool: Tool = defineTool({
  name: "get",
  title: "Read a passage",
  description:
    `Read one section or document by an id that search, context or list_sources gave you: to read more around a passage (full_document), or to read what was left out to fit max_tokens. \
The answer is not shortened. It also takes a path (docs/guide.md:12), an address of the site or a link as a document writes it; resolved then says how the passage was found, and sure: false means a guess. links and backlinks name what it links to and what links to it. Use search when you have none of these.`,
  takes: z.strictObject({
    id: string.describe(
      "The complete id of a chunk (tree:path#heading) or of a document (tree:path); or a path, an address or a link",
    ),
    full_document: boolean.optional().describe(
      "Return the whole document, even when the id names a section (default false)",
    ),
  }),
  gives: GET_OUTPUT,
  async run({ id, full_document: fullDocument = false }, project, call) {
    return getResult(
      await project.use(call, async (workspace) => ({
        result: await askAgainIfStale(
          () =>
            workspace.get(id, {
              fullDocument,
              links: true,
              backlinks: MAX_LINKS,
              signal: call.signal,
              client: call.client,
            }),
          (result) => [result],
        ).then(withFewLinks),
        trees: workspace.config.trees,
      })),
    );
  },
});
