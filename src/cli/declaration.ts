/** How a command is declared: its name, what it takes, and the way to its work. */
import type { Command, OptionValues } from "@commander-js/extra-typings";
import type { Invocation } from "./invocation.ts";

/** A command line to copy, and what it does. */
export type Example = readonly [line: string, meaning: string];

/** A command's work. It returns the exit code; nothing stands for 0. */
export type Work = (invocation: Invocation) => Promise<number | void>;

/** A command without arguments and options. */
export type BareCommand = Command<[], Record<never, never>, Record<never, never>>;

/** Everything that help, man page, completion and the checks of arguments are made from. */
export interface Declaration {
  readonly name: string;
  /** One line, for lists of commands. */
  readonly summary: string;
  /** In the order in which people need them. */
  readonly examples: readonly Example[];
  /** Commands below this one, as in `ra inspect doc`. */
  readonly commands: readonly Declaration[];
  /** Adds arguments, options and the action. Only the command that runs pays for its options. */
  define(bare: BareCommand, start: (work: Work) => Promise<void>): void;
}

/** The options that a declaration's `takes` adds. */
export type FlagsOf<T extends (bare: BareCommand) => { opts(): OptionValues }> = Readonly<
  ReturnType<ReturnType<T>["opts"]>
>;

/** Declares a command. `run` imports the module that does the work, so that other commands do not load it. */
export function declare<A extends unknown[], O extends OptionValues>(declared: {
  readonly name: string;
  readonly summary: string;
  readonly examples: readonly Example[];
  readonly takes: (bare: BareCommand) => Command<A, O, Record<never, never>>;
  readonly run: (invocation: Invocation, args: A, flags: O) => Promise<number | void>;
}): Declaration {
  const { name, summary, examples, takes, run } = declared;
  return {
    name,
    summary,
    examples,
    commands: [],
    define(bare, start) {
      const command = takes(bare);
      command.action(() => start((invocation) => run(invocation, command.processedArgs, command.opts())));
    },
  };
}
