/** `ra ask` */
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { wholeNumber } from "../option_value.ts";
import { conversation, format, generation, json, lockTimeout, noUpdate, tree } from "../shared_options.ts";

export type AskFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  generation(
    conversation(
      bare.argument(
        "[question...]",
        "words or a sentence, and - for standard input at its end; without it, what you type",
      ),
    ),
  )
    .option("-n, --limit <N>", "give the model at most N passages (default: 8)", wholeNumber("--limit", 1))
    .addOption(tree())
    .addOption(format("text", "json"))
    .addOption(json())
    .addOption(noUpdate())
    .addOption(lockTimeout());

export const ask = declare({
  name: "ask",
  summary: "answer a question from the documentation, with citations that were checked",
  examples: [
    ['ra ask "how do I plug it in?"', "the answer, what it cites, and what is wrong with its citations"],
    ["ra ask --session work", "a conversation that goes on another day; Ctrl-D ends it"],
    ['ra ask --model qwen2.5:7b --base-url http://localhost:11434/v1 "what is a tree?"', "with this model"],
    ['ra ask "why does this fail?" - < build.log', "about a text of up to 256 kB"],
    ['ra ask --strict --json "what is a tree?"', "for programs; exit code 1 for a wrong citation"],
  ],
  takes,
});
