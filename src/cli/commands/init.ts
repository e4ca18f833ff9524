/** `ra init` */
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { format, json } from "../shared_options.ts";

export type InitFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .option("--global", "write ~/.ra.toml, which every project sees")
    .option("--force", "overwrite an existing file")
    .addOption(format("text", "json"))
    .addOption(json());

export const init = declare({
  name: "init",
  summary: "write a starter .ra.toml",
  examples: [
    ["ra init", "here; takes ./docs if there is one"],
    ["ra init --global", "~/.ra.toml, for every project"],
  ],
  takes,
});
