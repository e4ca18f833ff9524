/** Declares a command: its name, what it takes, and how to load its work. */
import type { Command, OptionValues } from "@commander-js/extra-typings";
import type { Invocation } from "./invocation.ts";

/** A command line to copy, and what it does. */
export type CommandExample = readonly [line: string, meaning: string];

/** The work of a command. It returns the exit code, or nothing for 0. */
export type CommandWork = (invocation: Invocation) => Promise<number | void>;

/** A command without arguments and options. */
export type BareCommand = Command;

/** Help, man page, completion and argument checks are all made from this. */
export interface Declaration<A extends unknown[], O extends OptionValues> {
  readonly name: string;
  /** One line, for lists of commands. */
  readonly summary: string;
  /** In the order in which people need them. */
  readonly examples: readonly CommandExample[];
  /** Adds arguments and options. */
  readonly takes: (bare: BareCommand) => Command<A, O>;
}

/** A command that can run. */
export interface ListedCommand extends Pick<Declaration<[], OptionValues>, "name" | "summary" | "examples"> {
  /** Commands below this one, as in `ra inspect doc`. */
  readonly commands: readonly ListedCommand[];
  /** Adds arguments, options and the action. Only the command that runs pays for its options. */
  define(bare: BareCommand, start: (work: CommandWork) => Promise<void>): void;
}

/** The options that `takes` of a declaration adds. */
export type FlagsOf<T extends (bare: BareCommand) => { opts(): OptionValues }> = Readonly<
  ReturnType<ReturnType<T>["opts"]>
>;

/** Infers the types of arguments and options. */
export function declare<A extends unknown[], O extends OptionValues>(declaration: Declaration<A, O>) {
  return declaration;
}

/** Joins a declaration and its work. `load` imports the module of the work only when the command runs. */
export function command<A extends unknown[], O extends OptionValues>(
  { name, summary, examples, takes }: Declaration<A, O>,
  load: () => Promise<(invocation: Invocation, args: A, flags: O) => Promise<number | void> | void>,
): ListedCommand {
  return {
    name,
    summary,
    examples,
    commands: [],
    define(bare, start) {
      const taking = takes(bare);
      taking.action(() => start(async (invocation) => (await load())(invocation, taking.processedArgs, taking.opts())));
    },
  };
}
