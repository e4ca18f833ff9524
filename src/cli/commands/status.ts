/** `ra status` */
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { format, json } from "../shared_options.ts";

export type StatusFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) => bare.addOption(format("text", "json")).addOption(json());

export const status = declare({
  name: "status",
  summary: "show configuration files, trees and the state of the index",
  examples: [["ra status", "configuration, trees, state of the index"]],
  takes,
});
