/** `ra config` */
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { format, json } from "../shared_options.ts";

export type ConfigFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) => bare.addOption(format("text", "json")).addOption(json());

export const config = declare({
  name: "config",
  summary: "print every setting with the value in force",
  examples: [["ra config", "every setting with the value in force"]],
  takes,
});
