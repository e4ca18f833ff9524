/** The model that the command line names. */
import type { AskSettings } from "../../config/config.ts";

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
  return {
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...(apiKeyEnv === undefined ? {} : { api_key_env: apiKeyEnv }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  };
}
