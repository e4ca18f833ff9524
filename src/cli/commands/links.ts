/** `ra links` */
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { format, json, lockTimeout, noUpdate } from "../shared_options.ts";

export type LinksFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .argument("<id>", "an id that search printed (tree:path#section), or a path, path:line, an address or a link")
    .addOption(format("text", "json"))
    .addOption(json())
    .addOption(noUpdate())
    .addOption(lockTimeout());

export const links = declare({
  name: "links",
  summary: "show what a document links to, and what links to it",
  examples: [
    ["ra links docs/guide.md", "of a document: its links, those that lead to it, and those that lead nowhere"],
    ["ra links docs:guide.md#install", "of one section"],
    ["ra links --json docs/guide.md", "with the line of each link"],
  ],
  takes,
});
