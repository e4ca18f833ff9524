/** Rerankers that are services, in their three dialects. */
import type { EmbeddingSettings } from "../../../config/config.ts";
import type { Reranker } from "../../../search/ports/embedder.ts";
import { type ModelService, openService } from "./service.ts";

/** The user asked for it, and a model of this size on a processor takes a while. */
const WITHIN_MS = 10_000;

interface RerankDialect {
  readonly path: string;
  body(model: string, query: string, passages: readonly string[]): unknown;
}

/**
 * `/v1/rerank` of Jina, Cohere, vLLM and llama.cpp, whose answers have `results` (Voyage: `data`), and `/rerank` of
 * Hugging Face's text-embeddings-inference, whose answer is a bare list.
 */
const DIALECTS: readonly RerankDialect[] = [
  {
    path: "rerank",
    body: (model, query, documents) => ({ model, query, documents, top_n: documents.length }),
  },
  { path: "../rerank", body: (_, query, texts) => ({ query, texts, truncate: true }) },
];

/** Throws `embedding-failed`. */
export function openServiceReranker(model: string, settings: EmbeddingSettings): Reranker {
  const service = openService(settings);
  let known: RerankDialect | undefined;
  return {
    async score(query, passages, signal) {
      if (passages.length === 0) return [];
      const [first, ...others] = known === undefined ? DIALECTS : [known];
      let asked = first!;
      let answer = await service.post(asked.path, asked.body(model, query, passages), { within: WITHIN_MS, signal });
      for (const other of others) {
        if (answer.status === 200 || ![400, 404, 405, 422].includes(answer.status)) break;
        const second = await service.post(other.path, other.body(model, query, passages), {
          within: WITHIN_MS,
          signal,
        });
        // What the first dialect says is kept, unless the second one is understood.
        if (second.status !== 200) break;
        [asked, answer] = [other, second];
      }
      if (answer.status !== 200) throw service.failure(`the reranker answers ${answer.status}`, answer);
      known = asked;
      return scoresIn(answer.json, passages.length, service);
    },
    close() {},
  };
}

function scoresIn(json: unknown, count: number, service: ModelService): readonly number[] {
  const { results, data } = (json ?? {}) as { readonly results?: unknown; readonly data?: unknown };
  const rows = [json, results, data].find((candidate) => Array.isArray(candidate)) as readonly unknown[] | undefined;
  if (rows === undefined) throw service.failure("the reranker's answer has no results");
  const scores: (number | undefined)[] = Array.from({ length: count });
  for (const row of rows) {
    const { index, relevance_score, score } = (row ?? {}) as Readonly<Record<string, unknown>>;
    const value = relevance_score ?? score;
    const isNew = Number.isInteger(index) && Number(index) >= 0 && Number(index) < count &&
      scores[Number(index)] === undefined;
    if (!isNew || typeof value !== "number" || !Number.isFinite(value)) {
      throw service.failure("the reranker's answer has a score for no passage, or two for one");
    }
    scores[Number(index)] = value;
  }
  const whole = scores.flatMap((score) => score ?? []);
  if (whole.length !== count) throw service.failure(`the reranker scores ${whole.length} of ${count} passages`);
  return whole;
}
