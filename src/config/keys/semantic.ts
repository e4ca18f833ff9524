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
      meaning: "The model that turns texts into vectors: a name that `ra model list` shows.",
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
      path: "semantic.batch_size",
      type: "integer",
      default: 32,
      min: 1,
      max: 2048,
      meaning: "The number of texts in one call of the model.",
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
