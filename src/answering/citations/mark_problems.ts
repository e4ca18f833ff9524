/** Marks in an answer what is wrong with its citations. */
import type { CitationProblem } from "./check_citations.ts";

const MARKS: Readonly<Record<CitationProblem["kind"], string>> = {
  uncited: "[no citation]",
  unknown_citation: "[no such passage]",
  misquote: "[not in the passages]",
};

/** Each mark stands behind what it is about. */
export function markProblems(answer: string, problems: readonly CitationProblem[]): string {
  let marked = "";
  let from = 0;
  for (const { kind, end } of [...problems].sort((a, b) => a.end - b.end)) {
    marked += `${answer.slice(from, end)} ${MARKS[kind]}`;
    from = end;
  }
  return marked + answer.slice(from);
}
