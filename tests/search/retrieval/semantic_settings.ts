import type { SemanticSettings } from "../../../src/config/config.ts";

/** The defaults of `[semantic]`. */
export const SEMANTIC_OFF: SemanticSettings = {
  enabled: false,
  model: "minilm",
  provider: "local",
  weight: 0.4,
  floor: 0.3,
  fusion: "weighted",
  rerank_candidates: 20,
  batch_size: 32,
  device: "cpu",
};
