/** Prints the answer of `ra search`, `ra context` or `ra likethis` in the format that was asked for. */
import { formatResultLines, formatSearchJson } from "../../output/json.ts";
import { formatPaths } from "../../output/text/paths_text.ts";
import { formatSearchText } from "../../output/text/search_text.ts";
import type { SearchAnswer, SearchResult } from "../../shapes/search.ts";
import type { Workspace } from "../../workspace.ts";
import type { Invocation } from "../invocation.ts";
import { warnOfLeftOut } from "../left_out.ts";
import type { OutputFormat } from "../shared_options.ts";

export interface Printing {
  readonly format: OutputFormat;
  readonly view: "full" | "list" | "matches";
  /** The text to print when nothing is found. The usual report is about words that the user did not type. */
  readonly nothing?: string;
}

export function printAnswer(
  invocation: Invocation,
  { config }: Workspace,
  answer: SearchAnswer,
  { format, view, nothing }: Printing,
): void {
  warnOfLeftOut(invocation, answer);
  if (format === "json") return invocation.print(formatSearchJson(answer));
  if (format === "jsonl") return invocation.print(formatResultLines(answer));
  const roots = new Map(config.trees.map((tree) => [tree.name, tree.path]));
  const locate = ({ tree, path }: SearchResult): string => {
    const root = roots.get(tree);
    return root === undefined ? path : invocation.showPath(`${root}/${path}`);
  };
  if (format === "paths") {
    return invocation.print(formatPaths(answer.queries.flatMap(({ results }) => results.map(locate))));
  }
  if (nothing !== undefined && isEmpty(answer)) {
    // The budget may be too small even for this text.
    if (answer.queries.every(({ tokens }) => tokens !== 0)) invocation.print(nothing);
    return;
  }
  const { verbose, columns, palette } = invocation;
  invocation.print(formatSearchText(answer, { view, verbose, columns, palette, locate }));
}

function isEmpty({ queries }: SearchAnswer): boolean {
  return queries.every(({ results, total_matches, explain, files }) =>
    results.length === 0 && total_matches === 0 && explain === undefined && files === undefined
  );
}
