/** Runs other programs, such as git. A denied Deno permission counts as a missing program. */
import { spawn, spawnSync, type SpawnSyncOptions } from "node:child_process";
import { realpathSync, statSync } from "node:fs";
import process from "node:process";
import { RaError } from "../errors.ts";
import { isAbsolutePath, isInside, normalizePath } from "../text/paths.ts";
import { failureCode } from "./io_error.ts";
import { isPermitted } from "./permissions.ts";
import { environmentVariable, homeDirectory, onExit } from "./process.ts";

export interface FinishedProgram {
  readonly code: number;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

export interface ProgramPlace {
  /** The folder that the program runs in. */
  readonly directory: string;
  /** All variables that the program sees, except PATH. It does not see those that are undefined. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The program is not taken from below this folder either. */
  readonly foreign?: string | undefined;
  /** What it reads from standard input. Default: nothing. */
  readonly input?: Uint8Array | undefined;
}

const WINDOWS = process.platform === "win32";
const NONE = new Uint8Array();
const MAX_OUTPUT = 128 * 1024 * 1024;
/** As much of what a long program says about errors is kept. */
const MAX_ERRORS = 64 * 1024;
/** A program that takes longer is ended: a repository can hold a pipe where git expects a file. */
const MAX_SECONDS = 60;

/**
 * Runs a program to its end, without a shell and without input. Undefined when the program is missing or may not be
 * run. The program never comes from the folder that it runs in, even if PATH names that folder. A program that takes
 * too long or prints too much fails with a message. Throws `io`.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { directory, environment, foreign, input }: ProgramPlace,
): FinishedProgram | undefined {
  if (!isPermitted({ name: "run", command: program })) return undefined;
  const folders = searchedFolders(directory, foreign) ?? SYSTEM_FOLDERS;
  const file = fileIn(folders, program);
  if (file === undefined) return undefined;
  const { error, status, stdout, stderr } = started(file, args, {
    cwd: directory,
    env: variablesOf(environment, folders),
    maxBuffer: MAX_OUTPUT,
    timeout: MAX_SECONDS * 1000,
    killSignal: "SIGKILL",
    input,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  if (error !== undefined) {
    const stopped = STOPPED[failureCode(error)];
    if (stopped !== undefined) return { code: 1, stdout: NONE, stderr: stopped };
    if (["ENOENT", "EACCES", "EPERM", "NotCapable"].includes(failureCode(error))) return undefined;
    throw new RaError("io", `cannot run ${program}: ${error.message}`, { cause: error });
  }
  return { code: status ?? 1, stdout, stderr: new TextDecoder().decode(stderr) };
}

function variablesOf(
  environment: ProgramPlace["environment"],
  folders: readonly string[],
): Readonly<Record<string, string>> {
  const all = Object.entries({ ...environment, PATH: folders.join(WINDOWS ? ";" : ":") });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/**
 * Runs a program in the same way, and meanwhile lets others work. It may take as long as it takes, and sees the
 * variables that it is given.
 */
export async function runLongProgram(
  program: string,
  args: readonly string[],
  { directory, environment, foreign, input }: ProgramPlace,
): Promise<FinishedProgram | undefined> {
  if (!isPermitted({ name: "run", command: program })) return undefined;
  const folders = searchedFolders(directory, foreign) ?? SYSTEM_FOLDERS;
  const file = fileIn(folders, program);
  if (file === undefined) return undefined;
  const own = takeOwnVariables();
  const child = (() => {
    try {
      return spawn(file, args, {
        cwd: directory,
        env: variablesOf(environment, folders),
        stdio: ["pipe", "pipe", "pipe"],
      });
    } finally {
      Object.assign(process.env, own);
    }
  })();
  const forget = onExit(() => child.kill("SIGKILL"));
  // A program that ends before it has read everything says why by its exit code.
  child.stdin.on("error", () => {});
  child.stdin.end(input ?? NONE);
  const output: Uint8Array[] = [];
  let stderr = "";
  let size = 0;
  child.stdout.on("data", (data: Uint8Array) => {
    size += data.length;
    if (size <= MAX_OUTPUT) output.push(data);
    else child.kill("SIGKILL");
  });
  child.stderr.setEncoding("utf8").on("data", (data: string) => {
    // The last lines say what went wrong.
    stderr = `${stderr}${data}`.slice(-MAX_ERRORS);
  });
  try {
    const code = await new Promise<number | undefined>((resolve, reject) => {
      child.once(
        "error",
        (error) =>
          ["ENOENT", "EACCES", "EPERM", "NotCapable"].includes(failureCode(error)) ? resolve(undefined) : reject(error),
      );
      child.once("close", (status) => resolve(status ?? 1));
    });
    return code === undefined ? undefined : { code, stdout: Buffer.concat(output), stderr };
  } finally {
    forget();
  }
}

/** Where Deno finds programs when PATH may not be read. A search by Deno itself could end in the working directory. */
const SYSTEM_FOLDERS = ["/usr/local/bin", "/opt/homebrew/bin", "/usr/bin", "/bin"];

const STOPPED: Readonly<Record<string, string>> = {
  ETIMEDOUT: `it took more than ${MAX_SECONDS} seconds, and was ended`,
  ENOBUFS: `it printed more than ${MAX_OUTPUT / (1024 * 1024)} MB, and was ended`,
};

/**
 * The path of a program, which never lies in `directory` or comes from a relative folder of PATH. Undefined when there
 * is none, or when PATH may not be read.
 */
export function findProgram(program: string, directory: string): string | undefined {
  const folders = searchedFolders(directory);
  return folders === undefined ? undefined : fileIn(folders, program);
}

/** Deno first reads variables of its own, and throws when it may not. Node returns an error instead. */
function started(file: string, args: readonly string[], options: SpawnSyncOptions) {
  const own = takeOwnVariables();
  try {
    return spawnSync(file, args, { ...options, encoding: "buffer" });
  } catch (error) {
    return {
      error: error instanceof Error ? error : new Error(String(error)),
      status: null,
      stdout: NONE,
      stderr: NONE,
    };
  } finally {
    Object.assign(process.env, own);
  }
}

/**
 * Removes the variables of this process and returns them. Deno adds them to those that a program is given, so they must
 * be gone while it starts. Other runtimes add none, and there all variables stay. So they do where Deno may not read
 * them all.
 */
function takeOwnVariables(): Readonly<Record<string, string | undefined>> {
  if (process.versions["deno"] === undefined || !isPermitted({ name: "env" })) return {};
  const own = { ...process.env };
  for (const name of Object.keys(own)) delete process.env[name];
  return own;
}

/**
 * The folders of PATH, except relative ones and those inside `directory`. With those, a folder from a stranger could
 * bring its own program. Undefined when PATH may not be read.
 */
function searchedFolders(directory: string, foreign?: string): readonly string[] | undefined {
  const home = homeDirectory();
  // Programs of your own may lie below your home directory, so there only the folder itself is left out.
  const isHome = home !== undefined && isInside(home, directory);
  return environmentVariable("PATH")?.split(WINDOWS ? ";" : ":").filter((folder) => {
    const path = folder.replaceAll("\\", "/");
    if (!isAbsolutePath(path)) return false;
    const places = [normalizePath(path), realFolder(path)];
    return !places.some((place) =>
      (isHome ? place === directory : isInside(place, directory)) ||
      (foreign !== undefined && isInside(place, foreign))
    );
  });
}

/** A folder of PATH may be a link into `directory`. */
function realFolder(path: string): string {
  try {
    return realpathSync.native(path).replaceAll(WINDOWS ? "\\" : "/", "/");
  } catch {
    return normalizePath(path);
  }
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
