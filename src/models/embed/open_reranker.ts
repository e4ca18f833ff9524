/** Opens what the configuration names to put passages in order. */
import type { EmbeddingSettings } from "../../config/config.ts";
import type { Reranker } from "../../search/ports/embedder.ts";
import type { EmbedderHost } from "./host.ts";
import { openLocalReranker } from "./local_reranker.ts";
import { openServiceReranker } from "./service/service_reranker.ts";

/**
 * `mostPieces` limits a query and a passage together. Throws `model-missing`, `model-invalid` and `embedding-failed`.
 */
export async function openReranker(
  model: string,
  settings: EmbeddingSettings,
  host: EmbedderHost,
  mostPieces?: number,
): Promise<Reranker> {
  return settings.provider === "openai"
    ? openServiceReranker(model, settings)
    : await openLocalReranker(model, host, mostPieces);
}
