/** What the trials showed, by command and by plant, and how to repeat those that failed. */
import { repeatCommand } from "../../tests/hostile/planter/sample.ts";
import type { Runtime } from "../../tests/hostile/planter/runtimes.ts";
import type { Result } from "./results.ts";

/** So many failures are written out. */
const MAX_FAILURES = 200;

export function summary(runtime: Runtime, results: readonly Result[]): string {
  const failed = results.filter(({ wrong }) => wrong !== null);
  return [
    `${runtime}: ${results.length} trials, ${failed.length} failed`,
    ...table("command", results, ({ verb, moment }) => `${verb}, ${moment}`),
    ...table("plant", results, ({ plant }) => plant),
    ...failed.slice(0, MAX_FAILURES).flatMap((
      result,
    ) => ["", result.wrong!.trim(), `  again: ${repeatCommand(runtime, result)}`]),
    ...(failed.length > MAX_FAILURES ? [`… and ${failed.length - MAX_FAILURES} more`] : []),
  ].join("\n");
}

function table(title: string, results: readonly Result[], nameOf: (result: Result) => string): readonly string[] {
  const rows = new Map<string, { trials: number; failed: number; seconds: number; bytes: number }>();
  for (const result of results) {
    const row = rows.get(nameOf(result)) ?? { trials: 0, failed: 0, seconds: 0, bytes: 0 };
    row.trials++;
    if (result.wrong !== null) row.failed++;
    row.seconds = Math.max(row.seconds, result.seconds);
    row.bytes = Math.max(row.bytes, result.bytes);
    rows.set(nameOf(result), row);
  }
  const cell = (value: unknown, width: number): string => String(value).padStart(width);
  const line = (name: string, ...cells: readonly unknown[]): string =>
    `${name.padEnd(52)}${cells.map((value) => cell(value, 8)).join("")}`;
  return [
    "",
    line(title, "trials", "failed", "cpu s", "MB"),
    ...[...rows].map(([name, { trials, failed, seconds, bytes }]) =>
      line(name, trials, failed, seconds.toFixed(1), Math.round(bytes / 1e6))
    ),
  ];
}
