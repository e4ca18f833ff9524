/** `ra check` */
import { Option } from "@commander-js/extra-typings";
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { format, json } from "../shared_options.ts";

export type CheckFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .option("--drift", "also look for links, paths and identifiers in the documents that no longer fit the repository")
    .addOption(
      new Option("--baseline <FILE>", "leave out the warnings that this file names").conflicts("writeBaseline"),
    )
    .option("--write-baseline <FILE>", "write the warnings of now to this file, for --baseline")
    .addOption(format("text", "json", "jsonl", "paths", "github", "sarif"))
    .addOption(json());

export const check = declare({
  name: "check",
  summary: "look for problems in configuration, trees and index",
  examples: [
    ["ra check", "exit code 0: fine, 1: warnings, 2: errors"],
    ["ra check --drift", "links, paths and names in documents that no longer fit"],
    ["ra check --drift --format paths | xargs code", "the documents to mend"],
    [
      "ra check --drift --write-baseline known.txt",
      "what is wrong today; --baseline known.txt then reports only what is new",
    ],
    ["ra check --drift --format github", "annotations in GitHub Actions"],
  ],
  takes,
});
