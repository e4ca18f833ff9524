/** `ra likethis` */
import { formatSearchJson } from "../../output/json.ts";
import { sanitiseLine } from "../../output/sanitise.ts";
import { formatSearchText } from "../../output/search_text.ts";
import { warnOfLeftOut } from "../left_out.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";

export interface LikeThisFlags {
  readonly limit?: number | undefined;
  readonly list?: true | undefined;
  readonly json?: true | undefined;
  readonly explain?: true | undefined;
  readonly tree?: readonly string[] | undefined;
  readonly update: boolean;
  readonly maxTokens?: number | undefined;
  readonly lockTimeout?: number | undefined;
}

export async function likethis(invocation: Invocation, idOrFile: string, flags: LikeThisFlags): Promise<void> {
  await withWorkspace(invocation, flags, async (workspace) => {
    const { limit, list, explain, tree, maxTokens, update } = flags;
    const answer = await workspace.likeThis(idOrFile, {
      ...(limit === undefined ? {} : { limit }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(tree === undefined ? {} : { trees: tree }),
      ...(list ? { list } : {}),
      ...(explain ? { explain } : {}),
      update,
    });
    warnOfLeftOut(invocation, answer);
    if (flags.json) return invocation.print(formatSearchJson(answer));
    const nothing = answer.queries.every(({ total_matches, explain: shown }) =>
      total_matches === 0 && shown === undefined
    );
    // A budget may have no room even for this.
    if (nothing && answer.queries.some(({ tokens }) => tokens === 0)) return;
    invocation.print(
      nothing ? `nothing is like ${sanitiseLine(idOrFile)}\n` : formatSearchText(answer, {
        view: list ? "list" : "full",
        verbose: invocation.verbose,
        columns: invocation.columns,
        palette: invocation.palette,
        locate: ({ path }) => path,
      }),
    );
  });
}
