/** Builds the command line for commander from the declarations in `commands/`. */
import { Command, CommanderError, Option, type OptionValues } from "@commander-js/extra-typings";
import { RaError } from "../errors.ts";
import { VERSION } from "../version.ts";
import { COMMANDS } from "./commands.ts";
import { unmark } from "./dashed_query.ts";
import type { BareCommand, CommandExample, CommandWork, ListedCommand } from "./declaration.ts";
import type { GlobalFlags } from "./invocation.ts";

export interface ProgramHost {
  /** Makes the invocation, runs a command in it and keeps its exit code (0 if it returns none). */
  invoke(flags: GlobalFlags, run: CommandWork): Promise<void>;
  /** Prints help and version. */
  print(text: string): void;
  readonly columns?: number;
  /**
   * The arguments to parse. Only commands that they name get options, because the options of all commands take 5 ms. If
   * they begin with a command, the program has no other, which saves a millisecond. Without it, the program is whole.
   */
  readonly args?: readonly string[];
}

/** The whole command line. */
export function createProgram(host: ProgramHost) {
  const program = configured(new Command("ra"), host)
    .description("Finds the right passage of your own documentation.")
    .usage("COMMAND [options]")
    .version(VERSION, "-V, --version", "print the version")
    .optionsGroup("Options of every command:")
    .option("-C <DIR>", "run as if started in DIR", unmark)
    .addOption(
      new Option("--color <WHEN>", "colour the output").choices(["auto", "always", "never"]).default("auto" as const),
    )
    .option("-q, --quiet", "no warnings, no progress")
    .option(
      "-v, --verbose",
      "say more: scores, and what was merged into a result; -vv also shows prompts",
      (_: string, times: number) => times + 1,
      0,
    )
    .option("--trust", "trust the configuration files this time (see ra trust)")
    .helpCommand("help [command]", "show help for a command")
    .addHelpText("after", `${examplesText(EXAMPLES)}\n\nRun \`ra COMMAND --help\` for its options and examples.`);

  const add = (parent: Command<[], OptionValues>, listed: ListedCommand): void => {
    const { name, summary, examples, commands } = listed;
    const command: BareCommand = configured(new Command(name).copyInheritedSettings(parent), host);
    parent.addCommand(command.description(summary));
    if (host.args !== undefined && !host.args.includes(name)) return;
    listed.define(command, (work) => {
      refuseTwoFormats(command);
      refuseEmptyValues(program);
      refuseEmptyValues(command);
      const { C, color, quiet, verbose, trust } = program.opts();
      return host.invoke({ C, color, quiet, verbose, trust }, work);
    });
    command.addHelpText("after", examplesText(examples));
    for (const child of commands) add(command, child);
  };
  const [first] = host.args ?? [];
  const asked = COMMANDS.flatMap(({ commands }) => commands).find(({ name }) => name === first);
  if (asked !== undefined) {
    add(program, asked);
    return program;
  }
  for (const { title, commands } of COMMANDS) {
    program.commandsGroup(title);
    for (const listed of commands) add(program, listed);
  }
  return program;
}

const EXAMPLES: readonly CommandExample[] = [
  ["ra init", "write a starter .ra.toml here"],
  ['ra search "error handling"', "the passages that answer, in full"],
  ["ra search --list logging auth", "ids and snippets; either topic"],
  ["ra context src/main.ts", "what the documentation says about a source file"],
  ["ra get docs:guide.md#install", "one passage by its id"],
];

function examplesText(examples: readonly CommandExample[]): string {
  const width = Math.max(...examples.map(([line]) => line.length));
  return `\nExamples:\n${
    examples.map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}`.trimEnd()).join("\n")
  }`;
}

/** Throws `usage` for `--json --format paths`, which asks for two formats. */
function refuseTwoFormats(command: BareCommand): void {
  if (command.getOptionValue("json") !== true || command.getOptionValueSource("format") !== "cli") return;
  throw new RaError("usage", "--json and --format exclude each other", {
    hint: "--json is short for --format json; leave one of them out",
  });
}

/** What is asked may be empty, and says so itself. */
const QUESTIONS: ReadonlySet<string> = new Set(["queries", "question"]);

/**
 * Throws `usage` for an empty value: a script whose variable is unset does not mean the folder that an empty path leads
 * to.
 */
function refuseEmptyValues(
  command: Pick<BareCommand, "options" | "registeredArguments" | "args" | "getOptionValue">,
): void {
  const isEmpty = (value: unknown): boolean => [value].flat().some((each) => each === "");
  const option = command.options.find((option) => isEmpty(command.getOptionValue(option.attributeName())));
  const empty = option?.long ?? option?.short ??
    command.registeredArguments.find((argument, at) =>
      !QUESTIONS.has(argument.name()) && isEmpty(argument.variadic ? command.args.slice(at) : command.args[at])
    )?.name();
  if (empty === undefined) return;
  throw new RaError("usage", `${empty}: the value is empty`, {
    hint: "give one or leave it out; a variable that it comes from may be unset",
  });
}

/** Settings that commander does not pass on to commands. It throws errors and looks up neither colours nor width. */
function configured<A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
  host: ProgramHost,
): Command<A, O, G> {
  const columns = Math.min(host.columns ?? 80, 110);
  return command
    .exitOverride((error) => {
      throw usageError(error, commandPath(command));
    })
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (listed) => listed.name() })
    .helpOption("-h, --help", "show this help")
    .configureOutput({
      writeOut: host.print,
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
}

/** Whether commander ended because it printed help or the version. */
export function isHelpShown(error: unknown): boolean {
  return error instanceof CommanderError && error.exitCode === 0;
}

/** Turns an error of commander into `usage`, with its suggestion as the hint. Help and version stay as they are. */
function usageError(error: CommanderError, command: string): Error {
  if (error.exitCode === 0) return error;
  if (error.code === "commander.help") {
    return new RaError("usage", "help: this command does not exist", { hint: "run `ra --help` for the list" });
  }
  const [what = "", ...more] = error.message.replace(/^error: /, "").split("\n");
  const suggestion = /\(D(id you mean [^)]*)\)/.exec(more.join("\n"))?.[1];
  const dashed = error.code === "commander.unknownOption"
    ? "to search for a word that starts with -, put it after --"
    : undefined;
  return new RaError("usage", unmark(what), {
    hint: suggestion === undefined ? dashed ?? `run \`${command} --help\` for what it takes` : `d${suggestion}`,
  });
}

/** `ra inspect doc` */
function commandPath(command: { name(): string; parent: unknown }): string {
  const parent = command.parent as typeof command | null;
  return parent === null ? command.name() : `${commandPath(parent)} ${command.name()}`;
}
