/** An earlier run of the scenarios, beside the one of today. */
import { z } from "zod";
import type { EvaluationReport, EvaluationSummary, ScenarioChange, ScenarioResult } from "../shapes/evaluation.ts";
import { EvaluationSummary as Summary, ScenarioResult as Result } from "../shapes/schemas/evaluation.ts";
import { RaError } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { fileName } from "../text/paths.ts";
import { parseBoundedJson } from "../text/bounded_json.ts";

/** What is read of an earlier report. A later version may add to the rest. */
const Earlier = z.object({
  at: z.string(),
  summary: Summary,
  scenarios: z.array(
    z.object({
      ...Result.pick({
        id: true,
        passed: true,
        ndcg: true,
        recall: true,
        citation_precision: true,
        citation_recall: true,
      }).shape,
      answer: z.object({ answer: z.string() }).nullable(),
    }),
  ),
});

export interface EarlierRun {
  readonly at: string;
  readonly summary: EvaluationSummary;
  readonly scenarios: readonly EarlierResult[];
}

type EarlierResult =
  & Pick<ScenarioResult, "id" | "passed" | "ndcg" | "recall" | "citation_precision" | "citation_recall">
  & { readonly answer: { readonly answer: string } | null };

const MAX_BYTES = 512 * 1024 * 1024;

/** Throws `config-missing` and `config-value`. */
export function readEarlierRun(fs: FileSystem, path: string): EarlierRun {
  const bytes = fs.readFile(path, { most: MAX_BYTES });
  const hint = "`ra rag eval FILE --json` prints one";
  if (bytes === undefined) throw new RaError("config-missing", `there is no ${fileName(path)}`, { path, hint });
  let value: unknown;
  try {
    value = parseBoundedJson(bytes);
  } catch (cause) {
    throw new RaError("config-value", "this is not JSON", { path, hint, cause });
  }
  const read = Earlier.safeParse(value);
  if (!read.success) throw new RaError("config-value", "this is no report of `ra rag eval`", { path, hint });
  return read.data;
}

export function besideEarlier(
  { at, summary, scenarios: earlier }: EarlierRun,
  scenarios: readonly ScenarioResult[],
): NonNullable<EvaluationReport["baseline"]> {
  const before = new Map(earlier.map((result) => [result.id, result]));
  const now = new Set(scenarios.map(({ id }) => id));
  const changes = scenarios.map(({ id, passed }): ScenarioChange => {
    const was = before.get(id);
    if (was === undefined) return { id, change: "new", ...NOT_THERE };
    return { id, change: was.passed === passed ? "same" : passed ? "fixed" : "broken", ...stateOf(was) };
  });
  const gone = earlier.filter(({ id }) => !now.has(id)).map((was): ScenarioChange => ({
    id: was.id,
    change: "gone",
    ...stateOf(was),
  }));
  return { at, summary, changes: [...changes, ...gone] };
}

const NOT_THERE = {
  passed: null,
  ndcg: null,
  recall: null,
  citation_precision: null,
  citation_recall: null,
  answer: null,
};

function stateOf(was: EarlierResult): Omit<ScenarioChange, "id" | "change"> {
  const { passed, ndcg, recall, citation_precision, citation_recall, answer } = was;
  return { passed, ndcg, recall, citation_precision, citation_recall, answer: answer?.answer ?? null };
}
