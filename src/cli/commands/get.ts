/** `ra get` */
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { format, json, lockTimeout, noUpdate } from "../shared_options.ts";

export type GetFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .argument("<id>", "an id that search printed: tree:path or tree:path#section")
    .option("--full-document", "print the whole document with its frontmatter, also for the id of a section")
    .option("--frontmatter", "print a document with its frontmatter")
    .addOption(format("text", "json"))
    .addOption(json())
    .addOption(noUpdate())
    .addOption(lockTimeout());

export const get = declare({
  name: "get",
  summary: "print one passage or document by its id",
  examples: [
    ["ra get docs:guide.md#install", "one section"],
    ["ra get --full-document docs:guide.md#install", "the document that holds it"],
  ],
  takes,
});
