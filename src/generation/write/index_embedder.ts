/** The model that makes the vectors of passages and questions. */
import type { EmbeddingSettings } from "../../config/config.ts";
import { RaError } from "../../errors.ts";
import type { Embedder } from "../../search/ports/embedder.ts";
import type { EmbedderHost } from "../../models/embed/host.ts";
import { readModelCard } from "../../models/installed/read_model.ts";
import { embeddingSettings } from "../../sources/config/embedding_settings.ts";
import { openEmbedder } from "../../models/embed/open_embedder.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";

/** How the vectors are made. */
type IndexedBy = EmbeddingSettings & { readonly device: Device };

export type Device = RagConfig["embedding"]["device"];

/**
 * Warns where the device is not there, and takes the CPU. Throws `model-missing`, `model-invalid` and
 * `embedding-failed`.
 */
export async function openIndexEmbedder(
  config: RagConfig,
  device: Device,
  host: EmbedderHost,
): Promise<{ readonly embedder: Embedder; readonly settings: IndexedBy }> {
  const { provider } = config.embedding;
  const wanted: IndexedBy = { ...embeddingSettings(config, device), device };
  const onProcessor = { ...wanted, device: "cpu" } as const;
  const instead = (why: string): void =>
    host.warn({ code: "device-missing", message: `${device} cannot be used, so the CPU is: ${why}` });
  if (device === "cpu" || provider === "openai") {
    return { embedder: await openEmbedder(wanted, host), settings: wanted };
  }
  if (provider === "local") {
    const embedder = await openEmbedder(onProcessor, host);
    instead("the provider local knows no other (embedding.provider: onnxruntime does)");
    return { embedder, settings: onProcessor };
  }
  try {
    return { embedder: await openEmbedder(wanted, host), settings: wanted };
  } catch (error) {
    if (!(error instanceof RaError) || error.code !== "model-invalid") throw error;
    const embedder = await openEmbedder(onProcessor, host);
    instead(error.message);
    return { embedder, settings: onProcessor };
  }
}

/** How the model's weights are kept. */
export function dtypeOf(
  { embedding: { provider, model } }: RagConfig,
  { fs, home }: Pick<EmbedderHost, "fs" | "home">,
): string {
  return provider === "local" ? readModelCard(fs, home, model, "encoder").dtype : "f32";
}
