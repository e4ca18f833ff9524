/** The program as it is shipped, on each runtime. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { root } from "../../cli/run_ra.ts";
import type { Program } from "../guarded_run.ts";

export const RUNTIMES = ["node", "deno", "bun"] as const;
export type Runtime = typeof RUNTIMES[number];

/** What `npm run build` makes: on all runtimes it asks for functions of `node:fs` when it calls them. */
export const SHIPPED: string = join(root, "dist", "cli.js");

export const thisRuntime: Runtime = process.versions["deno"] !== undefined
  ? "deno"
  : process.versions["bun"] !== undefined
  ? "bun"
  : "node";

/** `preload` is a module that runs before the program. Under Deno ra gets every permission: see `guarded_run.ts`. */
export function shippedProgram(runtime: Runtime, preload?: string): Program {
  const before = (option: string): readonly string[] => (preload === undefined ? [] : [option, preload]);
  switch (runtime) {
    case "node":
      return { command: commandOf(runtime), args: [...before("--import"), SHIPPED] };
    case "deno": {
      const args = ["run", "--no-check", "--no-prompt", "--allow-all", ...before("--preload"), SHIPPED];
      return { command: commandOf(runtime), args };
    }
    case "bun":
      return { command: commandOf(runtime), args: [...before("--preload"), SHIPPED] };
  }
}

function commandOf(runtime: Runtime): string {
  if (runtime === thisRuntime) return process.execPath;
  const installed = join(root, "node_modules", ".bin", runtime);
  const command = runtime !== "node" && existsSync(installed) ? installed : runtime;
  return runtime === "deno" ? denoItself(command) : command;
}

let deno: string | undefined;

/** npm installs a script that starts Deno. It passes no signal on, so a server would never end. */
function denoItself(command: string): string {
  deno ??= execFileSync(command, ["eval", "console.log(Deno.execPath())"], { encoding: "utf8" }).trim();
  return deno;
}
