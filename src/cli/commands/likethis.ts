/** `ra likethis` */
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { format, json, limit, list, lockTimeout, maxTokens, noUpdate, tree } from "../shared_options.ts";

export type LikeThisFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .argument("<id-or-file>", "an id that search printed, or a file, indexed or not")
    .addOption(limit("settings.default_limit"))
    .addOption(maxTokens())
    .addOption(list())
    .addOption(format("text", "json", "jsonl", "paths"))
    .addOption(json())
    .option("--explain", "show the terms that ra searched for, and the scores")
    .addOption(tree())
    .addOption(noUpdate())
    .addOption(lockTimeout());

export const likethis = declare({
  name: "likethis",
  summary: "print passages that are like one, or like a file",
  examples: [
    ["ra likethis docs:guide.md#install", "passages like this one"],
    ["ra likethis --list -n 3 notes/draft.md", "passages like a file, indexed or not"],
    ["ra likethis --format paths docs:guide.md", "the files that hold them"],
  ],
  takes,
});
