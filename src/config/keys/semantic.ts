/** `[semantic]` */
import { type KeyGroup } from "./key.ts";

/** The most values of a vector. The core reads no longer ones (`MAX_DIMENSIONS` in wasm/src/vectors.rs). */
export const MAX_DIMENSIONS = 16_384;

export const SEMANTIC: KeyGroup = {
  sections: [
    {
      path: "semantic",
      meaning:
        "How sections are found by meaning, also without a word of the query. `ra model add minilm` fetches the model.",
    },
  ],
  keys: [
    {
      path: "semantic.enabled",
      type: "boolean",
      default: false,
      meaning: "Whether `ra update` computes vectors and searches use them.",
    },
    {
      path: "semantic.model",
      type: "string",
      default: "minilm",
      meaning:
        "The model that turns texts into vectors: a name that `ra model list` shows, or one of the service. `auto` takes `minilm` where nine of ten documents are in English, else `use-multilingual`.",
    },
    {
      path: "semantic.provider",
      type: "string",
      default: "local",
      oneOf: ["local", "openai", "onnxruntime"],
      meaning: "What runs the model: ra itself, a service that has `/v1/embeddings`, or an installed onnxruntime-node.",
    },
    {
      path: "semantic.weight",
      type: "number",
      min: 0,
      max: 1,
      optional: { unset: "what suits the model", example: 0.4 },
      meaning: "The share of the meaning in the score; 0 searches by words alone, 1 by meaning alone.",
    },
    {
      path: "semantic.floor",
      type: "number",
      min: 0,
      max: 1,
      optional: { unset: "what suits the model", example: 0.3 },
      meaning: "The least cosine with which a section is found that holds no word of the query.",
    },
    {
      path: "semantic.fusion",
      type: "string",
      default: "weighted",
      oneOf: ["weighted", "rrf"],
      meaning: "How the two lists become one: by a weighted sum of scaled scores, or by reciprocal ranks.",
    },
    {
      path: "semantic.rerank",
      type: "string",
      optional: { unset: "there is nothing to rerank with", example: "my-cross-encoder" },
      meaning: "The cross-encoder that `--rerank` turns on: an installed model, or one of the service.",
    },
    {
      path: "semantic.rerank_candidates",
      type: "integer",
      default: 20,
      min: 1,
      max: 1000,
      meaning: "The number of best candidates that a reranker puts in order.",
    },
    {
      path: "semantic.batch_size",
      type: "integer",
      default: 32,
      min: 1,
      max: 2048,
      meaning: "The number of texts in one call of the model.",
    },
    {
      path: "semantic.device",
      type: "string",
      default: "cpu",
      oneOf: ["auto", "cpu", "gpu", "mps"],
      meaning: "Where onnxruntime runs the model. The other providers do not read it.",
    },
    {
      path: "semantic.base_url",
      type: "string",
      address: true,
      optional: { unset: "required by `openai`", example: "http://localhost:11434/v1" },
      meaning: "The address of the service. One beyond this machine needs `ra trust` in a project.",
    },
    {
      path: "semantic.api_key_env",
      type: "string",
      optional: { unset: "no key is sent", example: "OPENAI_API_KEY" },
      meaning: "The environment variable with the service's key. It counts only beside `base_url` in the same file.",
    },
    {
      path: "semantic.dimensions",
      type: "integer",
      min: 1,
      max: MAX_DIMENSIONS,
      optional: { unset: "what the model gives", example: 512 },
      meaning: "The number of values of a vector, for services that can shorten them.",
    },
    {
      path: "semantic.query_prefix",
      type: "string",
      optional: { unset: "what the model's `model.json` says", example: "query: " },
      meaning: "What stands before each query when it becomes a vector.",
    },
    {
      path: "semantic.passage_prefix",
      type: "string",
      optional: { unset: "what the model's `model.json` says", example: "passage: " },
      meaning: "What stands before each section when it becomes a vector.",
    },
  ],
};
