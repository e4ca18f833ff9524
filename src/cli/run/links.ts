/** `ra links` */
import { createFileOf } from "../../output/file_of.ts";
import { formatLinksJson } from "../../output/json.ts";
import { formatLinks } from "../../output/text/links_text.ts";
import type { LinksFlags } from "../commands/links.ts";
import { unmark } from "../dashed_query.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";
import { inFormat } from "./in_format.ts";

export async function links(invocation: Invocation, [id]: [id: string], flags: LinksFlags): Promise<void> {
  await withWorkspace(invocation, flags, async (workspace) => {
    const report = await workspace.links(unmark(id), { update: flags.update });
    const fileOf = createFileOf(workspace.config.trees, invocation.start);
    invocation.print(
      inFormat(flags.format, {
        json: () => formatLinksJson(report, fileOf),
        text: () => formatLinks(report, fileOf, invocation.palette),
      }),
    );
  });
}
