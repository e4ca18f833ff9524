/** Prints the answer of `ra search`, `ra context` or `ra likethis` in the format that was asked for. */
import { createFileOf } from "../../output/file_of.ts";
import { formatResultLines, formatSearchJson } from "../../output/json.ts";
import { formatPaths } from "../../output/text/paths_text.ts";
import { formatSearchText } from "../../output/text/search_text.ts";
import { formatUnread } from "../../output/text/zero_hits_text.ts";
import type { SearchAnswer, SearchResult } from "../../shapes/search.ts";
import type { Workspace } from "../../workspace.ts";
import type { Invocation } from "../invocation.ts";
import { inFormat } from "./in_format.ts";
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
  const roots = new Map(config.trees.map((tree) => [tree.name, tree.path]));
  const fileOf = createFileOf(config.trees, invocation.start);
  const locate = ({ tree, path }: SearchResult): string => {
    const root = roots.get(tree);
    return root === undefined ? path : invocation.showPath(`${root}/${path}`);
  };
  const { verbose, columns, palette } = invocation;
  const text = inFormat<OutputFormat, string | undefined>(format, {
    json: () => formatSearchJson(answer, fileOf),
    jsonl: () => formatResultLines(answer, fileOf),
    paths: () => formatPaths(answer.queries.flatMap(({ results }) => results.map(locate))),
    text() {
      if (nothing === undefined || !isEmpty(answer)) {
        return formatSearchText(answer, { view, verbose, columns, palette, locate });
      }
      // The budget may be too small even for this text.
      return answer.queries.every(({ tokens }) => tokens !== 0)
        ? nothing + answer.queries.map(formatUnread).join("")
        : undefined;
    },
  });
  if (text !== undefined) invocation.print(text);
}

function isEmpty({ queries }: SearchAnswer): boolean {
  return queries.every(({ results, total_matches, explain, files }) =>
    results.length === 0 && total_matches === 0 && explain === undefined && files === undefined
  );
}
