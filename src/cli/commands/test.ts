/** `ra test` */
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { format, json, lockTimeout, noUpdate } from "../shared_options.ts";

export type TestFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .addOption(format("text", "json", "jsonl"))
    .addOption(json())
    .option("--no-save", "do not keep the ranks for the next run")
    .addOption(noUpdate())
    .addOption(lockTimeout());

export const test = declare({
  name: "test",
  summary: "run the golden queries of .ra.toml and compare ranks with the last run",
  examples: [["ra test", "exit code 0: all found, 1: some missing, 2: a mistake in .ra.toml"]],
  takes,
});
