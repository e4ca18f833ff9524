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
      meaning: "Results shown when no limit is given.",
    },
    {
      path: "settings.local_boost",
      type: "number",
      default: 1.5,
      above: 0,
      max: MAX_FACTOR,
      meaning: "Factor on the scores of trees that are not defined in the home directory's file.",
    },
    {
      path: "settings.max_chunk_size",
      type: "integer",
      default: 50_000,
      min: 1,
      max: MAX_CHARS,
      meaning: "Characters above which a chunk is warned about.",
    },
    {
      path: "settings.min_chunk_size",
      type: "integer",
      default: 2000,
      min: 0,
      max: MAX_CHARS,
      meaning: "Characters under which `adaptive` chunking leaves a document whole.",
    },
  ],
};
