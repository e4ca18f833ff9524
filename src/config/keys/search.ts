/** `[search]` and the tables in it. */
import { type KeyGroup, MAX_FACTOR, MAX_RESULTS } from "./key.ts";
import { STEMMERS } from "./stemmers.ts";

export const SEARCH: KeyGroup = {
  sections: [
    { path: "search", meaning: "How queries are matched, ranked and cut." },
    {
      path: "search.boost",
      meaning: "How much a match counts, by the field it is found in; 0 leaves a field out of the score.",
    },
    {
      path: "search.synonyms",
      meaning:
        "Words that also stand for others: one key a word, in any letter case. Its list does not lead back to it; list both for that.",
    },
  ],
  keys: [
    {
      path: "search.stemmer",
      type: "string",
      default: "english",
      oneOf: STEMMERS,
      meaning:
        "Language whose word endings are ignored; `auto` detects it per document, `none` matches words as they are.",
    },
    {
      path: "search.fuzzy_distance",
      type: "integer",
      default: 1,
      min: 0,
      max: 2,
      meaning: "Typing mistakes allowed in a word of four letters or more; 0 turns fuzzy matching off.",
    },
    {
      path: "search.candidate_limit",
      type: "integer",
      default: 100,
      min: 1,
      max: MAX_RESULTS,
      meaning: "Best matches that the later phases look at.",
    },
    {
      path: "search.cutoff_ratio",
      type: "number",
      default: 0.5,
      min: 0,
      max: 1,
      meaning: "Results end where a score falls below this share of the one before; 0 never cuts.",
    },
    {
      path: "search.max_results",
      type: "integer",
      default: 20,
      min: 1,
      max: MAX_RESULTS,
      meaning: "Results kept where no such fall is found.",
    },
    {
      path: "search.aggregation_threshold",
      type: "number",
      default: 0.5,
      above: 0,
      max: 1,
      meaning: "Share of a section's children that must match for the section to stand in for them.",
    },
    {
      path: "search.relax",
      type: "boolean",
      default: true,
      meaning: "Answer with partial matches when too few chunks hold every word.",
    },
    {
      path: "search.merge_threshold",
      type: "integer",
      optional: { unset: "off; 2 beside the other merge settings", example: 2 },
      min: 1,
      max: MAX_RESULTS,
      meaning:
        "Matching subsections that make their section take their place; any merge setting replaces `aggregation_threshold`.",
    },
    {
      path: "search.merge_bonus",
      type: "number",
      optional: { unset: "off; 0.1 beside the other merge settings", example: 0.1 },
      min: 0,
      max: MAX_FACTOR,
      meaning: "Share of the best subsection's score that a merged section gains for each subsection.",
    },
    {
      path: "search.max_merge_depth",
      type: "integer",
      optional: { unset: "off; 2 beside the other merge settings", example: 2 },
      min: 0,
      max: 100,
      meaning: "Sections above this heading level are never merged into; 0 lets whole documents be.",
    },
    {
      path: "search.boost.title",
      type: "number",
      default: 3,
      min: 0,
      max: MAX_FACTOR,
      meaning: "Titles and headings.",
    },
    {
      path: "search.boost.tags",
      type: "number",
      default: 2.5,
      min: 0,
      max: MAX_FACTOR,
      meaning: "Tags from frontmatter.",
    },
    {
      path: "search.boost.path",
      type: "number",
      default: 2,
      min: 0,
      max: MAX_FACTOR,
      meaning: "The whole path of the file.",
    },
    {
      path: "search.boost.path_components",
      type: "number",
      default: 2,
      min: 0,
      max: MAX_FACTOR,
      meaning: "The words that the path is made of.",
    },
    { path: "search.boost.body", type: "number", default: 1, min: 0, max: MAX_FACTOR, meaning: "The text itself." },
    {
      path: "search.synonyms.*",
      type: "strings",
      optional: { unset: "none", example: ["kubernetes"] },
      meaning: "Words or phrases that a query with this word finds too, at 0.8 of their score.",
    },
  ],
};
