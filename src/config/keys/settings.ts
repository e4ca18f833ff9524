/** `[settings]` */
import { type KeyGroup, MAX_CHARS, MAX_FACTOR, MAX_RESULTS } from "./key.ts";

export const SETTINGS: KeyGroup = {
  sections: [
    { path: "settings", meaning: "Defaults for results and sizes." },
  ],
  keys: [
    {
      path: "settings.default_limit",
      type: "integer",
      default: 5,
      min: 1,
      max: MAX_RESULTS,
      meaning: "The number of results when no limit is given.",
    },
    {
      path: "settings.local_boost",
      type: "number",
      default: 1.5,
      above: 0,
      max: MAX_FACTOR,
      meaning: "The scores of trees that are not defined in `~/.ra.toml` are multiplied by this.",
    },
    {
      path: "settings.max_chunk_size",
      type: "integer",
      default: 50_000,
      min: 1,
      max: MAX_CHARS,
      meaning: "ra warns about a chunk with more characters than this.",
    },
    {
      path: "settings.min_chunk_size",
      type: "integer",
      default: 2000,
      min: 0,
      max: MAX_CHARS,
      meaning: "`adaptive` chunking leaves a document with fewer characters whole.",
    },
    {
      path: "settings.frozen",
      type: "boolean",
      default: false,
      meaning:
        "Whether only `ra rag index` changes the index, which then holds a copy of all texts. Answers come from it as it is, and ra says when files have changed since.",
    },
  ],
};
