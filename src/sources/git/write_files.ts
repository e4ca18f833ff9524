/** Writes the files of a commit into a folder, and removes those that an earlier commit has left there. */
import type { RagProblem } from "../../shapes/rag.ts";
import { type CommitFile, contentsOf } from "../../host/git/commit_files.ts";
import { platform } from "../../host/process.ts";
import type { WrittenFiles } from "../places/written_files.ts";
import type { WantedFiles } from "./repository_files.ts";

export interface WrittenCommit {
  /** The paths of the source's files in the folder. */
  readonly names: readonly string[];
  readonly problems: readonly RagProblem[];
}

/** What lies there and is not ra's stays, and becomes a problem where a file of the commit has its name. */
export async function writeFiles(written: WrittenFiles, wanted: readonly WantedFiles[]): Promise<WrittenCommit> {
  const names: string[] = [];
  const problems: RagProblem[] = [];
  const taken = new Map<string, string>();
  const paths = new Set(wanted.flatMap(({ prefix, files }) => files.map(({ path }) => prefix + path)));
  // A folder may take the place of a file.
  for (const path of written.paths) {
    if (paths.has(path) || written.remove(path)) continue;
    problems.push({ path, reason: "it is not of the commit any more, and was changed since ra wrote it, so it stays" });
  }
  for (const { objects, prefix, files } of wanted) {
    const lacking: CommitFile[] = [];
    for (const file of files) {
      const path = prefix + file.path;
      const twin = platform === "linux" ? undefined : taken.get(path.toLowerCase());
      if (twin !== undefined) {
        problems.push({ path, reason: `the disk may take it for ${twin}, so it is left out` });
        continue;
      }
      taken.set(path.toLowerCase(), path);
      if (written.versionOf(path) === file.object) names.push(path);
      else lacking.push(file);
    }
    for await (const batch of contentsOf(objects, lacking)) {
      for (const [{ path: below, object }, content] of batch) {
        const path = prefix + below;
        if (written.write(path, content, { version: object, durable: false })) names.push(path);
        else problems.push({ path, reason: "something is there that ra did not write, so it is left out" });
      }
    }
  }
  return { names: names.sort(), problems };
}
