/** `ra ls` */
import { RaError } from "../../errors.ts";
import { formatJson, formatJsonLines } from "../../output/json.ts";
import { formatChunks, formatDocuments, formatTags, formatTrees } from "../../output/text/listing_text.ts";
import { formatPaths } from "../../output/text/paths_text.ts";
import type { DocumentReport } from "../../shapes/reports.ts";
import type { Listings } from "../../workspace.ts";
import type { LsFlags } from "../commands/ls.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";

export async function ls(invocation: Invocation, [what]: [keyof Listings], flags: LsFlags): Promise<void> {
  const { format, tree, update } = flags;
  if (format === "paths" && (what === "trees" || what === "tags")) {
    throw new RaError("usage", `ls ${what} and --format paths exclude each other`, {
      hint: "ra ls docs --format paths lists the files",
    });
  }
  const { palette, print, showPath } = invocation;
  await withWorkspace(invocation, flags, async (workspace) => {
    const options = tree === undefined ? { update } : { update, trees: tree };
    const roots = new Map(workspace.config.trees.map(({ name, path }) => [name, path]));
    const pathOf = (row: DocumentReport): string => showPath(`${roots.get(row.tree)}/${row.path}`);
    if (format === "json") return print(formatJson(await workspace.list(what, options)));
    if (format === "jsonl") return print(formatJsonLines(await workspace.list(what, options)));
    if (format === "paths") return print(formatPaths((await workspace.list("docs", options)).map(pathOf)));
    if (what === "trees") print(formatTrees(await workspace.list("trees", options), palette));
    else if (what === "docs") print(formatDocuments(await workspace.list("docs", options), palette));
    else if (what === "chunks") print(formatChunks(await workspace.list("chunks", options), palette));
    else print(formatTags(await workspace.list("tags", options), palette));
  });
}
