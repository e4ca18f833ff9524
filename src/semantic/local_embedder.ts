/** The provider `local`: ra itself runs the model. */
import type { SemanticSettings } from "../config/config.ts";
import { RaError } from "../errors.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { EmbedderHost } from "./host.ts";

export function openLocalEmbedder(settings: SemanticSettings, _host: EmbedderHost): Promise<Embedder> {
  throw new RaError("model-missing", `there is no model ${JSON.stringify(settings.model)}`);
}
