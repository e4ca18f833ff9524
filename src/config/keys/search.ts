/** `[search]` and the tables in it. */
import { type KeyGroup, MAX_FACTOR, MAX_RESULTS } from "./key.ts";
import { STEMMERS } from "./stemmers.ts";

export const SEARCH: KeyGroup = {
  sections: [
    { path: "search", meaning: "How queries are matched, ranked and cut." },
    {
      path: "search.boost",
      meaning: "How much a match counts in each field; 0 leaves the field out of the score.",
    },
    {
      path: "search.weight",
      meaning:
        "What the scores of documents are multiplied by: one key per glob. A glob without `/` matches the file's name. One with `/` matches the path in the tree. The first glob that matches counts: those of the nearest file come first, and the built-in table last. Where the query holds a word of the file's name or of the document's title, the weight is 1.",
    },
    {
      path: "search.synonyms",
      meaning:
        "Words that also find other words: one key per word, in any letter case. A synonym works in one direction. List both words if you want both directions.",
    },
  ],
  keys: [
    {
      path: "search.stemmer",
      type: "string",
      default: "english",
      oneOf: STEMMERS,
      meaning:
        "The language whose word endings ra ignores; `auto` detects it for each document, `none` matches words as they are.",
    },
    {
      path: "search.fuzzy_distance",
      type: "integer",
      default: 1,
      min: 0,
      max: 2,
      meaning:
        "The number of typing mistakes allowed in a word of four letters or more, and one more from twelve letters on; a word of three letters may lack one if no document has it; 0 turns fuzzy matching off.",
    },
    {
      path: "search.candidate_limit",
      type: "integer",
      default: 100,
      min: 1,
      max: MAX_RESULTS,
      meaning: "The number of best matches that the later phases look at.",
    },
    {
      path: "search.cutoff_ratio",
      type: "number",
      default: 0.5,
      min: 0,
      max: 1,
      meaning: "Results end where a score falls below this share of the score before it. 0 never cuts.",
    },
    {
      path: "search.max_results",
      type: "integer",
      default: 20,
      min: 1,
      max: MAX_RESULTS,
      meaning:
        "The number of best matches that sections combine first. Matches below them come after their results, as many at a time.",
    },
    {
      path: "search.aggregation_threshold",
      type: "number",
      default: 0.5,
      above: 0,
      max: 1,
      meaning: "A section replaces its subsections in the results when at least this share of them matches.",
    },
    {
      path: "search.match",
      type: "string",
      default: "any",
      oneOf: ["any", "all"],
      meaning:
        "`any` finds sections that hold some of the words, and ranks those with more of them higher; `all` finds only sections that hold every word.",
    },
    {
      path: "search.feedback",
      type: "boolean",
      default: true,
      meaning:
        "Whether the words that the best documents have in common also find sections, and raise them, and whether words with signs count as typed.",
    },
    {
      path: "search.merge_threshold",
      type: "integer",
      optional: { unset: "off; 2 beside the other merge settings", example: 2 },
      min: 1,
      max: MAX_RESULTS,
      meaning:
        "A section replaces its subsections when at least this many of them match; any merge setting replaces `aggregation_threshold`.",
    },
    {
      path: "search.merge_bonus",
      type: "number",
      optional: { unset: "off; 0.1 beside the other merge settings", example: 0.1 },
      min: 0,
      max: MAX_FACTOR,
      meaning: "For each subsection, a merged section gains this share of the best subsection's score.",
    },
    {
      path: "search.max_merge_depth",
      type: "integer",
      optional: { unset: "off; 2 beside the other merge settings", example: 2 },
      min: 0,
      max: 100,
      meaning: "Subsections never merge into a section above this heading level; 0 also allows whole documents.",
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
      path: "search.weight.*",
      type: "number",
      above: 0,
      max: MAX_FACTOR,
      optional: { unset: "0.5 for changelogs, release notes and blogs", example: 0.3 },
      meaning: "The weight of the documents that the glob matches; 1 changes nothing.",
    },
    {
      path: "search.synonyms.*",
      type: "strings",
      optional: { unset: "none", example: ["kubernetes"] },
      meaning: "Words or phrases that a query with this word also finds, at 0.8 of their score.",
    },
  ],
};
