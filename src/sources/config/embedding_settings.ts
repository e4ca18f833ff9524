/** The section `embedding` as the embedders take it. */
import type { EmbeddingSettings } from "../../config/config.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";
import type { RagConfig } from "./rag_config.ts";

export function embeddingSettings(
  { embedding }: Pick<RagConfig, "embedding">,
  device: EmbeddingSettings["device"],
): EmbeddingSettings {
  const { model, provider, batch_size, base_url, api_key_env, dimensions, query_prefix, passage_prefix } = embedding;
  return withoutUndefined<EmbeddingSettings>({
    model,
    provider,
    batch_size,
    device,
    base_url,
    api_key_env,
    dimensions,
    query_prefix,
    passage_prefix,
  });
}
