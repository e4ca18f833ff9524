/** What Bun takes from the working directory before it runs a program. */
import * as fs from "node:fs";
import process from "node:process";
import { joinPath, parentPath } from "../text/paths.ts";
import { isOneFile } from "./one_file.ts";
import { workingDirectory } from "./process.ts";

const MODES = ["development", "production", "test"];
const VARIABLES = [".env", ".env.local", ...MODES.flatMap((mode) => [`.env.${mode}`, `.env.${mode}.local`])];

/**
 * The names of files in the working directory that Bun has followed: a `bunfig.toml` can run code in every program, and
 * a `.env` sets variables. Empty on other runtimes, in the one-file program, in ra's own checkout, and where the user
 * told Bun to leave them.
 */
export function filesThatBunFollowed(): readonly string[] {
  // On Deno, `process` takes 25 ms to load.
  if (!("Bun" in globalThis) || isOneFile()) return [];
  const folder = workingDirectory();
  if (folder === checkout()) return [];
  const isThere = (name: string): boolean => {
    try {
      return fs.statSync(joinPath(folder, name), { throwIfNoEntry: false }) !== undefined;
    } catch {
      // A link in a circle, or a folder that may not be listed: Bun could not read it either.
      return false;
    }
  };
  const isGiven = (...options: readonly string[]): boolean =>
    process.execArgv.some((word) => options.includes(word.split("=", 1)[0]!));
  return [
    ...(isGiven("--config", "-c") ? [] : ["bunfig.toml"]),
    ...(isGiven("--no-env-file", "--env-file") ? [] : VARIABLES),
  ].filter(isThere);
}

/** The folder of the sources. Undefined in a build. */
function checkout(): string | undefined {
  if (!import.meta.url.endsWith("/src/host/bun_files.ts")) return undefined;
  const path = process.getBuiltinModule("node:url").fileURLToPath(import.meta.url).replaceAll("\\", "/");
  return parentPath(parentPath(parentPath(path)));
}
