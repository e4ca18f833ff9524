/** `ra get` */
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { format, json, lockTimeout, noUpdate } from "../shared_options.ts";

export type GetFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .argument("<id>", "an id that search printed (tree:path#section), or a path, path:line, an address or a link")
    .option("--full-document", "print the whole document with its frontmatter, also for the id of a section")
    .option("--frontmatter", "print a document with its frontmatter")
    .option("--links", "also show what it links to")
    .option("--backlinks", "also show which links of other documents lead to it")
    .addOption(format("text", "json"))
    .addOption(json())
    .addOption(noUpdate())
    .addOption(lockTimeout());

export const get = declare({
  name: "get",
  summary: "print one passage or document",
  examples: [
    ["ra get docs:guide.md#install", "one section"],
    ["ra get docs/guide.md:12", "the section that holds a line"],
    ["ra get 'https://docs.example.org/guide/#install'", "the passage behind an address of the site"],
    ["ra get --full-document docs:guide.md#install", "the document that holds it"],
  ],
  takes,
});
