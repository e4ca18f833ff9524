import type { EvaluatedRow, LostQuery } from "./evaluate.ts";
import type { Measures } from "./metrics.ts";

type Column = readonly [head: string, cell: (measures: Measures) => string];

const share = (value: number | null): string => (value === null ? "" : value.toFixed(4));

const columns: readonly Column[] = [
  ["queries", ({ queries }) => String(queries)],
  ["top 1", ({ top1 }) => share(top1)],
  ["top 3", ({ top3 }) => share(top3)],
  ["top 5", ({ top5 }) => share(top5)],
  ["nDCG@10", ({ ndcg10 }) => share(ndcg10)],
  ["MRR@10", ({ mrr10 }) => share(mrr10)],
  ["R@10", ({ recall10 }) => share(recall10)],
  ["R@100", ({ recall100 }) => share(recall100)],
  ["section", ({ sectionMrr10 }) => share(sectionMrr10)],
  ["near", ({ nearSectionMrr10 }) => share(nearSectionMrr10)],
  ["no hit", ({ zeroHits }) => `${(100 * zeroHits).toFixed(1)} %`],
  ["ms", ({ meanMs }) => meanMs.toFixed(1)],
  ["p95 ms", ({ p95Ms }) => p95Ms.toFixed(1)],
];

/**
 * Prints rows as text. `section` is MRR@10 of the section that answers. `near` also accepts a section around or inside
 * it.
 */
export function tableOf(rows: readonly EvaluatedRow[]): string {
  const cells = [
    ["collection", "mode", "system", "kind", ...columns.map(([head]) => head)],
    ...rows.map((
      { collection, mode, system, kind, measures },
    ) => [collection, mode, system, kind, ...columns.map(([, cell]) => cell(measures))]),
  ];
  const widths = cells[0]!.map((_, at) => Math.max(...cells.map((row) => row[at]!.length)));
  return cells.map((row) =>
    row.map((cell, at) => (at < 4 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join("  ").trimEnd()
  ).join("\n");
}

/** Lists the queries that lost their first rank, one on a line. */
export function lostList(lost: readonly LostQuery[]): string {
  return lost.map(({ collection, mode, system, kind, text, wanted, rank, before }) =>
    [
      collection,
      mode,
      system,
      kind,
      text,
      `${wanted} is ${rank === 0 ? "missing" : rank}`,
      `before it: ${before.join(" ")}`,
    ]
      .join("\t")
  ).join("\n");
}
