/** `ra get` */
import { createFileOf } from "../../output/file_of.ts";
import { formatResultJson } from "../../output/json.ts";
import { formatLinksBelow } from "../../output/text/links_text.ts";
import { formatPassage } from "../../output/text/search_text.ts";
import type { GetFlags } from "../commands/get.ts";
import { unmark } from "../dashed_query.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";
import { inFormat } from "./in_format.ts";

export async function get(invocation: Invocation, [id]: [id: string], flags: GetFlags): Promise<void> {
  await withWorkspace(invocation, flags, async (workspace) => {
    const { fullDocument = false, frontmatter = fullDocument, links, backlinks, update } = flags;
    const result = await workspace.get(unmark(id), { fullDocument, frontmatter, links, backlinks, update });
    const fileOf = createFileOf(workspace.config.trees, invocation.start);
    invocation.print(
      inFormat(flags.format, {
        json: () => formatResultJson(result, fileOf),
        text: () => formatPassage(result, invocation.palette) + formatLinksBelow(result, fileOf, invocation.palette),
      }),
    );
  });
}
