/** `/v1/embeddings` and `/v1/rerank`, by the models of the configuration. */
import { RaError } from "../../errors.ts";
import type { Embedder, Reranker } from "../../search/ports/embedder.ts";
import { openIndexEmbedder } from "../../generation/write/index_embedder.ts";
import { embeddingSettings } from "../../sources/config/embedding_settings.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";
import type { EmbedderHost } from "../../models/embed/host.ts";
import { openReranker } from "../../models/embed/open_reranker.ts";
import { embeddedTexts, textsIn } from "./embedded_texts.ts";
import { BadRequest } from "./openai_error.ts";

export interface BridgeModels {
  readonly names: readonly string[];
  /** Throws {@link BadRequest} and what the model throws. */
  embeddings(body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown>;
  /** Throws {@link BadRequest} and what the model throws. */
  rerank(body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown>;
  close(): void;
}

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
      const texts = await embeddedTexts(input);
      requireWishes(format, dimensions);
      if (dimensions !== undefined && dimensions !== null) {
        const [{ length }] = await vectorsOf(texts.slice(0, 1), signal) as [Float32Array];
        if (length !== dimensions) {
          throw new BadRequest(`\`dimensions\` must be ${length}: ${model} gives as many`, "dimensions");
        }
      }
      const data = (await vectorsOf(texts, signal)).map((vector, index) => ({
        object: "embedding",
        index,
        embedding: format === "base64" ? base64(vector) : Array.from(vector),
      }));
      return { object: "list", model, data, usage: { prompt_tokens: 0, total_tokens: 0 } };
    },
    async rerank({ query, documents, top_n: top, return_documents: hasTexts }, signal) {
      if (reranker === undefined) {
        throw new BadRequest("the configuration names no reranker (retrieval.reranker)", "model");
      }
      if (typeof query !== "string") throw new BadRequest("`query` must be text", "query");
      const texts = textsIn(documents, "documents");
      const most = countIn(top);
      scorer ??= openReranker(reranker, embeddingSettings(config, device), host, max_length);
      const scores = await (await scorer.catch(retry)).score(query, texts, signal);
      const results = scores.map((relevance_score, index) => ({
        index,
        relevance_score,
        ...(hasTexts === true ? { document: { text: texts[index]! } } : {}),
      })).sort((a, b) => b.relevance_score - a.relevance_score || a.index - b.index);
      return { model: reranker, results: results.slice(0, most) };
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

/** Of results; undefined for all. */
function countIn(top: unknown): number | undefined {
  if (top === undefined || top === null) return undefined;
  if (Number.isInteger(top) && Number(top) > 0) return Number(top);
  throw new BadRequest("`top_n` must be a whole number from 1", "top_n");
}

/** What no model has is refused before one is loaded. */
function requireWishes(format: unknown, dimensions: unknown): void {
  if (format !== null && format !== "float" && format !== "base64") {
    throw new BadRequest("`encoding_format` must be float or base64", "encoding_format");
  }
  if (dimensions === undefined || dimensions === null) return;
  if (!(Number.isInteger(dimensions) && Number(dimensions) > 0 && Number(dimensions) <= MAX_VALUES)) {
    throw new BadRequest(`\`dimensions\` must be a whole number from 1 to ${MAX_VALUES}`, "dimensions");
  }
}

function base64(vector: Float32Array): string {
  const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
