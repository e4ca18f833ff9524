/** Git repositories that tests make. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Runs one git command and returns its output. */
export type Git = (...args: readonly string[]) => string;

/** Git in this folder, with an author, because a commit needs one. */
export function gitIn(folder: string): Git {
  return (...args) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@localhost", ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: "pipe",
    });
}

/** Writes a file and the folders above it. */
export function writeIn(folder: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** Makes the folder a repository whose first commit holds everything in it. */
export function commitAll(folder: string): Git {
  const git = gitIn(folder);
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  return git;
}
