/** Runs commands in this process, against a workspace that answers from a table. */
import { markDashedQueries } from "../../src/cli/dashed_query.ts";
import { createProgram } from "../../src/cli/program.ts";
import type { Invocation, OpenFlags } from "../../src/cli/invocation.ts";
import { createPalette } from "../../src/output/terminal/color.ts";
import type { Warning } from "../../src/errors.ts";
import type { Workspace } from "../../src/workspace.ts";

export interface Asked {
  /** The calls of the façade with their parameters, in order, from `open` to `close`. */
  readonly calls: readonly (readonly unknown[])[];
  readonly printed: string;
  /** The messages of the warnings. */
  readonly warned: readonly string[];
  readonly code: number;
}

/**
 * Runs the command with these arguments. `answers` holds the return value of each method of the workspace; the method
 * throws it when it is an `Error`. `calls` receives the calls, for a run that fails.
 */
export async function ask(
  args: readonly string[],
  answers: Readonly<Record<string, unknown>> = {},
  calls: unknown[][] = [],
  isTerminal = false,
): Promise<Asked> {
  let printed = "";
  const warned: string[] = [];
  let code = 0;
  const methods = Object.fromEntries(
    ["search", "get", "list", "update", "status", "check", "inspect"].map((
      name,
    ) => [name, (...parameters: unknown[]) => {
      calls.push([name, ...parameters]);
      const answer = answers[name];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    }]),
  );
  const workspace = {
    config: { trees: [], settings: { default_limit: 5 } },
    ...methods,
    close: () => calls.push(["close"]),
  } as unknown as Workspace;
  const invocation = {
    verbose: false,
    isTerminal,
    columns: 80,
    rows: 24,
    start: "/project",
    palette: createPalette(false),
    showPath: (path: string) => path,
    print: (text: string) => {
      calls.push(["print"]);
      printed += text;
    },
    warn: ({ message }: Warning) => warned.push(message),
    open: (flags: OpenFlags) => {
      calls.push(["open", flags]);
      return Promise.resolve(workspace);
    },
  } as unknown as Invocation;
  const host = {
    invoke: async (_flags: unknown, run: (invocation: Invocation) => Promise<number | void>) =>
      void (code = await run(invocation) ?? 0),
    print: () => {},
  };
  await createProgram(host).parseAsync(markDashedQueries(args), { from: "user" });
  return { calls, printed, warned, code };
}
