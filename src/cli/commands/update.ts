/** `ra update` */
import { Option } from "@commander-js/extra-typings";
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { format, json, lockTimeout } from "../shared_options.ts";

export type UpdateFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .option("--prune", "also drop what the index keeps of trees that are left out")
    .addOption(new Option("--semantic", "only compute the vectors that are missing").conflicts("prune"))
    .addOption(format("text", "json"))
    .addOption(json())
    .addOption(lockTimeout());

export const update = declare({
  name: "update",
  summary: "rebuild the index",
  examples: [
    ["ra update", "rebuild everything; a search brings the index up to date by itself"],
    ["ra update --semantic", "only compute the vectors that are missing"],
  ],
  takes,
});
