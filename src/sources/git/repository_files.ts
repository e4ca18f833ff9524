/** The files that a git source wants of its repository and of its submodules. */
import ignore from "ignore";
import type { RagProblem } from "../../shapes/rag.ts";
import { RaError } from "../../errors.ts";
import { commitLimits, type CommitTree, commitTree, settingsOf } from "../../host/git/commit_files.ts";
import type { CommitFile, CommitObjects } from "../../host/git/commit_objects.ts";
import type { SourceConfig } from "../config/schema.ts";
import { submoduleAddress } from "./git_address.ts";
import { folderPattern, sparsePatterns } from "./sparse_patterns.ts";
import type { OpenCommit } from "./open_commit.ts";

export interface WantedFiles {
  readonly objects: CommitObjects;
  /** Of the repository, within the whole; empty, or it ends with `/`. */
  readonly prefix: string;
  readonly files: readonly CommitFile[];
}

/** Of a repository with its submodules. Deeper, or more, are a trap. */
const MAX_DEPTH = 8;
const MAX_SUBMODULES = 200;

/** What the sources of a run may still have together. */
export interface FetchRoom {
  bytes: number;
}

/** So many files that are left out are named. */
const MAX_NAMED = 1000;

/** A part that cannot be had becomes a problem. Throws `io` for the repository itself, and `work-limit`. */
export async function repositoryFiles(
  commit: OpenCommit,
  source: Pick<SourceConfig, "include" | "sparse" | "submodules" | "max_total_bytes">,
  room: FetchRoom = { bytes: Infinity },
): Promise<{ readonly files: readonly WantedFiles[]; readonly problems: readonly RagProblem[] }> {
  const wants = wantedBy(source);
  const files: WantedFiles[] = [];
  const problems: RagProblem[] = [];
  const limits = commitLimits();
  let [opened, bytes, unnamed] = [0, 0, 0];
  const add = async ({ objects, open, from }: OpenCommit, prefix: string, depth: number): Promise<void> => {
    const tree = await commitTree(objects, limits);
    const wanted = tree.files.filter(({ path }) => wants(prefix + path));
    // Many files may share one object, which costs its repository nothing.
    bytes += wanted.reduce((sum, { size }) => sum + size, 0);
    if (bytes > source.max_total_bytes) throw tooLarge(source.max_total_bytes);
    files.push({ objects, prefix, files: wanted });
    for (const { path, reason } of tree.leftOut) {
      if (!wants(prefix + path)) continue;
      if (problems.length < MAX_NAMED) problems.push({ path: prefix + path, reason });
      else unnamed++;
    }
    if (!source.submodules) return;
    const addresses = await submoduleAddresses(objects, tree);
    for (const { path, commit } of tree.submodules) {
      const where = prefix + path;
      const stated = addresses.get(path);
      const address = stated === undefined ? undefined : submoduleAddress(from.address, stated);
      if (address === undefined || depth === MAX_DEPTH || opened === MAX_SUBMODULES) {
        const many = depth === MAX_DEPTH ? "submodules lie too deep" : "there are too many submodules";
        problems.push({ path: where, reason: address === undefined ? "the submodule has no address" : many });
        continue;
      }
      opened++;
      try {
        await add(await open(address, commit), `${where}/`, depth + 1);
      } catch (error) {
        if (!(error instanceof RaError) || ["interrupted", "work-limit"].includes(error.code)) throw error;
        problems.push({ path: where, reason: `the submodule cannot be had: ${error.message}` });
      }
    }
  };
  await add(commit, "", 0);
  if (bytes > room.bytes) throw noRoom();
  room.bytes -= bytes;
  if (unnamed > 0) problems.push({ reason: `${unnamed} more files are left out` });
  return { files, problems };
}

function noRoom(): RaError {
  return new RaError("work-limit", "the git sources of this run have too many bytes together", {
    hint: "`ra rag fetch --only ID` takes one of them",
  });
}

function tooLarge(most: number): RaError {
  return new RaError("work-limit", `the files of the source have more than ${most} bytes together`, {
    hint: "`include` takes fewer of them, and `max_total_bytes` of the source allows more",
  });
}

function wantedBy({ include, sparse }: Pick<SourceConfig, "include" | "sparse">): (path: string) => boolean {
  const patterns = sparse === undefined ? sparsePatterns(include ?? []) : sparse.map(folderPattern);
  if (patterns.length === 0) return () => true;
  // The patterns of a sparse checkout are those of an ignore file.
  const rules = ignore({ ignorecase: false }).add(patterns);
  return (path) => rules.ignores(path);
}

async function submoduleAddresses(objects: CommitObjects, { files }: CommitTree): Promise<ReadonlyMap<string, string>> {
  const file = files.find(({ path }) => path === ".gitmodules");
  if (file === undefined) return new Map();
  const parts = new Map<string, { path?: string; url?: string }>();
  for (const [key, value] of await settingsOf(objects, file)) {
    const [, name, which] = /^submodule\.(.*)\.(path|url)$/s.exec(key) ?? [];
    if (name !== undefined) parts.set(name, { ...parts.get(name), [which!]: value });
  }
  return new Map(
    [...parts.values()].flatMap(({ path, url }) =>
      path === undefined || url === undefined || url.startsWith("-") ? [] : [[path.replace(/\/+$/, ""), url] as const]
    ),
  );
}
