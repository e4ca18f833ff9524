import { z } from "zod";
import { count, formatBytes } from "../../../output/quantity.ts";
import { sanitizeLine } from "../../../text/sanitize.ts";
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
      (workspace) => workspace.list("trees", { signal: call.signal, client: call.client }),
    );
    const lines = value.map(({ name, path, missing, documents, chunks, bytes }) =>
      `${sanitizeLine(name)}: ${
        missing
          ? "its folder is missing"
          : `${count(documents, "document")}, ${count(chunks, "section")}, ${formatBytes(bytes)}`
      }, ${sanitizeLine(path)}`
    );
    return toolResult({
      notes: [`Documentation of ${quotedName(root)}: ${count(value.length, "tree")}.`],
      places: lines,
      passages: "",
      structured: { root, trees: value },
      warnings,
    });
  },
});
