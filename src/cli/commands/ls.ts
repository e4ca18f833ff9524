/** `ra ls` */
import { Argument } from "@commander-js/extra-typings";
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { format, json, lockTimeout, noUpdate, tree } from "../shared_options.ts";

export type LsFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .addArgument(
      new Argument("[what]", "what to list").choices(["trees", "docs", "chunks", "tags"]).default("trees" as const),
    )
    .addOption(tree())
    .addOption(format("text", "json", "jsonl", "paths"))
    .addOption(json())
    .addOption(noUpdate())
    .addOption(lockTimeout());

export const ls = declare({
  name: "ls",
  summary: "list what is indexed",
  examples: [
    ["ra ls trees", "trees with their counts"],
    ["ra ls docs -t docs", "the documents of one tree"],
    ["ra ls docs --format paths", "their files, for another command"],
    ["ra ls chunks --format jsonl", "every chunk, one JSON object a line"],
  ],
  takes,
});
