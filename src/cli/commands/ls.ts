/** `ra ls` */
import { formatJson } from "../../output/json.ts";
import { formatChunks, formatDocuments, formatTags, formatTrees } from "../../output/listing_text.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";

export interface LsFlags {
  readonly json?: true | undefined;
  readonly tree?: readonly string[] | undefined;
  readonly update: boolean;
  readonly lockTimeout?: number | undefined;
}

export async function ls(
  invocation: Invocation,
  what: "trees" | "docs" | "chunks" | "tags",
  flags: LsFlags,
): Promise<void> {
  const { palette } = invocation;
  await withWorkspace(invocation, flags, async (workspace) => {
    const options = { update: flags.update, ...(flags.tree === undefined ? {} : { trees: flags.tree }) };
    const show = <T>(rows: T, format: (rows: T, colours: typeof palette) => string): void =>
      invocation.print(flags.json ? formatJson(rows) : format(rows, palette));
    if (what === "trees") show(await workspace.list("trees", options), formatTrees);
    else if (what === "docs") show(await workspace.list("docs", options), formatDocuments);
    else if (what === "chunks") show(await workspace.list("chunks", options), formatChunks);
    else show(await workspace.list("tags", options), formatTags);
  });
}
