/** Opens what the configuration names to put passages in order. */
import type { SemanticSettings } from "../config/config.ts";
import { RaError } from "../errors.ts";
import type { Reranker } from "../ports/embedder.ts";
import type { EmbedderHost } from "./host.ts";
import { openServiceReranker } from "./openai/service_reranker.ts";

/** Throws `model-missing`, `model-invalid` and `embedding-failed`. */
export async function openReranker(model: string, settings: SemanticSettings, host: EmbedderHost): Promise<Reranker> {
  if (settings.provider === "openai") return openServiceReranker(model, settings);
  void host;
  return await Promise.reject(new RaError("model-missing", `there is no model ${JSON.stringify(model)}`));
}
