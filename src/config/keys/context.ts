/** `[context]`, its rules and its patterns. */
import { type KeyGroup, MAX_CHARS, MAX_RESULTS } from "./key.ts";

export const CONTEXT: KeyGroup = {
  sections: [
    { path: "context", meaning: "How `ra context` reads source files and what it looks for." },
    {
      path: "context.rules.*",
      list: true,
      meaning: "What `ra context` adds for files of some paths, one table a rule; all rules that match count.",
    },
    {
      path: "context.patterns",
      meaning:
        "The short form of a rule that only adds terms: a glob and its list. A glob of a nearer file, or of the built-in table, is replaced; an empty list turns it off.",
    },
  ],
  keys: [
    {
      path: "context.limit",
      type: "integer",
      default: 10,
      min: 1,
      max: MAX_RESULTS,
      meaning: "Results shown when no limit is given.",
    },
    {
      path: "context.terms",
      type: "integer",
      default: 15,
      min: 1,
      max: 200,
      meaning: "Terms of the query that is made from a file.",
    },
    {
      path: "context.min_term_frequency",
      type: "integer",
      default: 2,
      min: 1,
      max: MAX_CHARS,
      meaning: "A word of a file's text counts when it stands there, or in the file's path, this many times.",
    },
    {
      path: "context.min_word_length",
      type: "integer",
      default: 4,
      min: 1,
      max: 1000,
      notAbove: "context.max_word_length",
      meaning: "Letters that a word of a file's text must have.",
    },
    {
      path: "context.max_word_length",
      type: "integer",
      default: 30,
      min: 1,
      max: 1000,
      meaning: "Letters that a word of a file's text may have.",
    },
    {
      path: "context.sample_size",
      type: "integer",
      default: 50_000,
      min: 1,
      max: MAX_CHARS,
      meaning: "Bytes of a file that are read.",
    },
    {
      path: "context.rules.*.match",
      type: "one or more",
      globs: true,
      required: true,
      meaning:
        "Globs of the files that the rule is for: without `/` matched on the file's name, with one on the path relative to this file.",
    },
    {
      path: "context.rules.*.trees",
      type: "strings",
      optional: { unset: "all trees", example: ["docs"] },
      meaning: "Look in these trees only; where several rules match, in those that all of them name.",
    },
    { path: "context.rules.*.terms", type: "strings", default: [], meaning: "Words or phrases to look for." },
    {
      path: "context.rules.*.include",
      type: "strings",
      default: [],
      meaning: "Ids of documents or sections that always come first.",
    },
    {
      path: "context.patterns.*",
      type: "strings",
      optional: { unset: "the built-in table", example: ["rust"] },
      meaning: "Words to look for in the context of files that this glob matches.",
    },
  ],
};
