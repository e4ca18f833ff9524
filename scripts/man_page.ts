/** Writes `docs/ra.1`, the manual page, from the commands and options: `npx bun scripts/man_page.ts`. */
import { writeFileSync } from "node:fs";
import { COMMANDS } from "../src/cli/commands.ts";
import type { ListedCommand } from "../src/cli/declaration.ts";
import { createProgram } from "../src/cli/program.ts";
import { VERSION } from "../src/version.ts";

export const PAGE = "docs/ra.1";

interface CommandLike {
  readonly options: readonly {
    readonly flags: string;
    readonly description: string;
    readonly argChoices?: readonly string[];
    readonly defaultValue?: unknown;
    readonly hidden?: boolean;
  }[];
  readonly registeredArguments: readonly {
    readonly required: boolean;
    readonly variadic: boolean;
    readonly description: string;
    name(): string;
  }[];
  readonly commands: readonly CommandLike[];
  name(): string;
  description(): string;
}

/** Escapes text for roff, so that no line starts a request and hyphens can be copied. */
function roff(text: string): string {
  return text.replace(/\\/g, "\\e").replace(/-/g, "\\-").replace(/^([.'])/gm, "\\&$1");
}

/** Makes the text of the page. It has no date, so that it changes only with the commands. */
export function manPage(): string {
  const program = createProgram({ invoke: () => Promise.resolve(), print: () => {} }) as unknown as CommandLike;
  const commands = program.commands.flatMap((
    command,
  ) => (command.commands.length > 0 ? command.commands.map((child) => section(child, command)) : [section(command)]));
  return [
    `.TH RA 1 "" ${JSON.stringify(`ra ${VERSION}`)} "User Commands"`,
    ".SH NAME",
    `ra \\- ${roff("search your own documentation")}`,
    ".SH SYNOPSIS",
    ".B ra",
    ".I COMMAND",
    "[options]",
    ".SH DESCRIPTION",
    roff(program.description()),
    roff(
      "Folders of Markdown and text that .ra.toml names are searched; whole sections are the answer, ranked, each under an id that can be cited and fetched again. Every search first looks for files that changed.",
    ),
    ".SH OPTIONS",
    options(program),
    ".SH COMMANDS",
    ...commands,
    ".SH EXIT STATUS",
    ...[
      ["0", "Done, also when nothing was found."],
      ["1", "It failed; an unknown id; ra check with warnings, ra agents \\-\\-diff with changes."],
      ["2", "Wrong usage, configuration or query; ra check with errors."],
      ["130", "Interrupted."],
    ]
      .map(([code, meaning]) => `.TP\n.B ${code}\n${meaning}`),
    ".SH FILES",
    ...[[".ra.toml", "Trees and settings, in this folder and those above."], [
      "~/.ra.toml",
      "The same for every project.",
    ], [".ra/", "The index, beside the nearest .ra.toml; it can be deleted."]]
      .map(([path, meaning]) => `.TP\n.I ${roff(path!)}\n${roff(meaning!)}`),
    ".SH ENVIRONMENT",
    ...[["NO_COLOR", "No colours unless \\-\\-color always."], ["RA_DEBUG", "1 adds the stack to errors."]].map((
      [name, meaning],
    ) => `.TP\n.B ${name}\n${meaning}`),
    ".SH SEE ALSO",
    ".BR grep (1),",
    ".BR rg (1)",
    "",
  ].join("\n");
}

function section(command: CommandLike, parent?: CommandLike): string {
  const name = ["ra", ...(parent === undefined ? [] : [parent.name()]), command.name()].join(" ");
  const inBrackets = (argument: CommandLike["registeredArguments"][number]): string => {
    const shown = argument.name().toUpperCase() + (argument.variadic ? " ..." : "");
    return argument.required ? shown : `[${shown}]`;
  };
  const examples = declared(command.name(), parent)?.examples ?? [];
  return [
    `.SS ${JSON.stringify(roff([name, ...command.registeredArguments.map(inBrackets)].join(" ")))}`,
    roff(sentence(command.description())),
    ...command.registeredArguments.map((argument) =>
      `.TP\n.I ${roff(argument.name().toUpperCase())}\n${roff(sentence(argument.description))}`
    ),
    options(command),
    ...(examples.length === 0 ? [] : [
      ".PP",
      "Examples:",
      ...examples.map(([line, meaning]) =>
        `.TP\n.B ${JSON.stringify(roff(line)).replace(/\\"/g, '""').replace(/\\\\/g, "\\")}\n${
          roff(meaning === "" ? " " : sentence(meaning))
        }`
      ),
    ]),
  ].filter((part) => part !== "").join("\n");
}

function declared(name: string, parent?: CommandLike): ListedCommand | undefined {
  const commands = COMMANDS.flatMap((group) => group.commands);
  const among = parent === undefined ? commands : declared(parent.name())?.commands;
  return among?.find((command) => command.name === name);
}

function options({ options: all }: CommandLike): string {
  return all.filter(({ hidden }) => hidden !== true).map(({ flags, description, argChoices, defaultValue }) => {
    const choices = argChoices === undefined
      ? ""
      : ` (${argChoices.join(", ")}${defaultValue === undefined ? "" : `; default: ${String(defaultValue)}`})`;
    return `.TP\n.B ${roff(flags)}\n${roff(sentence(description + choices))}`;
  }).join("\n");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.)]$/.test(text) ? "" : "."}`;
}

if ((import.meta as { readonly main?: boolean }).main === true) {
  writeFileSync(PAGE, manPage());
  console.log(PAGE);
}
