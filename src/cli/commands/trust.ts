/** `ra trust` */
import { Option } from "@commander-js/extra-typings";
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { format, json } from "../shared_options.ts";

export type TrustFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .argument("[dir]", "the folder of the .ra.toml, or the file (default: the nearest one)")
    .option("--revoke", "trust it no longer")
    .addOption(new Option("--list", "print what is trusted").conflicts(["revoke"]))
    .addOption(format("text", "json"))
    .addOption(json());

export const trust = declare({
  name: "trust",
  summary: "trust a .ra.toml with trees outside its project",
  examples: [
    ["ra trust", "the nearest .ra.toml, as it is now"],
    ["ra trust ~/shop", "the one in this folder"],
    ["ra trust --revoke ~/shop", "trust it no longer"],
    ["ra trust --list", "what is trusted, and where its trees lie"],
    ["ra --trust search retry", "trust what applies here, for this search only"],
  ],
  takes,
});
