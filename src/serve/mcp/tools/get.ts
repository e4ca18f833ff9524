import { z } from "zod";
import { getResult } from "../answer.ts";
import { boolean, string } from "../arguments.ts";
import { askAgainIfStale } from "../ask_again.ts";
import { GET_OUTPUT } from "../passages.ts";
import { defineTool, type Tool } from "./tool.ts";

export const getTool: Tool = defineTool({
  name: "get",
  title: "Read a passage",
  description:
    `Read one section or document by an id that search, context or list_sources gave you: to read more around a passage (full_document), or to read what was left out to fit max_tokens. \
The answer is not shortened. It also takes a path (docs/guide.md:12), an address of the site or a link as a document writes it; resolved then says how the passage was found, and sure: false means a guess. Use search when you have none of these.`,
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
          () => workspace.get(id, { fullDocument, signal: call.signal, client: call.client }),
          (result) => [result],
        ),
        trees: workspace.config.trees,
      })),
    );
  },
});
