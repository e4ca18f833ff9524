/**
 * git, for reading a repository that may come from anywhere. A repository's configuration can name programs that git
 * then runs (`core.fsmonitor`, `filter.*.clean`, `diff.*.textconv`, `gpg.program`, hooks, transports and more). So git
 * never sees it: it gets a folder of ours in place of `.git` (see `private_copy.ts`), and reads nothing of the
 * repository but its objects and its working tree. All calls of git go through here.
 */
import process from "node:process";
import type { FileSystem } from "../file_system.ts";
import { environmentVariable, homeDirectory } from "../process.ts";
import { type FinishedProgram, runProgram } from "../run_program.ts";
import { makeTemporaryFolder } from "../temporary_folder.ts";
import { allowed, configuration, type Settings, settingsIn, USER_KEYS } from "./configuration.ts";
import type { GitRepository } from "./find_repository.ts";
import { copyIndex, copyReferences, copyReflogs, writePrivateFile } from "./private_copy.ts";

export interface Git {
  /** Runs a command of git at the top of the working tree. */
  run(args: readonly string[]): FinishedProgram;
  /** Removes git's private folder. Call it when you are done. */
  close(): void;
}

export interface GitOptions {
  /** Takes the reflogs too, for revisions such as `HEAD@{1}`. */
  readonly reflogs?: boolean;
}

/**
 * Prepares git for a repository. The copy shows the repository as it is now. Undefined where git is not installed or
 * may not be run, or where no temporary folder can be made.
 */
export function openGit(
  fs: FileSystem,
  repository: GitRepository,
  { reflogs = false }: GitOptions = {},
): Git | undefined {
  const folder = makeTemporaryFolder("ra-git-");
  if (folder === undefined) return undefined;
  const run = (args: readonly string[], variables = privately(folder.path)): FinishedProgram | undefined =>
    runProgram("git", args, {
      directory: repository.top,
      environment: { ...environment(repository, folder.path), ...variables },
    });
  let isReady = false;
  try {
    writePrivateFile(folder.path, "config", configuration([]));
    copyReferences(fs, repository, folder.path);
    copyIndex(fs, repository, folder.path);
    if (reflogs) copyReflogs(fs, repository, folder.path);
    const user = run(["config", "--null", "--type=path", "--get-regexp", USER_KEYS], userVariables());
    const stated = run(["config", "--null", `--file=${repository.commonFolder}/config`, "--no-includes", "--list"]);
    if (user === undefined || stated === undefined) return undefined;
    const settings = [...defaultSettings(), ...settingsIn(user), ...allowed(settingsIn(stated))];
    writePrivateFile(folder.path, "config", configuration(settings));
    isReady = true;
  } finally {
    if (!isReady) folder.remove();
  }
  return {
    run(args) {
      const ran = run(["--no-pager", ...args]);
      return ran ?? { code: 1, stdout: new Uint8Array(), stderr: "it cannot be run any more" };
    },
    close: folder.remove,
  };
}

/** All that git may know of its surroundings. Whatever the user's environment says about git stays outside. */
function environment({ top, commonFolder }: GitRepository, folder: string): Readonly<Record<string, string>> {
  const system = process.platform === "win32" ? environmentVariable("SystemRoot") : undefined;
  return {
    ...(system === undefined ? {} : { SystemRoot: system }),
    LC_ALL: "C",
    GIT_DIR: folder,
    // Named, because Deno hands on what the environment says besides.
    GIT_INDEX_FILE: `${folder}/index`,
    GIT_WORK_TREE: top,
    GIT_OBJECT_DIRECTORY: `${commonFolder}/objects`,
    // Nothing is left that could ask for these; they guard against what another version of git does.
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
  };
}

/** Hides the configuration of the user and of the machine. Versions before 2.32 know `HOME` alone. */
function privately(folder: string): Readonly<Record<string, string>> {
  return { HOME: folder, XDG_CONFIG_HOME: folder, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
}

/** Shows the configuration of the user and of the machine: for `git config`, which reads it and runs nothing. */
function userVariables(): Readonly<Record<string, string>> {
  const home = homeDirectory();
  const xdg = userFolder();
  return { ...(home === undefined ? {} : { HOME: home }), ...(xdg === undefined ? {} : { XDG_CONFIG_HOME: xdg }) };
}

/** What git reads where the user's configuration names no other file. */
function defaultSettings(): Settings {
  const folder = userFolder();
  return folder === undefined ? [] : [["core.excludesfile", `${folder}/git/ignore`]];
}

function userFolder(): string | undefined {
  const home = homeDirectory();
  return environmentVariable("XDG_CONFIG_HOME") || (home === undefined ? undefined : `${home}/.config`);
}
