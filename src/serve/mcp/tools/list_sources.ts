import { z } from "zod";
import { count, formatBytes } from "../../../output/quantity.ts";
import { sanitizeLine } from "../../../text/sanitize.ts";
import { unreadNote } from "../../../output/unread_note.ts";
import { toolResult } from "../answer.ts";
import { quotedName } from "../quoting.ts";
import { SOURCES_OUTPUT } from "../passages.ts";
import { defineTool, type Tool } from "./tool.ts";

export const listSourcesTool: Tool = defineTool({
  name: "list_sources",
  title: "List the documentation",
  description:
    "List the trees of documentation in this project, with their folders and sizes. Use it once, to learn what can be searched; tree:NAME in a query of search limits it to one tree.",
  takes: z.strictObject({}),
  gives: SOURCES_OUTPUT,
  async run(_, project, call) {
    const { value, root, warnings } = await project.use(
      call,
      async (workspace) => {
        const options = { signal: call.signal, client: call.client };
        const lists = [workspace.list("trees", options), workspace.list("unread", options)] as const;
        const [trees, unread] = await Promise.all(lists);
        return { trees, unread };
      },
    );
    const { trees, unread } = value;
    const note = unreadNote(unread);
    const lines = trees.map(({ name, path, missing, documents, chunks, bytes }) =>
      `${sanitizeLine(name)}: ${
        missing
          ? "its folder is missing"
          : `${count(documents, "document")}, ${count(chunks, "section")}, ${formatBytes(bytes)}`
      }, ${sanitizeLine(path)}`
    );
    return toolResult({
      notes: [`Documentation of ${quotedName(root)}: ${count(trees.length, "tree")}.`],
      places: [...lines, ...(note === undefined ? [] : [`${note}.`])],
      passages: "",
      structured: { root, trees, ...(unread.length === 0 ? {} : { unread }) },
      warnings,
    });
  },
});
