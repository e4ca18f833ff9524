/** Runs the real command as a child process, as you would run it on each runtime. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. Compiled tests lie one folder deeper. */
export const root: string = (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
})();

export interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

export interface RunOptions {
  readonly cwd: string;
  /** The home folder. The default does not exist. */
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * `npm test` names the program that it has built, which starts in half the time. Deno takes the sources: it finds the
 * packages of `documents/` from there alone. The command may read everything there, write its folders and read some
 * variables, but never use the network.
 */
export function commandLine(
  writable: readonly string[],
): { readonly command: string; readonly args: readonly string[] } {
  if (process.versions["deno"] !== undefined) {
    return {
      command: process.execPath,
      args: [
        "run",
        "--no-check",
        "--no-prompt",
        "--allow-read",
        `--allow-write=${writable.join(",")}`,
        "--allow-env=HOME,USERPROFILE,NO_COLOR,FORCE_COLOR,TERM,RA_DEBUG,RA_TEST_KEY",
        "--deny-net",
        join(root, "cli.ts"),
      ],
    };
  }
  const built = process.versions["bun"] !== undefined ? join(root, "cli.ts") : join(root, "build", "cli.js");
  return { command: process.execPath, args: [process.env["RA_TEST_PROGRAM"] ?? built] };
}

/**
 * Runs `ra` with these arguments in a folder. The command gets only the environment variables that it needs to start.
 */
export function runRa(args: readonly string[], options: RunOptions): Run {
  const home = options.home ?? join(options.cwd, "no-home");
  const { command, args: before } = commandLine([options.cwd, home]);
  const run = spawnSync(command, [...before, ...args], {
    cwd: options.cwd,
    encoding: "utf8",
    env: { ...childEnvironment(home), ...options.env },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.error !== undefined) throw run.error;
  return { stdout: run.stdout, stderr: run.stderr, code: run.status };
}

/** The variables that the runtimes need to start. */
export function childEnvironment(home: string): Record<string, string> {
  const { PATH = "", DENO_DIR, XDG_CACHE_HOME, HOME } = process.env;
  const denoFolder = DENO_DIR ??
    (process.versions["deno"] === undefined ? undefined : join(XDG_CACHE_HOME ?? join(HOME ?? "/", ".cache"), "deno"));
  // Without this, Bun writes a cache into the home folder.
  return {
    PATH,
    HOME: home,
    BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0",
    ...(denoFolder === undefined ? {} : { DENO_DIR: denoFolder }),
  };
}
