/** Runs other programs, such as git. A denied Deno permission counts as a missing program. */
import { spawnSync, type SpawnSyncOptions } from "node:child_process";
import { statSync } from "node:fs";
import process from "node:process";
import { RaError } from "../errors.ts";
import { isAbsolutePath, isInside, normalizePath } from "../text/paths.ts";
import { failureCode } from "./io_error.ts";
import { isPermitted } from "./permissions.ts";
import { environmentVariable } from "./process.ts";

export interface FinishedProgram {
  readonly code: number;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

export interface ProgramPlace {
  /** The folder that the program runs in. */
  readonly directory: string;
  /** All variables that the program sees, except PATH. */
  readonly environment: Readonly<Record<string, string>>;
}

const WINDOWS = process.platform === "win32";
const NONE = new Uint8Array();
const MOST_OUTPUT = 256 * 1024 * 1024;

/**
 * Runs a program to its end, without a shell and without input. Undefined when the program is missing or may not be
 * run. The program never comes from the folder that it runs in, even if PATH names that folder. Throws `io`.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { directory, environment }: ProgramPlace,
): FinishedProgram | undefined {
  if (!isPermitted({ name: "run", command: program })) return undefined;
  const folders = searchedFolders(directory);
  const file = folders === undefined ? program : fileIn(folders, program);
  if (file === undefined) return undefined;
  const { error, status, stdout, stderr } = started(file, args, {
    cwd: directory,
    env: { ...environment, ...(folders === undefined ? {} : { PATH: folders.join(WINDOWS ? ";" : ":") }) },
    maxBuffer: MOST_OUTPUT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (error !== undefined) {
    if (["ENOENT", "EACCES", "EPERM", "NotCapable"].includes(failureCode(error))) return undefined;
    throw new RaError("io", `cannot run ${program}: ${error.message}`, { cause: error });
  }
  return { code: status ?? 1, stdout, stderr: new TextDecoder().decode(stderr) };
}

/** Deno first reads variables of its own, and throws when it may not. Node returns an error instead. */
function started(file: string, args: readonly string[], options: SpawnSyncOptions) {
  try {
    return spawnSync(file, args, { ...options, encoding: "buffer" });
  } catch (error) {
    return {
      error: error instanceof Error ? error : new Error(String(error)),
      status: null,
      stdout: NONE,
      stderr: NONE,
    };
  }
}

/**
 * The folders of PATH, except relative ones and those inside `directory`. With those, a folder from a stranger could
 * bring its own program. Undefined when PATH may not be read; Deno then searches by itself.
 */
function searchedFolders(directory: string): readonly string[] | undefined {
  return environmentVariable("PATH")?.split(WINDOWS ? ";" : ":").filter((folder) => {
    const path = folder.replaceAll("\\", "/");
    return isAbsolutePath(path) && !isInside(normalizePath(path), directory);
  });
}

function fileIn(folders: readonly string[], program: string): string | undefined {
  const name = WINDOWS ? `${program}.exe` : program;
  return folders.map((folder) => `${folder}/${name}`).find((path) => {
    try {
      return statSync(path).isFile();
    } catch {
      return false;
    }
  });
}
