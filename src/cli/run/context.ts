/** `ra context` */
import { RaError } from "../../errors.ts";
import type { ContextOptions } from "../../workspace.ts";
import type { ContextFlags } from "../commands/context.ts";
import { unmark } from "../dashed_query.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";
import { printAnswer } from "./print_answer.ts";
import { checkFormat } from "./row_formats.ts";

export async function context(
  invocation: Invocation,
  [files]: [files: readonly string[]],
  flags: ContextFlags,
): Promise<void> {
  const isDiff = flags.diff !== undefined || flags.staged === true;
  if (files.length === 0 && !isDiff) {
    throw new RaError("usage", "context: the file is missing", {
      hint: "name the files you are working on: ra context src/main.ts",
    });
  }
  const { format, list, explain, maxTokens } = flags;
  checkFormat(format, { "--list": list, "--explain": explain, "--max-tokens": maxTokens });
  await withWorkspace(invocation, flags, async (workspace) => {
    const answer = await workspace.context(files.map(unmark), contextOptions(flags));
    printAnswer(invocation, workspace, answer, {
      format,
      view: list ? "list" : "full",
      nothing: "nothing in the documentation matches\n",
    });
  });
}

/** Passes on only the options that the user gave, so that the configuration decides the rest. */
function contextOptions(
  { limit, terms, tree, list, links, allCopies, explain, diff, staged, maxTokens, update }: ContextFlags,
): ContextOptions {
  const given = { limit, terms, trees: tree, list, links, allCopies, explain, diff, staged, maxTokens, update };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
