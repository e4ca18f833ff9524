/** `ra rag compare`: what a model says alone, and what it says with the documents. */
import type { ComparedQuestion, ComparisonReport } from "../shapes/evaluation.ts";
import { RaError } from "../errors.ts";
import { monotonicMs } from "../host/clock.ts";
import type { EmbedderHost } from "../models/embed/host.ts";
import { openAnswerer, openRagGenerators } from "../generation/answer/answerer.ts";
import type { RagConfig } from "../sources/config/rag_config.ts";
import { retrieveOptions } from "../generation/retrieve/retrieve_options.ts";

export interface CompareOptions {
  /** The file with the questions, for the report. */
  readonly file: string;
  /** Told the question before it is asked. */
  readonly onQuestion: (question: string, at: number) => void;
}

/** Throws `model-missing` where no language model is there, and what answering throws. */
export async function compare(
  config: RagConfig,
  questions: readonly string[],
  { file, onQuestion }: CompareOptions,
  host: EmbedderHost,
): Promise<ComparisonReport> {
  const { generator } = await openRagGenerators(config, { ...host, warn: () => {} });
  if (generator === undefined) {
    throw new RaError("model-missing", "there is no language model to compare with", {
      hint: "name one in the section generation of the configuration",
    });
  }
  const answerer = await openAnswerer(config, retrieveOptions(config, { attach: [] }), host);
  const compared: ComparedQuestion[] = [];
  try {
    for (const [at, question] of questions.entries()) {
      onQuestion(question, at);
      const { value: alone, seconds: aloneSeconds } = await timed(() =>
        generator.generate({ system: "", user: question }, {})
      );
      if (alone === "too-long") throw new RaError("generation-failed", "a question is too long for the model");
      const { value: made, seconds } = await timed(() => answerer.answer(question, [], {}));
      const { text: answer, tokens, finish } = alone;
      compared.push({
        question,
        alone: { answer, tokens, finish, seconds: aloneSeconds },
        retrieved: made.answer,
        seconds,
      });
    }
  } finally {
    generator.close();
    answerer.close();
  }
  return { config: config.file, file, model: generator.model, questions: compared };
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly seconds: number }> {
  const start = monotonicMs();
  const value = await work();
  return { value, seconds: Math.round(monotonicMs() - start) / 1000 };
}
