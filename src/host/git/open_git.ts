/**
 * Runs git on a repository that may come from a stranger. A repository's configuration can name programs that git then
 * runs (`core.fsmonitor`, `filter.*.clean`, `diff.*.textconv`, `gpg.program`, hooks, transports and more). So git never
 * sees it: git gets a folder that ra makes in place of `.git` (see `private_copy.ts`). Of the repository itself, it
 * reads only the objects and the working tree. All calls of git go through this file.
 */
import process from "node:process";
import type { FileSystem } from "../file_system.ts";
import { environmentVariable, homeDirectory } from "../process.ts";
import { type FinishedProgram, type ProgramPlace, runProgram } from "../run_program.ts";
import { makeTemporaryFolder } from "../temporary_folder.ts";
import { allowed, configuration, type GitSettings, settingsIn, USER_KEYS } from "./configuration.ts";
import type { GitRepository } from "./find_repository.ts";
import { hasPlainObjects } from "./foreign_parts.ts";
import { copyConfiguration, copyIndex, copyReferences, copyReflogs, writePrivateFile } from "./private_copy.ts";

export interface Git {
  /** Runs a git command at the top of the working tree. */
  run(args: readonly string[], input?: Uint8Array): FinishedProgram;
  /** Removes git's private folder. Call it when you are done. */
  close(): void;
}

export interface GitOptions {
  /** Also copies the reflogs, which revisions such as `HEAD@{1}` need. */
  readonly reflogs?: boolean;
}

/**
 * Prepares git for a repository. The copy shows the repository as it is now. Undefined when git is missing or may not
 * be run, or when no temporary folder can be made.
 */
export function openGit(
  fs: FileSystem,
  repository: GitRepository,
  { reflogs = false }: GitOptions = {},
): Git | undefined {
  if (!hasPlainObjects(fs, `${repository.commonFolder}/objects`)) return undefined;
  const folder = makeTemporaryFolder("ra-git-");
  if (folder === undefined) return undefined;
  const run = (
    args: readonly string[],
    variables: Variables = privately(folder.path),
    input?: Uint8Array,
  ): FinishedProgram | undefined =>
    runProgram("git", args, {
      directory: repository.top,
      environment: { ...environment(repository, folder.path), ...variables },
      input,
    });
  let isReady = false;
  try {
    writePrivateFile(folder.path, "config", configuration([]));
    copyReferences(fs, repository, folder.path);
    copyIndex(fs, repository, folder.path);
    const stated = copyConfiguration(fs, repository, folder.path);
    if (reflogs) copyReflogs(fs, repository, folder.path);
    const user = run(["config", "--null", "--type=path", "--get-regexp", USER_KEYS], userVariables());
    const listed = run(["config", "--null", `--file=${stated}`, "--no-includes", "--list"]);
    if (user === undefined || listed === undefined) return undefined;
    const settings = [...defaultSettings(), ...settingsIn(user), ...allowed(settingsIn(listed))];
    writePrivateFile(folder.path, "config", configuration(settings));
    isReady = true;
  } finally {
    if (!isReady) folder.remove();
  }
  let failure: FinishedProgram | undefined;
  let isCounted = false;
  return {
    run(args, input) {
      if (!isCounted && args.some((word) => COMPARING.has(word))) {
        isCounted = true;
        const listed = run(["--no-pager", "ls-tree", "-r", "-z", "--name-only", "--full-tree", "HEAD"]);
        if (listed !== undefined && hasTooMany(listed)) {
          failure = { code: 1, stdout: new Uint8Array(), stderr: TOO_MANY };
        }
      }
      // What took a minute once is not tried again.
      if (failure !== undefined) return failure;
      const ran = run(["--no-pager", ...args], undefined, input) ??
        { code: 1, stdout: new Uint8Array(), stderr: "it cannot be run any more" };
      if (ran.code === 1 && ran.stderr.endsWith("was ended")) failure = ran;
      return ran;
    },
    close: folder.remove,
  };
}

/** These hold all files of a commit in memory, and trees that name one another may be billions in a few kB. */
const COMPARING: ReadonlySet<string> = new Set(["diff", "log"]);
const MAX_FILES = 500_000;
const TOO_MANY = `its commit has more than ${MAX_FILES} files`;

function hasTooMany({ code, stdout, stderr }: FinishedProgram): boolean {
  if (code !== 0) return stderr.endsWith("was ended");
  let count = 0;
  for (const byte of stdout) if (byte === 0) count++;
  return count > MAX_FILES;
}

type Variables = ProgramPlace["environment"];

/** All variables that git sees. Nothing that the user's environment says about git is passed on. */
function environment({ top, commonFolder }: GitRepository, folder: string): Variables {
  const system = process.platform === "win32" ? environmentVariable("SystemRoot") : undefined;
  return {
    SystemRoot: system,
    LC_ALL: "C",
    GIT_DIR: folder,
    // Deno passes on the environment's other variables, so this one has to be overridden.
    GIT_INDEX_FILE: `${folder}/index`,
    GIT_WORK_TREE: top,
    GIT_OBJECT_DIRECTORY: `${commonFolder}/objects`,
    // ra's configuration needs none of these. They guard against other versions of git.
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    // No object or file of a repository takes more memory than this.
    GIT_ALLOC_LIMIT: "192m",
  };
}

/** Hides the user's and the machine's configuration. Versions before 2.32 know only `HOME`. */
function privately(folder: string): Readonly<Record<string, string>> {
  return { HOME: folder, XDG_CONFIG_HOME: folder, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
}

/** Shows the user's and the machine's configuration to `git config`, which reads it and runs nothing. */
function userVariables(): Variables {
  return { HOME: homeDirectory(), XDG_CONFIG_HOME: userFolder() };
}

/** The ignore file that git reads by default, when the user's configuration names no other. */
function defaultSettings(): GitSettings {
  const folder = userFolder();
  return folder === undefined ? [] : [["core.excludesfile", `${folder}/git/ignore`]];
}

function userFolder(): string | undefined {
  const home = homeDirectory();
  return environmentVariable("XDG_CONFIG_HOME") || (home === undefined ? undefined : `${home}/.config`);
}
