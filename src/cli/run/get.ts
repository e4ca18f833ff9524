/** `ra get` */
import { createFileOf } from "../../output/file_of.ts";
import { formatResultJson } from "../../output/json.ts";
import { formatPassage } from "../../output/text/search_text.ts";
import type { GetFlags } from "../commands/get.ts";
import { unmark } from "../dashed_query.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";
import { inFormat } from "./in_format.ts";

export async function get(invocation: Invocation, [id]: [id: string], flags: GetFlags): Promise<void> {
  await withWorkspace(invocation, flags, async (workspace) => {
    const { fullDocument = false, frontmatter = fullDocument, update } = flags;
    const result = await workspace.get(unmark(id), { fullDocument, frontmatter, update });
    invocation.print(
      inFormat(flags.format, {
        json: () => formatResultJson(result, createFileOf(workspace.config.trees, invocation.start)),
        text: () => formatPassage(result, invocation.palette),
      }),
    );
  });
}
