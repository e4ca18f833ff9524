import { z } from "zod";
import { joinPath } from "../../../text/paths.ts";
import { resultsOf, searchResult } from "../answer.ts";
import { resultLimit, strings } from "../arguments.ts";
import { MAX_RESULTS } from "../../threads/limit_calls.ts";
import { askAgainIfStale } from "../ask_again.ts";
import { requireOwnFiles } from "../own_files.ts";
import { SEARCH_OUTPUT } from "../passages.ts";
import { defineTool, type Tool } from "./tool.ts";
import { DEFAULT_MAX_TOKENS, LIST, MAX_TOKENS } from "./search.ts";

export const contextTool: Tool = defineTool({
  name: "context",
  title: "Documentation for files",
  description:
    `Find what this project's documentation says about files you are about to read or change: their paths, headings, names and comments make the query. \
Use it at the start of a task, with the files the task is about, before you have a question. Then search for what is still open.
The same text, and a page in other languages and versions, is one passage that names the other places.
Use search instead when you can say what you want to know; use grep to find the source files themselves.`,
  takes: z.strictObject({
    files: strings.describe(
      'Paths of the files you work on, relative to the project or absolute within it: ["src/api/users.py"]',
    ),
    limit: resultLimit.optional().describe("Most passages to return (default 10)"),
    max_tokens: MAX_TOKENS,
    list: LIST,
  }),
  gives: SEARCH_OUTPUT,
  async run({ files, limit, max_tokens: maxTokens = DEFAULT_MAX_TOKENS, list = false }, project, call) {
    const asked = files.map((file) => joinPath(project.directory, file));
    const found = await project.use({ ...call, files: asked }, async (workspace) => {
      const own = requireOwnFiles({
        fs: project.fs,
        directory: project.directory,
        home: project.home,
        config: workspace.config,
      }, files);
      const options = {
        maxTokens,
        list,
        signal: call.signal,
        client: call.client,
        limit: limit ?? Math.min(workspace.config.context.limit, MAX_RESULTS),
      };
      const answer = await askAgainIfStale(() => workspace.context(own, options), resultsOf);
      return { answer, trees: workspace.config.trees };
    });
    return searchResult(found, { list, limit });
  },
});
