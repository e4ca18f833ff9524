/** Asks git for the files of a change under review. */
import { parseDiff } from "../../context/diff.ts";
import { RaError } from "../../errors.ts";
import { unreadableRules } from "../../host/git/foreign_parts.ts";
import { findRepository } from "../../host/git/find_repository.ts";
import { orAbsent } from "../../host/or_absent.ts";
import { type Git, openGit } from "../../host/git/open_git.ts";
import { isInside, joinPath, relativePath } from "../../text/paths.ts";
import type { ContextOptions } from "../contract.ts";
import type { Environment } from "../environment.ts";
import type { AskedFile } from "./source_files.ts";

/**
 * Lists changed files with their changed lines: staged changes, or the working tree against a revision (default HEAD).
 * `files` limits the list. Throws `usage` without git, outside a repository, and for an unknown revision.
 */
export function changedFiles(
  { directory: start, fs, options }: Environment,
  files: readonly string[],
  { diff, staged }: Pick<ContextOptions, "diff" | "staged">,
): readonly AskedFile[] {
  const revision = typeof diff === "string" ? diff : "HEAD";
  // Otherwise git would read the revision as an option.
  if (revision.startsWith("-")) {
    throw new RaError("usage", `diff: ${revision} is not a revision`, { hint: "name a commit, a branch or a tag" });
  }
  const directory = fs.realPath(start) ?? start;
  const repository = findRepository(fs, directory);
  if (repository === undefined) throw refused("not a git repository, or one that ra cannot read");
  const git = openGit(fs, repository, { reflogs: revision.includes("@{") });
  if (git === undefined) {
    throw new RaError(
      "usage",
      "git: it is not installed, ra may not run it or write temporary files, or `.git/objects` holds a link or a pipe",
      {
        hint: "name the files instead: ra context FILE…",
      },
    );
  }
  let printed: string;
  try {
    requirePlainRules(fs, repository.top, git);
    printed = diffOf(git, staged ? ["--cached", ...(typeof diff === "string" ? [revision] : [])] : [revision]);
  } finally {
    git.close();
  }
  const wanted = files.map((file) => joinPath(directory, file));
  const changed = parseDiff(printed)
    .map(({ path, changes }) => ({ file: joinPath(repository.top, path), changes }))
    // Nobody reviews an index that was committed by mistake. And a path that leads out of the repository is forged.
    .filter(({ file }) =>
      !file.split("/").includes(".ra") && isInside(file, repository.top) && staysInside(fs, file, repository.top) &&
      (wanted.length === 0 || wanted.some((one) => isInside(file, one)))
    )
    .map(({ file, changes }) => ({ file: relativePath(directory, file), changes }));
  if (changed.length === 0) {
    options.onWarning?.({
      code: "no-changes",
      message: `git reports no ${staged ? "staged" : "changed"} files${files.length === 0 ? "" : " among these"}`,
    });
  }
  return changed;
}

/** Whether a path does not lead out of the repository through a link. A file that is gone stays. */
function staysInside(fs: Environment["fs"], file: string, top: string): boolean {
  const real = orAbsent(() => fs.realPath(file));
  return real === undefined || isInside(real, top);
}

/** git reads the attributes beside each file, and would wait for a pipe. */
function requirePlainRules(fs: Environment["fs"], top: string, git: Git): void {
  const names = new TextDecoder().decode(git.run(["ls-files", "-z"]).stdout).split("\0");
  const unreadable = unreadableRules(fs, top, names);
  if (unreadable !== undefined) throw refused(`${unreadable} is not a regular file, so git may not read it`);
}

function diffOf(git: Git, range: readonly string[]): string {
  const { code, stdout, stderr } = git.run([
    "-c",
    "core.quotePath=true",
    "diff",
    "--unified=0",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    // A submodule has a configuration of its own, and git would start another git in it.
    "--ignore-submodules=all",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--find-renames",
    ...range,
    "--",
  ]);
  if (code === 0) return new TextDecoder().decode(stdout);
  throw refused(
    stderr.split("\n").find((line) => line.trim() !== "")?.replace(/^(?:fatal|error): /, "") ?? `it ended with ${code}`,
  );
}

function refused(why: string): RaError {
  return new RaError("usage", `git: ${why}`, {
    hint: "--diff and --staged need a git repository, and a revision that it has",
  });
}
