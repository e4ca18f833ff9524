/** Opens what the configuration names to turn texts into vectors. */
import type { EmbeddingSettings } from "../../config/config.ts";
import type { Embedder } from "../../search/ports/embedder.ts";
import type { EmbedderHost } from "./host.ts";
import { openLocalEmbedder } from "./local_embedder.ts";
import { openOnnxEmbedder } from "./onnx_embedder.ts";
import { openServiceEmbedder } from "./service/service_embedder.ts";

/** Throws `model-missing`, `model-invalid` and `embedding-failed`. */
export async function openEmbedder(settings: EmbeddingSettings, host: EmbedderHost): Promise<Embedder> {
  if (settings.provider === "openai") return openServiceEmbedder(settings);
  if (settings.provider === "onnxruntime") return await openOnnxEmbedder(settings, host);
  return await openLocalEmbedder(settings, host);
}
