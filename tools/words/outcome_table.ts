import type { Answered } from "./cases.ts";
import { LOOKED_AT } from "./searchers.ts";

/**
 * Makes a Markdown table with one row for each group and engine, in the order of `groups`. `in 5` counts those with
 * a right page first too, so it makes 100 % with `none` and `nothing`. The columns of any form are there if the cases
 * have such pages.
 */
export function outcomeTable(
  head: string,
  answers: readonly Answered[],
  groups: readonly string[],
  groupOf: (answer: Answered) => string,
): string {
  const engines = [...new Set(answers.map(({ engine }) => engine))];
  const forms = answers.some(({ asked }) => asked.anyForm !== undefined);
  const rows = groups.flatMap((group) => {
    const inGroup = answers.filter((answer) => groupOf(answer) === group);
    return inGroup.length === 0 ? [] : engines.map((
      engine,
    ) => [group, engine, ...shares(inGroup.filter((answer) => answer.engine === engine), forms)]);
  });
  return markdownTable([
    head,
    "engine",
    "queries",
    "first",
    `in ${LOOKED_AT}`,
    "none",
    "nothing",
    ...(forms ? ["any form first", `any form in ${LOOKED_AT}`] : []),
  ], rows);
}

/** Number of queries; shares with a right page first, with one among the first, with only wrong ones, with none. */
function shares(answers: readonly Answered[], forms: boolean): readonly string[] {
  const share = (holds: (answer: Answered) => boolean): string =>
    `${(100 * answers.filter(holds).length / answers.length).toFixed(1)} %`;
  return [
    String(answers.length),
    share(({ rank }) => rank === 1),
    share(({ rank }) => rank > 0),
    share(({ rank, pages }) => rank === 0 && pages.length > 0),
    share(({ pages }) => pages.length === 0),
    ...(forms ? [share(({ anyFormRank }) => anyFormRank === 1), share(({ anyFormRank }) => anyFormRank > 0)] : []),
  ];
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, at) => Math.max(cell.length, ...rows.map((row) => row[at]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (at < 2 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(" | ")} |`;
  const rule = widths.map((width, at) => (at < 2 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}
