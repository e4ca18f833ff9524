import type { Answered } from "./cases.ts";

/**
 * Lists the queries to which an engine does not show a right page first, one on a line: documentation, groups, query,
 * rank of the first right page, the page found first, a page that would have been right.
 */
export function missList(answers: readonly Answered[], engine: string): string {
  return answers.filter((answer) => answer.engine === engine && answer.rank !== 1).map((
    { documentation, asked, pages, rank },
  ) =>
    [
      documentation,
      Object.values(asked.groups).join(", "),
      asked.query,
      rank === 0 ? "none" : `rank ${rank}`,
      `first: ${pages[0] ?? "nothing found"}`,
      `right: ${[...asked.right][0]}${asked.right.size > 1 ? ` and ${asked.right.size - 1} more` : ""}`,
    ].join("\t")
  ).join("\n");
}
