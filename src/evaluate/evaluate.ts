/** `ra rag eval`: asks the question of each scenario and judges what comes. */
import type { EvaluationReport, EvaluationSummary, ScenarioResult } from "../shapes/evaluation.ts";
import { RaError } from "../errors.ts";
import { monotonicMs, nowMs } from "../host/clock.ts";
import { loadTokenCounter } from "../search/retrieval/token_count.ts";
import type { EmbedderHost } from "../models/embed/host.ts";
import type { MadeAnswer } from "../answering/answer_turn.ts";
import type { RagRetrieveAnswer } from "../shapes/passages.ts";
import { openAnswerer } from "../generation/answer/answerer.ts";
import type { RagConfig } from "../sources/config/rag_config.ts";
import { retrieveOptions } from "../generation/retrieve/retrieve_options.ts";
import { besideEarlier, type EarlierRun } from "./baseline.ts";
import { judge } from "./judge.ts";
import { meanMeasures, measure, measuredPlaces } from "./measures.ts";
import type { Scenario } from "./scenarios.ts";
import { withoutUndefined } from "../shapes/without_undefined.ts";

export interface EvaluateOptions {
  /** The file with the scenarios, for the report. */
  readonly file: string;
  readonly earlier: EarlierRun | undefined;
  /** Told the scenario before it is asked. */
  readonly onScenario: (scenario: Scenario, at: number) => void;
}

/** A service that fails makes a scenario fail. Throws what opening the answerer throws, and `key-refused`. */
export async function evaluate(
  config: RagConfig,
  scenarios: readonly Scenario[],
  { file, earlier, onScenario }: EvaluateOptions,
  host: EmbedderHost,
): Promise<EvaluationReport> {
  const begun = nowMs();
  const optionsOf = (attach: readonly string[]) => retrieveOptions(config, { attach });
  // All are checked before anything is asked.
  const options = new Map(scenarios.map((scenario) => [scenario, optionsOf(scenario.attach)]));
  const answerer = await openAnswerer(config, optionsOf([]), host);
  const count = await loadTokenCounter();
  const results: ScenarioResult[] = [];
  let used: RagRetrieveAnswer["parameters"] | undefined;
  try {
    for (const [at, scenario] of scenarios.entries()) {
      onScenario(scenario, at);
      const start = monotonicMs();
      const seconds = (): number => Math.round(monotonicMs() - start) / 1000;
      try {
        const made = await answerer.answer(scenario.question, [], { retrieve: options.get(scenario) });
        used ??= made.found.parameters;
        results.push(resultOf(scenario, made, count, seconds()));
      } catch (error) {
        if (!(error instanceof RaError) || error.code !== "generation-failed") throw error;
        results.push(failed(scenario, error.message, seconds()));
      }
    }
  } finally {
    answerer.close();
  }
  return withoutUndefined<EvaluationReport>({
    at: new Date(begun).toISOString(),
    config: config.file,
    file,
    model: config.generation?.model ?? null,
    embedding_model: used?.model ?? null,
    reranker: used?.reranker ?? null,
    generation: used?.generation ?? null,
    summary: summaryOf(results),
    scenarios: results,
    baseline: earlier === undefined ? undefined : besideEarlier(earlier, results),
  });
}

function resultOf(
  { id, question, expect }: Scenario,
  { answer, passages, sentences }: MadeAnswer,
  count: (text: string) => number,
  seconds: number,
): ScenarioResult {
  const tokens = answer.tokens.output ?? count(answer.answer);
  const reasons = judge(expect, { answer, rows: passages, tokens });
  const places = measuredPlaces(expect);
  const cited = new Set(answer.citations.map((citation) => citation.id));
  return {
    id,
    question,
    passed: reasons.length === 0,
    reasons,
    ...measure(expect, passages, answer.citations),
    rows: passages.map(({ text, url: _, ...passage }, at) => ({
      rank: at + 1,
      ...passage,
      expected: places.some(({ is }) => is(passage)),
      cited: cited.has(passage.id),
      content: text,
    })),
    sentences,
    answer,
    seconds,
  };
}

function failed({ id, question, expect }: Scenario, reason: string, seconds: number): ScenarioResult {
  return {
    id,
    question,
    passed: false,
    reasons: [reason],
    ...measure(expect, [], []),
    rows: [],
    sentences: [],
    answer: null,
    seconds,
  };
}

function summaryOf(results: readonly ScenarioResult[]): EvaluationSummary {
  const passed = results.filter((result) => result.passed).length;
  const problems = results.flatMap(({ answer }) => answer?.problems ?? []);
  const ofKind = (kind: string): number => problems.filter((problem) => problem.kind === kind).length;
  const tokens = (which: "input" | "output"): number | null => {
    const known = results.flatMap(({ answer }) => answer?.tokens[which] ?? []);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  };
  return {
    passed,
    failed: results.length - passed,
    ...meanMeasures(results),
    problems: {
      uncited: ofKind("uncited"),
      unknown_citation: ofKind("unknown_citation"),
      misquote: ofKind("misquote"),
    },
    tokens: { input: tokens("input"), output: tokens("output") },
    seconds: Math.round(results.reduce((sum, { seconds }) => sum + seconds, 0) * 1000) / 1000,
  };
}
