/** `/v1/embeddings` and `/v1/rerank`, by the models of the configuration. */
import { RaError } from "../../errors.ts";
import type { Embedder, Reranker } from "../../search/ports/embedder.ts";
import { openIndexEmbedder } from "../../generation/write/index_embedder.ts";
import { embeddingSettings } from "../../sources/config/embedding_settings.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";
import type { EmbedderHost } from "../../models/embed/host.ts";
import { openReranker } from "../../models/embed/open_reranker.ts";
import { BadRequest } from "./openai_error.ts";

export interface BridgeModels {
  readonly names: readonly string[];
  /** Throws {@link BadRequest} and what the model throws. */
  embeddings(body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown>;
  /** Throws {@link BadRequest} and what the model throws. */
  rerank(body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown>;
  close(): void;
}

const MAX_TEXTS = 2048;
/** Of a vector. */
const MAX_VALUES = 16_384;

/** Each model is loaded at its first use. */
export function createBridgeModels(config: RagConfig, host: EmbedderHost): BridgeModels {
  const { embedding: { model, device }, retrieval: { reranker, max_length } } = config;
  let embedder: Promise<Embedder> | undefined;
  let scorer: Promise<Reranker> | undefined;
  return {
    names: [model, ...(reranker === undefined ? [] : [reranker])],
    async embeddings({ input, encoding_format: format = "float", dimensions }, signal) {
      const texts = typeof input === "string" ? [input] : textsIn(input, "input");
      if (format !== "float" && format !== "base64") throw new BadRequest("`encoding_format` is float or base64");
      // What no model has is refused before one is loaded.
      const isGiven = dimensions !== undefined && dimensions !== null;
      if (isGiven && !(Number.isInteger(dimensions) && Number(dimensions) > 0 && Number(dimensions) <= MAX_VALUES)) {
        throw new BadRequest(`\`dimensions\` must be a whole number from 1 to ${MAX_VALUES}`);
      }
      if (isGiven) {
        const [{ length }] = await vectorsOf(texts.slice(0, 1), signal) as [Float32Array];
        if (length !== dimensions) throw new BadRequest(`\`dimensions\` must be ${length}: ${model} gives as many`);
      }
      const data = (await vectorsOf(texts, signal)).map((vector, index) => ({
        object: "embedding",
        index,
        embedding: format === "base64" ? base64(vector) : Array.from(vector),
      }));
      return { object: "list", model, data, usage: { prompt_tokens: 0, total_tokens: 0 } };
    },
    async rerank({ query, documents, top_n: top }, signal) {
      if (reranker === undefined) throw new BadRequest("the configuration names no reranker (retrieval.reranker)");
      if (typeof query !== "string") throw new BadRequest("`query` must be text");
      const texts = textsIn(documents, "documents");
      scorer ??= openReranker(reranker, embeddingSettings(config, device), host, max_length);
      const scores = await (await scorer.catch(retry)).score(query, texts, signal);
      const results = scores.map((relevance_score, index) => ({ index, relevance_score }))
        .sort((a, b) => b.relevance_score - a.relevance_score || a.index - b.index);
      return { model: reranker, results: typeof top === "number" ? results.slice(0, Math.max(0, top)) : results };
    },
    close() {
      for (const opened of [embedder, scorer]) void opened?.then((model) => model.close(), () => {});
    },
  };

  async function vectorsOf(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    embedder ??= openIndexEmbedder(config, device, host).then((opened) => opened.embedder);
    const found = await (await embedder.catch(retry)).embed(texts, "passage", signal);
    return found.map((vector) => {
      if (!(vector instanceof Float32Array)) throw new RaError("embedding-failed", vector.failure);
      return vector;
    });
  }

  /** The next request tries again. */
  function retry(error: unknown): never {
    embedder = scorer = undefined;
    throw error;
  }
}

function textsIn(value: unknown, name: string): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) throw new BadRequest(`\`${name}\` must be a list of texts`);
  if (value.length > MAX_TEXTS) throw new BadRequest(`\`${name}\` may have at most ${MAX_TEXTS} texts`);
  return (value as readonly unknown[]).map((entry) => {
    const text = typeof entry === "string" ? entry : (entry as { readonly text?: unknown } | null)?.text;
    if (typeof text !== "string") throw new BadRequest(`\`${name}\` must be a list of texts`);
    return text;
  });
}

function base64(vector: Float32Array): string {
  const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
