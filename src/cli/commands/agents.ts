/** `ra agents` */
import { Option } from "@commander-js/extra-typings";
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { format, json } from "../shared_options.ts";

export type AgentsFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .option("--claude", "also write into CLAUDE.md")
    .option("--gemini", "also write into GEMINI.md")
    .option("--all", "write into all of them")
    .addOption(
      new Option("--stdout", "print the generated part and write nothing").conflicts(["diff", "json", "format"]),
    )
    .option("--diff", "print what would change as a unified diff and write nothing; exit code 1 if anything would")
    .option("--force", "overwrite a generated part that was edited by hand")
    .addOption(json())
    .addOption(format("text", "json"));

export const agents = declare({
  name: "agents",
  summary: "write instructions for coding agents into AGENTS.md",
  examples: [
    ["ra agents", "AGENTS.md; run it again after a change of the trees"],
    ["ra agents --all -q", "CLAUDE.md and GEMINI.md too, without showing the changes"],
    ["ra agents --diff", "what would change; for CI"],
  ],
  takes,
});
