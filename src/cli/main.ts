/** Runs the command line, from arguments to exit code. */
import { CONVERTER_WORDS } from "../document/formats/converted/converter_words.ts";
import { RaError } from "../errors.ts";
import { filesThatBunFollowed } from "../host/bun_files.ts";
import { commandArguments, environmentVariable, setExitCode, workingDirectory } from "../host/process.ts";
import { standardError, standardOutput } from "../host/standard_streams.ts";
import { type ColorChoice, usesColor } from "../host/terminal.ts";
import { createPalette } from "../output/terminal/color.ts";
import { formatError } from "../output/text/diagnostic_text.ts";
import { dashOptions } from "./underscored_options.ts";
import { markDashedQueries } from "./dashed_query.ts";
import { createProgram, isHelpShown } from "./program.ts";
import { createInvocation, type Invocation } from "./invocation.ts";
import { shownPath } from "./shown_path.ts";

/**
 * Runs the command of the process's arguments and sets the exit code. `before` are words that an entry puts before the
 * arguments.
 */
export async function main(...before: readonly string[]): Promise<void> {
  const args = [...before, ...commandArguments()];
  if (args[0] === "complete" && args[1] === "--") {
    return (await import("./run/complete.ts")).complete(args.slice(2));
  }
  if (isConverter(args)) return void await import("../document/formats/converted/converter_worker.ts");
  let color: ColorChoice = "auto";
  try {
    const program = createProgram({
      async invoke(flags, run) {
        color = flags.color;
        const invocation = createInvocation(flags);
        warnOfBun(invocation);
        setExitCode(await run(invocation) ?? 0);
      },
      print: standardOutput.write,
      columns: standardOutput.columns(),
      args,
    });
    await program.parseAsync(markDashedQueries(args.length === 0 ? ["--help"] : dashOptions(args)), { from: "user" });
  } catch (error) {
    if (!isHelpShown(error)) report(error, color);
  }
}

/** Whether the one-file program was started to convert documents for another process of ra. */
function isConverter(args: readonly string[]): boolean {
  return args.length === CONVERTER_WORDS.length && CONVERTER_WORDS.every((word, at) => args[at] === word);
}

/** What ran before ra cannot be undone. */
function warnOfBun({ warn }: Pick<Invocation, "warn">): void {
  const names = filesThatBunFollowed();
  if (names.length === 0) return;
  warn({
    code: "bun-files",
    message: `Bun followed ${names.join(", ")} of this folder before ra began, which can run code and set variables; ` +
      "SECURITY.md says how to start ra without",
  });
}

/** Prints an error on stderr and sets its exit code. */
function report(error: unknown, color: ColorChoice): void {
  const known = error instanceof RaError ? error : unexpected(error);
  standardError.write(
    formatError(known, createPalette(usesColor(color, standardError)), (path) => shownPath(workingDirectory(), path)),
  );
  if (environmentVariable("RA_DEBUG") === "1" && error instanceof Error) standardError.write(`${error.stack ?? ""}\n`);
  setExitCode(exitCodeOf(known));
}

function unexpected(error: unknown): RaError {
  const what = error instanceof Error ? error.message : String(error);
  return new RaError("engine", `something unexpected went wrong: ${what}`, {
    hint: "run again with RA_DEBUG=1 for details, and report it",
  });
}

/** 2 if the request is wrong, 130 if the user stopped the command, else 1. */
export function exitCodeOf(error: RaError): 0 | 1 | 2 | 130 {
  if (error.code === "interrupted") return 130;
  return /^(usage|config-.*|query-.*|unknown-tree)$/.test(error.code) ? 2 : 1;
}
