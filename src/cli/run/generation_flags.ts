/** The model that the command line names. */
import type { AskSettings } from "../../config/config.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

interface GenerationFlags {
  readonly provider?: "openai" | "local";
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
}

/** Only what the user gave. */
export function statedGeneration(
  { provider, model, baseUrl, apiKeyEnv, temperature, maxTokens }: GenerationFlags,
): Partial<AskSettings> {
  return withoutUndefined<Partial<AskSettings>>({
    provider,
    model,
    base_url: baseUrl,
    api_key_env: apiKeyEnv,
    temperature,
    max_tokens: maxTokens,
  });
}
