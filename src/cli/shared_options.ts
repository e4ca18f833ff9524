/** Options that several commands take. Each is declared here, once. */
import { type Command, Option, type OptionValues } from "@commander-js/extra-typings";
import { DEFAULT_PORT } from "../serve/http/default_port.ts";
import { unmark } from "./dashed_query.ts";
import { decimal, names, wholeNumber } from "./option_value.ts";

/** `jsonl` prints one row on each line, and `paths` one file on each line. */
export type OutputFormat = "text" | "json" | "jsonl" | "paths";

/** What other tools read of problems: annotations of GitHub Actions, and SARIF 2.1.0. */
export type ProblemFormat = "github" | "sarif";

/** A command names the formats that it can print. */
export const format = <const F extends readonly (OutputFormat | ProblemFormat)[]>(...formats: F) =>
  new Option("--format <FORMAT>", "print the answer as").choices(formats).default("text" as const);

export const json = (short: "json" | "jsonl" = "json") =>
  new Option("--json", `short for --format ${short} (docs/json.md)`).implies({ format: short });

export const list = () => new Option("--list", "print ids, titles and snippets only");

export const full = () => new Option("--full", "print every passage in full, however long");

export const limit = (setting: string) =>
  new Option("-n, --limit <N>", `print at most N results (default: ${setting})`).argParser(wholeNumber("--limit", 0));

export const links = () =>
  new Option("--links <N>", "append up to N passages that the results link to, if they share words with the query")
    .argParser(wholeNumber("--links", 0));

export const allCopies = () =>
  new Option("--all-copies", "show each copy, translation and version of a text as a result of its own");

export const maxTokens = () =>
  new Option("--max-tokens <N>", "print at most N tokens (cl100k_base) and name what did not fit")
    .argParser(wholeNumber("--max-tokens", 0));

export const tree = () =>
  new Option("-t, --tree <NAME>", "only these trees (repeatable, or a,b)").argParser(names("--tree"));

export const noUpdate = () => new Option("--no-update", "use the index as it is, without checking the files");

export const lockTimeout = () =>
  new Option("--lock-timeout <SECONDS>", "wait this long for another update")
    .argParser(decimal("--lock-timeout", 1e6, "a number of seconds"));

export const port = <const F extends string>(flags: F, meaning: string, name: string) =>
  new Option(flags, `${meaning} (default port: ${DEFAULT_PORT}; 0 picks a free one)`)
    .argParser(wholeNumber(name, 0, 65_535));

export const address = () =>
  new Option("--host <ADDRESS>", "listen on this address instead of loopback; needs --token").argParser(unmark);

/** How a conversation goes. */
export const conversation = <A extends unknown[], O extends OptionValues>(command: Command<A, O>) =>
  command
    .option("--session <NAME>", "go on with this conversation, or begin it")
    .option(
      "--history <N>",
      "how many earlier turns the model sees (default: as many as fit)",
      wholeNumber("--history", 0),
    )
    .option("--no-stream", "print the answer when it is whole, with its problems marked")
    .option("--strict", "exit code 1 also when a citation is wrong or missing, or the answer was cut");

/** The language model, in place of the configuration's. */
export const generation = <A extends unknown[], O extends OptionValues>(command: Command<A, O>) =>
  command
    .addOption(
      new Option("--provider <NAME>", "default: generation.provider").choices(["openai", "local"]),
    )
    .option("--model <NAME>", "default: generation.model")
    .option("--base-url <ADDRESS>", "default: generation.base_url")
    .option("--api-key-env <NAME>", "the environment variable with the key (default: generation.api_key_env)")
    .option(
      "--temperature <N>",
      "0 to 1 (default: generation.temperature)",
      decimal("--temperature", 1, "a number from 0 to 1"),
    )
    .option("--max-tokens <N>", "of the answer (default: generation.max_tokens)", wholeNumber("--max-tokens", 1));
