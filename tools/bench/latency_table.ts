/** Times of single answers as Markdown. */
import type { LatencyOutput } from "./latency_process.ts";
import { CLASSES, type LatencyQuery } from "./latency_queries.ts";
import { median, percentile } from "./statistics.ts";

export interface LatencyResult {
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly runtime: string;
    readonly sqlite: string | null;
    readonly load: readonly [number, number];
  };
  readonly corpus: {
    readonly documents: number;
    readonly passages: number;
    readonly bytes: number;
    readonly rounds: number;
  };
  readonly limit: number;
  readonly maxTokens: number;
  readonly queries: readonly LatencyQuery[];
  /** By contender. */
  readonly outputs: Readonly<Record<string, LatencyOutput>>;
  readonly loads: Readonly<Record<string, readonly [number, number]>>;
}

const NAMES: Readonly<Record<string, string>> = { ra: "ra", fts5: "SQLite FTS5", minisearch: "MiniSearch" };
const SLOWEST = 5;

export function latencyTable(result: LatencyResult): string {
  const { machine, corpus, queries, limit, outputs, loads } = result;
  const timed = Object.entries(outputs).filter(([name]) => name in NAMES);
  const of = (name: string, wanted: string, kind: "times" | "least" = "times"): readonly number[] =>
    (outputs[name]?.[kind] ?? []).flatMap((time, at) => (time !== null && queries[at]!.class === wanted ? [time] : []));
  const exact = outputs.ra === undefined ? Number.NaN : median(of("ra", "exact"));
  const loadOf = ([from, to]: readonly [number, number]): string => `${from.toFixed(1)} to ${to.toFixed(1)}`;
  const lines = [
    `${corpus.documents} documents, ${corpus.passages} chunks, ${
      (corpus.bytes / 1e6).toFixed(1)
    } MB, the source taken ${corpus.rounds} ${corpus.rounds === 1 ? "time" : "times"}; ${
      queries.length / CLASSES.length
    } queries of each class, ${limit} results. ` +
    `${machine.runtime}${
      machine.sqlite === null ? "" : `, SQLite ${machine.sqlite}`
    }; ${machine.cpu}, ${machine.cores} cores; load while ${
      Object.entries(loads).map(([name, load]) => `${NAMES[name] ?? name} ran ${loadOf(load)}`).join(", ")
    }.`,
    "",
    "| class | | p50 ms | p90 ms | p99 ms | max ms | least p90 ms | least p99 ms | answered | ra / it, p50 | ra / it, p99 |",
    "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ...CLASSES.flatMap((wanted) =>
      timed.map(([name, output]) => {
        const times = of(name, wanted);
        const answered = output.results.filter((count, at) => (count ?? 0) > 0 && queries[at]!.class === wanted).length;
        const ratio = (rank: number): string => (name === "ra" || outputs.ra === undefined
          ? ""
          : `${(percentile(of("ra", wanted), rank) / percentile(times, rank)).toFixed(2)}×`);
        const least = of(name, wanted, "least");
        return row(
          wanted,
          NAMES[name]!,
          ms(median(times)),
          ms(percentile(times, 0.9)),
          ms(percentile(times, 0.99)),
          ms(percentile(times, 1)),
          ms(percentile(least, 0.9)),
          ms(percentile(least, 0.99)),
          `${answered} of ${times.length}`,
          ratio(0.5),
          ratio(0.99),
        );
      })
    ),
    "",
    ...(outputs.ra === undefined ? [] : [
      "| ra, class | p50 / exact | over 10 ms | of these at their least | none has all words |",
      "|---|---:|---:|---:|---:|",
      ...CLASSES.map((wanted) => {
        const over = (kind: "times" | "least"): string =>
          String(of("ra", wanted, kind).filter((time) => time > 10).length);
        const partial = (outputs.ra!.partial ?? []).filter((value, at) =>
          value && queries[at]!.class === wanted
        ).length;
        return row(
          wanted,
          `${(median(of("ra", wanted)) / exact).toFixed(2)}×`,
          over("times"),
          over("least"),
          String(partial),
        );
      }),
      "",
      "The slowest of each class:",
      "",
      ...CLASSES.flatMap((wanted) =>
        queries
          .map((query, at) => ({
            query,
            time: outputs.ra!.times[at] ?? Number.NaN,
            least: outputs.ra!.least[at] ?? Number.NaN,
          }))
          .filter(({ query, time }) => query.class === wanted && time > 0)
          .sort((a, b) => b.time - a.time)
          .slice(0, SLOWEST)
          .map(({ query, time, least }) => `- ${wanted}, ${ms(time)} ms (least ${ms(least)}): \`${query.text}\``)
      ),
      "",
    ]),
    ...(outputs.budget?.budget === undefined ? [] : budgetLines(outputs.budget.budget, result.maxTokens)),
  ];
  return `${lines.join("\n")}\n`;
}

function budgetLines(
  { tokenizer, first, extraFirst, extraWarm, queries }: NonNullable<LatencyOutput["budget"]>,
  maxTokens: number,
): readonly string[] {
  const figures = (times: readonly number[]): readonly string[] =>
    [median(times), percentile(times, 0.99), percentile(times, 1)].map(ms);
  return [
    `| \`--max-tokens ${maxTokens}\` | p50 ms | p99 ms | max ms |`,
    "|---|---:|---:|---:|",
    row("beyond the same search without it, each asked for the first time", ...figures(extraFirst)),
    row("beyond the same search without it, asked again", ...figures(extraWarm)),
    "",
    `Loading the tokenizer took ${ms(tokenizer)} ms; then the first search of the process ${
      ms(first.without)
    } ms, and the same with the budget, its first, ${ms(first.with)} ms.`,
    "",
    ...queries.map((text, at) => ({ text, time: extraFirst[at]! })).sort((a, b) => b.time - a.time).slice(0, SLOWEST)
      .map(({ text, time }) => `- budget, ${ms(time)} ms: \`${text}\``),
  ];
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function ms(value: number): string {
  return Math.abs(value) < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0);
}
