/** Writes the files of a commit into a folder, and removes those that an earlier commit has left there. */
import type { RagProblem } from "../../shapes/rag.ts";
import { type CommitFile, contentsOf } from "../../host/git/commit_objects.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { objectName } from "../../host/git/object_name.ts";
import { isNameFailure } from "../../host/io_error.ts";
import { platform } from "../../host/process.ts";
import { createYieldPoint } from "../../store/segments/yield_point.ts";
import { withAncestors } from "../../text/paths.ts";
import { filesBelow } from "../places/files_below.ts";
import type { WriteOutcome, WrittenFiles } from "../places/written_files.ts";
import type { WantedFiles } from "./repository_files.ts";

export interface WrittenCommit {
  /** The paths of the source's files in the folder. */
  readonly names: readonly string[];
  readonly problems: readonly RagProblem[];
}

/**
 * What lies there and is not ra's stays, and becomes a problem where a file of the commit has its name. Ctrl-C ends it
 * between two files.
 */
export async function writeFiles(written: WrittenFiles, wanted: readonly WantedFiles[]): Promise<WrittenCommit> {
  const yieldPoint = createYieldPoint(undefined);
  const names: string[] = [];
  const problems: RagProblem[] = [];
  const taken = new Map<string, string>();
  const paths = new Set(wanted.flatMap(({ prefix, files }) => files.map(({ path }) => prefix + path)));
  // A folder may take the place of a file.
  for (const path of written.paths) {
    await yieldPoint();
    if (paths.has(path) || written.remove(path)) continue;
    problems.push({ path, reason: "it is not of the commit any more, and was changed since ra wrote it, so it stays" });
  }
  for (const { objects, prefix, files } of wanted) {
    const lacking: CommitFile[] = [];
    for (const file of files) {
      await yieldPoint();
      const path = prefix + file.path;
      // A file in place of its folder counts too.
      const twin = platform === "linux"
        ? undefined
        : withAncestors(path.toLowerCase()).map((above) => taken.get(above)).find((other) => other !== undefined);
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
        await yieldPoint();
        const path = prefix + below;
        const why = failureOf(() => written.write(path, content, { version: object, durable: false }));
        if (why === undefined) names.push(path);
        else problems.push({ path, reason: why });
      }
    }
  }
  return { names: names.sort(), problems };
}

/** Why a file was not written. Throws what concerns other files too. */
function failureOf(write: () => WriteOutcome): string | undefined {
  try {
    return write() === "foreign" ? "something is there that ra did not write, so it is left out" : undefined;
  } catch (error) {
    if (!isNameFailure(error)) throw error;
    return "the disk takes no file of this name, or no path so long, so it is left out";
  }
}

/** Whether a folder holds files of the commit and nothing else, each with its bytes. Throws `place-refused`. */
export async function holdsOnly(fs: FileSystem, folder: string, wanted: readonly WantedFiles[]): Promise<boolean> {
  if (fs.kindOf(folder) !== "directory") return false;
  const yieldPoint = createYieldPoint(undefined);
  const files = new Map(
    wanted.flatMap(({ prefix, files }) => files.map((file) => [prefix + file.path, file] as const)),
  );
  for (const path of filesBelow(fs, folder)) {
    await yieldPoint();
    const file = files.get(path);
    const full = `${folder}/${path}`;
    if (file === undefined || fs.kindOf(full) !== "file" || fs.stat(full)?.size !== file.size) return false;
    const bytes = fs.readFile(full, { most: file.size });
    if (bytes === undefined || objectName(bytes, file.object.length) !== file.object) return false;
  }
  return true;
}
