/** `ra get` */
import { formatResultJson } from "../../output/json.ts";
import { formatPassage } from "../../output/text/search_text.ts";
import type { GetFlags } from "../commands/get.ts";
import { unmark } from "../dashed_query.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";

export async function get(invocation: Invocation, [id]: [id: string], flags: GetFlags): Promise<void> {
  await withWorkspace(invocation, flags, async (workspace) => {
    const { fullDocument = false, frontmatter = fullDocument, update } = flags;
    const result = await workspace.get(unmark(id), { fullDocument, frontmatter, update });
    invocation.print(flags.format === "json" ? formatResultJson(result) : formatPassage(result, invocation.palette));
  });
}
