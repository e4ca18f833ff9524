/** The files of a change under review, as git tells them. */
import { parseDiff } from "../../context/diff.ts";
import { RaError } from "../../errors.ts";
import { runProgram } from "../../host/run_program.ts";
import { isInside, joinPath, normalizePath, relativePath } from "../../text/paths.ts";
import type { ContextOptions } from "../contract.ts";
import type { Environment } from "../environment.ts";
import type { AskedFile } from "./source_files.ts";

/**
 * Changed files with their changed lines: what is staged, or the working tree against a revision (default HEAD). With
 * `files` only those. Throws `usage` without git, outside a repository, and for a revision that is none.
 */
export function changedFiles(
  { directory: start, fs, options }: Environment,
  files: readonly string[],
  { diff, staged }: Pick<ContextOptions, "diff" | "staged">,
): readonly AskedFile[] {
  const revision = typeof diff === "string" ? diff : "HEAD";
  // A revision never reads as an option of git.
  if (revision.startsWith("-")) {
    throw new RaError("usage", `diff: ${revision} is no revision`, { hint: "name a commit, a branch or a tag" });
  }
  const directory = fs.realPath(start) ?? start;
  const top = new TextDecoder().decode(git(directory, ["rev-parse", "--show-toplevel"])).replace(/\r?\n$/, "");
  const range = staged ? ["--cached", ...(typeof diff === "string" ? [revision] : [])] : [revision];
  const printed = git(directory, [
    "-c",
    "core.quotePath=true",
    "diff",
    "--unified=0",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--find-renames",
    ...range,
    "--",
  ]);
  const wanted = files.map((file) => joinPath(directory, file));
  const changed = parseDiff(new TextDecoder().decode(printed))
    .map(({ path, changes }) => ({ file: joinPath(normalizePath(top), path), changes }))
    // An index that was committed is nobody's work.
    .filter(({ file }) =>
      !file.split("/").includes(".ra") && (wanted.length === 0 || wanted.some((one) => isInside(file, one)))
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

function git(directory: string, args: readonly string[]): Uint8Array {
  const ran = runProgram("git", args, directory);
  if (ran === undefined) {
    throw new RaError("usage", "git: it is not installed, or may not be run", {
      hint: "name the files instead: ra context FILE…",
    });
  }
  if (ran.code === 0) return ran.stdout;
  const why = ran.stderr.split("\n").find((line) => line.trim() !== "")?.replace(/^(?:fatal|error): /, "") ??
    `it ended with ${ran.code}`;
  throw new RaError("usage", `git: ${why}`, {
    hint: "--diff and --staged need a git repository, and a revision that it has",
  });
}
