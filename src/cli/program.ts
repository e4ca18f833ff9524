/** Commands and options, and their way to the command modules: the only module that knows commander. */
import { Argument, Command, CommanderError, Option } from "@commander-js/extra-typings";
import { RaError } from "../errors.ts";
import { DEFAULT_PORT } from "../http/default_port.ts";
import { unmark } from "./dashed_query.ts";
import { examplesOf, PROGRAM_HELP } from "./help_text.ts";
import { decimal, names, wholeNumber } from "./option_value.ts";
import type { GlobalFlags, Invocation } from "./invocation.ts";
import { VERSION } from "../version.ts";

export interface ProgramHost {
  /** Makes the invocation, runs a command in it and keeps its exit code (0 where it returns none). */
  invoke(flags: GlobalFlags, run: (invocation: Invocation) => Promise<number | void>): Promise<void>;
  /** Prints help and version. */
  print(text: string): void;
  readonly columns?: number;
  /**
   * What will be parsed. Where it names commands, only these get their arguments and options: to make them all takes 5
   * ms.
   */
  readonly args?: readonly string[];
}

/** The whole command line. Command modules load when their command runs. */
export function createProgram(host: ProgramHost) {
  const program = configured(new Command("ra"), host)
    .description("Finds the right passage of your own documentation.")
    .usage("COMMAND [options]")
    .version(VERSION, "-V, --version", "print the version")
    .optionsGroup("Options of every command:")
    .option("-C <DIR>", "run as if started in DIR", unmark)
    .addOption(
      new Option("--color <WHEN>", "colour the output").choices(["auto", "always", "never"] as const).default(
        "auto" as const,
      ),
    )
    .option("-q, --quiet", "no warnings, no progress")
    .option("-v, --verbose", "say more: scores, and what was merged into a result")
    .helpCommand("help [command]", "show help for a command")
    .addHelpText("after", PROGRAM_HELP);

  /** Runs a command's work with the options that every command takes. */
  const run = (work: (invocation: Invocation) => Promise<number | void>): Promise<void> => {
    const { C, color, quiet, verbose } = program.opts();
    return host.invoke({ C, color, quiet, verbose }, work);
  };
  const named = (name: string, summary: string) => configured(program.command(name), host).description(summary);
  const made: { readonly name: string; define(): unknown }[] = [];
  const command = (name: string, summary: string, define: (it: ReturnType<typeof named>) => unknown): void => {
    const it = named(name, summary);
    made.push({ name, define: () => define(it) });
  };

  program.commandsGroup("Find:");
  command("search", "search, and print the passages that match", (it) =>
    it
      .argument("[queries...]", 'words, "phrases", -exclusions, field:value; several are joined with OR')
      .optionsGroup("Output:")
      .option("-n, --limit <N>", "print at most N results (default: settings.default_limit)", wholeNumber("--limit", 0))
      .addOption(
        new Option("--max-tokens <N>", "print at most N tokens (cl100k_base), and say what is left out")
          .argParser(wholeNumber("--max-tokens", 0)).conflicts("matches"),
      )
      .addOption(new Option("--list", "ids, titles and snippets only").conflicts("matches"))
      .option("--matches", "matching lines only, as path:line: text")
      .option("--json", "print JSON (docs/json.md)")
      .option("--explain", "show how the query was understood, what each phase kept, and the scores")
      .option("--why-not <ID>", "say which phase lost this passage, and by how much", unmark)
      .option("--facets", "count the documents that match by tree, tag, language and metadata")
      .addOption(new Option("--sort <ORDER>", "order of the results").choices(["score", "date", "path"] as const))
      .addOption(
        new Option("--group-by <WHAT>", "query: answer each query for itself; doc: one result a document").choices(
          ["query", "doc"] as const,
        ),
      )
      .optionsGroup("Where to search:")
      .option("-t, --tree <NAME>", "only in these trees (repeatable, or a,b)", names("--tree"))
      .option("--tag <TAG>", "only documents with all of these tags (repeatable, or a,b)", names("--tag"))
      .option("--since <WHEN>", "only documents modified since YYYY-MM-DD or within 7d", unmark)
      .optionsGroup("Ranking:")
      .option(
        "--candidate-limit <N>",
        "chunks taken from the index (default: search.candidate_limit)",
        wholeNumber("--candidate-limit", 1),
      )
      .option(
        "--cutoff-ratio <R>",
        "cut where a score falls below R times the one before",
        decimal("--cutoff-ratio", 1, "a number from 0 to 1"),
      )
      .option("--max-results <N>", "keep at most N results where no cut is found", wholeNumber("--max-results", 1))
      .option(
        "--aggregation-threshold <R>",
        "merge sections into their parent when this share of them matches",
        decimal("--aggregation-threshold", 1, "a number above 0, up to 1", true),
      )
      .option("--no-aggregation", "do not merge sections into their parent")
      .option("--no-relax", "require every word, however many")
      .optionsGroup("Index:")
      .option("--no-update", "search the index as it is")
      .option(
        "--lock-timeout <SECONDS>",
        "wait this long for another update",
        decimal("--lock-timeout", 1e6, "a number of seconds"),
      )
      .addHelpText("after", examplesOf("search"))
      .action((queries, flags) =>
        run(async (invocation) => (await import("./commands/search.ts")).search(invocation, queries.map(unmark), flags))
      ));

  command("context", "print the passages that help with the files you are working on", (it) =>
    it
      .argument("[files...]", "source files, in a tree or not")
      .option("-n, --limit <N>", "print at most N results (default: context.limit)", wholeNumber("--limit", 0))
      .option("--diff [REV]", "the files that differ from a git revision (default: HEAD); changed lines weigh most")
      .option("--staged", "the same for what is staged")
      .option(
        "--terms <N>",
        "search with at most N terms of a file (default: context.terms)",
        wholeNumber("--terms", 1),
      )
      .option("-t, --tree <NAME>", "only in these trees (repeatable, or a,b)", names("--tree"))
      .option(
        "--max-tokens <N>",
        "print at most N tokens (cl100k_base), and say what is left out",
        wholeNumber("--max-tokens", 0),
      )
      .option("--list", "ids, titles and snippets only")
      .option("--json", "print JSON (docs/json.md)")
      .option("--explain", "show the terms with their weights, where they come from, and the scores")
      .option("--no-update", "answer from the index as it is")
      .option(
        "--lock-timeout <SECONDS>",
        "wait this long for another update",
        decimal("--lock-timeout", 1e6, "a number of seconds"),
      )
      .addHelpText("after", examplesOf("context"))
      .action((files, flags) =>
        run(async (invocation) => (await import("./commands/context.ts")).context(invocation, files.map(unmark), flags))
      ));

  command("get", "print one passage or document by its id", (it) =>
    it
      .argument("<id>", "as printed by search: tree:path or tree:path#section")
      .option("--full-document", "the whole document, also for the id of a section")
      .option("--json", "print JSON (docs/json.md)")
      .option("--no-update", "answer from the index as it is")
      .option(
        "--lock-timeout <SECONDS>",
        "wait this long for another update",
        decimal("--lock-timeout", 1e6, "a number of seconds"),
      )
      .addHelpText("after", examplesOf("get"))
      .action((id, flags) =>
        run(async (invocation) => (await import("./commands/get.ts")).get(invocation, unmark(id), flags))
      ));

  command("likethis", "print passages that are like one, or like a file", (it) =>
    it
      .argument("<id-or-file>", "an id as printed by search, or a file, indexed or not")
      .option("-n, --limit <N>", "print at most N results (default: settings.default_limit)", wholeNumber("--limit", 0))
      .option(
        "--max-tokens <N>",
        "print at most N tokens (cl100k_base), and say what is left out",
        wholeNumber("--max-tokens", 0),
      )
      .option("--list", "ids, titles and snippets only")
      .option("--json", "print JSON (docs/json.md)")
      .option("--explain", "show the terms that were searched for, and the scores")
      .option("-t, --tree <NAME>", "only in these trees (repeatable, or a,b)", names("--tree"))
      .option("--no-update", "answer from the index as it is")
      .option(
        "--lock-timeout <SECONDS>",
        "wait this long for another update",
        decimal("--lock-timeout", 1e6, "a number of seconds"),
      )
      .addHelpText("after", examplesOf("likethis"))
      .action((idOrFile, flags) =>
        run(async (invocation) =>
          (await import("./commands/likethis.ts")).likethis(invocation, unmark(idOrFile), flags)
        )
      ));

  command("ls", "list what is indexed", (it) =>
    it
      .addArgument(
        new Argument("[what]", "what to list").choices(["trees", "docs", "chunks", "tags"] as const).default(
          "trees" as const,
        ),
      )
      .option("-t, --tree <NAME>", "only of these trees (repeatable, or a,b)", names("--tree"))
      .option("--json", "print JSON (docs/json.md)")
      .option("--no-update", "list the index as it is")
      .option(
        "--lock-timeout <SECONDS>",
        "wait this long for another update",
        decimal("--lock-timeout", 1e6, "a number of seconds"),
      )
      .addHelpText("after", examplesOf("ls"))
      .action((what, flags) =>
        run(async (invocation) => (await import("./commands/ls.ts")).ls(invocation, what, flags))
      ));

  program.commandsGroup("Serve:");
  command("mcp", "answer agents over the Model Context Protocol", (it) =>
    it
      .option(
        "--http [PORT]",
        `over HTTP instead, for several clients at once (default port: ${DEFAULT_PORT}; 0 picks one)`,
        wholeNumber("--http", 0, 65_535),
      )
      .option("--host <ADDRESS>", "listen on this address instead of loopback; needs --token", unmark)
      .option("--token <TOKEN>", "clients have to name it; @FILE reads it from a file", unmark)
      .option(
        "--lock-timeout <SECONDS>",
        "wait this long for another update",
        decimal("--lock-timeout", 1e6, "a number of seconds"),
      )
      .addHelpText("after", examplesOf("mcp"))
      .action((flags) => run(async (invocation) => (await import("./commands/mcp.ts")).mcp(invocation, flags))));

  command("serve", "show a web page to search and read the documentation", (it) =>
    it
      .option(
        "--port <N>",
        `listen on this port (default: ${DEFAULT_PORT}; 0 picks one)`,
        wholeNumber("--port", 0, 65_535),
      )
      .option("--host <ADDRESS>", "listen on this address instead of loopback; needs --token", unmark)
      .option("--token <TOKEN>", "visitors have to name it once; @FILE reads it from a file", unmark)
      .addOption(
        new Option("--open <WHEN>", "open it in a browser").choices(["auto", "yes", "no"] as const).default(
          "auto" as const,
        ),
      )
      .addOption(
        new Option("--editor <NAME>", "make source lines links into this editor").choices(
          ["vscode", "vscodium", "cursor", "windsurf", "zed"] as const,
        ),
      )
      .option(
        "--lock-timeout <SECONDS>",
        "wait this long for another update",
        decimal("--lock-timeout", 1e6, "a number of seconds"),
      )
      .addHelpText("after", examplesOf("serve"))
      .action((flags) => run(async (invocation) => (await import("./commands/serve.ts")).serve(invocation, flags))));

  program.commandsGroup("Set up:");
  command("init", "write a starter .ra.toml", (it) =>
    it
      .option("--global", "write ~/.ra.toml, which every project sees")
      .option("--force", "overwrite an existing file")
      .addHelpText("after", examplesOf("init"))
      .action((flags) => run(async (invocation) => (await import("./commands/init.ts")).init(invocation, flags))));

  command("update", "rebuild the index", (it) =>
    it
      .option("--prune", "also drop what is left of trees whose folder is missing")
      .option("--json", "print JSON (docs/json.md)")
      .option(
        "--lock-timeout <SECONDS>",
        "wait this long for another update",
        decimal("--lock-timeout", 1e6, "a number of seconds"),
      )
      .addHelpText("after", examplesOf("update"))
      .action((flags) => run(async (invocation) => (await import("./commands/update.ts")).update(invocation, flags))));

  command("watch", "keep the index fresh as files change, until Ctrl-C", (it) =>
    it
      .option(
        "--interval <SECONDS>",
        "look every so many seconds instead of waiting to be notified",
        decimal("--interval", 1e6, "a number of seconds above 0", true),
      )
      .option("--json", "print a line of JSON for each update (docs/json.md)")
      .option(
        "--lock-timeout <SECONDS>",
        "wait this long for another update",
        decimal("--lock-timeout", 1e6, "a number of seconds"),
      )
      .addHelpText("after", examplesOf("watch"))
      .action((flags) => run(async (invocation) => (await import("./commands/watch.ts")).watch(invocation, flags))));

  command("agents", "write instructions for coding agents into AGENTS.md", (it) =>
    it
      .option("--claude", "also into CLAUDE.md")
      .option("--gemini", "also into GEMINI.md")
      .option("--all", "into all of them")
      .addOption(new Option("--stdout", "print the generated part and write nothing").conflicts(["diff", "json"]))
      .option("--diff", "print what would change as a unified diff and write nothing; exit code 1 when something would")
      .option("--force", "overwrite a generated part that was edited by hand")
      .option("--json", "print JSON (docs/json.md)")
      .addHelpText("after", examplesOf("agents"))
      .action((flags) => run(async (invocation) => (await import("./commands/agents.ts")).agents(invocation, flags))));

  command("completions", "print a script that completes commands in your shell", (it) =>
    it
      .addArgument(new Argument("<shell>", "your shell").choices(["bash", "zsh", "fish", "powershell"] as const))
      .addHelpText("after", examplesOf("completions"))
      .action((shell) => run(async () => (await import("./commands/completions.ts")).completions(shell))));

  program.commandsGroup("Look inside:");
  command("status", "show configuration files, trees and the state of the index", (it) =>
    it
      .option("--json", "print JSON (docs/json.md)")
      .addHelpText("after", examplesOf("status"))
      .action((flags) => run(async (invocation) => (await import("./commands/status.ts")).status(invocation, flags))));

  command("check", "look for problems in configuration, trees and index", (it) =>
    it
      .option(
        "--drift",
        "also look for links, paths and identifiers in the documents that no longer fit the repository",
      )
      .option("--json", "print JSON (docs/json.md)")
      .addHelpText("after", examplesOf("check"))
      .action((flags) => run(async (invocation) => (await import("./commands/check.ts")).check(invocation, flags))));

  command("test", "run the golden queries of .ra.toml and compare ranks with the last run", (it) =>
    it
      .option("--json", "print JSON (docs/json.md)")
      .option("--no-save", "do not keep the ranks for the next run")
      .option("--no-update", "test the index as it is")
      .option(
        "--lock-timeout <SECONDS>",
        "wait this long for another update",
        decimal("--lock-timeout", 1e6, "a number of seconds"),
      )
      .addHelpText("after", examplesOf("test"))
      .action((flags) => run(async (invocation) => (await import("./commands/test.ts")).test(invocation, flags))));

  command("config", "print every setting with the value in force", (it) =>
    it
      .option("--json", "print JSON (docs/json.md)")
      .addHelpText("after", examplesOf("config"))
      .action((flags) => run(async (invocation) => (await import("./commands/config.ts")).config(invocation, flags))));

  command("inspect", "show how ra reads a file: inspect doc FILE, inspect ctx FILE", (inspect) => {
    inspect.action(() => {
      throw new RaError("usage", "inspect: say what to inspect", { hint: "ra inspect doc FILE, ra inspect ctx FILE" });
    });
    configured(inspect.command("doc"), host)
      .description("show frontmatter and chunk tree of a document")
      .argument("<file>", "file, inside a tree or not")
      .option("--json", "print JSON (docs/json.md)")
      .addHelpText("after", examplesOf("doc"))
      .action((file, flags) =>
        run(async (invocation) =>
          (await import("./commands/inspect.ts")).inspectDocument(invocation, unmark(file), flags)
        )
      );

    configured(inspect.command("ctx"), host)
      .description("show what `ra context` reads from a source file: rules, terms, query")
      .argument("<file>", "source file, in a tree or not")
      .option("--json", "print JSON (docs/json.md)")
      .addHelpText("after", examplesOf("ctx"))
      .action((file, flags) =>
        run(async (invocation) =>
          (await import("./commands/inspect.ts")).inspectContext(invocation, unmark(file), flags)
        )
      );
  });

  const asked = made.filter(({ name }) => host.args?.includes(name));
  for (const { define } of asked.length === 0 ? made : asked) define();
  return program;
}

/** Settings that each command needs for itself; errors are thrown, colours and width never looked up. */
function configured<A extends unknown[], O extends Record<string, unknown>, G extends Record<string, unknown>>(
  command: Command<A, O, G>,
  host: ProgramHost,
): Command<A, O, G> {
  const columns = Math.min(host.columns ?? 80, 110);
  return command
    .exitOverride((error) => {
      throw usageError(error, commandPath(command));
    })
    .configureHelp({ showGlobalOptions: true })
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

/** Whether commander ended by printing help or the version, as it was asked to. */
export function isHelpShown(error: unknown): boolean {
  return error instanceof CommanderError && error.exitCode === 0;
}

/** A complaint of commander as `usage`, with its suggestion as the hint; help and version stay as they are. */
function usageError(error: CommanderError, command: string): Error {
  if (error.exitCode === 0) return error;
  if (error.code === "commander.help") {
    return new RaError("usage", "help: there is no such command", { hint: "run `ra --help` for the list" });
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
