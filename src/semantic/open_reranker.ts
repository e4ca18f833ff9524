/** Opens what the configuration names to put passages in order. */
import type { SemanticSettings } from "../config/config.ts";
import { RaError } from "../errors.ts";
import type { Reranker } from "../ports/embedder.ts";
import type { EmbedderHost } from "./host.ts";

/** Throws `model-missing`, `model-invalid` and `embedding-failed`. */
export function openReranker(model: string, _settings: SemanticSettings, _host: EmbedderHost): Promise<Reranker> {
  return Promise.reject(new RaError("model-missing", `there is no model ${JSON.stringify(model)}`));
}
