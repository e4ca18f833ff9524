/** `ra ls` */
import { RaError } from "../../errors.ts";
import { formatJson, formatJsonLines } from "../../output/json.ts";
import { formatChunks, formatDocuments, formatTags, formatTrees } from "../../output/text/listing_text.ts";
import { formatPaths } from "../../output/text/paths_text.ts";
import type { DocumentReport } from "../../shapes/listings.ts";
import type { Listings } from "../../workspace.ts";
import type { LsFlags } from "../commands/ls.ts";
import { inFormat } from "./in_format.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";

/** `ra status` says what is not read. */
type Listed = Exclude<keyof Listings, "unread">;

export async function ls(invocation: Invocation, [what]: [Listed], flags: LsFlags): Promise<void> {
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
    const inText: Readonly<Record<Listed, () => Promise<string>>> = {
      trees: async () => formatTrees(await workspace.list("trees", options), palette),
      docs: async () => formatDocuments(await workspace.list("docs", options), palette),
      chunks: async () => formatChunks(await workspace.list("chunks", options), palette),
      tags: async () => formatTags(await workspace.list("tags", options), palette),
    };
    print(
      await inFormat(format, {
        json: async () => formatJson(await workspace.list(what, options)),
        jsonl: async () => formatJsonLines(await workspace.list(what, options)),
        paths: async () => formatPaths((await workspace.list("docs", options)).map(pathOf)),
        text: inText[what],
      }),
    );
  });
}
