/** `ra watch` */
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { decimal } from "../option_value.ts";
import { format, json, lockTimeout } from "../shared_options.ts";

export type WatchFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .option(
      "--interval <SECONDS>",
      "check the files every so many seconds instead of waiting for the system to report changes",
      decimal("--interval", 1e6, "a number of seconds above 0", true),
    )
    .addOption(format("text", "jsonl"))
    .addOption(json("jsonl"))
    .addOption(lockTimeout());

export const watch = declare({
  name: "watch",
  summary: "keep the index fresh as files change, until Ctrl-C",
  examples: [
    ["ra watch", "a line for each update; Ctrl-C ends it"],
    ["ra watch --json | while read -r line; do make site; done", "do something after each update"],
    ["ra watch --interval 5", "for a network drive that does not report changes"],
  ],
  takes,
});
