/** `ra context` */
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { wholeNumber } from "../option_value.ts";
import {
  allCopies,
  format,
  json,
  limit,
  links,
  list,
  lockTimeout,
  maxTokens,
  noUpdate,
  tree,
} from "../shared_options.ts";

export type ContextFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .argument("[files...]", "source files, inside a tree or not")
    .addOption(limit("context.limit"))
    .option("--diff [REV]", "the files that differ from a git revision (default: HEAD); changed lines weigh most")
    .option("--staged", "the files with staged changes; staged lines weigh most")
    .option("--terms <N>", "search with at most N terms of a file (default: context.terms)", wholeNumber("--terms", 1))
    .addOption(tree())
    .addOption(maxTokens())
    .addOption(list())
    .addOption(links())
    .addOption(allCopies())
    .addOption(format("text", "json", "jsonl", "paths"))
    .addOption(json())
    .option("--explain", "show the terms with their weights, where they come from, and the scores")
    .addOption(noUpdate())
    .addOption(lockTimeout());

export const context = declare({
  name: "context",
  summary: "print the passages that help with the files you are working on",
  examples: [
    ["ra context src/api/users.py", "what the documentation says about this file"],
    ["ra context --list -n 5 src/*.ts", "ids and snippets, for several files"],
    ["ra context --diff", "for what changed since the last commit"],
    ["ra context --diff main src/api", "for what changed in a folder since a branch"],
    ["ra context --format paths --staged", "the documents to read before a commit"],
    ["ra context --explain --list src/main.go", "the terms that ra searched for, and why"],
  ],
  takes,
});
