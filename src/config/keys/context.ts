/** `[context]`, its rules and its patterns. */
import { type KeyGroup, MAX_CHARS, MAX_RESULTS } from "./key.ts";

export const CONTEXT: KeyGroup = {
  sections: [
    { path: "context", meaning: "How `ra context` reads source files, and what it looks for." },
    {
      path: "context.rules.*",
      list: true,
      meaning: "What `ra context` adds for files at some paths, one table per rule; every rule that matches applies.",
    },
    {
      path: "context.patterns",
      meaning:
        "The short form of a rule that only adds terms: a glob and its list. The same glob in a nearer file replaces the list, even a built-in one. An empty list turns it off.",
    },
  ],
  keys: [
    {
      path: "context.limit",
      type: "integer",
      default: 10,
      min: 1,
      max: MAX_RESULTS,
      meaning: "The number of results when `-n` is not given.",
    },
    {
      path: "context.terms",
      type: "integer",
      default: 30,
      min: 1,
      max: 200,
      meaning: "The most terms that ra searches for from one file.",
    },
    {
      path: "context.min_term_frequency",
      type: "integer",
      default: 1,
      min: 1,
      max: MAX_CHARS,
      meaning: "A word counts when it occurs this many times in the file's text and path.",
    },
    {
      path: "context.min_word_length",
      type: "integer",
      default: 4,
      min: 1,
      max: 1000,
      notAbove: "context.max_word_length",
      meaning: "The fewest letters that a word may have.",
    },
    {
      path: "context.max_word_length",
      type: "integer",
      default: 30,
      min: 1,
      max: 1000,
      meaning: "The most letters that a word may have.",
    },
    {
      path: "context.sample_size",
      type: "integer",
      default: 50_000,
      min: 1,
      max: MAX_CHARS,
      meaning: "The number of bytes that ra reads of a file.",
    },
    {
      path: "context.rules.*.match",
      type: "one or more",
      globs: true,
      required: true,
      meaning:
        "Globs of the files that the rule applies to. A glob without `/` matches the file's name. One with `/` matches the path relative to this file.",
    },
    {
      path: "context.rules.*.trees",
      type: "strings",
      optional: { unset: "all trees", example: ["docs"] },
      meaning: "The trees to search. If several rules match, ra searches the trees that all of them name.",
    },
    { path: "context.rules.*.terms", type: "strings", default: [], meaning: "Words or phrases to look for." },
    {
      path: "context.rules.*.include",
      type: "strings",
      default: [],
      meaning: "Ids of documents or sections that always come first in the answer.",
    },
    {
      path: "context.patterns.*",
      type: "strings",
      optional: { unset: "the built-in table", example: ["rust"] },
      meaning: "Words that ra also searches for when a file matches this glob.",
    },
  ],
};
