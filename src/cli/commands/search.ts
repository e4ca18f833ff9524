/** `ra search` */
import { Option } from "@commander-js/extra-typings";
import { unmark } from "../dashed_query.ts";
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { NAMED_ORDERS, readSortOrder } from "../../search/retrieval/sort_order.ts";
import { decimal, names, wholeNumber } from "../option_value.ts";
import {
  allCopies,
  format,
  full,
  json,
  limit,
  links,
  list,
  lockTimeout,
  maxTokens,
  noUpdate,
  tree,
} from "../shared_options.ts";

const GROUPS = "query: answer each query separately; doc: one result per document";
const matches = () => new Option("--matches", "print matching lines only, as path:line: text");

export type SearchFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .argument("[queries...]", 'words, "phrases", +required, -excluded, field:value; several queries are joined with OR')
    .optionsGroup("Output:")
    .addOption(limit("settings.default_limit"))
    .addOption(maxTokens().conflicts("matches"))
    .addOption(list().conflicts("matches"))
    .addOption(full().conflicts(["list", "matches"]))
    .addOption(matches())
    .addOption(format("text", "json", "jsonl", "paths"))
    .addOption(json())
    .option("--explain", "show how ra read the query, what each phase kept, and the scores")
    .option("--why-not <ID>", "show which phase dropped this passage, and by how much it fell short", unmark)
    .option("--facets", "count the matching documents by tree, tag, language and metadata")
    .addOption(
      new Option("--sort <ORDER>", "order of the results, or meta.KEY[:desc] for a value of the frontmatter")
        .choices(NAMED_ORDERS)
        .argParser((text) => readSortOrder(text, "--sort")),
    )
    .addOption(new Option("--group-by <WHAT>", GROUPS).choices(["query", "doc"]))
    .addOption(links())
    .addOption(allCopies())
    .optionsGroup("Where to search:")
    .addOption(tree())
    .option("--tag <TAG>", "only documents with all of these tags (repeatable, or a,b)", names("--tag"))
    .option("--since <WHEN>", "only documents dated since YYYY-MM-DD or within 7d", unmark)
    .optionsGroup("Ranking:")
    .addOption(new Option("--lexical", "search by words alone").conflicts(["semantic", "weight"]))
    .addOption(new Option("--semantic", "search by meaning alone; needs [semantic]").conflicts("weight"))
    .option(
      "--weight <W>",
      "the share of meaning in the scores (default: semantic.weight)",
      decimal("--weight", 1, "a number from 0 to 1"),
    )
    .option("--rerank", "let the model semantic.rerank order the best matches; needs [semantic]")
    .option(
      "--candidate-limit <N>",
      "take at most N chunks from the index (default: search.candidate_limit)",
      wholeNumber("--candidate-limit", 1),
    )
    .option(
      "--cutoff-ratio <R>",
      "stop where a score falls below R times the score before it",
      decimal("--cutoff-ratio", 1, "a number from 0 to 1"),
    )
    .option("--max-results <N>", "combine the best N matches first, then those below", wholeNumber("--max-results", 1))
    .option(
      "--aggregation-threshold <R>",
      "merge sections into their parent when this share of them matches",
      decimal("--aggregation-threshold", 1, "a number above 0, up to 1", true),
    )
    .option("--no-aggregation", "do not merge sections into their parent")
    .option("--prefix", "the last word may be the beginning of one, as while you type")
    .option("--strict-query", "refuse a query with stray signs instead of searching them as words")
    .option("--all", "only sections that have every word (default: search.match)")
    .optionsGroup("Index:")
    .addOption(noUpdate())
    .addOption(lockTimeout());

export const search = declare({
  name: "search",
  summary: "print the passages that match a query",
  examples: [
    ['ra search "error handling"', "passages with these words, those with both first"],
    ['ra search --all "error handling"', "only passages that have both words"],
    ['ra search "+error handling"', "only passages that have the word with the +"],
    ['ra search "error handling" logging', "either topic, in one ranked list"],
    ["ra search --list --tag rust result", "ids and snippets from documents with a tag"],
    ["ra search '\"exact phrase\" -draft'", "the phrase, without the word"],
    ["ra search 'deploy kubern*'", "any word that begins so"],
    ['ra search "-deprecated rust"', "a query may start with -"],
    ["ra search --max-tokens 4000 timeout", "what fits, and the names of the rest"],
    ["ra search --format paths timeout | xargs wc -l", "the files, best first, for another command"],
    ["ra search --links 3 timeout", "with up to three passages that the results link to"],
    ["ra search --explain --list timeout", "how ra read the query, and the scores"],
  ],
  takes,
});
