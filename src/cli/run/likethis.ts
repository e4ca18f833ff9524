/** `ra likethis` */
import { sanitizeLine } from "../../text/sanitize.ts";
import type { LikeThisFlags } from "../commands/likethis.ts";
import { unmark } from "../dashed_query.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";
import { printAnswer } from "./print_answer.ts";
import { checkFormat } from "./row_formats.ts";

export async function likethis(invocation: Invocation, [typed]: [string], flags: LikeThisFlags): Promise<void> {
  const idOrFile = unmark(typed);
  const { format, limit, list, explain, tree, maxTokens, update } = flags;
  checkFormat(format, { "--list": list, "--explain": explain, "--max-tokens": maxTokens });
  await withWorkspace(invocation, flags, async (workspace) => {
    const answer = await workspace.likeThis(idOrFile, {
      limit,
      maxTokens,
      trees: tree,
      list,
      explain,
      update,
    });
    printAnswer(invocation, workspace, answer, {
      format,
      view: list ? "list" : "full",
      nothing: `nothing is like ${sanitizeLine(idOrFile)}\n`,
    });
  });
}
