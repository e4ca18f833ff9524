/** `ra inspect doc`, `ra inspect ctx` */
import { RaError } from "../../errors.ts";
import { unmark } from "../dashed_query.ts";
import { type BareCommand, declare, type FlagsOf, type ListedCommand } from "../declaration.ts";
import { format, json } from "../shared_options.ts";

export type InspectFlags = FlagsOf<typeof takesDocument>;

const takesDocument = (bare: BareCommand) =>
  bare.argument("<file>", "a document, inside a tree or not").addOption(format("text", "json")).addOption(json());

const takesSource = (bare: BareCommand) =>
  bare.argument("<file>", "a source file, inside a tree or not").addOption(format("text", "json")).addOption(json());

export const inspectDoc = declare({
  name: "doc",
  summary: "show frontmatter and chunk tree of a document",
  examples: [["ra inspect doc docs/guide.md", "headings, ids and spans of a file"]],
  takes: takesDocument,
});

export const inspectCtx = declare({
  name: "ctx",
  summary: "show what `ra context` reads from a source file: rules, terms, query",
  examples: [["ra inspect ctx src/main.rs", "rules that match, terms with their weights"]],
  takes: takesSource,
});

export const inspect = (...commands: readonly ListedCommand[]): ListedCommand => ({
  name: "inspect",
  summary: "show how ra reads a file: inspect doc FILE, inspect ctx FILE",
  examples: [...inspectDoc.examples, ...inspectCtx.examples],
  commands,
  define(bare) {
    bare.usage("doc|ctx FILE").allowExcessArguments().action(() => {
      const file = unmark(bare.args[0] ?? "FILE");
      throw new RaError("usage", "inspect: doc or ctx must come before the file", {
        hint: `for a document: ra inspect doc ${file}; for a source file: ra inspect ctx ${file}`,
      });
    });
  },
});
