import assert from "node:assert/strict";
import { test } from "node:test";
import { createProgram } from "../../src/cli/program.ts";
import { RaError } from "../../src/errors.ts";

interface CommandLike {
  name(): string;
  readonly commands: readonly CommandLike[];
  readonly registeredArguments: readonly { readonly required: boolean; readonly variadic: boolean }[];
  readonly options: readonly { readonly long?: string | undefined; readonly required: boolean }[];
}

/** What a command line fails with. Undefined when the command would run. */
async function failureOf(...args: readonly string[]): Promise<string | undefined> {
  const program = createProgram({ invoke: () => Promise.resolve(), print: () => {}, args });
  try {
    await program.parseAsync([...args], { from: "user" });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof RaError && error.code === "usage", `${args.join(" ")}: ${String(error)}`);
    return error.message;
  }
}

test("an empty path is not a path: a variable that is unset does not attach, trust or run in the whole folder", async () => {
  const empty: readonly (readonly [string, ...string[]])[] = [
    ["--attach", "rag", "retrieve", "--attach", "", "question"],
    ["--attach", "rag", "retrieve", "--attach", "notes.md", "--attach", "", "question"],
    ["--attach", "rag", "chat", "--attach", "", "question"],
    ["--config", "rag", "ingest", "--config", ""],
    ["--html", "rag", "eval", "scenarios.yaml", "--html", ""],
    ["--baseline", "rag", "eval", "scenarios.yaml", "--baseline", ""],
    ["file", "rag", "eval", ""],
    ["-C", "-C", "", "status"],
    ["--from", "model", "add", "minilm", "--from", ""],
    ["model", "model", "add", ""],
    ["dir", "trust", ""],
    ["dir", "trust", "--revoke", ""],
    ["files", "context", "a.md", ""],
    ["file", "inspect", "doc", ""],
    ["--base-url", "ask", "--base-url", "", "question"],
  ];
  for (const [name, ...args] of empty) {
    assert.equal(await failureOf(...args), `${name}: the value is empty`, args.join(" "));
  }
  assert.equal(await failureOf("rag", "retrieve", "--attach", ".", "question"), undefined);
  assert.equal(await failureOf("search", "", "word"), undefined);
});

test("no option of any command takes an empty value", async () => {
  const program = createProgram({ invoke: () => Promise.resolve(), print: () => {} }) as unknown as CommandLike;
  const visit = async (command: CommandLike, path: readonly string[]): Promise<void> => {
    const needed = command.registeredArguments.filter(({ required }) => required).map(() => "x");
    for (const { long, required } of command.options) {
      if (!required || long === undefined) continue;
      assert.notEqual(await failureOf(...path, ...needed, long, ""), undefined, `${path.join(" ")} ${long}`);
    }
    for (const child of command.commands) await visit(child, [...path, child.name()]);
  };
  for (const command of program.commands) await visit(command, [command.name()]);
});
