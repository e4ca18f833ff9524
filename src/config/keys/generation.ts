/** `[generation]` */
import { type KeyGroup } from "./key.ts";

const MAX_TOKENS = 10_000_000;

export const GENERATION: KeyGroup = {
  sections: [{ path: "generation", meaning: "The language model with which `ra ask` answers." }],
  keys: [
    {
      path: "generation.model",
      type: "string",
      optional: { unset: "the passages are the answer", example: "qwen2.5:7b" },
      meaning:
        "The service's name of the model. With `local` it is the path of a GGUF file, which begins at the nearest `.ra.toml`.",
    },
    {
      path: "generation.provider",
      type: "string",
      default: "openai",
      oneOf: ["openai", "local"],
      meaning: "What runs the model: a service that has `/v1/chat/completions`, or an installed node-llama-cpp.",
    },
    {
      path: "generation.base_url",
      type: "string",
      address: true,
      optional: { unset: "required by `openai`", example: "http://localhost:11434/v1" },
      meaning: "The address of the service. One beyond this machine needs `ra trust` in a project.",
    },
    {
      path: "generation.api_key_env",
      type: "string",
      optional: { unset: "no key is sent", example: "OPENAI_API_KEY" },
      meaning: "The environment variable with the service's key. It counts only beside `base_url` in the same file.",
    },
    {
      path: "generation.temperature",
      type: "number",
      default: 0,
      min: 0,
      max: 1,
      meaning: "How freely the model chooses its words.",
    },
    {
      path: "generation.max_tokens",
      type: "integer",
      default: 1024,
      min: 1,
      max: MAX_TOKENS,
      meaning: "The most tokens of an answer.",
    },
    {
      path: "generation.max_input_tokens",
      type: "integer",
      default: 8000,
      min: 1,
      max: MAX_TOKENS,
      meaning: "The most tokens of a prompt, in `cl100k_base`.",
    },
    {
      path: "generation.timeout",
      type: "number",
      default: 60,
      above: 0,
      max: 86_400,
      meaning: "Seconds without a word from the service, after which ra asks again or gives up.",
    },
    {
      path: "generation.max_time",
      type: "number",
      default: 600,
      above: 0,
      max: 86_400,
      meaning: "Seconds that the model may take for an answer in all, with retries and pauses. What came is kept.",
    },
    {
      path: "generation.retries",
      type: "integer",
      default: 2,
      min: 0,
      max: 10,
      meaning: "How often ra asks again after a lost connection, a timeout, 429 and 5xx.",
    },
    {
      path: "generation.fallback",
      type: "string",
      optional: { unset: "such a failure is an error", example: "models/small.gguf" },
      meaning: "The path of a GGUF file that answers when the service cannot.",
    },
  ],
};
