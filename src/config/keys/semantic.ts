/** `[semantic]` */
import { type KeyGroup } from "./key.ts";

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
      meaning: "The model that turns texts into vectors: a name that `ra model list` shows, or a model of the server.",
    },
    {
      path: "semantic.provider",
      type: "string",
      default: "local",
      oneOf: ["local", "openai", "onnxruntime"],
      meaning:
        "Who runs the model: ra itself (`local`), a server with `/v1/embeddings` (`openai`), or onnxruntime-node where you installed it.",
    },
    {
      path: "semantic.weight",
      type: "number",
      default: 0.4,
      min: 0,
      max: 1,
      meaning: "The share of the meaning in the score; 0 searches by words alone, 1 by meaning alone.",
    },
    {
      path: "semantic.floor",
      type: "number",
      default: 0.3,
      min: 0,
      max: 1,
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
      optional: { unset: "no reranking", example: "my-cross-encoder" },
      meaning: "The model that reads the best candidates together with the query and reorders them.",
    },
    {
      path: "semantic.rerank_candidates",
      type: "integer",
      default: 20,
      min: 1,
      max: 1000,
      meaning: "The number of best candidates that are reordered.",
    },
    {
      path: "semantic.batch_size",
      type: "integer",
      default: 32,
      min: 1,
      max: 2048,
      meaning: "The number of texts in one call of the model or in one request to the server.",
    },
    {
      path: "semantic.device",
      type: "string",
      default: "cpu",
      oneOf: ["auto", "cpu", "gpu", "mps"],
      meaning: "What `onnxruntime` computes on. The other providers do not read it.",
    },
    {
      path: "semantic.base_url",
      type: "string",
      optional: { unset: "https://api.openai.com/v1", example: "http://localhost:11434/v1" },
      meaning: "The address of the server of `openai`. An address on another machine needs `ra trust`.",
    },
    {
      path: "semantic.api_key_env",
      type: "string",
      optional: { unset: "no key is sent", example: "OPENAI_API_KEY" },
      meaning: "The name of the environment variable that holds the server's key. It needs `ra trust`.",
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
    {
      path: "semantic.dimensions",
      type: "integer",
      optional: { unset: "as many as the model gives", example: 512 },
      min: 8,
      max: 8192,
      meaning: "The number of values of each vector that the server is asked for.",
    },
  ],
};
