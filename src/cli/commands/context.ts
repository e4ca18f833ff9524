/** `ra context` */
import { RaError } from "../../errors.ts";
import { formatSearchJson } from "../../output/json.ts";
import { formatSearchText } from "../../output/search_text.ts";
import type { ContextOptions } from "../../workspace.ts";
import { warnOfLeftOut } from "../left_out.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";

export interface ContextFlags {
  readonly limit?: number | undefined;
  readonly terms?: number | undefined;
  readonly tree?: readonly string[] | undefined;
  readonly list?: true | undefined;
  readonly json?: true | undefined;
  readonly explain?: true | undefined;
  readonly diff?: string | true | undefined;
  readonly staged?: true | undefined;
  readonly maxTokens?: number | undefined;
  readonly update: boolean;
  readonly lockTimeout?: number | undefined;
}

export async function context(invocation: Invocation, files: readonly string[], flags: ContextFlags): Promise<void> {
  const isDiff = flags.diff !== undefined || flags.staged === true;
  if (files.length === 0 && !isDiff) {
    throw new RaError("usage", "context: no file given", {
      hint: "name the files you are working on: ra context src/main.ts",
    });
  }
  await withWorkspace(invocation, flags, async (workspace) => {
    const answer = await workspace.context(files, contextOptions(flags));
    warnOfLeftOut(invocation, answer);
    if (flags.json) return invocation.print(formatSearchJson(answer));
    const nothing = answer.queries.every(({ results, total_matches, files: shown }) =>
      results.length === 0 && total_matches === 0 && shown === undefined
    );
    // A budget may have no room even for this.
    if (nothing && answer.queries.some(({ tokens }) => tokens === 0)) return;
    invocation.print(
      nothing ? "nothing in the documentation matches\n" : formatSearchText(answer, {
        view: flags.list ? "list" : "full",
        verbose: invocation.verbose,
        columns: invocation.columns,
        palette: invocation.palette,
        locate: ({ path }) => path,
      }),
    );
  });
}

/** Only what was asked for, so that the configuration decides the rest. */
function contextOptions(
  { limit, terms, tree, list, explain, diff, staged, maxTokens, update }: ContextFlags,
): ContextOptions {
  const given = { limit, terms, trees: tree, list, explain, diff, staged, maxTokens, update };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
